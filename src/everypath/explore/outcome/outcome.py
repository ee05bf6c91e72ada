"""What an exploration came to: which bounds cut it, how its inputs were restricted, which lines were not reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.explore.behaviours.unreachable_states import NEVER, Excluded
from everypath.explore.criteria import results
from everypath.explore.outcome.unreached import NO_OTHER_INPUTS, REFUTED, Obstacles
from everypath.explore.outcome.untried_calls import beyond
from everypath.explore.paths.path import Cut, Exploration, Statistics, UnreachedLine
from everypath.explore.search.further_arguments import SPARE
from everypath.explore.session.criteria_rules import goals_past

if TYPE_CHECKING:
    from everypath.explore.engine.explorer import Explorer
    from everypath.state import Place

SETUP = "setup"
"""The bound on ways through calls that build inputs."""

INPUT_BOUNDS = frozenset({"recipe", "candidates", "alias", "forced", SETUP})
"""Bounds on how inputs are built: they restrict the domain, and cut no path within it."""


def outcome(explorer: Explorer, stop: str | None) -> Exploration:
    """What the explorer has found so far; `stop` is the rule that ended its last run."""
    cuts, restrictions = _cuts(explorer, stop)
    result = Exploration(
        entry=explorer.entry,
        paths=tuple(explorer.paths),
        statistics=Statistics(**explorer.counts, endings=dict(explorer.endings)),
        covered=frozenset(explorer.goals.covered),
        unreached=(),
        cuts=cuts,
        restrictions=restrictions,
        reasons=tuple(dict.fromkeys(reason for path in explorer.paths for reason in path.reasons)),
        failures=tuple(explorer.failures),
        stop=stop,
        skipped=explorer.skipped,
        claims=tuple(explorer.proofs.claims),
        refutations=explorer.refutations.found if explorer.refutations is not None else (),
        furthest=explorer.tracer.furthest if explorer.tracer is not None else "",
    )
    if explorer.skipped is not None:
        return result
    kinds = explorer.inputs.known.is_exhaustive((path.shape, path.state.types) for path in explorer.paths)
    whole = result.status == "complete" and not result.restrictions and not explorer.counts["discarded"]
    result = replace(result, all_kinds=kinds, exhaustive=whole and kinds and explorer.options.path is None)
    further = beyond(explorer) if result.status == "complete" else None
    if further is not None:
        bound = next((cut.bound for cut in result.restrictions), NO_OTHER_INPUTS)
        result = replace(result, cuts=(Cut(bound, further, 0),))
    unreached = _unreached(explorer, result, exhaustive=kinds)
    past = goals_past(explorer, exact=kinds and not result.reasons)
    return replace(result, unreached=unreached, criteria=results(explorer.criteria, result, past))


def with_excluded(result: Exploration, excluded: tuple[Excluded, ...]) -> Exploration:
    """What was found, where some of what is missing needs states of the receiver that calls never give.

    What further calls would give is no cut where no object gets to any of the missing lines.
    """
    if not excluded:
        return result
    lines = {each.line: each for each in excluded if not each.thrown}
    unreached = tuple(
        replace(each, proved=lines[each.line].reason == NEVER, reason=lines[each.line].reason)
        if each.line in lines and not each.proved
        else each
        for each in result.unreached
    )
    result = replace(result, unreached=unreached, excluded=excluded)
    if unreached and all(each.proved for each in unreached):
        kept = (each for each in result.cuts if each.bound != NO_OTHER_INPUTS or _line(each) not in lines)
        result = replace(result, cuts=tuple(kept))
    return result


def _line(cut: Cut) -> int:
    return cut.place.line if cut.place is not None else 0


def unsatisfied(explorer: Explorer) -> str:
    """Why no path began: what is assumed admits no input, or none of those that were tried."""
    text = " && ".join(each.text for each in explorer.prologue.requires)
    waiting = explorer.deepening.parked or explorer.deepening.halted
    tried = waiting or explorer.counts["unknown"] or explorer.counts["discarded"]
    return f"the precondition '{text}' admits no input{' that was tried' if tried else ''}"


def _unreached(explorer: Explorer, result: Exploration, *, exhaustive: bool) -> tuple[UnreachedLine, ...]:
    lines = explorer.goals.uncovered_lines()
    proved = result.exhaustive
    if proved or not lines:
        return tuple(UnreachedLine(line, proved) for line in lines)
    if result.stop is not None:
        return tuple(UnreachedLine(line, proved, result.stop) for line in lines)
    waiting = [(fork.bound or "", fork.state) for fork in explorer.deepening.parked if fork.bound not in INPUT_BOUNDS]
    waiting += [(state.detail, state) for state in explorer.deepening.halted]
    blamed = [each.code for each in result.reasons]
    blamed += [cut.bound for cut in (*result.restrictions, *result.cuts)]
    otherwise = next(iter(blamed), REFUTED if exhaustive else NO_OTHER_INPUTS)
    obstacles = Obstacles(explorer.goals, waiting, result.cuts, otherwise)
    return tuple(UnreachedLine(line, proved, obstacles.before(line)) for line in lines)


def _cuts(explorer: Explorer, stop: str | None) -> tuple[tuple[Cut, ...], tuple[Cut, ...]]:
    """What cut paths, and what restricted the inputs, each with its place and the number of paths."""
    counted: dict[tuple[str, Place | None], int] = {}

    def count(bound: str, place: Place | None, paths: int = 1) -> None:
        counted[bound, place] = counted.get((bound, place), 0) + paths

    for fork in explorer.deepening.parked:
        count("recipe" if SPARE in fork.state.attachments else fork.bound or "", fork.place)
    for state in explorer.deepening.halted:
        count("recipe" if SPARE in state.attachments else state.detail, state.place)
    for place, paths in explorer.forks.refuted_by_limit.items():
        count("length", place, paths)
    for place, paths in explorer.too_large.items():
        count("memory", place, paths)
    for place, paths in explorer.forks.unknown_at.items():
        count("solver-unknown", place, paths)
    left = len(explorer.pending) + len(explorer.ready) + len(explorer.forks.put_off)
    if stop is not None and left:
        count(stop, None, left)
    elif left:
        count("recipe", None, left)  # only what is spare is left without a reason to stop
    dropped = explorer.counts["explored"] - len(explorer.paths) - explorer.oversized
    if dropped > 0:
        count("kept", None, dropped)
    ordered = sorted(counted.items(), key=lambda item: (item[0][0], str(item[0][1])))
    cuts = [Cut(bound, place, paths) for (bound, place), paths in ordered]
    return (
        tuple(cut for cut in cuts if cut.bound not in INPUT_BOUNDS),
        tuple(cut for cut in cuts if cut.bound in INPUT_BOUNDS),
    )
