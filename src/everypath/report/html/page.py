"""The whole page: its head, the summary, and then the sections."""

from __future__ import annotations

from collections.abc import Iterator

from everypath.report.html.content import PageContent
from everypath.report.html.curve import plot
from everypath.report.html.elements import Child, Markup, join, tag
from everypath.report.html.findings import findings
from everypath.report.html.listings import sources, tests
from everypath.report.html.methods import classes
from everypath.report.html.style import SCRIPT, STYLE, policy
from everypath.report.reasons import counted
from everypath.report.terminal import OUTCOME_TEXTS
from everypath.run import Count, Level, Status
from everypath.suite import Outcome
from everypath.version import __version__

__all__ = ["html_page"]


def html_page(content: PageContent) -> str:
    """The text of the page, with a line end. It loads no other files, and executes no text of a target."""
    title = f"everypath: {', '.join(content.analysis.targets)}"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy()),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", title),
        tag("style", Markup(STYLE)),
    )
    body = tag(
        "body",
        tag("a", "Skip to the findings", href="#findings", class_="skip"),
        tag("header", tag("h1", title), tag("p", *_about(content), class_="soft")),
        _navigation(content),
        tag("main", _summary(content), findings(content), classes(content), tests(content), sources(content)),
        tag("script", Markup(SCRIPT)),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _about(content: PageContent) -> Iterator[Child]:
    analysis = content.analysis
    yield f"everypath {__version__}, replayed on JDK {analysis.jdk}, {analysis.seconds:.1f} s"
    if analysis.interrupted:
        yield ". Interrupted: this is what was found until then"


def _navigation(content: PageContent) -> Markup:
    sections = [("Summary", "summary"), ("Findings", "findings"), ("Classes", "classes"), ("Coverage", "sources")]
    if content.written:
        sections.insert(3, ("Tests", "tests"))
    links = [tag("a", name, href=f"#{at}") for name, at in sections]
    boxes = [
        tag("label", tag("input", type="checkbox", value=each.value, checked=True), f" {each.value}s") for each in Level
    ]
    search = tag(
        "input", type="search", id="filter", placeholder="filter ( / )", aria_label="Filter findings and methods"
    )
    buttons = [
        tag("button", "open all", id="open", type="button"),
        tag("button", "close all", id="shut", type="button"),
    ]
    spaced = [part for each in (search, *boxes, *buttons) for part in (each, " ")]
    hint = tag("span", "j, k: next and previous finding", class_="soft")
    return tag("nav", *links, tag("span", *spaced, hint, id="tools", hidden=True), aria_label="Sections")


def _summary(content: PageContent) -> Markup:
    analysis = content.analysis
    summary = analysis.summary
    tiles = [
        _tile(
            str(summary.findings.get(level, 0)),
            f"{level.value}s",
            f"level {level.value}" if summary.findings.get(level) else "",
        )
        for level in Level
    ]
    statuses = ", ".join(f"{number} {status.value}" for status in Status if (number := summary.statuses.get(status, 0)))
    tiles.append(_tile(str(summary.methods), f"methods: {statuses}" if statuses else "methods"))
    tiles += [
        _tile(f"{count.percent:.0f} %", f"{name} {count.covered}/{count.total}")
        for name, count in (("branches", summary.branches), ("instructions", summary.instructions))
        if count.total
    ]
    ran, total = _lines(content)
    if total:
        tiles.append(_tile(f"{Count(ran, total).percent:.0f} %", f"lines {ran}/{total}"))
    if summary.tests_written:
        tiles.append(_tile(str(summary.tests_written), "tests written, all passed"))
    drawn = plot(analysis.curve, analysis.seconds)
    return tag(
        "section", tag("h2", "Summary"), tag("div", *tiles, class_="tiles"), drawn, _outcomes(content), id="summary"
    )


def _tile(number: str, text: str, style: str = "") -> Markup:
    return tag("div", tag("b", number, class_=style or None), text)


def _lines(content: PageContent) -> tuple[int, int]:
    """The number of lines of which something was executed, and the number of analysed lines."""
    found = [
        line for lines in content.lines.values() for line in lines.values() if line.asked or line.instructions.covered
    ]
    return sum(line.instructions.covered > 0 for line in found), len(found)


def _outcomes(content: PageContent) -> Markup:
    """The number of paths by outcome."""
    counts = content.analysis.summary.outcomes
    rows = [
        tag("tr", tag("td", counts[each.value], class_="number"), tag("td", each.value), tag("td", OUTCOME_TEXTS[each]))
        for each in Outcome
        if counts.get(each.value)
    ]
    if not rows:
        return join([])
    total = sum(counts.values())
    return tag("details", tag("summary", f"What became of {counted(total, 'path')}"), tag("table", *rows))
