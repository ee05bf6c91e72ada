"""Renders results as lines for the terminal, which simple tools can read too.

Every function returns plain lines; a `Paint` adds colour if the output is a terminal. Without colour the lines are
stable: ``file:line: level RULE Exception: message   Entry.method(types)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from everypath.report.reasons import (
    codes_text,
    counted,
    excluded_text,
    one_line,
    proved_text,
    reason_text,
    reasons_text,
)
from everypath.report.view import View
from everypath.run import Analysis, Finding, Level, MethodReport, Proof, Status, readable_signature
from everypath.suite import Dropped, Outcome
from everypath.work import Steps

#: Conditions longer than this many characters are cut, unless the view is verbose.
LONGEST_CONDITION = 120
#: Cases that `explanation_lines` shows, unless the view is verbose.
MOST_CASES = 20

MOST_METHODS = 10
"""The most partial methods that `check` lists, unless the view is verbose."""


SHORT_OF = 5
"""`budget_hint` gives a hint if the budget left out at least one method in this many."""

MUCH = 10
"""It then suggests a budget of so many times the work."""


_STYLES = {Level.ERROR: "red", Level.WARNING: "yellow", Level.NOTE: "cyan"}


#: What each outcome of a path means.
OUTCOME_TEXTS = {
    Outcome.CONFIRMED: "the JVM did what was predicted",
    Outcome.NOT_TRIGGERED: "an exception was predicted and none came",
    Outcome.OTHER_EXCEPTION: "another exception came, or the same at another place",
    Outcome.UNSOLVED: "the path condition could not be solved",
    Outcome.CONTRADICTION: "refuted before any solver was asked",
    Outcome.PRUNED: "refuted by the solver",
    Outcome.STATIC_INITIALISER: "it ends in a class initialiser, which no test can reach again",
    Outcome.NO_MODEL: "feasible, but without the values that a test needs",
    Outcome.PATH_TOO_LONG: "the path reached a bound",
    Outcome.FINAL_FIELD: "a final field would have to be set, and forced states are off",
    Outcome.UNREALISED: "no object is known whose state satisfies the condition",
    Outcome.NO_TEST: "the input cannot be built for another reason",
    Outcome.DIVERGED: "another value or effect, other code executed, or the JVM died or ran too many steps",
    Outcome.CONTAINED: "it reached for what is outside of its JVM, and was refused",
}


def finding_lines(found: Sequence[Finding], view: View, jdk: str) -> Iterator[str]:
    """The lines of findings, grouped by the place that throws. Notes are left out unless the view shows them."""
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for finding in found:
        if finding.level is Level.NOTE and not (view.verbose or view.notes):
            continue
        groups.setdefault((finding.location, finding.rule, finding.level), []).append(finding)
    for group in groups.values():
        yield from _group(group, view, jdk)


def suppression_lines(analysis: Analysis, view: View) -> Iterator[str]:
    """The findings of the baseline that are fixed; in a verbose view also the suppressed findings, and why."""
    for known in analysis.fixed:
        yield f"fixed since the baseline: {known.rule} {one_line(known.told)}   {known.entry}"
    for finding in analysis.suppressed if view.verbose else ():
        why = finding.suppression
        signature = readable_signature(finding.class_name, finding.method, finding.descriptor)
        yield f"{finding.location}: suppressed {finding.rule} {one_line(finding.headline)}   {signature}"
        if why is not None:
            reason = f": {one_line(why.reason)}" if why.reason else ""
            yield f"    because  {why.kind} {one_line(why.where)}{reason}"


def _group(group: Sequence[Finding], view: View, jdk: str) -> Iterator[str]:
    first = group[0]
    level = view.paint(first.level.value, _STYLES[first.level])
    signature = readable_signature(first.class_name, first.method, first.descriptor)
    place = view.paint(first.location, "bold")
    yield f"{place}: {level} {first.rule} {one_line(first.headline)}   {signature}"
    source = view.sources.line(first.file, first.line)
    if source is not None:
        yield f"{first.line:>5} |     {source.strip()}"
        part = view.sources.null_at(first) if view.verbose else None
        if part is not None:
            indent = part[0] - (len(source) - len(source.lstrip()))
            yield f"      |     {' ' * indent}{'^' * (part[1] - part[0])}"
    width = max(30, min(60, max(len(one_line(finding.expression)) for finding in group)))
    yield f"    input    {one_line(first.expression):<{width}}   replayed on JDK {jdk}: {first.outcome}"
    for drawn in first.drawing:
        yield f"    shape    {one_line(drawn)}"
    if first.condition not in ("", "true", "…"):  # a condition is not needed if the calls that build the input show it
        yield f"    when     {_shown_condition(first.condition, view)}"
    if first.callers:
        yield f"    callers  {', '.join(first.callers)}"
    for other in group[1:]:
        yield f"    also     {one_line(other.expression)}"
    if view.verbose:
        for each in group:
            yield from _details(each)


def _details(finding: Finding) -> Iterator[str]:
    """The id of a finding, its stack trace and a test that fails because of it."""
    yield f"    id       {finding.id}"
    for frame in finding.trace:
        yield f"    at       {frame}"
    if finding.untested:
        yield f"    test     none: {one_line(finding.untested)}"
    if finding.test is not None:
        yield f"    test     {finding.test.path}"
        yield from (f"        {line}".rstrip() for line in finding.test.text.splitlines())


def _shown_condition(condition: str, view: View) -> str:
    """A condition on one line. If it is long and the view is not verbose, it is cut between two of its parts."""
    text = one_line(condition)
    if view.verbose or len(text) <= LONGEST_CONDITION:
        return text
    cut = text.rfind(" && ", 0, LONGEST_CONDITION)
    return f"{text[:cut]} && …" if cut > 0 else f"{text[:LONGEST_CONDITION].rstrip()}…"


def method_lines(reports: Iterable[MethodReport], view: View) -> Iterator[str]:
    """A line for each method that failed, and for the first partial methods; in a verbose view for every method."""
    partial = 0
    for report in reports:
        if report.verification:
            yield f"{report.signature}: {report.verification}"
        if report.status is Status.COMPLETE and not view.verbose:
            continue
        refused = any(reason.code in ("precondition", "condition") for reason in report.reasons)
        if report.status in (Status.BOUNDED, Status.SKIPPED) and not view.verbose and not refused:
            continue
        if report.status is Status.PARTIAL:
            partial += 1
            if partial > MOST_METHODS and not view.verbose:
                continue
        reasons = reasons_text(report.reasons, view)
        counts = f"{counted(report.paths.explored, 'path')}, instructions {report.instructions.percent:.0f} %"
        yield f"{report.signature}: {report.status.value}, {counts}" + (f": {reasons}" if reasons else "")
        for message in report.messages:
            yield f"    {message}"

    if partial > MOST_METHODS and not view.verbose:
        yield f"{counted(partial - MOST_METHODS, 'more method')} partial (-v shows all)"


def unreached_lines(reports: Iterable[MethodReport], view: View) -> Iterator[str]:
    """Lines of code that are proved to be unreachable. In a verbose view also the code that needs a state of an object
    which calls do not produce.
    """
    for report in reports:
        excluded = {each.line for each in report.excluded if not each.exception} if view.verbose else set()
        for each in report.unreached:
            if each.proved and each.line not in excluded:
                place = f"{report.file}:{each.line}"
                yield f"{place}: unreachable   {report.signature}: no input reaches this line ({proved_text(report)})"
        for other in report.excluded if view.verbose else ():
            place = f"{report.file}:{other.line}" if other.line > 0 else report.file
            yield f"{place}: {other.reason}   {report.signature}: {excluded_text(other, report.class_name)}"


def explanation_lines(report: MethodReport, view: View) -> Iterator[str]:
    """Everything about one method: its status with the reasons, its coverage and its cases."""
    yield f"{view.paint(report.signature, 'bold')}: {report.status.value}"
    for reason in report.reasons:
        yield f"    because  {reason_text(reason)}"
    paths = report.paths
    refuted = f"{paths.refuted_by_solver} infeasible, {paths.refuted_without_solver} pruned"
    yield f"    paths    {paths.explored} explored, {refuted}"
    yield f"    became   {outcome_counts(report.outcomes).partition(': ')[2]}"
    for name, count in (("instructions", report.instructions), ("branches", report.branches)):
        yield f"    covered  {name} {count.covered}/{count.total} ({count.percent:.0f} %)"
    excluded = {each.line for each in report.excluded if not each.exception}
    for each in report.unreached:
        if each.line in excluded:
            continue
        why = codes_text(each.reason)
        yield f"    line {each.line} is not reached" + (
            f" by any input ({proved_text(report)})" if each.proved else f": {why}"
        )
    for other in report.excluded:
        where = f"line {other.line}: " if other.line > 0 else ""
        yield f"    never    {where}{excluded_text(other, report.class_name)}"
    for message in report.messages:
        yield f"    {message}"
    shown = report.cases if view.verbose else report.cases[:MOST_CASES]
    for case in shown:
        yield f"    {case.outcome:<15} {one_line(case.expression)}"
        for drawn in case.drawing:
            yield f"                    shape {one_line(drawn)}"
        when = f"when {_shown_condition(case.condition, view)}: " if case.condition != "true" else ""
        yield f"                    {when}{one_line(case.effect)}"
        if case.detail:
            yield f"                    {one_line(case.detail)}"
    if len(shown) < len(report.cases):
        yield f"    and {counted(len(report.cases) - len(shown), 'case')} more (-v shows all)"


def outcome_counts(counts: Mapping[str, int]) -> str:
    """The number of paths by outcome, in the order of `Outcome`: ``paths: 4 confirmed, 1 contradiction``."""
    text = [f"{counts[each.value]} {each.value}" for each in Outcome if counts.get(each.value)]
    return f"paths: {', '.join(text)}" if text else "paths: none"


def infeasible_side_lines(report: MethodReport) -> Iterator[str]:
    """The sides that no input takes, each with the conditions that contradict each other there."""
    for side in report.infeasible:
        line = f"   at line {side.line}" if side.line > 0 else ""
        often = f" ({side.sides} times)" if side.sides > 1 else ""
        yield f"  infeasible: {one_line(side.text)}{line}{often}"


_VERDICTS = {
    "holds": ("holds for every input", "green"),
    "bounded": ("holds up to the bound", "yellow"),
    "fails": ("fails", "red"),
    "unknown": ("unknown", "yellow"),
}


def proof_lines(reports: Iterable[MethodReport], view: View, jdk: str) -> Iterator[str]:
    """The postconditions, each with its verdict; in a verbose view also the assertions."""
    for report in reports:
        for each in report.proofs:
            if each.kind == "ensure" or view.verbose:
                yield from _proof(report, each, view, jdk)


def _proof(report: MethodReport, proof: Proof, view: View, jdk: str) -> Iterator[str]:
    text, style = _VERDICTS[proof.verdict]
    what = f"assert at line {proof.line}" if proof.kind == "assert" else f"ensures {one_line(proof.condition)}"
    reasons = reasons_text(proof.reasons, view)
    yield f"{report.signature}: {what}: {view.paint(text, style)}" + (f": {reasons}" if reasons else "")
    if proof.verdict == "fails":
        result = f" returns {one_line(proof.result)}" if proof.result else ""
        result += f", and the condition throws {proof.detail.removeprefix('it throws: ')}" if proof.detail else ""
        yield f"    input    {one_line(proof.expression)}{result}   replayed on JDK {jdk}: confirmed"


def tests_line(classes: int, tests: int, dropped: Sequence[Dropped]) -> str:
    """The last line of `generate`: ``Wrote 9 test classes, 73 tests. Compiled and run: 73 passed.``"""
    text = f"Wrote {classes} test class{'' if classes == 1 else 'es'}, {counted(tests, 'test')}."
    text += f" Compiled and run: {tests} passed." if tests else ""
    return text + (f" Not written: {len(dropped)} (-v says why)." if dropped else "")


def summary_line(analysis: Analysis, *, hidden_notes: bool = False) -> str:
    """The last line: ``2 errors, 1 note · 58 complete, 2 bounded · branches 214/229 (93 %) · 24.8 s``.

    With ``hidden_notes``, it says how to show the notes.
    """
    found = {level: number for level in Level if (number := analysis.summary.findings.get(level, 0))}
    counts = [
        counted(number, level.value) + (" (shown by -v)" if hidden_notes and level is Level.NOTE else "")
        for level, number in found.items()
    ]
    parts = [", ".join(counts) or "no findings", *_not_shown(analysis)]
    statuses = []
    for status in Status:
        number = analysis.summary.statuses.get(status, 0)
        if number:
            statuses.append(f"{number} {status.value}{_main_reason(analysis.methods, status)}")
    parts.append(", ".join(statuses) or "no methods")
    branches = analysis.summary.branches
    if branches.total:
        parts.append(f"branches {branches.covered}/{branches.total} ({branches.percent:.0f} %)")
    instructions = analysis.summary.instructions
    if instructions.total:
        parts.append(f"instructions {instructions.percent:.0f} %")
    if isinstance(analysis.budget, Steps):
        parts.append(f"{analysis.work:,} of {analysis.budget.count:,} steps")
    parts.append(f"{analysis.seconds:.1f} s")
    if analysis.interrupted:
        parts.append("interrupted")
    return " · ".join(parts)


def budget_hint(analysis: Analysis) -> str | None:
    """A hint for the user if the budget left out one in `SHORT_OF` methods or more, else None."""
    left = sum(any(each.code == "budget" for each in report.reasons) for report in analysis.methods)
    if left * SHORT_OF < len(analysis.methods) or not left:
        return None
    more = Steps(MUCH * analysis.budget.count) if isinstance(analysis.budget, Steps) else "10m"
    text = f"the budget was used up before {left} of {counted(len(analysis.methods), 'method')}"
    return f"{text}: give it more (--budget {more}), or choose (--only 'com.acme.*')"


def _not_shown(analysis: Analysis) -> Iterator[str]:
    """The numbers of findings that are not shown: ``2 known, 1 fixed``, ``3 suppressed``."""
    known = sum(each.suppression is not None and each.suppression.kind == "baseline" for each in analysis.suppressed)
    counts = ((known, "known"), (len(analysis.fixed), "fixed"), (len(analysis.suppressed) - known, "suppressed"))
    text = ", ".join(f"{number} {word}" for number, word in counts if number)
    if text:
        yield text


def _main_reason(reports: Iterable[MethodReport], status: Status) -> str:
    """The reason met most often among the methods of a status, in brackets."""
    if status in (Status.COMPLETE, Status.FAILED):
        return ""
    counts: dict[str, int] = {}
    for report in reports:
        if report.status is status and report.reasons:
            code = report.reasons[0].code
            counts[code] = counts.get(code, 0) + 1
    if not counts:
        return ""
    code = max(sorted(counts), key=counts.__getitem__)
    return f" ({codes_text(code) or code.replace('-', ' ')})"
