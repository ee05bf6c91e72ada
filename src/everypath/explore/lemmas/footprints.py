"""Footprints of calls: the arguments and the objects reachable from them, as a shape with symbols for values.

Two calls whose footprints have the same shape share a lemma (`everypath.explore.lemmas.lemmas`). Their objects have the
same classes, links, and lengths if these are known. Symbols stand for numbers, for the contents of arrays of
primitives, and for references that are not materialised. The lemma is stated over these symbols.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import dataclass, field, replace
from everypath.explore.lemmas.lazy_heap import below, opening
from everypath.inputs import FieldsInput, InputShape, shape_of
from everypath.inputs.shapes import SHAPE, name_of
from everypath.state import BOOT, INTERNED, NULL, Identity, LazyArray, Obj, State, SymbolicArray, TextObject
from everypath.term import (
    BV32,
    REF,
    Term,
    Value,
    ge,
    int_to_bool,
    is_null,
    not_,
    primitive_symbol,
    ref_var,
    trunc,
    var,
    variables,
)

if TYPE_CHECKING:
    from everypath.inputs import Node
    from everypath.program import Method
    from everypath.state.text import Text
    from everypath.vm.interpreter import Machine

MOST_OBJECTS = 64
"""A call that can reach more objects than this is inlined."""

MOST_VALUES = 256
"""A call with more values in these objects is inlined, too."""

Key: TypeAlias = tuple[object, ...]


class UnfitError(Exception):
    """Lemmas cannot represent the objects or effects of a call; the message says why."""


@dataclass
class Footprint:
    """The part of the heap that one call can reach, in a state of its own, in which the lemma is explored.

    ``key`` is the shape. ``symbols`` are the symbols in ``arguments`` and the objects below them, ``actual`` their
    values at the call, in the same order. ``objects`` pairs the addresses of objects at the call and in the shape.
    """

    key: Key
    arguments: list[Value]
    symbols: list[Term]
    actual: list[Value]
    objects: list[tuple[int, int]]
    kept: frozenset[Term]
    """Symbols of the caller that the shape contains."""
    start: State
    tokens: dict[Term, Term]
    """The references at the call, by the references of inputs in the shape."""

    @property
    def names(self) -> dict[str, str]:
        """The places at the call of the references that the lemma may materialise, by their places in the shape."""
        return {name: name_of(self.tokens[ref_var(name)]) for name in shape_of(self.start).nodes}

    def place(self, ref: Term) -> str:
        """The place at the call for a reference of the lemma."""
        held = self.tokens.get(ref)
        if held is not None:
            return name_of(held)
        name = name_of(ref)
        base = next(each for each in shape_of(self.start).nodes if below(name, each))
        return self.names[base] + name[len(base) :]

    def bindings(self) -> dict[Term, Value]:
        """The value at the call for each symbol."""
        return dict(zip(self.symbols, self.actual, strict=True))

    def atoms(self) -> frozenset[Term]:
        """All symbols that a lemma on this shape may contain."""
        nulls = (is_null(each) for each in self.symbols if each.sort is REF)
        return frozenset((*self.symbols, *self.kept, *(each for each in nulls if isinstance(each, Term))))


def footprint(
    machine: Machine, state: State, method: Method, arguments: Sequence[Value], *, general: bool = True
) -> Footprint:
    """The footprint of a call. ``general``: symbols stand for known numbers, too. Raises `UnfitError`."""
    return _Capture(machine, state, general).run(method, arguments)


@dataclass
class _Capture:
    machine: Machine
    state: State
    general: bool
    key: list[object] = field(default_factory=list)
    symbols: list[Term] = field(default_factory=list)
    actual: list[Value] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    """The addresses of the shape's objects by those at the call."""
    kept: set[Term] = field(default_factory=set)
    references: dict[Term, Term] = field(default_factory=dict)
    waiting: list[tuple[int, int]] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    nodes: dict[str, Node] = field(default_factory=dict)
    tokens: dict[Term, Term] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.start = self.machine.new_state()

    def run(self, method: Method, arguments: Sequence[Value]) -> Footprint:
        declared = method.parameters if method.is_static else (method.owner.descriptor, *method.parameters)
        given = [self.value(kind, each) for kind, each in zip(declared, arguments, strict=True)]
        while self.waiting:
            self._fill(*self.waiting.pop())
        self._statics()
        self._identities()
        if self.nodes:
            self.start.attachments[SHAPE] = InputShape(nodes=self.nodes)
        return Footprint(
            tuple(self.key),
            given,
            self.symbols,
            self.actual,
            list(self.numbers.items()),
            frozenset(self.kept),
            self.start,
            self.tokens,
        )

    # -- values -------------------------------------------------------------------------------------------------

    def value(self, descriptor: str, value: Value | None) -> Value:
        """The value in the shape for a value at the call."""
        if descriptor[0] not in "L[":
            assert value is not None
            return self._primitive(descriptor, value)
        value = self.state.reference(value) if isinstance(value, Term) else value
        if isinstance(value, Term):
            return self._undecided(value)
        assert isinstance(value, int)
        if value <= NULL:
            if value < NULL and value in self.state.heap and self.state.heap[value].owner is not BOOT:
                raise UnfitError("an object of the JDK's static state that was changed")
            self.key.append(value)
            return value
        return self._object(value)

    def _symbol(self, symbol: Term, actual: Value) -> None:
        if len(self.symbols) >= MOST_VALUES:
            raise UnfitError("too many values")
        self.symbols.append(symbol)
        self.actual.append(actual)

    def _primitive(self, descriptor: str, value: Value) -> Value:
        """The symbol for a number; a known number stays as it is unless the footprint is ``general``."""
        if not self.general and not isinstance(value, Term):
            self.key.append(repr(value))
            return value
        name = f"lemma.{len(self.symbols)}"
        made = primitive_symbol(name, descriptor)
        assert isinstance(made, Term)
        self.key.append(descriptor)
        match descriptor:
            case "Z":
                value = int_to_bool(value)
            case "B":
                value = trunc(value, 8)
            case "C" | "S":
                value = trunc(value, 16)
        self._symbol(_symbol_in(made), value)
        return made

    def _undecided(self, ref: Term) -> Term:
        """The reference in the shape for one that is not materialised: one for each, wherever it occurs."""
        if ref.op != "var":
            raise UnfitError("the class of an input")
        known = self.references.get(ref)
        if known is None:
            known = self.references[ref] = ref_var(f"lemma.{len(self.symbols)}")
            self._symbol(known, ref)
            self.key.append("?")
            self._opens(ref, known)
        else:
            self.key.append(self.symbols.index(known))
        return known

    def _opens(self, ref: Term, token: Term) -> None:
        """Add to the shape which objects may be behind a reference, if the lemma may materialise it."""
        self.tokens[token] = ref
        node = opening(self.machine, self.state, ref)
        if node is None:
            return
        node = replace(node, name=name_of(token))
        if isinstance(node.build, FieldsInput):
            node = replace(node, build=replace(node.build, fields=(), creator=None))
        elif ref in self.state.types:
            self.start.types[token] = self.state.types[ref]
        self.nodes[node.name] = node
        self.key.append((node, self.start.types.get(token)))
        if node.non_null:
            null = is_null(token)
            assert isinstance(null, Term)
            self.start.witness = self.start.witness.with_({null: False})
            self.start.assume(not_(null))

    # -- objects ------------------------------------------------------------------------------------------------

    def _object(self, address: int) -> int:
        known = self.numbers.get(address)
        if known is None:
            if len(self.numbers) >= MOST_OBJECTS:
                raise UnfitError("too many objects")
            known = self._new(address)
            self.numbers[address] = known
            self.waiting.append((address, known))
        self.key.append(known)
        return known

    def _new(self, address: int) -> int:
        """A new object of the shape; its contents are filled in later."""
        obj = self.state.object(address)
        copy = obj.copy(self.start.token)
        self.key.append((obj.cls, type(obj).__name__))
        if obj.extra is INTERNED and isinstance(obj, TextObject) and obj.text.constant is not None:
            known = self.start.allocate(copy)
            self.start.interned[obj.text.constant] = known
        elif address in self.state.open:
            token = ref_var(f"lemma.input.{len(self.numbers)}")
            known = self.start.add_input(token, copy)
            self._class_of(address, token)
            self.tokens[token] = self.state.refs[address]
            if any(each is None for each in self._slots(obj)):
                self._opens(self.state.refs[address], token)
        else:
            known = self.start.allocate(copy)
        if obj.extra is not None:
            self.key.append(_Same(obj.extra))
        if address in self.state.monitors:
            raise UnfitError("a monitor that is held")
        return known

    def _class_of(self, address: int, token: Term) -> None:
        bits = self.state.types.get(self.state.refs[address])
        if bits is not None:
            self.start.types[token] = bits
            self.key.append(bits)

    def _fill(self, address: int, known: int) -> None:
        obj = self.state.object(address)
        copy = self.start.object(known)
        match obj:
            case TextObject():
                self._text(obj)
            case SymbolicArray():
                assert isinstance(copy, SymbolicArray)
                copy.length = self._length(obj.length)
                elements = var(f"lemma.{len(self.symbols)}", obj.elements.sort)
                self._symbol(elements, obj.elements)
                copy.elements = elements
            case LazyArray():
                assert isinstance(copy, LazyArray)
                self._lazy(address, obj, copy)
            case _ if obj.cls.element is not None:
                kind = obj.cls.element.descriptor
                self.key.append(len(obj.fields))
                copy.fields[:] = [self.value(kind, each) for each in obj.fields]
            case _:
                self._fields(obj, copy)

    def _text(self, obj: TextObject) -> None:
        """Add a text to the key: only the same text has the same shape."""
        self.key.append(obj.text.constant if obj.text.constant is not None else _Same(obj.text))
        number = obj.extra.number if isinstance(obj.extra, Identity) else 0
        for value in (*obj.text.values(), number):
            if isinstance(value, Term):
                self.kept |= variables(value)

    @staticmethod
    def _slots(obj: Obj) -> list[Value | None]:
        """The values of the fields of an object; None for fields that are not materialised."""
        if obj.cls.element is not None:
            return []
        held: list[Value | None] = list(obj.fields)
        return [*held, *[None] * (len(obj.cls.instance_fields) - len(held))]

    def _fields(self, obj: Obj, copy: Obj) -> None:
        slots: list[Value | None] = list(obj.fields)
        made: list[Value | None] = copy.fields  # type: ignore[assignment]  # None: not materialised
        for each in obj.cls.instance_fields:
            if each.slot >= len(slots) or slots[each.slot] is None:
                self.key.append(None)
                continue
            made[each.slot] = self.value(each.descriptor, slots[each.slot])

    def _length(self, length: Value) -> Value:
        if not isinstance(length, Term):
            self.key.append(length)
            return length
        symbol = var(f"lemma.{len(self.symbols)}", BV32)
        self.key.append("length")
        self._symbol(symbol, length)
        self.start.lengths += (symbol,)
        domain = ge(symbol, 0)
        assert isinstance(domain, Term)
        self.start.assume(domain)
        return symbol

    def _lazy(self, address: int, obj: LazyArray, copy: LazyArray) -> None:
        assert obj.cls.element is not None
        if obj.origin > 0 and obj.origin not in self.numbers:
            raise UnfitError("a clone of an array of references")
        copy.origin = self.numbers[obj.origin] if obj.origin > 0 else obj.origin
        copy.length = self._length(obj.length)
        if any(isinstance(index, Term) for index in obj.slots):
            raise UnfitError("an array with elements at symbolic indexes")
        bits = self.state.types.get(self.state.refs[address], 0) if address in self.state.refs else 0
        if bits & (bits - 1):
            raise UnfitError("an array whose class is open")
        slots = sorted((int(index), each) for index, each in obj.slots.items() if not isinstance(index, Term))
        self.key.extend((copy.origin, tuple(index for index, _ in slots)))
        kind = obj.cls.element.descriptor
        copy.slots = {index: self.value(kind, each) for index, each in slots}

    # -- static fields and identities ---------------------------------------------------------------------------

    def _statics(self) -> None:
        """Copy constants, and static fields that hold an object of the shape. Other static fields cannot be read."""
        start, caller = self.start, self.state
        start.initialised = dict(caller.initialised)
        self.key.append(frozenset(each for each in caller.initialised.items() if each[0].is_target))
        start.class_objects = dict(caller.class_objects)
        start.unusable = dict(caller.unusable)
        held: set[int] = set()
        for each, value in caller.statics.items():
            constant = bool(each.access & 0x10) and not isinstance(value, Term) and value is not None
            reference = each.descriptor[0] in "L["
            if reference and isinstance(value, int) and value > NULL:
                held.add(value)
                constant = value in self.numbers
                if constant:
                    self.key.append((each, self.numbers[value]))
            shown = self.numbers.get(value, value) if reference and isinstance(value, int) else value
            start.statics[each] = shown if constant else None  # type: ignore[assignment]  # None: not to be read
        if held and not self.numbers.keys().isdisjoint(_reachable(caller, held) - held):
            raise UnfitError("an object below a static field")

    def _identities(self) -> None:
        """Make the inputs among the objects at the call inputs in the shape, since two of them may be one object."""
        for ref, address in self.state.decided.items():
            known = self.numbers.get(address)
            if known is not None and known not in self.start.refs and ref.op == "var":
                token = ref_var(f"lemma.input.at.{known}")
                self.start.decided[token] = known
                self.tokens[token] = ref
                self.key.append(("input", known))


@dataclass(frozen=True)
class _Same:
    """Equal only to an instance that holds the identical object."""

    thing: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.thing is self.thing

    def __hash__(self) -> int:
        return id(self.thing)


def _symbol_in(made: Term) -> Term:
    """The symbol inside a widened one."""
    while made.op != "var":
        inner = next(each for each in made.args if isinstance(each, Term))
        made = inner
    return made


def _reachable(state: State, begin: set[int]) -> set[int]:
    """The addresses of objects reachable from others, these included."""
    seen: set[int] = set()
    waiting = list(begin)
    while waiting:
        address = waiting.pop()
        if address in seen or address not in state.heap:
            continue
        seen.add(address)
        obj = state.heap[address]
        if isinstance(obj, LazyArray):
            waiting += [each for each in obj.slots.values() if isinstance(each, int) and each > NULL]
        elif obj.cls.element is not None:
            if obj.cls.element.descriptor[0] in "L[":
                waiting += [each for each in obj.fields if isinstance(each, int) and each > NULL]
        else:
            for one, value in obj.held():
                if one.descriptor[0] in "L[" and isinstance(value, int) and value > NULL:
                    waiting.append(value)
    return seen


__all__ = ["Footprint", "UnfitError", "footprint"]
