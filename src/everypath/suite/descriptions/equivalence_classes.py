"""The text of an equivalence class: its condition and its effect as Java over the inputs.

The text does not depend on the witness, except for a value that is no term over the inputs (the text of a string that
the path made). Such a value is marked as an example.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from everypath.classfile import is_reference
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
from everypath.inputs.shapes import SIZE, distinct_pairs, list_of
from everypath.library.runtime import printed
from everypath.solver import Solver
from everypath.state import Ending, class_constraint
from everypath.suite.descriptions.conditions import ConditionPrinter, ConditionTextCache, implied, readable
from everypath.suite.descriptions.effect_values import EffectValues, ValuePrinter, simple_java_name
from everypath.suite.descriptions.setup_calls import builds, named
from everypath.suite.descriptions.shown_values import ShownValue, ShownWrite
from everypath.suite.input_classes import InputClasses
from everypath.suite.prediction import Predictor, Write, input_symbols, writes
from everypath.suite.testcase import outer_name
from everypath.term import Term, Value, ge, is_null, not_, ref_var

__all__ = ["Described", "Description", "constants_of", "describe", "shown_value"]

_AND = " && "


@dataclass(frozen=True, slots=True)
class Described:
    """The texts of one equivalence class.

    ``result`` is ``returns x``, ``returns`` or ``throws X``; ``returned`` is the value alone. ``changes`` are places
    and their new values, in the order in which they hold, and what was printed. ``parts`` are the single conditions,
    ``decisions`` all conditions on which the path decided, in its order.
    """

    condition: str
    result: str
    changes: tuple[ShownWrite, ...] = ()
    returned: str = ""
    parts: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    structure: tuple[str, ...] = ()
    """The conditions that follow from the shape of the input: constants, and places with the same object."""
    builds: tuple[str, ...] = ()
    """The calls that built the inputs, over the names in the condition."""

    @property
    def writes(self) -> tuple[tuple[str, str], ...]:
        """The places of the ``changes``, each with the text of its value; what was printed, by the stream."""
        return tuple((each.place, each.text) for each in self.changes)

    @property
    def effect(self) -> str:
        """The whole effect on one line: ``returns a[j]; a[i] = a[j]; a[j] = a[i]``."""
        return "; ".join([self.result, *(each.statement for each in self.changes)])


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
        self.values = EffectValues(path, self.objects, self.reader, self.predictor, self.minimiser)
        self.condition = self._condition(more, solver)
        self.values.condition = self.condition

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

    def _result_and_writes(self, printer: ValuePrinter) -> tuple[str, str, tuple[ShownWrite, ...]]:
        self.values.begin()
        result, returned = self._result(printer)
        return result, returned, (*(each for _, each in self.shown_writes(printer)), *self._printed(printer))

    def _result(self, printer: ValuePrinter) -> tuple[str, str]:
        if self.path.ending is Ending.THREW:
            thrown = (self.path.thrown or "").rpartition("/")[2].replace("$", ".")
            return f"throws {thrown}", ""
        made = self.state.attachments.get(RECEIVER)
        if self.path.entry.is_constructor and isinstance(made, int):
            returned = self.values.object(made, printer).text
        elif self.path.entry.returns == "V" or self.state.result is None:
            return "returns", ""
        else:
            returned = self.values.value(self.path.entry.returns, self.state.result, printer).text
        return f"returns {returned}", returned

    def _printed(self, printer: ValuePrinter) -> Iterator[ShownWrite]:
        for each in printed(self.state):
            yield ShownWrite(each.stream, "output", self.values.printed(each, printer))

    def shown_writes(self, printer: ValuePrinter) -> tuple[tuple[Write, ShownWrite], ...]:
        """The writes to the inputs, each with the texts of its place and its value."""
        holders = Counter(each.holder for each in self.writes)
        distinct = {each.holder for each in self.writes if self.known is not UNKNOWN or holders[each.holder] == 1}
        return tuple(
            (each, ShownWrite(place, _kind(each), value))
            for each in self.writes
            for place, value in [(self._place(each, printer), self._written(each, printer))]
            if place != value.text or not place or each.holder not in distinct
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

    def _place(self, write: Write, printer: ValuePrinter) -> str:
        if write.static:
            return f"{'.'.join(outer_name(write.holder).parts)}.{write.field}"
        listed = list_of(write.holder)
        holder = printer.place(listed or write.holder)
        if "()[" in write.field:
            return printer.place(f"{write.holder}.{write.field}")
        if write.field:
            return f"{holder}.{write.field}"
        index = "…" if write.index is None else self.values.number(write.index, "I", printer).text
        if listed is not None:
            return f"{holder}.get({index})"
        return holder if write.index is None else f"{holder}[{index}]"

    def _written(self, write: Write, printer: ValuePrinter) -> ShownValue:
        if write.value is None:
            return ShownValue("…", "the array was replaced")
        if write.field or is_reference(write.descriptor):
            return self.values.value(write.descriptor, write.value, printer)
        return self.values.element_of(write.value, write.descriptor, printer)

    def java_value(self, write: Write) -> Value | None:
        """The written value as a Java value, also for an element of an array."""
        if write.value is None or write.field or is_reference(write.descriptor):
            return write.value
        return self.values.element(write.value, write.descriptor)

    def is_input(self, value: Value) -> bool:
        """True for an input reference, whose changes are described as writes; numbers count as inputs, too."""
        value = self.state.reference(value)
        return isinstance(value, Term) or value == 0 or value in self.objects


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
            return f"{printer.place(node.name)} == {simple_java_name(owner)}.{constant}"
        case ConstantInput(owner=owner, name=constant) if node.name not in (f"{simple_java_name(owner)}.{constant}",):
            return f"{printer.place(node.name)} == {simple_java_name(owner)}.{constant}"
        case ClassLiteral(class_name=owner):
            return f"{printer.place(node.name)} == {simple_java_name(owner)}.class"
        case Alias(of=other):
            return f"{printer.place(node.name)} == {printer.place(other)}"
    return None


def _kind(write: Write) -> str:
    if write.static:
        return "static"
    if "()[" in write.field:
        return "entry"
    if write.field.endswith("()"):
        return "size" if write.field == SIZE else "value"
    return "field" if write.field else "element"
