"""The findings on the page: what happened, from which input, and the test that shows it."""

from __future__ import annotations

from collections.abc import Iterator

from everypath.report.html.content import MOST_FINDINGS, PageContent
from everypath.report.html.elements import Child, Markup, join, tag
from everypath.report.reasons import counted
from everypath.run import BaselineFinding, Finding, all_rules, readable_signature

__all__ = ["findings"]

#: Lines of source above and below the one that a finding speaks about.
AROUND = 2


def findings(content: PageContent) -> Markup:
    """The section of findings, including known, fixed and suppressed ones."""
    analysis = content.analysis
    rules = {rule.id: rule.summary for rule in all_rules()}
    rows = [_finding(each, content, rules) for each in content.findings]
    if not rows:
        rows = [tag("p", "No findings.")]
    if len(analysis.findings) > MOST_FINDINGS:
        rest = len(analysis.findings) - MOST_FINDINGS
        rows.append(tag("p", f"{counted(rest, 'further finding')} left out here; --json has them all.", class_="left"))
    if analysis.suppressed:
        text = tag("ul", *(tag("li", *_suppressed(each, content)) for each in analysis.suppressed[:MOST_FINDINGS]))
        rows.append(_folded(f"{len(analysis.suppressed)} known or suppressed", text))
    if analysis.fixed:
        rows.append(_folded(f"{len(analysis.fixed)} fixed since the baseline", tag("ul", *map(_fixed, analysis.fixed))))
    return tag("section", tag("h2", "Findings"), *rows, id="findings")


def _finding(finding: Finding, content: PageContent, rules: dict[str, str]) -> Markup:
    signature = readable_signature(finding.class_name, finding.method, finding.descriptor)
    place = finding.location
    head = tag(
        "h3",
        tag("span", finding.level.value, class_="level"),
        " ",
        tag("abbr", finding.rule, title=rules.get(finding.rule, "")),
        " ",
        finding.headline,
    )
    where = tag(
        "p",
        content.line_link(finding.file, finding.line, tag("code", place)),
        " in ",
        content.method_link((finding.class_name, finding.method, finding.descriptor), signature),
    )
    return tag(
        "article",
        head,
        where,
        _excerpt(finding, content),
        tag("dl", *_facts(finding, content)),
        *_details(finding, content),
        id=f"f-{finding.id}",
        class_=finding.level.value,
        tabindex=-1,
        data_level=finding.level.value,
        data_filter=f"{finding.rule} {finding.exception} {place} {finding.class_name} {signature} {finding.id}",
    )


def _facts(finding: Finding, content: PageContent) -> Iterator[Child]:
    def fact(name: str, *value: Child) -> Markup:
        return join([tag("dt", name), tag("dd", *value)])

    jdk = content.analysis.jdk.split(".")[0]
    yield fact("input", tag("code", finding.expression), tag("span", f"JDK {jdk}: {finding.outcome}", class_="side"))
    if finding.drawing:
        yield fact("shape", tag("pre", "\n".join(finding.drawing)))
    if finding.condition not in ("", "true"):
        yield fact("when", tag("code", finding.condition))
    blame = "a precondition of the entry is not met" if finding.blame == "precondition" else "the entry itself"
    yield fact("blame", blame, " (needs a forced state)" if finding.forced else "")
    if finding.callers:
        yield fact("callers", tag("code", ", ".join(finding.callers)))
    if finding.cases > 1:
        yield fact("cases", finding.cases)
    yield fact("id", tag("code", finding.id))


def _details(finding: Finding, content: PageContent) -> Iterator[Markup]:
    if finding.trace:
        frames = [part for frame in finding.trace for part in ("\n    at ", content.frame(frame))]
        text = ": ".join(part for part in (finding.exception, finding.message) if part)
        yield _folded("Stack trace", tag("pre", text, *frames))
    if finding.test is not None:
        yield _folded(f"Failing test {finding.test.path}", tag("pre", finding.test.text))
    elif finding.untested:
        yield tag("p", f"No failing test: {finding.untested}", class_="soft")


def _excerpt(finding: Finding, content: PageContent) -> Markup | None:
    """The source line of a finding and the lines around it, with the expression underlined that was null; None if there
    is no source.
    """
    text = content.sources.lines(finding.file)
    if text is None or not 0 < finding.line <= len(text):
        return None
    part = content.sources.null_at(finding)
    rows = []
    for number in range(max(1, finding.line - AROUND), min(len(text), finding.line + AROUND) + 1):
        line = text[number - 1]
        shown: tuple[Child, ...] = (line.expandtabs(4),)
        if number == finding.line and part is not None:
            before, inside, after = line[: part[0]], line[part[0] : part[1]], line[part[1] :]
            shown = (before.expandtabs(4), tag("mark", inside), after.expandtabs(4))
        at, code = tag("td", number, class_="at code"), tag("td", *shown, class_="text code")
        rows.append(tag("tr", at, code, class_="hit" if number == finding.line else None))
    return tag("div", tag("table", *rows), class_="source")


def _suppressed(finding: Finding, content: PageContent) -> Iterator[Child]:
    signature = readable_signature(finding.class_name, finding.method, finding.descriptor)
    yield content.line_link(finding.file, finding.line, tag("code", finding.location))
    yield f" {finding.level.value} {finding.rule} {finding.headline} in "
    yield tag("code", signature)
    if finding.suppression is not None:
        reason = f": {finding.suppression.reason}" if finding.suppression.reason else ""
        yield f", {finding.suppression.kind} {finding.suppression.where}{reason}"


def _fixed(known: BaselineFinding) -> Markup:
    return tag("li", f"{known.rule} {known.told} in ", tag("code", known.entry))


def _folded(title: str, *children: Child) -> Markup:
    return tag("details", tag("summary", title), *children)
