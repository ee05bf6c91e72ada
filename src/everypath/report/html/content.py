"""The data that the page shows, and the links to its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from everypath.classfile import internal_name
from everypath.dataclass import dataclass, field
from everypath.report.html.elements import Child, Markup, tag
from everypath.report.sources import Sources
from everypath.run import Analysis, Finding, MethodReport
from everypath.run.coverage import Line

__all__ = ["PageContent"]

#: Bounds on what one page holds; the page names what they leave out at its place.
MOST_FINDINGS, MOST_METHODS, MOST_CASES, MOST_CASES_IN_ALL = 500, 5000, 100, 5000
MOST_LINES, MOST_TEST_LINES = 30_000, 10_000

_FRAME = re.compile(r"(?P<class>[\w.$]+)\.[\w$<>]+\((?P<file>[\w$]+\.java):(?P<line>\d+)\)")
_Key = tuple[str, str, str]


@dataclass(frozen=True)
class PageContent:
    """The result of a run, the available sources, the lines with code of each source file, and the tests that were
    written, each as its path and its text. ``places`` gives the position of the test of each case among them, by the id
    of the case: the number of the file, and the line.
    """

    analysis: Analysis
    sources: Sources
    lines: Mapping[str, Mapping[int, Line]]
    written: tuple[tuple[str, str], ...] = ()
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @cached_property
    def files(self) -> dict[str, str]:
        """The source files that are shown, those with findings first, each with its id on the page."""
        found = dict.fromkeys(each.file for each in self.analysis.findings if each.file in self.lines)
        chosen: dict[str, str] = {}
        left = MOST_LINES
        for file in {**found, **dict.fromkeys(self.lines)}:
            left -= len(self.sources.lines(file) or ())
            if left < 0 and chosen:
                break
            chosen[file] = ""
        return {file: f"s{at}" for at, file in enumerate(sorted(chosen), 1)}

    @cached_property
    def methods(self) -> dict[_Key, str]:
        """The methods that are shown, each with its id on the page: those with findings, and then all in order."""
        reports = self.analysis.methods
        first = {(each.class_name, each.method, each.descriptor) for each in self.analysis.findings}
        keys = [report.key for report in sorted(reports, key=lambda report: report.key not in first)]
        kept = set(keys[:MOST_METHODS])
        return {report.key: f"m{at}" for at, report in enumerate(reports, 1) if report.key in kept}

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings that are shown, those of the highest level first."""
        ordered = sorted(self.analysis.findings, key=lambda each: -each.level.rank)
        return tuple(ordered[:MOST_FINDINGS])

    @cached_property
    def by_place(self) -> dict[tuple[str, int], list[Finding]]:
        """The findings that are shown, by file and line."""
        found: dict[tuple[str, int], list[Finding]] = {}
        for each in self.findings:
            found.setdefault((each.file, each.line), []).append(each)
        return found

    @cached_property
    def by_entry(self) -> dict[_Key, list[Finding]]:
        """The findings that are shown, by entry."""
        found: dict[_Key, list[Finding]] = {}
        for each in self.findings:
            found.setdefault((each.class_name, each.method, each.descriptor), []).append(each)
        return found

    @cached_property
    def reports(self) -> dict[_Key, MethodReport]:
        """All reports, by class, name and descriptor."""
        return {report.key: report for report in self.analysis.methods}

    def line_link(self, file: str, line: int, text: Child) -> Child:
        """The text as a link to a line; the text alone if the source is not shown."""
        if file not in self.files or not self._has(file, line):
            return text
        return tag("a", text, href=f"#{self.files[file]}L{line}")

    def method_link(self, key: _Key, text: str) -> Markup:
        """The signature of a method as a link to the method; the signature alone if the method is not shown."""
        if key not in self.methods:
            return tag("code", text)
        return tag("a", tag("code", text), href=f"#{self.methods[key]}")

    def frame(self, frame: str) -> Child:
        """A line of a stack trace, as a link to the source line that it names."""
        found = _FRAME.fullmatch(frame)
        if found is None:
            return frame
        package = internal_name(found["class"].rpartition(".")[0])
        return self.line_link(f"{package}/{found['file']}" if package else found["file"], int(found["line"]), frame)

    @cached_property
    def shown_tests(self) -> int:
        """The number of written files that are shown."""
        left = MOST_TEST_LINES
        for number, (_, text) in enumerate(self.written):
            left -= text.count("\n")
            if left < 0:
                return number
        return len(self.written)

    def test_link(self, case: str, text: str) -> Child:
        """The text as a link to the test of a case; the text alone if the test is not shown."""
        number, line = self.places.get(case, (self.shown_tests, 0))
        return tag("a", text, href=f"#t{number}L{line}") if number < self.shown_tests else text

    def _has(self, file: str, line: int) -> bool:
        text = self.sources.lines(file)
        return text is not None and 0 < line <= len(text)


def finding_links(findings: list[Finding]) -> Iterator[Child]:
    """A link to each finding, with its level."""
    for each in findings:
        yield " "
        yield tag("a", each.rule, href=f"#f-{each.id}", class_=f"level {each.level.value}", title=each.headline)
