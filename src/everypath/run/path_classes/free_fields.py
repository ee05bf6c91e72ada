"""The classes of a method over the fields of its objects, not over the calls that make them.

Where calls make the objects of an input, a path knows only the state that they left. So the method is explored once
more on objects whose fields are free: conditions and effects speak of `this.state`. Which object is in such a class is
a second question. The paths on objects that calls made answer it: the condition is evaluated on the state that they
began with. A class without such an object is *unrealised*. If there is one, the method is explored again, with the
invariants of the classes, which may rule it out.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, replace
from everypath.errors import TargetError, UnsupportedError
from everypath.explore.behaviours import MapValues, name_of, values_of
from everypath.explore.engine import invariants_of
from everypath.explore.outcome import wrapping
from everypath.inputs import (
    Alias,
    FieldsInput,
    InputShape,
    ListInput,
    MapInput,
    Null,
    OptionalInput,
    RecipeInput,
    Undecided,
)
from everypath.inputs.construction import built_state
from everypath.inputs.lazy import UNREALISED as NO_OBJECT
from everypath.inputs.stubs import promised
from everypath.run.path_classes.classes import class_of_path
from everypath.run.path_classes.overflow_inputs import MOST_ASKED
from everypath.run.results import OverflowInput, PathClass
from everypath.solver import Sat
from everypath.state import NULL, Ending, State
from everypath.suite import NoCase, Outcome, Replaying, TestCase, Verdict
from everypath.suite.descriptions import condition_texts, shown_value
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
    whose replays gave the ``verdicts``. None if there are no such objects, or if exploring on free fields knows no
    more, or not yet.

    Invariants of the classes are found only if there are paths without them that no object takes.
    """
    made = _made(built)
    if not made:
        return None
    if built.status == "complete" and not any(path.left_out & OF_MADE for path in built.paths):
        found = _attempt(work, made, built, verdicts, allowance, invariants=False)
        work.free_waits = False
        return found if found is not None and found.is_all else None
    found = _attempt(work, made, built, verdicts, allowance, invariants=False)
    if work.free_waits or (found is not None and found.is_all):
        return found
    return _attempt(work, made, built, verdicts, allowance, invariants=True) or found


def _made(built: Exploration) -> list[str]:
    """The names of the classes of objects that calls have made and that paths look at."""
    builds = (node.build for path in built.paths for node in path.shape.reachable() if not node.unused)
    return list(dict.fromkeys(each.class_name for each in builds if isinstance(each, RecipeInput)))


def _attempt(
    work: Work,
    made: Sequence[str],
    built: Exploration,
    verdicts: Sequence[Verdict],
    allowance: Allowance,
    *,
    invariants: bool,
) -> FreeFields | None:
    """The classes without or with invariants; None if they are not known, or no more than those of the other paths."""
    try:
        explored = _explored(work, made, allowance, invariants=invariants)
    except (TargetError, UnsupportedError):
        return None
    if explored is None or work.free_waits:
        return None
    return _realised(work.engine, explored, built, verdicts, allowance)


def _explored(work: Work, made: Sequence[str], allowance: Allowance, *, invariants: bool) -> Exploration | None:
    """The exploration on free fields so far; None if there was no time for the invariants of the classes ``made``."""
    if invariants not in work.free:
        work.free[invariants] = work.engine.explorer(work.method, free_fields=True, invariants=invariants)
    explorer = work.free[invariants]
    classes = [cls for cls in map(work.engine.program.klass, made) if cls.is_target]
    before = explorer.session.work()
    try:
        work.free_waits = not explorer.receivers.know_invariants(classes, max(allowance.left(), LEAST))
        if work.free_waits:
            return None
        found = explorer.run(max(allowance.left(), LEAST))
        work.free_waits = found.stop == "time"
        return found
    finally:
        work.engine.side_work += explorer.session.work() - before


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
    classes = [realiser.class_of(path) for path in shown]
    unrealised = sum(each.case is None for each in classes)
    is_none = unrealised == len(classes) and any(each.confirmed for each in verdicts)
    if is_none or (unrealised and _reads_inherited(engine, shown)):
        return None  # objects that are known show more
    return FreeFields(found, tuple(classes), unrealised, _invariants(shown))


def _reads_inherited(engine: Engine, paths: Sequence[Path]) -> bool:
    """True if an object has fields of classes outside of the analysed code, whose writers are not known."""
    nodes = (node for path in paths for node in path.shape.reachable() if not node.unused)
    names = {each.build.class_name for each in nodes if isinstance(each.build, FieldsInput)}
    return any(not field.owner.is_target for name in names for field in engine.program.klass(name).instance_fields)


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
        self._asked = 0

    def class_of(self, path: Path) -> PathClass:
        """The class of a path, with an input if one is known, and inputs on which an operation wraps around."""
        found = self._input(path) or self._replayed(path, path.witness)
        shown = class_of_path(self._engine, path, found, UNREALISED)
        return shown if found is None else replace(shown, wraps=tuple(self._wraps(path)))

    def _wraps(self, path: Path) -> Iterator[OverflowInput]:
        seen = set()
        for term, condition in wrapping(path):
            self._asked += 1
            found = self._input(path, condition) if self._asked <= MOST_ASKED else None
            operation = shown_value(path, term)
            if found is not None and operation not in seen:
                seen.add(operation)
                yield OverflowInput(operation, found.case.expression, found.outcome.value)

    def _input(self, path: Path, *wanted: Term) -> Verdict | None:
        """The verdict of an input that calls make, that takes a path and meets further conditions; None if none is
        known.
        """
        ending = path.ending, path.thrown, _aliases(path)
        alike = [each for each in self._built if (each.ending, each.thrown, _aliases(each)) == ending]
        rows = [(_with_nulls(each, path), _conditions(path, each, wanted)) for each in alike]
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
        return None

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


def _have_classes(path: Path, built: Path) -> bool:
    """True if the objects of a path on ``built`` objects have classes that a path on free fields gives them."""
    for node in path.shape.reachable():
        is_open = (node.unused and not node.tested) or isinstance(node.build, ListInput | MapInput | OptionalInput)
        if is_open or re.search(r"[\[#]", node.name):
            continue
        wanted, found = _classes_of(path.state, ref_var(node.name)), _classes_at(built, node.name)
        if wanted and found & ~wanted:
            return False
    return True


def _classes_of(state: State, ref: Term) -> int:
    """The classes, as a bit set, that a reference may have at the end of a path; 0 if it is not known, or null."""
    address, tried = state.decided.get(ref), state.types.get(ref, 0)
    if not address:
        return tried if address is None else 0
    cls = state.object(address).cls
    return tried if cls.element is not None and tried else 1 << cls.number


def _classes_at(built: Path, name: str) -> int:
    """The classes that the object at a place may have, as calls have built it; 0 if it is not known, or null."""
    root, *fields = name.split(".")
    state, at = built_state(built.state, root) or built.state, built.state.decided.get(ref_var(root))
    for position, each in enumerate(fields):
        value = state.object(at).value_of(each) if at else None
        reference = state.reference(value) if value is not None else NULL
        if isinstance(reference, Term):
            return _classes_of(built.state, reference) if position == len(fields) - 1 else 0
        at = int(reference)
    return 1 << state.object(at).cls.number if at else 0


def _conditions(path: Path, built: Path, further: Sequence[Term] = ()) -> list[Term] | None:
    """The conditions of a path on free fields, and ``further`` ones, for the objects of a path on ``built`` objects,
    over the inputs of that one; None if they do not hold, or not all that they speak of is known there.
    """
    uses = _uses(built)
    if any(not _agree(use, uses.get(name)) for name, use in _uses(path).items()) or not _have_classes(path, built):
        return None
    sure = path.state.limits | promised(path.state)
    conditions = [*(each for each in path.constraints if each not in sure), *further]
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
