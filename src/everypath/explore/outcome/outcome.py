"""Makes the result of an exploration: bounds that cut paths, restrictions of inputs, unreached lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.explore.criteria import results
from everypath.explore.outcome.input_domain import LEFT_OUT, with_untried
from everypath.explore.outcome.unreached import NO_OTHER_INPUTS, REFUTED, UnreachedReasons
from everypath.explore.paths import (
    FURTHER_ARGUMENT,
    INPUT_BOUNDS,
    NEVER,
    BoundCut,
    Exploration,
    Statistics,
    UnreachableCode,
    UnreachedLine,
)
from everypath.explore.session import goals_past

if TYPE_CHECKING:
    from everypath.explore.session import ExplorationState
    from everypath.state import Place


def outcome(session: ExplorationState, stop: str | None) -> Exploration:
    """The result so far. ``stop`` names the rule that stopped the exploration; None if no rule cut it."""
    cuts, restrictions = _cuts(session, stop)
    paths = with_untried(session.paths, session.parked)
    result = Exploration(
        entry=session.entry,
        paths=paths,
        statistics=Statistics(**session.counts, endings=dict(session.endings)),
        covered=frozenset(session.goals.covered),
        unreached=(),
        cuts=cuts,
        restrictions=restrictions,
        reasons=tuple(dict.fromkeys((*(each for path in session.paths for each in path.reasons), *session.unusable))),
        failures=tuple(session.failures),
        stop=stop,
        skipped=session.skipped,
        claims=tuple(session.claims),
        refutations=session.refutations.found if session.refutations is not None else (),
        longest_feasible_prefix=session.tracer.longest_prefix if session.tracer is not None else "",
    )
    if session.skipped is not None:
        return result
    left_out = [each for each in LEFT_OUT if any(each in path.left_out for path in paths)]
    kinds = not left_out
    if result.status == "complete":
        result = replace(result, cuts=tuple(BoundCut(each, None, 0) for each in left_out))
    is_whole = result.status == "complete" and session.options.path is None
    result = replace(result, all_kinds=kinds, exhaustive=is_whole)
    unreached = _unreached(session, result, exhaustive=kinds)
    past = goals_past(session, exact=kinds and not result.reasons)
    return replace(result, unreached=unreached, criteria=results(session.criteria, result, past))


def with_excluded(result: Exploration, excluded: tuple[UnreachableCode, ...]) -> Exploration:
    """The result with the code that needs states of the receiver which calls never produce."""
    if not excluded:
        return result
    lines = {each.line: each for each in excluded if not each.thrown}
    unreached = tuple(
        replace(each, proved=lines[each.line].reason == NEVER, reason=lines[each.line].reason)
        if each.line in lines and not each.proved
        else each
        for each in result.unreached
    )
    return replace(result, unreached=unreached, excluded=excluded)


def unsatisfied(session: ExplorationState) -> str:
    """The message that the precondition admits no input, or none of those that were tried."""
    text = " && ".join(each.text for each in session.prologue.requires)
    waiting = session.parked or session.halted
    tried = waiting or session.counts["unknown"] or session.counts["discarded"]
    return f"the precondition '{text}' admits no input{' that was tried' if tried else ''}"


def _unreached(session: ExplorationState, result: Exploration, *, exhaustive: bool) -> tuple[UnreachedLine, ...]:
    lines = session.goals.uncovered_lines()
    proved = result.exhaustive
    if proved or not lines:
        return tuple(UnreachedLine(line, proved) for line in lines)
    if result.stop is not None:
        return tuple(UnreachedLine(line, proved, result.stop) for line in lines)
    waiting = [(fork.bound or "", fork.state) for fork in session.parked if fork.bound not in INPUT_BOUNDS]
    waiting += [(state.detail, state) for state in session.halted]
    blamed = [each.code for each in result.reasons]
    blamed += [cut.bound for cut in (*result.restrictions, *result.cuts)]
    otherwise = next(iter(blamed), REFUTED if exhaustive else NO_OTHER_INPUTS)
    reasons = UnreachedReasons(session.goals, waiting, result.cuts, otherwise)
    return tuple(UnreachedLine(line, proved, reasons.before(line)) for line in lines)


def _cuts(session: ExplorationState, stop: str | None) -> tuple[tuple[BoundCut, ...], tuple[BoundCut, ...]]:
    """The bounds that cut paths, and the restrictions of inputs, each with its place and the number of paths."""
    counted: dict[tuple[str, Place | None], int] = {}

    def count(bound: str, place: Place | None, paths: int = 1) -> None:
        counted[bound, place] = counted.get((bound, place), 0) + paths

    for fork in session.parked:
        count("recipe" if FURTHER_ARGUMENT in fork.state.attachments else fork.bound or "", fork.place)
    for state in session.halted:
        count("recipe" if FURTHER_ARGUMENT in state.attachments else state.detail, state.place)
    for place, paths in session.refuted_by_limit.items():
        count("length", place, paths)
    for place, paths in session.too_large.items():
        count("memory", place, paths)
    for place, paths in session.unknown_at.items():
        count("solver-unknown", place, paths)
    left = len(session.pending) + len(session.ready) + len(session.deferred.forks) + len(session.results)
    if stop is not None and left:
        count(stop, None, left)
    elif left:
        count("recipe", None, left)  # only further arguments are left without a reason to stop
    dropped = session.counts["explored"] - len(session.paths) - session.oversized
    if dropped > 0:
        count("kept", None, dropped)
    ordered = sorted(counted.items(), key=lambda item: (item[0][0], str(item[0][1])))
    cuts = [BoundCut(bound, place, paths) for (bound, place), paths in ordered]
    return (
        tuple(cut for cut in cuts if cut.bound not in INPUT_BOUNDS),
        tuple(cut for cut in cuts if cut.bound in INPUT_BOUNDS),
    )
