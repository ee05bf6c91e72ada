"""The predicate of a path: Java that says whether an input takes it, and whether what happened is its effect."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from everypath.classfile import PRIMITIVES, dotted
from everypath.dataclass import dataclass
from everypath.explore.engine import invariants_of
from everypath.inputs import Null, RecipeInput
from everypath.inputs.shapes import SIZE, distinct_pairs, list_of
from everypath.state import NULL, Ending
from everypath.suite.input_classes import InputClasses
from everypath.suite.predicates.expressions import Expressions, NoPredicateError
from everypath.suite.predicates.helpers import call
from everypath.suite.predicates.reading import InputReader
from everypath.suite.prediction import writes
from everypath.term import BV32, BV64, F32, F64, Term, Value, ref_var, variables

if TYPE_CHECKING:
    from everypath.explore.paths import Path
    from everypath.inputs import Node
    from everypath.suite.prediction import Write

__all__ = ["PathPredicate", "predicate_of"]

_UNBOXED = {
    "Z": "((Boolean) {} ? 1 : 0)",
    "C": "(int) (Character) {}",
    "J": "(long) (Long) {}",
    "F": "(float) (Float) {}",
    "D": "(double) (Double) {}",
    **dict.fromkeys("BSI", "((Number) {}).intValue()"),
}
_SORTS = {"Z": BV32, "B": BV32, "S": BV32, "C": BV32, "I": BV32, "J": BV64, "F": F32, "D": F64}
_UNNAMED = {
    "recipe": "it reads the state of an object that calls make",
    "stubs": "it depends on what an implementation answers",
    "alias": "it takes objects that calls make as different ones",
}
"""What a condition does not name, by the bound of a path that says so (`Path.left_out`)."""


@dataclass(frozen=True)
class PathPredicate:
    """The predicate of one path, as the parts of a Java class. If Java cannot express it, ``missing`` says why, and all
    else is empty.

    ``reading`` are the statements that read the inputs, ``conditions`` the expressions that must hold. ``kept`` are the
    local variables (name to type) of which the effect needs the values from before the call. Over these, ``result`` and
    ``thrown``, the statements ``preparing`` and then the conditions ``effect`` say whether the effect is what happened;
    ``unchecked`` parts of it are in none. One of the conditions ``places`` holds, over ``holder`` and ``place``, if the
    path may write that place of an object.
    """

    reading: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    kept: tuple[tuple[str, str], ...] = ()
    preparing: tuple[str, ...] = ()
    effect: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    missing: str = ""


def predicate_of(
    path: Path, parameters: Mapping[str, str], written: Callable[[Path], Sequence[Write]] = writes
) -> PathPredicate:
    """The predicate of a path. ``parameters`` maps the names of the roots of its shape to Java names, and ``written``
    says what the path writes.
    """
    try:
        return _Writer(path, parameters).predicate(written)
    except NoPredicateError as problem:
        return PathPredicate(missing=str(problem))


class _Writer:
    def __init__(self, path: Path, parameters: Mapping[str, str]) -> None:
        self._path = path
        self._classes = InputClasses.of_path(path)
        if path.shape.sources or path.shape.environment:
            raise NoPredicateError("it depends on what calls answer")
        for bound in path.left_out & _UNNAMED.keys():
            raise NoPredicateError(_UNNAMED[bound])
        if path.reasons:
            raise NoPredicateError("it is inexact")
        if "candidates" in path.left_out and any(map(self._is_tested_in_vain, path.shape.reachable())):
            raise NoPredicateError("it depends on the class of an object, and all classes that were tried do alike")
        self._parameters = parameters
        self._reader = InputReader(path.shape, parameters)

    def predicate(self, written: Callable[[Path], Sequence[Write]]) -> PathPredicate:
        """The predicate with what the path writes."""
        reader, path = self._reader, self._path
        reader.read()
        self._distinct()
        self._exact_classes()
        terms = Expressions(reader.symbols, reader.names)
        conditions = terms.expressions([each for each in path.constraints if not self._is_immaterial(each)])
        effect = _Effect(path, reader)
        effect.write(written(path))
        types = {**dict.fromkeys(self._parameters.values(), "Object"), **reader.types}
        kept = [(name, kind) for name, kind in types.items() if effect.uses(name)]
        return PathPredicate(
            tuple(reader.lines) + tuple(terms.lines),
            (*reader.facts, *conditions),
            tuple(kept),
            tuple(effect.lines),
            tuple(effect.conditions),
            tuple(effect.places),
            tuple(effect.unchecked),
        )

    def _exact_classes(self) -> None:
        """The classes that were tried for an object, where no condition shows them."""
        objects = self._reader.objects
        for node in self._path.shape.reachable():
            tried = self._classes.tried(node) if node.name in objects else frozenset()
            if tried:
                names = (f'"{dotted(each)}"' for each in sorted(tried))
                self._reader.facts.append(call("hasClass", objects[node.name], *names))

    def _is_tested_in_vain(self, node: Node) -> bool:
        """True if the path asked for the class of an object that it never used, and no condition shows the answer."""
        return node.tested and not self._classes.is_classified(node)

    def _is_immaterial(self, condition: Term) -> bool:
        """True if a condition is on a class that does not matter, or on an object that only a test uses, or if it is
        an invariant.
        """
        if self._classes.is_immaterial(condition) or condition in invariants_of(self._path.state):
            return True
        return condition in self._path.state.limits and not variables(condition) <= self._reader.symbols.keys()

    def _distinct(self) -> None:
        """Objects that the path found to be different ones."""
        objects, nodes = self._reader.objects, self._path.shape.nodes
        for first, second in sorted(map(sorted, distinct_pairs(self._path.state))):
            if any(name in nodes and isinstance(nodes[name].build, Null) for name in (first, second)):
                continue
            if first not in objects or second not in objects:
                raise NoPredicateError("it distinguishes objects that calls made")
            self._reader.facts.append(f"{objects[first]} != {objects[second]}")


class _Effect:
    """The conditions on what happened: result or exception, and what was written."""

    def __init__(self, path: Path, reader: InputReader) -> None:
        self._path = path
        self._reader = reader
        self._terms = Expressions(reader.symbols, reader.names)
        self._nodes = {
            address: name
            for name in reversed(list(reader.objects))
            if (address := path.state.decided.get(ref_var(name))) not in (None, NULL)
        }
        self.conditions: list[str] = []
        self.places: list[str] = []
        """Conditions on ``holder`` and ``place``, one of which holds for each place that the path writes."""
        self.unchecked: list[str] = []

    @property
    def lines(self) -> list[str]:
        """The declarations of local variables for the conditions."""
        return self._terms.lines

    def write(self, written: Sequence[Write]) -> None:
        """Make the conditions for the result, and for what is written."""
        path = self._path
        if path.ending is Ending.THREW:
            self.conditions.append(
                f'thrown != null && thrown.getClass().getName().equals("{dotted(path.thrown or "")}")'
            )
        elif path.ending is Ending.RETURNED:
            self.conditions.append("thrown == null")
            self._try(self._result, path.entry.returns, "the result")
        else:
            self.unchecked.append(f"it ends as {path.ending.value}")
        for at, each in enumerate(written):
            self.places.append(self._place(each))
            self._try(self._write, each, written[at + 1 :], f"{each.holder}.{each.field or '[]'}")

    def uses(self, name: str) -> bool:
        """True if a condition has a local variable of this name."""
        return any(re.search(rf"\b{name}\b", each) for each in (*self.lines, *self.conditions, *self.places))

    def _try(self, write: Callable[..., object], *given: object) -> None:
        *arguments, what = given
        try:
            write(*arguments)
        except NoPredicateError as problem:
            self.unchecked.append(f"{what}: {problem}")

    def _result(self, descriptor: str) -> None:
        if descriptor != "V":
            self._equal("result", self._path.returned, descriptor)

    def _equal(self, text: str, value: Value | None, descriptor: str) -> None:
        """The object that a text gives, boxed if it is a primitive, is a value over the inputs."""
        if value is None:
            raise NoPredicateError("it is no value over the inputs")
        if descriptor[0] in "L[":
            self.conditions.append(f"{text} == {self._object(value)}")
            return
        self.conditions.append(_is(_UNBOXED[descriptor].format(text), self._primitive(value, descriptor), descriptor))

    def _primitive(self, value: Value, descriptor: str) -> str:
        """The text of a value of a primitive type."""
        if not isinstance(value, Term):
            return self._terms.text(value, _SORTS[descriptor])
        (text,) = self._terms.expressions([value])
        return text

    def _object(self, value: Value) -> str:
        """The text of a reference: null, or an object of the inputs."""
        reference = self._path.state.reference(value)
        if isinstance(reference, Term):
            found = self._reader.symbols.get(reference)
            if found is None:
                raise NoPredicateError("it is no place of the inputs")
            return found
        if reference == NULL:
            return "null"
        name = self._nodes.get(int(reference))
        if name is None:
            raise NoPredicateError("it is a new object")
        return self._reader.objects[name]

    def _write(self, write: Write, later: Sequence[Write]) -> None:
        if write.static:
            after = f'constant("{dotted(write.holder)}", "{write.field}")'
            self._equal(after, write.value, write.descriptor)
            return
        listed = list_of(write.holder)
        holder = self._reader.objects.get(listed or write.holder)
        if holder is None:
            raise NoPredicateError("it is no object of the inputs")
        if write.field == SIZE:
            self._equal(f"((java.util.Collection<?>) {holder}).size()", write.value, "I")
        elif listed is not None:
            others = [each for each in later if each.holder == write.holder]
            self._element(write, f"((java.util.Collection<?>) {holder}).toArray()", others)
        elif write.field:
            after = f'field({holder}, "{dotted(self._owner(write))}", "{write.field}")'
            self._equal(after, write.value, write.descriptor)
        else:
            self._element(write, holder, [each for each in later if each.holder == write.holder and not each.field])

    def _place(self, write: Write) -> str:
        """The condition that a place is the one of a write; it always holds if no place of the inputs is."""
        listed = list_of(write.holder)
        holder = "null" if write.static else self._reader.objects.get(listed or write.holder)
        is_open = write.field == "" and (write.index is None or write.value is None)
        if holder is None or is_open or self._is_built(write):
            return "true"
        if write.static:
            name = f'"{dotted(write.holder)}.{write.field}"'
        elif write.field == SIZE:
            name = f'"{SIZE}"'
        elif write.field:
            name = f'"{dotted(self._owner(write))}.{write.field}"'
        else:
            assert write.index is not None
            try:
                (at,) = self._terms.expressions([write.index])
            except NoPredicateError:
                return "true"
            name = f'("[" + {at} + "]")'
        return f"holder == {holder} && {name}.equals(place)"

    def _is_built(self, write: Write) -> bool:
        """True if calls made the object whose place is written: only its class knows what its fields mean."""
        node = self._path.shape.nodes.get(write.holder)
        return not write.static and node is not None and isinstance(node.build, RecipeInput)

    def _owner(self, write: Write) -> str:
        """The class that declares a field which was written."""
        address = self._path.state.decided[ref_var(write.holder)]
        assert isinstance(address, int)
        fields = self._path.state.object(address).cls.instance_fields
        return next(
            each.owner.name for each in fields if (each.name, each.descriptor) == (write.field, write.descriptor)
        )

    def _element(self, write: Write, holder: str, later: Sequence[Write]) -> None:
        """An element has the written value, unless a later write has the same index."""
        if write.index is None or write.value is None:
            raise NoPredicateError("the array was replaced")
        indexes = [each.index for each in later if each.index is not None]
        at, *others = self._terms.expressions([write.index, *indexes])
        if write.descriptor[0] in "L[":
            holds = f"((Object[]) {holder})[{at}] == {self._object(write.value)}"
        else:
            kind = PRIMITIVES[write.descriptor]
            value = self._primitive(write.value, write.descriptor)
            narrow = {"Z": "byte", "B": "byte", "S": "short", "C": "short"}.get(write.descriptor)
            value = f"(({narrow}) {value})" if narrow is not None else value
            holds = _is(f"at(({kind}[]) {holder}, {at})", value, write.descriptor)
        overwritten = "".join(f"{at} == {other} || " for other in others)
        self.conditions.append(f"{overwritten}{holds}")


def _is(actual: str, expected: str, descriptor: str) -> str:
    if descriptor in "FD":
        return f"{'Float' if descriptor == 'F' else 'Double'}.compare({actual}, {expected}) == 0"
    return f"{actual} == {expected}"
