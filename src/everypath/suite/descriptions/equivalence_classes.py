"""The text of an equivalence class: its condition and its effect as Java over the inputs.

The text does not depend on the witness, except for a value that is no term over the inputs (the text of a string that
the path made). Such a value is marked as an example.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from everypath.classfile import UNBOXED, is_reference
from everypath.dataclass import dataclass, field, replace
from everypath.explore.paths import Path
from everypath.explore.witnesses import UNKNOWN, KnownIndexes, Reader, booleans_of
from everypath.inputs import (
    Alias,
    ClassLiteral,
    ConstantInput,
    EnumInput,
    InputShape,
    Node,
    Null,
    PrimitiveArrayInput,
    promised,
)
from everypath.inputs.lazy import RECEIVER
from everypath.inputs.shapes import distinct_pairs, list_of
from everypath.program import Class
from everypath.solver import Solver
from everypath.state import Ending, LazyArray, Obj, SymbolicArray, TextObject, class_constraint
from everypath.suite.descriptions.conditions import ConditionPrinter, ConditionTextCache, implied, readable
from everypath.suite.descriptions.setup_calls import builds, named
from everypath.suite.input_classes import InputClasses
from everypath.suite.prediction import Predictor, Write, input_symbols, writes
from everypath.suite.testcase import EnumValue, outer_name, primitive, string
from everypath.term import REF, Term, Value, bool_to_int, ge, int_to_bool, is_null, not_, ref_var, select, sext, zext

__all__ = ["Described", "Description", "constants_of", "describe", "shown_value"]

_DEPTH = 3
_MOST_SHOWN = 8
_ENUM = "java/lang/Enum"
_AND = " && "
_NOT_INPUT = "a value no input decides"


@dataclass(frozen=True, slots=True)
class Described:
    """The texts of one equivalence class.

    ``result`` is ``returns x``, ``returns`` or ``throws X``; ``returned`` is the value alone. ``writes`` are places and
    their new values, in the order in which they hold. ``parts`` are the single conditions, ``decisions`` all conditions
    on which the path decided, in its order.
    """

    condition: str
    result: str
    writes: tuple[tuple[str, str], ...] = ()
    returned: str = ""
    parts: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    structure: tuple[str, ...] = ()
    """The conditions that follow from the shape of the input: constants, and places with the same object."""
    builds: tuple[str, ...] = ()
    """The calls that built the inputs, over the names in the condition."""

    @property
    def effect(self) -> str:
        """The whole effect on one line: ``returns a[j]; a[i] = a[j]; a[j] = a[i]``."""
        return "; ".join([self.result, *(f"{place} = {value}" for place, value in self.writes)])


def describe(
    path: Path,
    solver: Solver | None = None,
    known: KnownIndexes = UNKNOWN,
    more: Sequence[Term] = (),
    stated: Sequence[str] = (),
    reading: ConditionTextCache | None = None,
) -> Described:
    """The texts of a finished path.

    ``more`` are further conditions (those of an execution context), ``stated`` further conditions as text; ``known``
    says which indexes are equal. A ``solver`` drops conditions that others imply. ``reading`` is the cache for the
    paths of the entry.
    """
    return Description(path, solver, known, more, stated, reading).made()


def shown_value(path: Path, value: Value) -> str:
    """A value over the inputs of a path as Java."""
    plain = Reader(booleans_of(path.shape)).plain(value)
    return ConditionPrinter(path.shape, [plain], classes=InputClasses.of_path(path)).java(plain)


@dataclass
class _Collector:
    """Takes the place of a `ConditionPrinter` to collect the values that are shown."""

    values: list[Value] = field(default_factory=list)

    def java(self, value: Value) -> str:
        self.values.append(value)
        return ""

    def place(self, name: str) -> str:
        return ""


class Description:
    """The texts of one state of a path. Methods take the printer, as several descriptions may share one."""

    def __init__(
        self,
        path: Path,
        solver: Solver | None = None,
        known: KnownIndexes = UNKNOWN,
        more: Sequence[Term] = (),
        stated: Sequence[str] = (),
        reading: ConditionTextCache | None = None,
    ) -> None:
        self.path = path
        self.reading = reading or ConditionTextCache()
        self.state = path.state
        self.shape = path.shape
        booleans = booleans_of(path.shape)
        self.reader = self.reading.reader(booleans) if known is UNKNOWN else Reader(booleans, known)
        self.predictor = Predictor(path.state, path.witness, input_symbols(path.shape))
        self.minimiser = self.reading.minimiser(frozenset(path.shape.lengths))
        self.known = known
        self.stated = stated
        self.classes = InputClasses.of_path(path)
        self.writes = self._last(writes(path))
        self.objects = {
            address: node.name
            for node in reversed(path.shape.reachable())
            if not isinstance(node.build, Alias) and (address := path.state.decided.get(ref_var(node.name)))
        }
        self.condition = self._condition(more, solver)

    def _condition(self, more: Sequence[Term], solver: Solver | None) -> tuple[Term, ...]:
        state = self.state
        shown: list[Term] = []
        for each in (*self.path.condition, *more):
            plain = self.reader.plain(each)
            if isinstance(plain, Term) and not self._is_obvious(plain):
                shown.append(plain)
        known = promised(state)
        return readable(shown, self.shape.lengths, state.limits, solver, self.reading, self.classes, known)

    def _is_obvious(self, condition: Term) -> bool:
        """True if the shape implies the condition: the class of an array of primitives, or of an alias."""
        constraint = class_constraint(condition)
        if constraint is None or not isinstance(constraint[0].payload, str):
            return False
        node = self.shape.nodes.get(constraint[0].payload)
        return node is not None and len(node.descriptor) == 2 and constraint[2]

    def made(self) -> Described:
        """The texts, with a printer of their own."""
        collector = _Collector()
        self._result_and_writes(collector)
        shown = [*self.path.constraints, *self.condition, *collector.values, *named(self.shape)]
        printer = ConditionPrinter(self.shape, shown, self.reading, self.classes)
        result, returned, written = self._result_and_writes(printer)
        known = [*self.known_from_shape(printer), *self.stated]
        parts = [each for each in printer.parts(self.condition, beside=len(known)) if each not in implied(known)]
        parts += known
        decisions = self._decisions(printer)
        condition, sequences = _AND.join(parts) or "true", tuple(builds(self.shape, printer))
        return Described(condition, result, written, returned, tuple(parts), decisions, tuple(known), sequences)

    def _decisions(self, printer: ConditionPrinter) -> tuple[str, ...]:
        """The conditions on which the path decided, in its order, without those that the domain or the shape of the
        input implies.
        """
        obvious = self.obvious()
        texts = self.condition_texts([each for each in self.path.constraints if each not in obvious], printer)
        return tuple(dict.fromkeys([*texts, *self.known_from_shape(printer)]))

    def obvious(self) -> set[Value]:
        """The conditions that the domain implies."""
        found: set[Value] = {*self.state.limits, *promised(self.state), *(ge(each, 0) for each in self.shape.lengths)}
        return found | {not_(is_null(ref_var(node.name))) for node in self.shape.nodes.values() if node.non_null}

    def condition_texts(self, conditions: Sequence[Term], printer: ConditionPrinter) -> list[str]:
        """The texts of conditions, without those that the shape of the input implies."""
        found = [self.reader.plain(each) for each in conditions]
        return [printer.java(each) for each in found if isinstance(each, Term) and not self._is_obvious(each)]

    # ---- facts from the shape of the input

    def known_from_shape(self, printer: ConditionPrinter) -> Iterator[str]:
        """The facts that the shape of the input states and no condition does: constants and equal references."""
        for node in self.shape.reachable():
            text = _decided_by_shape(node, printer)
            if text is not None:
                yield text
        for pair in sorted(map(sorted, distinct_pairs(self.state))):
            nodes = [self.shape.nodes.get(name) for name in pair]
            if all(node is not None and not isinstance(node.build, Null) for node in nodes):
                first, second = sorted(pair, key=list(self.shape.nodes).index)
                yield f"{printer.place(second)} != {printer.place(first)}"

    # ---- the effect

    def _result_and_writes(
        self, printer: ConditionPrinter | _Collector
    ) -> tuple[str, str, tuple[tuple[str, str], ...]]:
        writes = self.written_places(printer)
        if self.path.ending is Ending.THREW:
            thrown = (self.path.thrown or "").rpartition("/")[2].replace("$", ".")
            return f"throws {thrown}", "", writes
        made = self.state.attachments.get(RECEIVER)
        if self.path.entry.is_constructor and isinstance(made, int):
            returned = self._object(self.state.object(made), made, printer, _DEPTH)
        elif self.path.entry.returns == "V" or self.state.result is None:
            return "returns", "", writes
        else:
            returned = self.value(self.path.entry.returns, self.state.result, printer)
        return f"returns {returned}", returned, writes

    def written_places(self, printer: ConditionPrinter | _Collector) -> tuple[tuple[str, str], ...]:
        """The places of the inputs that have a new value, with that value."""
        return tuple((place, value) for _, place, value in self.writes_with_text(printer))

    def writes_with_text(self, printer: ConditionPrinter | _Collector) -> tuple[tuple[Write, str, str], ...]:
        """The writes to the inputs, each with the texts of its place and its value."""
        holders = Counter(each.holder for each in self.writes)
        distinct = {each.holder for each in self.writes if self.known is not UNKNOWN or holders[each.holder] == 1}
        return tuple(
            (each, place, value)
            for each in self.writes
            for place, value in [(self._place(each, printer), self._written(each, printer))]
            if place != value or not place or each.holder not in distinct
        )

    def _last(self, found: Sequence[Write]) -> tuple[Write, ...]:
        """The last write to each place; equal indexes of an array are represented by one."""
        kept: dict[tuple[str, str, Value | None], Write] = {}
        for each in found:
            index = each.index
            array = self._array_of(each.holder)
            if index is not None and array is not None:
                index = self.known.represent(array, index)
            key = (each.holder, each.field, index)
            kept.pop(key, None)
            kept[key] = replace(each, index=index)
        return tuple(kept.values())

    def _array_of(self, name: str) -> Term | None:
        node = self.shape.nodes.get(name)
        return node.build.elements if node is not None and isinstance(node.build, PrimitiveArrayInput) else None

    def _place(self, write: Write, printer: ConditionPrinter | _Collector) -> str:
        if write.static:
            return f"{'.'.join(outer_name(write.holder).parts)}.{write.field}"
        listed = list_of(write.holder)
        holder = printer.place(listed or write.holder)
        if "()[" in write.field:
            return printer.place(f"{write.holder}.{write.field}")
        if write.field:
            return f"{holder}.{write.field}"
        index = "…" if write.index is None else self._java(write.index, "I", printer)
        if listed is not None:
            return f"{holder}.get({index})"
        return holder if write.index is None else f"{holder}[{index}]"

    def _written(self, write: Write, printer: ConditionPrinter | _Collector) -> str:
        if write.value is None:
            return "…"
        if is_reference(write.descriptor):
            return self.value(write.descriptor, write.value, printer)
        if not self.predictor.decided_by_input(write.value):
            return _NOT_INPUT
        if write.field:
            return self.value(write.descriptor, write.value, printer)
        return self._shown(self._element(write.value, write.descriptor), write.descriptor, printer)

    def java_value(self, write: Write) -> Value | None:
        """The written value as a Java value, also for an element of an array."""
        if write.value is None or write.field or is_reference(write.descriptor):
            return write.value
        return self._element(write.value, write.descriptor)

    def _element(self, value: Value, descriptor: str) -> Value:
        """An element of an array as a Java value."""
        if descriptor == "Z":
            return bool_to_int(self.reader.bit(value))
        if not isinstance(value, Term):
            return int(value) & 0xFFFF if descriptor == "C" else value
        return sext(value, 32) if descriptor in "BS" else zext(value, 32) if descriptor == "C" else value

    def is_input(self, value: Value) -> bool:
        """True for an input reference, whose changes are described as writes; numbers count as inputs, too."""
        value = self.state.reference(value)
        return isinstance(value, Term) or value == 0 or value in self.objects

    def value(
        self, descriptor: str, value: Value | None, printer: ConditionPrinter | _Collector, depth: int = _DEPTH
    ) -> str:
        """The text of a value over the inputs; ``…`` if the path never read it."""
        if value is None:
            return "…"
        if not is_reference(descriptor):
            return self._java(value, descriptor, printer)
        value = self.state.reference(value)
        if isinstance(value, Term):
            return printer.java(value) if value.sort is REF else "…"
        if value == 0:
            return "null"
        name = self.objects.get(int(value))
        node = self.shape.nodes.get(name) if name is not None else None
        if node is not None and name is not None and not isinstance(node.build, EnumInput):
            return printer.place(name)
        return self._object(self.state.object(int(value)), int(value), printer, depth)

    def _java(self, value: Value, descriptor: str, printer: ConditionPrinter | _Collector) -> str:
        if not self.predictor.decided_by_input(value):
            return _NOT_INPUT
        return self._shown(value, descriptor, printer)

    def _shown(self, value: Value, descriptor: str, printer: ConditionPrinter | _Collector) -> str:
        value = self.minimiser.decided(self.reader.plain(value), self.condition)
        if not isinstance(value, Term):
            return primitive(descriptor, int(value) if isinstance(value, bool) else value, cast=False)
        return printer.java(int_to_bool(value) if descriptor == "Z" else value)

    def _object(self, obj: Obj, address: int, printer: ConditionPrinter | _Collector, depth: int) -> str:
        cls = obj.cls
        if isinstance(obj, TextObject):
            return self._text(obj)
        if cls.name in UNBOXED:
            return self.value(UNBOXED[cls.name], self.predictor.field(obj, "value"), printer, depth)
        if cls.is_enum or any(parent.name == _ENUM for parent in cls.supertypes):
            expected = self.predictor.object(address)
            return f"{_simple(expected.class_name)}.{expected.constant}" if isinstance(expected, EnumValue) else "…"
        if isinstance(obj.extra, Class):
            return f"{_simple(obj.extra.name)}.class"
        if cls.is_array:
            return self._array(obj, printer, depth)
        if not depth or cls.name.startswith("java/") or not 0 < len(obj.fields) <= _MOST_SHOWN:
            return f"an object of {_simple(cls.name)}"
        fields = obj.held()
        inside = ", ".join(
            f"{each.name}={self.value(each.descriptor, held, printer, depth - 1)}" for each, held in fields
        )
        return f"{_simple(cls.name)}({inside})"

    def _text(self, obj: TextObject) -> str:
        if obj.text.constant is not None:
            return string(obj.text.constant)
        found = self.predictor.text(obj.text)
        return "a string no input decides" if found is None else f"a string, here {string(found)}"

    def _array(self, obj: Obj, printer: ConditionPrinter | _Collector, depth: int) -> str:
        element = obj.cls.element
        assert element is not None
        length = obj.array_length
        name = element.simple_name
        if isinstance(length, Term) or length > _MOST_SHOWN or not depth:
            return f"an array of {self._java(length, 'I', printer)} {name}"
        if isinstance(obj, SymbolicArray):
            reads = [select(obj.elements, at) for at in range(int(length))]
            items = [self._element(each, element.descriptor) for each in reads]
        elif isinstance(obj, LazyArray):
            items = [obj.element_at(at, self.path.witness) or 0 for at in range(int(length))]
        else:
            items = list(obj.fields)
        inside = ", ".join(self.value(element.descriptor, each, printer, depth - 1) for each in items)
        return f"new {name}[] {{{inside}}}"


def constants_of(shape: InputShape, printer: ConditionPrinter) -> tuple[str, ...]:
    """The texts of the enum constants that the path decided."""
    found = (_decided_by_shape(node, printer) for node in shape.reachable() if isinstance(node.build, EnumInput))
    return tuple(each for each in found if each is not None)


def _decided_by_shape(node: Node, printer: ConditionPrinter) -> str | None:
    """The fact that the path decided about a place without a condition: ``light == Light.RED``, ``b == a``; None if
    there is none.
    """
    if node.unused:
        return None
    match node.build:
        case EnumInput(class_name=owner, constant=constant):
            return f"{printer.place(node.name)} == {_simple(owner)}.{constant}"
        case ConstantInput(owner=owner, name=constant) if node.name not in (f"{_simple(owner)}.{constant}",):
            return f"{printer.place(node.name)} == {_simple(owner)}.{constant}"
        case ClassLiteral(class_name=owner):
            return f"{printer.place(node.name)} == {_simple(owner)}.class"
        case Alias(of=other):
            return f"{printer.place(node.name)} == {printer.place(other)}"
    return None


def _simple(name: str) -> str:
    return ".".join(outer_name(name).parts)
