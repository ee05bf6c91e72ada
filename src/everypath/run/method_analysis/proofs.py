"""Verdicts about postconditions and ``assert`` statements.

``holds``: the exploration was exhaustive and the solver decided each path. ``fails``: the values of the JVM on an input
refute the condition. ``bounded`` and ``unknown`` have reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from everypath.classfile import ClassRef
from everypath.dataclass import dataclass
from everypath.explore import Exploration
from everypath.run.results import Proof, Reason, Status
from everypath.suite import TestCase, Verdict
from everypath.suite.replay import ConditionCheck, admits, check_condition

if TYPE_CHECKING:
    from everypath.explore.paths import Claim
    from everypath.program import Method
    from everypath.run.contracts import Contract
    from everypath.run.engine import Engine

_ASSERTION = "java/lang/AssertionError"
_NEW = 0xBB


@dataclass(frozen=True)
class _Ground:
    """The verdict about all postconditions of a method that no input refutes."""

    verdict: str
    reasons: tuple[Reason, ...] = ()


def proofs_of(
    engine: Engine,
    method: Method,
    contract: Contract,
    exploration: Exploration,
    verdicts: Sequence[Verdict],
    status: Status,
    reasons: Sequence[Reason],
) -> tuple[Proof, ...]:
    """The proofs of one method: its postconditions in their order, then its assertions by line."""
    ground = _ground(exploration, status, reasons)
    if ground.verdict != "unknown" and engine.options.path is not None:
        ground = _Ground("bounded", (Reason("path"), *ground.reasons))
    found = [_of_claim(engine, contract, claim, ground) for claim in exploration.claims]
    return (*found, *_assertions(method, exploration, verdicts, ground))


def _ground(exploration: Exploration, status: Status, reasons: Sequence[Reason]) -> _Ground:
    if status in (Status.PARTIAL, Status.FAILED, Status.SKIPPED):
        return _Ground("unknown", tuple(reasons))
    if any(path.uncertain for path in exploration.paths):
        return _Ground("unknown", (Reason("solver-unknown"),))
    if status is Status.BOUNDED:
        return _Ground("bounded", tuple(dict.fromkeys(reasons)))
    return _Ground("holds")


def _of_claim(engine: Engine, contract: Contract, claim: Claim, ground: _Ground) -> Proof:
    text = claim.condition.text
    unconfirmed = ""
    for path in claim.counterexamples:
        case = engine.builder.build(path)
        if not isinstance(case, TestCase):
            unconfirmed = unconfirmed or "no test can be built for an input on which it seems to fail"
            continue
        checked = _check(engine, contract, claim, case)
        if checked.holds is False:
            return Proof("ensure", text, "fails", (), case.expression, checked.result, checked.reason)
        unconfirmed = unconfirmed or f"{case.expression} seems to refute it, and the JVM does not confirm that"
    if unconfirmed:
        return Proof("ensure", text, "unknown", (Reason("unconfirmed", unconfirmed),))
    uncertain = [Reason(each.removeprefix("bound "), "", paths) for each, paths in claim.unknown_reasons.items()]
    if any(not each.startswith("bound ") for each in claim.unknown_reasons):
        return Proof("ensure", text, "unknown", (*uncertain, *ground.reasons))
    if uncertain and ground.verdict == "holds":
        return Proof("ensure", text, "bounded", tuple(uncertain))
    return Proof("ensure", text, ground.verdict, ground.reasons)


def _check(engine: Engine, contract: Contract, claim: Claim, case: TestCase) -> ConditionCheck:
    """The check of a postcondition on the JVM, with an input that should refute it."""
    verdict = engine.replay([case], traced=False)[0]
    if not verdict.confirmed and not admits(contract.requires, case.recipe, engine.bridge, engine.program):
        return ConditionCheck(None, verdict.detail)
    return check_condition(claim.condition, case, engine.bridge, engine.program)


def _assertions(
    method: Method, exploration: Exploration, verdicts: Iterable[Verdict], ground: _Ground
) -> Iterable[Proof]:
    failed: dict[int, Verdict] = {}
    own = (method.owner.name, method.name)
    for verdict in verdicts:
        throw = verdict.throw
        site = throw.site if throw is not None and throw.class_name == _ASSERTION else None
        if verdict.confirmed and site is not None and (site.class_name, site.method) == own:
            failed.setdefault(site.line, verdict)
    thrown = {path.place.line for path in exploration.paths if path.thrown == _ASSERTION and path.place is not None}
    for line in assertion_lines(method):
        if line in failed:
            yield Proof("assert", "assert", "fails", (), failed[line].case.expression, line=line)
        elif line in thrown:
            reason = Reason("unconfirmed", "an input seems to refute it")
            yield Proof("assert", "assert", "unknown", (reason,), line=line)
        else:
            yield Proof("assert", "assert", ground.verdict, ground.reasons, line=line)


def assertion_lines(method: Method) -> list[int]:
    """The lines of the ``assert`` statements of a method: where it makes an AssertionError after asking whether
    assertions are on.
    """
    file = method.owner.file
    fields = method.owner.fields
    if file is None or not any(each.name == "$assertionsDisabled" for each in fields):
        return []
    lines = set()
    for each in method.instructions:
        if each.opcode == _NEW:
            made = file.constant(each.operand)
            if isinstance(made, ClassRef) and made.name == _ASSERTION:
                lines.add(method.line(each.pc))
    return sorted(line for line in lines if line > 0)
