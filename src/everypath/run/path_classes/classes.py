"""The equivalence classes of a method, as ``paths`` reports them: one row for each path that returned or threw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.dataclass import replace
from everypath.explore.engine import retrace
from everypath.explore.paths import Exploration, Path, count_paths
from everypath.run.findings import case_of
from everypath.run.names import readable_signature
from everypath.run.path_classes.contexts import array_contexts, row_of, shared_of
from everypath.run.path_classes.members import members_of
from everypath.run.path_classes.overflow_inputs import wraps_of
from everypath.run.results import ContextRow, PathClass, PathTally
from everypath.state import Ending
from everypath.suite import NoCase, TestCase, Verdict
from everypath.suite.descriptions import lines_of, path_script, share_of
from everypath.suite.predicates import PredicateClass, predicate_class
from everypath.work import STEP

if TYPE_CHECKING:
    from everypath.explore import Explorer
    from everypath.run.engine import Allowance, Engine

__all__ = ["PathClass", "class_of_path", "classes_of"]


LAST_WALKS = 2.0
"""Seconds for the steps of classes if the budget of the run is used up."""


def tally_of(exploration: Exploration, limit: int | None) -> PathTally:
    """Count the paths of an exploration that was traced; ``limit`` bounds the iterations of every loop."""
    loops = bool(exploration.entry.flow.loops) if exploration.entry.has_code else False
    if limit is not None or not loops:
        counts = count_paths(exploration, limit if limit is not None else 1)
        return PathTally(counts.potential, counts.feasible + counts.caught, counts.infeasible)
    returned = {path.descriptor for path in exploration.paths if path.ending is Ending.RETURNED}
    return PathTally(None, len(returned), None)


def classes_of(engine: Engine, exploration: Exploration, verdicts: Sequence[Verdict]) -> tuple[PathClass, ...]:
    """The classes of an exploration in the order of their replays; then those that could not be replayed."""
    paths = {path.number: path for path in exploration.paths if path.ending in (Ending.RETURNED, Ending.THREW)}
    of: dict[int, list[Verdict]] = {}
    for verdict in verdicts:
        of.setdefault(verdict.case.path, []).append(verdict)
    found: list[PathClass] = []
    for number, replayed in of.items():
        path = paths.pop(number, None)
        if path is None:
            continue
        every = (path, *path.others)
        each_has_one = len(every) == len(replayed)
        for at, verdict in enumerate(replayed):
            found.append(_replayed(engine, every[at] if each_has_one else path, verdict))
    found += [_not_replayed(engine, path) for path in paths.values()]
    return tuple(found)


def with_wraps(engine: Engine, exploration: Exploration, classes: Sequence[PathClass]) -> tuple[PathClass, ...]:
    """The classes with their operations that may wrap around."""
    wraps = wraps_of(engine, [path for path in exploration.paths if path.ending in (Ending.RETURNED, Ending.THREW)])
    return tuple(replace(each, wraps=wraps.get(each.number, ())) for each in classes)


def with_shares(exploration: Exploration, classes: Sequence[PathClass]) -> tuple[PathClass, ...]:
    """The classes with their share of all inputs."""
    numbers = {each.number for each in classes}
    shares = {path.number: share_of(path) for path in exploration.paths if path.number in numbers}
    return tuple(replace(each, share=shares.get(each.number)) for each in classes)


def with_scripts(exploration: Exploration, classes: Sequence[PathClass]) -> tuple[PathClass, ...]:
    """The classes, in the order in which they are listed, with their conditions as SMT-LIB."""
    paths = {path.number: path for path in exploration.paths}
    return tuple(
        replace(each, smtlib=path_script(paths[each.number], witness=False, name=f"class {at}"))
        for at, each in enumerate(classes, 1)
    )


def predicates_of(exploration: Exploration, classes: Sequence[PathClass]) -> PredicateClass | None:
    """The Java class with a predicate for each class, in the order in which they are listed; None if there is none."""
    if not classes:
        return None
    paths = {path.number: path for path in exploration.paths}
    entry = exploration.entry
    title = readable_signature(dotted(entry.owner.name), entry.name, entry.descriptor)
    titles = [f"{each.condition}: {each.effect}" for each in classes]
    return predicate_class(entry, title, [paths[each.number] for each in classes], titles)


def with_members(engine: Engine, exploration: Exploration, classes: Sequence[PathClass]) -> tuple[PathClass, ...]:
    """The classes with as many members of each as the options ask for."""
    options = engine.options
    ended = [path for path in exploration.paths if path.ending in (Ending.RETURNED, Ending.THREW)]
    patterns = members_of(engine, ended, options.patterns, options.seed)
    return tuple(replace(each, patterns=patterns.get(each.number, ())) for each in classes)


def with_steps(
    engine: Engine, explorer: Explorer, exploration: Exploration, classes: Sequence[PathClass], allowance: Allowance
) -> tuple[PathClass, ...]:
    """The classes, or the requested one, with their steps: those of the first, and of the others if there is time."""
    case = engine.options.case
    walked, is_over = 0.0, allowance.over_after(LAST_WALKS)
    paths = {path.number: path for path in exploration.paths}
    found = list(classes)
    trace = range(len(found)) if case is None else range(case - 1, min(case, len(found)))
    for at in trace:
        if at > trace.start and is_over(walked):
            break
        path = paths[found[at].number]
        walked += STEP * path.state.steps
        path = replace(path, witness=engine.builder.witness(path))
        steps = retrace(explorer, path)
        if steps is not None:
            found[at] = replace(found[at], steps=replace(lines_of(path, steps), input=_input(engine, path, found[at])))
    return tuple(found)


def _input(engine: Engine, path: Path, shown: PathClass) -> str:
    """The input of the steps; empty if it is that of the class, which may have been shortened."""
    built = engine.builder.build(path)
    if isinstance(built, NoCase) or (shown.case is not None and shown.case.expression == built.expression):
        return ""
    return built.expression


def with_contexts(
    engine: Engine, exploration: Exploration, classes: Sequence[PathClass], allowance: Allowance
) -> tuple[tuple[PathClass, ...], bool]:
    """The classes with their execution contexts; the second value is False if contexts may be missing. A class that is
    a context of another class is left out.
    """
    ended = [path for path in exploration.paths if path.ending in (Ending.RETURNED, Ending.THREW)]
    rows, complete = array_contexts(engine, ended, allowance)
    shared = shared_of(ended)
    found: list[PathClass] = []
    for each in classes:
        if each.number in shared:
            continue
        others = [other for other in classes if shared.get(other.number) == each.number]
        contexts = list(rows.get(each.number, ()))
        if others and not contexts:
            contexts.append(_own_row(each))
        for other in others:
            contexts += rows.get(other.number) or [_own_row(other)]
        found.append(replace(each, contexts=tuple(contexts)))
    return tuple(found), complete


def _own_row(each: PathClass) -> ContextRow:
    return row_of(each.described, each.case.expression if each.case is not None else "", each.outcome)


def _replayed(engine: Engine, path: Path, verdict: Verdict) -> PathClass:
    case = case_of(verdict)
    described = engine.builder.described(path)
    return PathClass(
        path.number,
        case.ends,
        described,
        case.outcome,
        case,
        case.detail,
        len(path.condition),
        path.descriptor,
        case.exception,
        case.line,
    )


def class_of_path(engine: Engine, path: Path, verdict: Verdict | None, otherwise: NoCase) -> PathClass:
    """The class of a path, with the ``verdict`` of one of its inputs; ``otherwise`` says why there is none."""
    return _without_replay(engine, path, otherwise) if verdict is None else _replayed(engine, path, verdict)


def _not_replayed(engine: Engine, path: Path) -> PathClass:
    """A class without a replay: its input cannot be built, or the time was over."""
    return _without_replay(engine, path, engine.builder.build(path, engine.builder.described(path).condition))


def _without_replay(engine: Engine, path: Path, built: TestCase | NoCase) -> PathClass:
    outcome, detail = (built.outcome.value, built.detail) if isinstance(built, NoCase) else ("not-replayed", "")
    threw = path.ending is Ending.THREW
    place = path.thrown_at
    return PathClass(
        path.number,
        "throws" if threw else "returns",
        engine.builder.described(path),
        outcome,
        None,
        detail,
        len(path.condition),
        path.descriptor,
        dotted(path.thrown or "") if threw else None,
        place.line if threw and place is not None and place.line > 0 else None,
    )
