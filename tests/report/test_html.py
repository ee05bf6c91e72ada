"""The page of a run: nothing of a target is code there, every link leads somewhere, and it stays small."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from everypath.report import html
from everypath.report.html import PageContent
from everypath.report.html.content import MOST_CASES, MOST_CASES_IN_ALL
from everypath.report.html.elements import LONGEST_TEXT, tag
from everypath.report.html.style import SCRIPT
from everypath.report.sources import Sources
from everypath.run import Analysis, BaselineFinding, Case, Count, Level, MethodReport, Status, Suppression, Unreached
from everypath.run.coverage import Line
from everypath.run.results import TestFile, summarise

EVIL = "</script></style><img src=x onerror='alert(1)'>\"&lt;${}\u202e\ud800\x00\u2028<!-- ]]>"


class Page(HTMLParser):
    """Checks the nesting; collects elements, attributes and texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: dict[str, int] = {}
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.texts: dict[str, str] = {}
        self.policy = ""
        self.feed(text)
        self.close()
        assert not self.open
        assert len(self.ids) == len(set(self.ids))
        assert {link.removeprefix("#") for link in self.links} <= set(self.ids)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] = self.tags.get(tag, 0) + 1
        found = dict(attrs)
        self.attributes |= found.keys()
        self.ids += [value for name, value in attrs if name == "id" and value is not None]
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"] or ""
        if tag not in ("meta", "input", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        at = self.open[-1] if self.open else ""
        self.texts[at] = self.texts.get(at, "") + data

    @property
    def text(self) -> str:
        return " ".join(self.texts.values())


def covered(number: int, total: int, **more: Any) -> Line:
    return Line(Count(number, total), asked=True, methods=(("shop.Fee", "fee", "(IZ)I"),), **more)


@pytest.fixture
def content(analysis: Analysis, tmp_path: Path) -> PageContent:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "Fee.java").write_text("".join(f"line {number};\n" for number in range(1, 13)))
    lines = {
        "shop/Fee.java": {
            4: covered(2, 2),
            5: covered(2, 2, branches=Count(1, 2)),
            9: covered(0, 3),
            11: covered(0, 1),
            12: Line(Count(0, 4)),
        }
    }
    return PageContent(analysis, Sources([tmp_path]), lines)


def test_the_page_shows_the_run(content: PageContent) -> None:
    page = Page(html.html_page(content))
    assert "ArithmeticException: / by zero" in page.text
    assert "Fee.fee(30, false)" in page.text
    assert {"summary", "findings", "classes", "sources", "f-3f9c00000001", "s1", "s1L5", "m1"} <= set(page.ids)
    assert {"#s1L5", "#m1", "#f-3f9c00000001", "#s1L9"} <= set(page.links)


def test_lines_are_covered_partly_missed_or_proved_unreachable(content: PageContent) -> None:
    text = html.html_page(content)
    rows = {number: text.split(f'id="s1L{number}"')[1].split("</tr>")[0] for number in (1, 4, 5, 9, 11, 12)}
    assert "class=" not in rows[1].partition(">")[0]
    assert 'class="covered"' in rows[4]
    assert 'class="partly"' in rows[5]
    assert "1 of 2 branches" in rows[5]
    assert 'class="proved"' in rows[9]
    assert "no input reaches it (proved)" in rows[9]
    assert 'class="missed"' in rows[11]
    assert "not reached: loop bound" in rows[11]
    assert 'class="left-out"' in rows[12]


def test_a_line_of_two_methods_is_proved_unreachable_for_both_or_not_at_all(content: PageContent) -> None:
    other = ("shop.Fee", "loop", "([I)V")
    shared = dataclasses.replace(content.lines["shop/Fee.java"][9], methods=(("shop.Fee", "fee", "(IZ)I"), other))
    text = html.html_page(dataclasses.replace(content, lines={"shop/Fee.java": {9: shared}}))
    assert 'class="missed"' in text.split('id="s1L9"')[1].split("</tr>")[0]


def hostile(content: PageContent, make_finding: Any, folder: Path) -> PageContent:
    """The same with strange text wherever text comes from a target."""
    name = 'F"><script>alert(1)</script>'
    file = f"{name}/x.java".replace("/", "_")
    (folder / file).write_text(EVIL.replace("\ud800", "") + "\n" + "int x;\n")
    suppression = Suppression("comment", EVIL, EVIL)
    strange = make_finding(
        id="0123456789ab", class_name=name, file=file, line=1, message=EVIL, expression=EVIL, condition=EVIL,
        exception=EVIL, trace=(EVIL,), drawing=(EVIL,), callers=(EVIL,), test=TestFile(EVIL, EVIL), untested=EVIL,
    )  # fmt: skip
    case = Case("c", "throws", EVIL, EVIL, EVIL, "diverged", EVIL, 1, EVIL, drawing=(EVIL,))
    method = MethodReport(
        name, "f<b>", "()V", Status.PARTIAL, cases=(case,), messages=(EVIL,), file=file,
        unreached=(Unreached(2, False, EVIL),),
    )  # fmt: skip
    changed = dataclasses.replace(
        content.analysis, targets=(EVIL,), jdk=EVIL, methods=(method,), findings=(strange,),
        suppressed=(dataclasses.replace(strange, suppression=suppression),), baseline=EVIL,
        fixed=(BaselineFinding(EVIL, EVIL, EVIL, EVIL, EVIL, EVIL),),
    )  # fmt: skip
    lines = {file: {1: covered(1, 1), 2: covered(0, 1)}}
    return PageContent(changed, Sources([folder]), lines, ((EVIL, EVIL),))


def test_names_and_strings_of_a_target_are_never_code(content: PageContent, make_finding: Any, tmp_path: Path) -> None:
    text = html.html_page(hostile(content, make_finding, tmp_path))
    text.encode("utf-8")  # no half of a surrogate pair is left
    page = Page(text)
    assert "img" not in page.tags
    assert page.tags["script"] == page.tags["style"] == 1
    assert not any(name.startswith("on") for name in page.attributes)
    assert all(link.startswith("#") for link in page.links)
    assert page.texts["script"] == SCRIPT
    assert not {"\u202e", "\x00", "\u2028"} & set(text)
    assert "\\u202e" in page.text
    assert "<img src=x" in page.text


def test_the_policy_lets_run_the_script_of_the_page_and_nothing_else(content: PageContent) -> None:
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = Page(html.html_page(content)).policy.split("; ")
    assert policy[0] == "default-src 'none'"
    assert f"script-src 'sha256-{digest}'" in policy


def test_what_one_page_does_not_hold_is_counted(content: PageContent) -> None:
    def with_cases(number: int, name: str) -> MethodReport:
        cases = tuple(Case(f"{at:x}", "returns", f"f({at})", "true", "returns", "confirmed") for at in range(number))
        return MethodReport("A", name, "()V", Status.COMPLETE, cases=cases)

    def shown(*methods: MethodReport) -> str:
        changed = dataclasses.replace(
            content.analysis, methods=methods, findings=(), summary=summarise(methods, ())
        )  # fmt: skip
        return html.html_page(PageContent(changed, content.sources, {}))

    one = shown(with_cases(2000, "f"))
    assert one.count("<tr><td><code>f(") == MOST_CASES
    assert f"{2000 - MOST_CASES} further cases left out here" in one
    many = shown(*(with_cases(MOST_CASES, f"f{at}") for at in range(80)))
    assert many.count("<tr><td><code>f(") == MOST_CASES_IN_ALL
    assert len(many) < 3_000_000


def test_cases_of_findings_come_before_those_that_are_left_out(content: PageContent, make_finding: Any) -> None:
    cases = tuple(Case(f"{at:x}", "returns", f"f({at})", "true", "returns", "confirmed") for at in range(500))
    bug = make_finding(case=cases[-1].id)
    method = dataclasses.replace(content.analysis.methods[0], cases=cases, findings=(bug,))
    text = html.html_page(
        dataclasses.replace(content, analysis=dataclasses.replace(content.analysis, methods=(method,), findings=(bug,)))
    )
    assert "<tr><td><code>f(499)" in text


def test_a_very_long_text_is_cut_and_says_so() -> None:
    assert f"({LONGEST_TEXT} more characters)" in tag("p", "x" * (2 * LONGEST_TEXT))


def test_serious_findings_come_first(content: PageContent) -> None:
    levels = [each.level for each in content.findings]
    assert levels == sorted(levels, key=lambda level: -level.rank)
    assert Level.ERROR in levels


def test_without_sources_the_numbers_of_lines_are_listed(content: PageContent) -> None:
    text = html.html_page(dataclasses.replace(content, sources=Sources()))
    Page(text)
    assert "The source is not at hand" in text
    assert 'id="s1L5"' not in text
    assert "<dt>◐ partly covered</dt><dd>5</dd><dt>✗ not covered</dt><dd>9-11</dd>" in text
