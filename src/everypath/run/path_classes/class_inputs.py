"""Inputs for the classes over free fields: objects that calls make, on whose state the conditions hold."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from everypath.dataclass import replace
from everypath.explore.behaviours import MapValues, name_of, ordinal_of, values_of
from everypath.explore.outcome import wrapping
from everypath.explore.witnesses import LONGEST_INPUT, holds, longest_input
from everypath.inputs import (
    Alias,
    ConstantInput,
    EnumInput,
    ListInput,
    MapInput,
    Null,
    OptionalInput,
    TextInput,
    Undecided,
)
from everypath.inputs.construction import built_state
from everypath.inputs.stubs import promised
from everypath.run.path_classes.classes import class_of_path
from everypath.run.path_classes.overflow_inputs import MOST_ASKED
from everypath.run.results import OverflowInput, PathClass
from everypath.solver import Sat, Unsat
from everypath.state import NULL, Ending, State
from everypath.suite import NoCase, Outcome, Replaying, TestCase, Verdict
from everypath.suite.descriptions import shown_value
from everypath.term import BV32, BV64, Model, Term, Value, evaluate, ge, le, ref_var, substitute, variables

if TYPE_CHECKING:
    from everypath.explore import Exploration
    from everypath.explore.paths import Path
    from everypath.inputs import Node
    from everypath.run.engine import Allowance, Engine

__all__ = ["ClassInputs"]

MOST_QUERIES = 20
"""The most queries for an input of one class."""

SMALL = 8
"""The largest of the numbers that are tried first where a query is too hard."""

UNREALISED = NoCase(Outcome.UNREALISED, "no call that was tried makes such an object")


class _Built(NamedTuple):
    """A path on objects that calls have built, and the verdict of its replay, if it was confirmed."""

    path: Path
    verdict: Verdict | None = None


class ClassInputs:
    """Finds inputs for the paths of a method on free fields, among its paths on objects that calls have ``built`` and
    ``further`` such paths. The replays of ``built`` gave the ``verdicts``.
    """

    def __init__(
        self,
        engine: Engine,
        built: Exploration,
        verdicts: Sequence[Verdict],
        allowance: Allowance,
        further: Sequence[Path] = (),
    ) -> None:
        self._engine = engine
        self._allowance = allowance
        known = {each.case.path: each for each in reversed(verdicts) if each.confirmed}
        self._built = [_Built(each, known.get(each.number)) for each in built.paths if _has_ended(each)]
        self._built += [_Built(each) for each in further if _has_ended(each)]
        self._asked = 0

    def class_of(self, path: Path) -> PathClass:
        """The class of a path, with an input if one is known, and inputs on which an operation wraps around."""
        return self._class(path, self._input(path, self._built) or self._replayed(path, path.witness))

    def class_of_further(self, path: Path, built: Path) -> PathClass | None:
        """The class of a path with an input that takes one more path on objects that calls have built; None if no input
        does.
        """
        found = self._input(path, [_Built(built)]) if _has_ended(built) else None
        return self._class(path, found) if found is not None else None

    def aim(self, path: Path, built: Path) -> Model | None:
        """Other arguments with which the calls of a path on built objects may make objects for a path on free fields;
        None if there are none. What is not known of the objects is left out.
        """
        conditions, _ = _on_built(path, built, _conditions_of(path))
        if conditions is None or all(evaluate(each, built.witness) for each in conditions):
            return None
        return self._solved((*_of_setup(built), *conditions), built)

    def _solved(self, conditions: Sequence[Term], built: Path) -> Model | None:
        """A model of conditions near the witness of a path on built objects; None if none is found."""
        solver = self._engine.builder.solver
        answer = solver.check(conditions, hint=built.witness)
        if not isinstance(answer, Sat | Unsat):
            answer = solver.check((*_small(conditions), *conditions), hint=built.witness)
        return Model(dict(answer.model)) if isinstance(answer, Sat) else None

    def _class(self, path: Path, found: Verdict | None) -> PathClass:
        shown = class_of_path(self._engine, path, found, UNREALISED)
        return shown if found is None else replace(shown, wraps=tuple(self._wraps(path)))

    def _wraps(self, path: Path) -> Iterator[OverflowInput]:
        seen = set()
        for term, condition in wrapping(path):
            self._asked += 1
            found = self._input(path, self._built, condition) if self._asked <= MOST_ASKED else None
            operation = shown_value(path, term)
            if found is not None and operation not in seen:
                seen.add(operation)
                yield OverflowInput(operation, found.case.expression, found.outcome.value)

    def _input(self, path: Path, among: Sequence[_Built], *wanted: Term) -> Verdict | None:
        """The verdict of an input that calls make, that takes a path and meets further conditions; None if none is
        known.
        """
        left: list[tuple[Path, list[Term]]] = []
        for each in among:
            if (each.path.ending, each.path.thrown, _aliases(each.path)) == (path.ending, path.thrown, _aliases(path)):
                nulled = _with_nulls(each.path, path)
                conditions = _conditions(path, nulled, wanted)
                if conditions is None:
                    continue
                is_met = nulled is each.path and all(evaluate(one, nulled.witness) for one in conditions)
                if each.verdict is not None and is_met:
                    return each.verdict
                left.append((nulled, conditions))
        for built, conditions in left[:MOST_QUERIES]:
            witness = self._witness(built, conditions)
            found = self._replayed(built, witness) if witness is not None else None
            if found is not None:
                return found
        return None

    def _witness(self, built: Path, conditions: Sequence[Term]) -> Model | None:
        """A witness of a path on built objects that meets further conditions; None if none is found in time."""
        if all(evaluate(each, built.witness) for each in conditions):
            return built.witness
        if self._allowance.is_over():
            return None
        found = self._solved((*built.constraints, *conditions), built)
        return built.witness.with_(found) if found is not None else None

    def _replayed(self, path: Path, witness: Model) -> Verdict | None:
        """The verdict of a path with a witness; None if no test can be made, or the JVM does something else."""
        engine, member = self._engine, replace(path, witness=witness)
        if longest_input(member) > LONGEST_INPUT or not holds(path.state.allocations, witness):
            return None
        case = engine.builder.build(member, engine.builder.described(path).condition)
        if not isinstance(case, TestCase) or case.forced:
            return None
        replaying = Replaying(engine.bridge)
        replaying.add(case)
        (verdict,) = replaying.verdicts(engine.is_target, engine.trace_comparator)
        return verdict if verdict.confirmed else None


def _has_ended(path: Path) -> bool:
    return path.ending in (Ending.RETURNED, Ending.THREW)


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


def _have_objects(path: Path, built: Path) -> bool:
    """True if the objects of a path on ``built`` objects have classes that a path on free fields gives them, and are
    the constants that it has.
    """
    for node in path.shape.reachable():
        is_open = (node.unused and not node.tested) or isinstance(node.build, ListInput | MapInput | OptionalInput)
        if is_open or re.search(r"[\[#]", node.name):
            continue
        found = _object_at(built, node.name)
        wanted, classes = _classes_of(path.state, ref_var(node.name)), _classes_at(built.state, found)
        if wanted and classes & ~wanted:
            return False
        if isinstance(node.build, EnumInput | ConstantInput) and not _is_constant(path, built, found, node):
            return False
    return True


def _classes_of(state: State, ref: Term) -> int:
    """The classes, as a bit set, that a reference may have at the end of a path; 0 if it is not known, or null."""
    address, tried = state.decided.get(ref), state.types.get(ref, 0)
    if not address:
        return tried if address is None else 0
    cls = state.object(address).cls
    return tried if cls.element is not None and tried else 1 << cls.number


def _object_at(built: Path, name: str) -> Value:
    """The reference at a place, as calls have built it: an address, an input that was not looked at, or null. Null also
    if it is not known.
    """
    root, *fields = name.split(".")
    state, at = built_state(built.state, root) or built.state, built.state.decided.get(ref_var(root))
    for position, each in enumerate(fields):
        value = state.object(at).value_of(each) if at else None
        reference = state.reference(value) if value is not None else NULL
        if isinstance(reference, Term):
            return reference if position == len(fields) - 1 else NULL
        at = int(reference)
    return at or NULL


def _classes_at(state: State, found: Value) -> int:
    """The classes that an object of `_object_at` may have, as a bit set; 0 if it is null."""
    if isinstance(found, Term):
        return _classes_of(state, found)
    return 1 << state.object(int(found)).cls.number if found else 0


def _is_constant(path: Path, built: Path, found: Value, node: Node) -> bool:
    """True if an object of `_object_at` is the constant at a node of a path on free fields."""
    if isinstance(found, Term):
        other = built.shape.nodes.get(name_of(found))
        return other is not None and other.build == node.build
    if not found:
        return True  # the conditions say whether it is null
    if isinstance(node.build, EnumInput):
        wanted = path.state.decided.get(ref_var(node.name))
        if not wanted:
            return False
        return ordinal_of(path.state.object(wanted)) == ordinal_of(built.state.object(int(found)))
    build = node.build
    assert isinstance(build, ConstantInput)
    held = (now for of, now in built.state.statics.items() if (of.owner.name, of.name) == (build.owner, build.name))
    return any(now == found for now in held)


def _conditions(path: Path, built: Path, further: Sequence[Term] = ()) -> list[Term] | None:
    """The conditions of a path on free fields, and ``further`` ones, for the objects of a path on ``built`` objects,
    over the inputs of that one; None if they do not hold, or not all that they speak of is known there.
    """
    uses = _uses(built)
    if any(not _agree(use, uses.get(name)) for name, use in _uses(path).items()) or not _have_objects(path, built):
        return None
    found, is_known = _on_built(path, built, (*_conditions_of(path), *further))
    return found if is_known else None


def _conditions_of(path: Path) -> Iterator[Term]:
    """The conditions of a path on free fields that are no invariants. The domain of numbers is not sure to hold for
    those that a solver chooses.
    """
    sure = path.state.limits | {each for each in promised(path.state) if not _is_of_numbers(each)}
    return (each for each in path.constraints if each not in sure)


def _is_of_numbers(condition: Term) -> bool:
    """True if a condition is on numbers that give objects of the JDK."""
    return all(name_of(each).endswith("()") for each in variables(condition))


def _on_built(path: Path, built: Path, conditions: Iterable[Term]) -> tuple[list[Term] | None, bool]:
    """Conditions on the fields of objects, over what calls have made of the objects of a path: None if one is false
    there. Also True if all that they speak of is known; conditions on other fields are left out.
    """
    asked = list(conditions)
    wanted = {symbol for each in asked for symbol in variables(each)}
    values: dict[Term, Value] = {}
    maps = MapValues(path.shape, built.state)
    made = set()
    for name in _uses(built):
        state, address = built_state(built.state, name), built.state.decided.get(ref_var(name))
        if state is not None and address:
            values |= values_of(state, address, wanted, name, maps)
            made.add(name)
    left, is_known, own = [], True, _symbols_of(built)
    for each in (*asked, *maps.assumed):
        now = substitute(each, values)
        if not isinstance(now, Term):
            if not now:
                return None, True
            continue
        further = variables(now) - own
        if any(_is_inside(symbol, made) for symbol in further):
            is_known = False
            continue
        left.append(now)
        is_known = is_known and all(_is_chosen(symbol, built) for symbol in further)
    return left, is_known


def _of_setup(built: Path) -> Iterator[Term]:
    """The conditions under which calls build the objects of a path, on the arguments of these calls."""
    for name in _uses(built):
        state = built_state(built.state, name)
        for each in state.path if state is not None else ():
            if all(name_of(symbol).startswith(f"{name}.") for symbol in variables(each)):
                yield each


def _small(conditions: Iterable[Term]) -> Iterator[Value]:
    """Conditions that all numbers in others are small: with them, products are easy to solve."""
    for symbol in dict.fromkeys(each for condition in conditions for each in variables(condition)):
        if symbol.op == "var" and symbol.sort in (BV32, BV64):
            yield ge(symbol, -SMALL)
            yield le(symbol, SMALL)


def _symbols_of(path: Path) -> frozenset[Term]:
    """The symbols in the conditions of a path."""
    return frozenset(symbol for each in path.constraints for symbol in variables(each))


_ARGUMENT = re.compile(r"[^.]+\.(new|[^.#]+#\d+)\.")
"""The beginning of the name of an argument of a call that builds an object."""


def _is_inside(symbol: Term, made: Container[str]) -> bool:
    """True if a symbol stands for a field of an object that calls made."""
    name = name_of(symbol)
    root, *inside = re.split(r"[.\[#]", name, maxsplit=1)
    return bool(inside) and root in made and not _ARGUMENT.match(name)


def _is_chosen(symbol: Term, built: Path) -> bool:
    """True if the witness of a path gives the value of a symbol that no condition of the path is on: not if it is of an
    argument that the path never looked at.
    """
    name = name_of(symbol)
    if not _ARGUMENT.match(name):
        return True
    node = built.shape.nodes.get(name.removesuffix(".chars").removesuffix(".length"))
    return symbol.op == "var" and (node is None or (isinstance(node.build, TextInput) and not node.unused))
