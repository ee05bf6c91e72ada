"""Applies the effect of a class of a lemma to a call: results, exceptions, writes and new objects.

The last state of the lemma's path (`everypath.explore.lemmas.lemmas`) is compared with its first state. In values, the
symbols are replaced by their values at the call. Addresses are replaced by those that the footprint maps them to.
Objects that the path made are made again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.explore.lemmas.footprints import Footprint, UnfitError
from everypath.explore.lemmas.lazy_heap import Access, HeapUnfolding, touches
from everypath.library.runtime import printed
from everypath.state import (
    INTERNED,
    NULL,
    CachedBox,
    Ending,
    Identity,
    LazyArray,
    Obj,
    StackTrace,
    State,
    SymbolicArray,
    TextObject,
    assume_distinct,
    log_read,
    log_write,
)
from everypath.term import Term, Value, substitute, variables
from everypath.vm.core import Rethrow
from everypath.vm.invocation import TRACE_DEPTH, places_of
from everypath.vm.observers import THROWER, THROWING_CALL, thrower_of, throwing_call_of

if TYPE_CHECKING:
    from everypath.program import Class, Field, Method
    from everypath.vm.interpreter import Machine

_PLAIN = (StackTrace, CachedBox, Identity)
"""Hidden parts of objects that can be transferred."""


class _Reader:
    """Maps the values of objects, by the declared types of fields and elements."""

    def value(self, descriptor: str, value: Value) -> Value:
        """The mapped value of a field, an element or a result."""
        if descriptor[0] in "L[":
            return self.reference(value)
        return self.number(value)

    def number(self, value: Value) -> Value:
        raise NotImplementedError

    def reference(self, value: Value) -> Value:
        raise NotImplementedError

    def content(self, obj: Obj, copy: Obj) -> None:
        """Map the contents of an object into ``copy``, which is of the same kind."""
        match obj:
            case TextObject():
                assert isinstance(copy, TextObject)
                copy.text = obj.text.map_terms(self.number)
            case SymbolicArray():
                assert isinstance(copy, SymbolicArray)
                copy.length = self.number(obj.length)
                elements = self.number(obj.elements)
                assert isinstance(elements, Term)
                copy.elements = elements
            case LazyArray():
                assert isinstance(copy, LazyArray)
                assert obj.cls.element is not None
                copy.length = self.number(obj.length)
                kind = obj.cls.element.descriptor
                copy.slots = {self.number(at): self.value(kind, each) for at, each in obj.slots.items()}
            case _ if obj.cls.element is not None:
                kind = obj.cls.element.descriptor
                copy.fields[:] = [self.value(kind, each) for each in obj.fields]
            case _:
                self._fields(obj, copy)

    def _fields(self, obj: Obj, copy: Obj) -> None:
        mine: list[Value | None] = obj.fields  # type: ignore[assignment]  # None: not materialised
        theirs: list[Value | None] = copy.fields  # type: ignore[assignment]  # likewise
        for each in obj.cls.instance_fields:
            if each.slot >= len(mine):
                break
            value = mine[each.slot]
            if value is not None:
                theirs[each.slot] = self.value(each.descriptor, value)


def changes(start: State, end: State) -> Iterator[tuple[int, Obj, Obj]]:
    """The objects of a footprint that a path changed: address, object before, object after."""
    for address in range(1, start.next_address):
        before, after = start.object(address), end.object(address)
        if before is not after:
            yield address, before, after


def unfolded(start: State, end: State) -> list[int]:
    """The addresses of the inputs that a path materialised."""
    return [address for address in sorted(end.refs) if address >= start.next_address]


def new_statics(start: State, end: State) -> Iterator[tuple[Field, Value | None]]:
    """The static fields that a path changed, with their new values."""
    for each, value in end.statics.items():
        if each not in start.statics or start.statics[each] is not value:
            yield each, value


# -- checking -----------------------------------------------------------------------------------------------------


def check_transfer(method: Method, start: State, end: State, symbols: frozenset[Term]) -> None:
    """Raise `UnfitError` unless the whole effect of a path of a lemma of ``method`` can be transferred."""
    _check_path(start, end)
    check = _Check(start, end, symbols)
    _check_statics(start, end, check)
    for _, before, after in changes(start, end):
        if before.extra is not after.extra or type(before) is not type(after):
            raise UnfitError("a hidden part that changes")
        check.content(after, after.copy(after.owner))
    for address in unfolded(start, end):
        after = end.object(address)
        check.content(after, after.copy(after.owner))
    if end.ending is Ending.THREW:
        check.reference(end.thrown)
    elif end.result is not None:
        check.value(method.returns, end.result)
    check.finish()


def _check_path(start: State, end: State) -> None:
    """Raise `UnfitError` if the path is not exact, rests on assumptions, or initialises a class of the target."""
    if end.reasons:
        raise UnfitError("a path that is not exact")
    if end.limits or end.allocations or end.monitors or end.unusable.keys() != start.unusable.keys():
        raise UnfitError("a path with assumptions")
    if printed(end) != printed(start):
        raise UnfitError("output")
    for cls in end.initialised:
        if cls not in start.initialised and cls.is_target and _has_initialiser(cls):
            raise UnfitError("a class that is initialised")


def _check_statics(start: State, end: State, check: _Check) -> None:
    """Raise `UnfitError` unless the new values of static fields can be transferred."""
    for each, value in new_statics(start, end):
        if each.owner.is_target or each.owner in start.initialised:
            if value is None:
                raise UnfitError("a static field")
            check.value(each.descriptor, value)
        elif not isinstance(value, int | float) or (each.descriptor[0] in "L[" and value > NULL):
            raise UnfitError("static state of the JDK")


def _has_initialiser(cls: Class) -> bool:
    """True if the initialisation of a class executes code, or assigns values to its static fields."""
    return cls.initializer is not None or any(each.is_static for each in cls.fields)


class _Check(_Reader):
    def __init__(self, start: State, end: State, symbols: frozenset[Term]) -> None:
        self.start = start
        self.end = end
        self.symbols = symbols
        self.seen: set[int] = set()
        self.waiting: list[int] = []

    def number(self, value: Value) -> Value:
        if isinstance(value, Term) and not variables(value) <= self.symbols:
            raise UnfitError("a symbol of the path's own")
        return value

    def reference(self, value: Value) -> Value:
        if isinstance(value, Term):
            return self.number(value)
        address = int(value)
        made = address >= self.start.next_address and address not in self.end.refs
        if made and address in self.end.heap and address not in self.seen:
            self.seen.add(address)
            self.waiting.append(address)
        return value

    def finish(self) -> None:
        """Check the objects that the path made."""
        while self.waiting:
            obj = self.end.object(self.waiting.pop())
            if obj.extra is not None and not isinstance(obj.extra, _PLAIN):
                raise UnfitError("an object with a hidden part")
            if isinstance(obj, LazyArray) and obj.origin > 0:
                raise UnfitError("a clone of an array of references")
            if isinstance(obj.extra, CachedBox):
                for value in (obj.extra.number, obj.extra.value):
                    if value is not None:
                        self.number(value)
            if isinstance(obj.extra, Identity) and obj.extra is not INTERNED:
                raise UnfitError("a string that may be another")
            self.content(obj, obj.copy(obj.owner))


# -- transfer ------------------------------------------------------------------------------------------------------


class Transfer(_Reader):
    """One application of one class. ``found`` is the footprint of the call, ``start`` and ``end`` are states of the
    lemma, and ``bindings`` maps the lemma's symbols to values at the call.
    """

    def __init__(
        self, machine: Machine, state: State, found: Footprint, start: State, end: State, bindings: dict[Term, Value]
    ) -> None:
        self.machine = machine
        self.state = state
        self.start = start
        self.end = end
        self.bindings = bindings
        self.addresses = {known: address for address, known in found.objects}
        self.unfolding = HeapUnfolding(machine, state, end, found.tokens, bindings, self.addresses)
        self.waiting: list[tuple[int, int]] = []

    def apply(self, method: Method) -> Value | None:
        """Apply the effect of the path; its result. Raises `Rethrow` if the path threw."""
        state, end = self.state, self.end
        self.unfolding.everything()
        for touch in touches(end, 0):
            self.touch(touch)
        for address in unfolded(self.start, end):
            self.content(end.object(address), state.writable(self.addresses[address]))
        for address, _, after in changes(self.start, end):
            self.content(after, state.writable(self.addresses[address]))
        for each, value in new_statics(self.start, end):
            if each.owner in self.start.initialised and value is not None:
                value = self.value(each.descriptor, value)
            state.statics[each] = value  # type: ignore[assignment]  # None: a field that is not read
        for cls, how in end.initialised.items():
            state.initialised.setdefault(cls, how)
        for number in end.covered:
            state.covered.setdefault(number)
        state.prepared |= end.prepared
        thrown = self.reference(end.thrown) if end.ending is Ending.THREW else NULL
        result = None
        if end.ending is not Ending.THREW and method.returns != "V":
            assert end.result is not None
            result = self.value(method.returns, end.result)
        while self.waiting:
            known, address = self.waiting.pop()
            self.content(end.object(known), state.heap[address])
        if thrown:
            thrower = thrower_of(end)
            if thrower is not None:
                state.attachments[THROWER] = thrower._replace(address=thrown)
            left = throwing_call_of(end)
            if left is not None:
                state.attachments[THROWING_CALL] = left._replace(address=thrown)
            raise Rethrow(int(thrown))
        return result

    def touch(self, touch: Access, time: int | None = None) -> None:
        """Log an access of the path to inputs that may be one object. This makes the alias queries before any effect
        is applied. ``time`` is the number of conditions before the access.
        """
        if touch.kind == "pair":
            left, right = (self.unfolding.reference(each) for each in touch.refs)
            assume_distinct(self.state, left, right, "identity of two inputs")
            return
        address = self.unfolding.address(touch.refs[0])
        if address in self.state.open:
            log = log_read if touch.kind == "read" else log_write
            log(self.state, address, touch.key, time)

    def number(self, value: Value) -> Value:
        """The number with the values at the call for its symbols."""
        return substitute(value, self.bindings)

    def reference(self, value: Value) -> Value:
        """A reference at the call; an object that the path made is made again."""
        if isinstance(value, Term):
            actual = substitute(value, self.bindings)
            return self.state.reference(actual)
        known = int(value)
        if known <= NULL:
            return known
        address = self.addresses.get(known)
        return address if address is not None else self._made(known)

    def _made(self, known: int) -> int:
        """Make an object that the path made again; its address."""
        obj, state = self.end.object(known), self.state
        if isinstance(obj, TextObject) and obj.extra is INTERNED and obj.text.constant is not None:
            address = self.machine.intern(state, obj.text.constant)
            self.addresses[known] = address
            return address
        copy = obj.copy(state.token)
        copy.extra = self._hidden(obj.extra)
        address = self.addresses[known] = state.allocate(copy)
        self.waiting.append((known, address))
        return address

    def _hidden(self, extra: object) -> object:
        if isinstance(extra, StackTrace):
            below = places_of(self.state.frames)
            return replace(extra, places=(*extra.places, *below)[:TRACE_DEPTH])
        if isinstance(extra, CachedBox):
            value = None if extra.value is None else self.number(extra.value)
            return replace(extra, number=self.number(extra.number), value=value)
        return extra


__all__ = ["Transfer", "changes", "check_transfer"]
