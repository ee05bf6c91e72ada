"""The classes of a method over the fields of its objects, not over the calls that make them.

Where calls make the objects of an input, a path knows only the state that they left. So the method is explored once
more on objects whose fields are free: conditions and effects speak of `this.state`. Which object is in such a class is
a second question. The paths on objects that calls made answer it: the condition is evaluated on the state that they
began with. A class without such an object is *unrealised*.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, replace
from everypath.errors import TargetError, UnsupportedError
from everypath.explore.behaviours import MapValues, name_of, values_of
from everypath.explore.engine import invariants_of
from everypath.inputs import Alias, InputShape, Null, RecipeInput, Undecided
from everypath.inputs.construction import built_state
from everypath.inputs.lazy import UNREALISED as NO_OBJECT
from everypath.inputs.stubs import promised
from everypath.run.path_classes.classes import class_of_path
from everypath.run.results import PathClass
from everypath.solver import Sat
from everypath.state import Ending
from everypath.suite import NoCase, Outcome, Replaying, TestCase, Verdict
from everypath.suite.descriptions import condition_texts
from everypath.suite.testcase import outer_name
from everypath.term import Model, Term, Value, digest, evaluate, ref_var, substitute, variables
from everypath.vm.references import CONTENTS

if TYPE_CHECKING:
    from everypath.explore import Exploration
    from everypath.explore.paths import Path
    from everypath.run.engine import Allowance, Engine, Work

__all__ = ["FreeFields", "on_free_fields"]

OF_MADE = frozenset({"recipe", "alias"})
"""The bounds of inputs that are left out since calls made objects (`Path.left_out`)."""

LEAST = 0.5
"""The least seconds of the exploration on free fields."""

MOST_QUERIES = 20
"""The most queries for an input of one class."""

UNREALISED = NoCase(Outcome.UNREALISED, "no call that was tried makes such an object")


@dataclass(frozen=True)
class FreeFields:
    """The ``exploration`` of a method on free fields, with its ``classes`` in the order in which they are shown.

    ``unrealised`` is the number of classes for which no object is known. The ``invariants`` are assumed of all objects.
    """

    exploration: Exploration
    classes: tuple[PathClass, ...]
    unrealised: int
    invariants: tuple[str, ...]

    @property
    def is_all(self) -> bool:
        """True if paths on further objects would show nothing more."""
        return self.exploration.status == "complete" and not self.unrealised


def on_free_fields(
    work: Work, built: Exploration, verdicts: Sequence[Verdict], allowance: Allowance
) -> FreeFields | None:
    """The classes of a method over free fields, with inputs of the paths so far on objects that calls have ``built``,
    whose replays gave the ``verdicts``. None if no path reads the state of such an object, or if exploring on free
    fields knows no more, or not yet.
    """
    made = _made(built)
    if not made:
        return None
    try:
        found = _explored(work, made, allowance)
    except (TargetError, UnsupportedError):
        return None
    return _realised(work.engine, found, built, verdicts, allowance) if found is not None else None


def _made(built: Exploration) -> list[str]:
    """The names of the classes of objects that calls have made; none if no path looks at them."""
    builds = (node.build for path in built.paths for node in path.shape.reachable() if not node.unused)
    names = dict.fromkeys(each.class_name for each in builds if isinstance(each, RecipeInput))
    return list(names) if any(path.left_out & OF_MADE for path in built.paths) else []


def _explored(work: Work, made: Sequence[str], allowance: Allowance) -> Exploration | None:
    """The exploration on free fields so far; None if there was no time for the invariants of the classes ``made``."""
    if work.free is None:
        work.free = work.engine.explorer(work.method, free_fields=True)
    classes = [cls for cls in map(work.engine.program.klass, made) if cls.is_target]
    before = work.free.session.work()
    try:
        work.free_waits = not work.free.receivers.know_invariants(classes, max(allowance.left(), LEAST))
        if work.free_waits:
            return None
        found = work.free.run(max(allowance.left(), LEAST))
        work.free_waits = found.stop == "time"
        return found
    finally:
        work.engine.side_work += work.free.session.work() - before


def _realised(
    engine: Engine, found: Exploration, built: Exploration, verdicts: Sequence[Verdict], allowance: Allowance
) -> FreeFields | None:
    """The classes of the exploration on free fields; None if it knows no more than the other one."""
    is_free = all(OF_MADE.isdisjoint(path.left_out) for path in found.paths)
    is_all_known = all(each.bound not in (CONTENTS, NO_OBJECT) for each in found.cuts)
    is_new = found.paths and found.stop is None and is_free and is_all_known
    if found.status not in ("complete", "bounded") or not is_new:
        return None
    realiser = _Realiser(engine, built, verdicts, allowance)
    shown = sorted(
        (path for path in found.paths if path.ending in (Ending.RETURNED, Ending.THREW)),
        key=lambda each: (each.ending is not Ending.THREW, each.number),
    )
    classes = [class_of_path(engine, path, realiser.verdict(path), UNREALISED) for path in shown]
    unrealised = sum(each.case is None for each in classes)
    if unrealised == len(classes) and any(each.confirmed for each in verdicts):
        return None  # objects that are known show more
    return FreeFields(found, tuple(classes), unrealised, _invariants(shown))


def _invariants(paths: Sequence[Path]) -> tuple[str, ...]:
    """The invariants that concern the conditions of paths, as Java."""
    found = {each: path.shape for path in paths for each in invariants_of(path.state)}
    nodes = {name: node for shape in found.values() for name, node in shape.nodes.items()}
    shape = InputShape(paths[0].shape.roots, nodes) if paths else InputShape()
    texts = condition_texts(sorted(found, key=digest), shape)
    return (*texts, *dict.fromkeys(text for path in paths for text in _exact_classes(path)))


def _exact_classes(path: Path) -> Iterator[str]:
    """The invariants on the classes of objects that a path used."""
    for node in path.shape.reachable():
        if node.exact and not node.unused and not isinstance(node.build, Undecided | Null | Alias):
            yield f"{node.name}.getClass() == {'.'.join(outer_name(node.exact).parts)}.class"


class _Realiser:
    """Finds inputs for paths on free fields."""

    def __init__(self, engine: Engine, built: Exploration, verdicts: Sequence[Verdict], allowance: Allowance) -> None:
        self._engine = engine
        self._allowance = allowance
        self._verdicts = {each.case.path: each for each in reversed(verdicts) if each.confirmed}
        self._built = [each for each in built.paths if each.ending in (Ending.RETURNED, Ending.THREW)]

    def verdict(self, path: Path) -> Verdict | None:
        """The verdict of an input that takes a path; None if none is known."""
        ending = path.ending, path.thrown, _aliases(path)
        alike = [each for each in self._built if (each.ending, each.thrown, _aliases(each)) == ending]
        rows = [(_with_nulls(each, path), _conditions(path, each)) for each in alike]
        left = [(each, conditions) for each, conditions in rows if conditions is not None]
        for each, conditions in left:
            known = self._verdicts.get(each.number) if each in self._built else None
            if known is not None and all(evaluate(one, each.witness) for one in conditions):
                return known
        for each, conditions in left[:MOST_QUERIES]:
            if self._allowance.is_over():
                break
            answer = self._engine.builder.solver.check((*each.constraints, *conditions), hint=each.witness)
            found = self._replayed(each, each.witness.with_(answer.model)) if isinstance(answer, Sat) else None
            if found is not None:
                return found
        return self._replayed(path, path.witness)

    def _replayed(self, path: Path, witness: Model) -> Verdict | None:
        """The verdict of a path with a witness; None if no test can be made, or the JVM does something else."""
        engine = self._engine
        case = engine.builder.build(replace(path, witness=witness), engine.builder.described(path).condition)
        if not isinstance(case, TestCase) or case.forced:
            return None
        replaying = Replaying(engine.bridge)
        replaying.add(case)
        (verdict,) = replaying.verdicts(engine.is_target, engine.trace_comparator)
        return verdict if verdict.confirmed else None


def _aliases(path: Path) -> frozenset[tuple[str, str]]:
    """The places of a path that are the same object as others."""
    nodes = path.shape.reachable()
    return frozenset((each.name, each.build.of) for each in nodes if isinstance(each.build, Alias))


def _uses(path: Path) -> dict[str, str]:
    """The references that an input begins with, by name: ``null``, ``used`` as an object, or ``open``."""
    found = {}
    for slot in path.shape.slots:
        node = path.shape.nodes.get(slot.name)
        if node is not None:
            is_open = node.unused or isinstance(node.build, Undecided)
            found[slot.name] = "null" if isinstance(node.build, Null) else "open" if is_open else "used"
    return found


def _with_nulls(built: Path, path: Path) -> Path:
    """A path on objects that calls built, with null for the references that it left open and that are null on a path
    on free fields.
    """
    uses, wanted = _uses(built), _uses(path)
    nulls = [name for name, use in uses.items() if use == "open" and wanted.get(name) == "null"]
    nodes = [replace(built.shape.node(name), build=Null(), unused=False) for name in nulls]
    return replace(built, shape=built.shape.with_nodes(nodes)) if nodes else built


def _agree(use: str, built: str | None) -> bool:
    """True if a reference of a path on free fields may be one of a path on built objects: what that one leaves open
    may be null.
    """
    return use in ("open", built) or (use, built) == ("null", "open")


def _conditions(path: Path, built: Path) -> list[Term] | None:
    """The conditions of a path on free fields, for the objects of a path on ``built`` objects, over the inputs of that
    one; None if they do not hold, or not all that they speak of is known there.
    """
    uses = _uses(built)
    if any(not _agree(use, uses.get(name)) for name, use in _uses(path).items()):
        return None
    sure = path.state.limits | promised(path.state)
    conditions = [each for each in path.constraints if each not in sure]
    wanted = {symbol for each in conditions for symbol in variables(each)}
    values: dict[Term, Value] = {}
    maps = MapValues(path.shape, built.state)
    made = set()
    for name in uses:
        state, address = built_state(built.state, name), built.state.decided.get(ref_var(name))
        if state is not None and address:
            values |= values_of(state, address, wanted, name, maps)
            made.add(name)
    left = []
    for each in (*conditions, *maps.assumed):
        now = substitute(each, values)
        if isinstance(now, Term):
            if any(_is_inside(symbol, made) for symbol in variables(now) - _symbols_of(built)):
                return None
            left.append(now)
        elif not now:
            return None
    return left


def _symbols_of(path: Path) -> frozenset[Term]:
    """The symbols in the conditions of a path."""
    return frozenset(symbol for each in path.constraints for symbol in variables(each))


def _is_inside(symbol: Term, made: Container[str]) -> bool:
    """True if a symbol stands for a field of an object that calls made."""
    root, *inside = re.split(r"[.\[#]", name_of(symbol), maxsplit=1)
    return bool(inside) and root in made
