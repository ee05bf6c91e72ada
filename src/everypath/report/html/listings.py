"""The sources on the page, with the coverage of each line by the JVM, and the tests that were written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from everypath.report.html.content import PageContent, finding_links
from everypath.report.html.elements import Child, Markup, join, tag
from everypath.report.reasons import codes_text, counted, reason_text, unreachable_text
from everypath.run import MethodReport, Unreached
from everypath.run.coverage import Line, LineState

__all__ = ["sources", "tests"]

_SIGNS = {LineState.COVERED: "✓", LineState.PARTLY: "◐", LineState.MISSED: "✗", LineState.LEFT_OUT: ""}
_TITLES = {
    LineState.COVERED: "covered",
    LineState.PARTLY: "partly covered",
    LineState.MISSED: "not covered",
    LineState.LEFT_OUT: "not analysed",
}
_PROVED = "⊘"


def sources(content: PageContent) -> Markup:
    """The section of source files, with the coverage of each line that has code."""
    unreached: dict[tuple[str, int], list[tuple[MethodReport, Unreached]]] = {}
    for report in content.analysis.methods:
        for each in report.unreached:
            unreached.setdefault((report.file, each.line), []).append((report, each))
    rows = [_file(file, content, unreached) for file in content.files]
    left = len(content.lines) - len(content.files)
    if left:
        rows.append(tag("p", f"{counted(left, 'further source file')} left out here.", class_="left"))
    legend = tag(
        "p",
        tag("span", "✓ covered", class_="covered"),
        tag("span", "◐ partly", class_="partly"),
        tag("span", "✗ not covered", class_="missed"),
        tag("span", f"{_PROVED} no input reaches it (proved)", class_="proved"),
        "what the JVM ran when the cases were replayed",
        class_="legend soft",
    )
    return tag("section", tag("h2", "Coverage by line"), legend, *rows, id="sources")


_Unreached = dict[tuple[str, int], list[tuple[MethodReport, Unreached]]]


def _file(file: str, content: PageContent, unreached: _Unreached) -> Markup:
    lines, text = content.lines[file], content.sources.lines(file)
    states = [line.state for line in lines.values()]
    counts = ", ".join(f"{states.count(state)} {_TITLES[state]}" for state in LineState if state in states)
    name = content.files[file]
    summary = tag("summary", tag("code", file), tag("span", f"lines: {counts}", class_="side"))
    shown = _ranges(lines) if text is None else _listing(name, file, text, content, unreached)
    return tag("details", summary, shown, id=name, open=len(content.files) == 1)


def _listing(name: str, file: str, text: Sequence[str], content: PageContent, unreached: _Unreached) -> Markup:
    rows = []
    for number, source in enumerate(text, 1):
        line = content.lines[file].get(number)
        notes, proved = _notes(file, number, line, content, unreached)
        rows.append(_row(f"{name}L{number}", number, line, source.expandtabs(4), notes, proved=proved))
    return tag("div", tag("table", *rows), class_="source")


def _ranges(lines: Mapping[int, Line]) -> Markup:
    """The numbers of the lines of each state of coverage, such as ``3-7, 12``, for a file without source."""
    at = {number: place for place, number in enumerate(lines)}
    rows = []
    for state in LineState:
        chosen = [number for number in lines if lines[number].state is state]
        runs: list[list[int]] = []
        for number in chosen:
            if runs and at[number] == at[runs[-1][-1]] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        texts = [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
        if texts:
            rows.append(join([tag("dt", f"{_SIGNS[state]} {_TITLES[state]}"), tag("dd", ", ".join(texts))]))
    return join([tag("p", "The source is not at hand.", class_="left"), tag("dl", *rows)])


def _row(at: str, number: int, line: Line | None, source: str, notes: list[Child], *, proved: bool) -> Markup:
    sign, title, style = "", None, None
    if line is not None:
        sign, title, style = _SIGNS[line.state], _TITLES[line.state], line.state.value
        if proved:
            sign, title, style = _PROVED, "no input reaches it (proved)", "proved"
    cells = [
        tag("td", number, class_="at code"),
        tag("td", sign, class_="sign", title=title),
        tag("td", source, class_="text code"),
        tag("td", *notes, class_="aside"),
    ]
    return tag("tr", *cells, id=at, class_=style)


def _notes(
    file: str, number: int, line: Line | None, content: PageContent, unreached: _Unreached
) -> tuple[list[Child], bool]:
    """The notes beside a line, for example why it is not covered, and True if it is proved unreachable."""
    notes: list[Child] = []
    proved = False
    if line is not None and line.state is LineState.MISSED:
        rows = unreached.get((file, number), [])
        proved = bool(rows) and {report.key for report, each in rows if each.proved}.issuperset(line.methods)
        notes.append(unreachable_text(rows[0][0]) if proved else _why(line, content, rows))
    elif line is not None and line.state is LineState.PARTLY:
        if line.branches.covered < line.branches.total:
            notes.append(f"{line.branches.covered} of {line.branches.total} branches")
        else:
            notes.append(f"{line.instructions.covered} of {line.instructions.total} instructions")
    notes += finding_links(content.by_place.get((file, number), []))
    return notes, proved


def _why(line: Line, content: PageContent, rows: list[tuple[MethodReport, Unreached]]) -> str:
    """The reason why nothing of a line was executed, if it is known."""
    for _, each in rows:
        if not each.proved and each.reason:
            return f"not reached: {codes_text(each.reason)}"
    for key in line.methods:
        report = content.reports.get(key)
        if report is None:
            return "no analysed method came here"
        if report.reasons:
            return f"no replay came here; {report.status.value}: {reason_text(report.reasons[0])}"
    return "no replay came here"


def tests(content: PageContent) -> Markup | None:
    """The section of tests that were written; None if there are none."""
    if not content.written:
        return None
    rows = [
        tag("details", tag("summary", tag("code", path)), tag("pre", *_with_places(number, text, content)))
        for number, (path, text) in enumerate(content.written[: content.shown_tests])
    ]
    rest = len(content.written) - len(rows)
    if rest:
        rows.append(tag("p", f"{counted(rest, 'further file')} left out here.", class_="left"))
    return tag("section", tag("h2", "Written tests"), *rows, id="tests")


def _with_places(number: int, text: str, content: PageContent) -> list[Child]:
    """The text of a file of tests, with an anchor before each test that a case has a link to."""
    places = {line for file, line in content.places.values() if file == number}
    lines = text.splitlines(keepends=True)
    starts = sorted({1, *places, len(lines) + 1})
    found: list[Child] = []
    for start, end in pairwise(starts):
        if start in places:
            found.append(tag("span", id=f"t{number}L{start}"))
        found.append("".join(lines[start - 1 : end - 1]))
    return found
