"""What the methods of a class do to its objects: each is explored once, on an object whose fields are free.

A `Change` is one equivalence class of one method: its condition over the fields and the method's own arguments, and
what the fields hold afterwards. Fields are known by *symbols*: a number by its value, a reference by whether it is
null, arrays and strings by their length, arrays of primitives by their elements, too, constants of enums by their
ordinal. What lies deeper is not told: a change forgets it, so what changes allow may be more than what calls do, never
less.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from everypath.errors import EverypathError
from everypath.explore.fields import THIS, is_long, name_of, ordinal_symbol, renamed, symbols_of, with_name
from everypath.explore.invariants import infer
from everypath.explore.writers import is_guarded, writers
from everypath.inputs.lazy import RECEIVER, SymbolicInputs
from everypath.inputs.options import InputOptions
from everypath.inputs.places import field_place
from everypath.inputs.shape import Alias, EnumInput
from everypath.inputs.symbols import decided_shape
from everypath.solver import Limits, Solver
from everypath.state import NULL, Ending, LazyArray, Obj, Place, State, SymbolicArray, TextObject
from everypath.term import (
    BOOL,
    BV8,
    BV16,
    BV32,
    Term,
    Value,
    conj,
    disj,
    eq,
    ge,
    int_to_bool,
    is_null,
    le,
    not_,
    ref_var,
    substitute,
    trunc,
    var,
    variables,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from everypath.explore.path import Exploration, Path
    from everypath.inputs.creators import Api
    from everypath.program import Class, Field, Method
    from everypath.term import Model
    from everypath.vm.machine import Machine

    Explore = Callable[[Method, SymbolicInputs, Solver], Exploration]

Symbols: TypeAlias = "Mapping[Field, tuple[Term, ...]]"

LONGEST = (1 << 31) - 3
"""No array of HotSpot has more elements."""

MOST_TOGETHER = 4
"""So many conditions of one effect are kept beside each other."""

MOST_METHODS = 16
"""Methods of one class that are explored for what they change."""


@dataclass(frozen=True, eq=False)
class Change:
    """One equivalence class of a method, or of what creates an object.

    ``conditions`` are over the symbols of the fields before, and any other symbols, which are the method's own. What
    says nothing of the fields is left out: ``aside`` has values for it.
    ``after`` maps symbols of fields to what they are afterwards, None where that is not known; those that are missing
    stay as they were. ``detail``, ``place`` and ``covered`` tell how the path ended and what it entered.
    """

    method: Method
    conditions: tuple[Term, ...]
    after: Mapping[Term, Value | None]
    ending: Ending
    detail: str
    place: Place | None
    covered: frozenset[int]
    aside: Model
    made: bool = False
    """Whether the object is one that the method made: there was none before."""

    @property
    def returned(self) -> bool:
        """Whether the call comes back: what throws sets no object up."""
        return self.ending is Ending.RETURNED


@dataclass(frozen=True)
class Behaviour:
    """All changes that a method makes of its object, or of the one that it creates, and what it does to ``others`` of
    that class.
    """

    changes: tuple[Change, ...]
    others: tuple[Change, ...]


@dataclass(frozen=True)
class ClassBehaviour:
    """How objects of a class come into being and change: by ``creators`` and ``mutators`` that a test may call.

    ``invariants``, over the symbols of the fields, hold after each of the changes that are known.
    """

    creators: tuple[Change, ...]
    mutators: tuple[Change, ...]
    invariants: tuple[Term, ...]


class Behaviours:
    """The behaviours of methods of one program, each explored when it is first asked for.

    What they come to depends on the methods alone, so whatever asks first finds the same.
    """

    def __init__(self, machine: Machine, explore: Explore) -> None:
        self._machine = machine
        self._explore = explore
        self._known: dict[tuple[Method, Class], Behaviour | None] = {}
        self._classes: dict[Class, ClassBehaviour] = {}

    def of(self, method: Method, cls: Class, package: str) -> Behaviour | None:
        """What a method of a class, or a factory, does to the objects of that class for callers in a package; None
        where it cannot be explored.
        """
        key = method, cls
        if key not in self._known:
            self._known[key] = None  # where exploring it leads back to it
            self._known[key] = self._explored(method, cls, package)
        return self._known[key]

    def of_class(self, cls: Class, api: Api) -> ClassBehaviour:
        """How the objects of a class come into being and change through its API."""
        if cls not in self._classes:
            self._classes[cls] = self._together(cls, api)
        return self._classes[cls]

    def _together(self, cls: Class, api: Api) -> ClassBehaviour:
        program, package = self._machine.program, api.package
        creators = api.creators(cls)
        methods = writers(program, api, cls)
        found = [self.of(each, cls, package) for each in (*creators, *methods[:MOST_METHODS])]
        known = [each for each in found if each is not None]
        changes = [change for each in known for change in (*each.changes, *each.others)]
        main = [change for each in known for change in each.changes if change.returned]
        kept = {of: known for of, known in symbols_of(cls).items() if is_guarded(of)}
        solver = Solver(Limits(timeout=1.0, work=0.1))
        try:
            invariants = infer(kept, changes, solver)
        finally:
            solver.close()
        return ClassBehaviour(
            tuple(change for change in main if change.made),
            tuple(change for change in main if not change.made and change.after),
            invariants,
        )

    def _explored(self, method: Method, cls: Class, package: str) -> Behaviour | None:
        options = InputOptions(package, forced_states=True, free=cls.name)
        inputs = SymbolicInputs(self._machine.program, method, options)
        solver = Solver(Limits())
        try:
            result = self._explore(method, inputs, solver)
        except EverypathError:
            return None
        finally:
            solver.close()
        if result.skipped is not None or result.failures:
            return None
        symbols = symbols_of(cls)
        changes = [change for path in result.paths for change in _changes(path, cls, symbols)]
        others = [change for path in result.paths for change in _others(path, cls, symbols)]
        return Behaviour(tuple(_merged(changes)), tuple(_merged(others)))


def _merged(changes: Iterable[Change]) -> Iterator[Change]:
    """The changes, those with one effect as one: paths are told apart by more than fields, as by single indexes.

    Of a few, one of the conditions holds; of many, what they have in common.
    """
    alike: dict[Hashable, list[Change]] = {}
    for each in changes:
        effect = frozenset(each.after.items())
        alike.setdefault((each.ending, each.detail, each.place, each.covered, effect, each.made), []).append(each)
    for first, *others in alike.values():
        if others:
            common = [each for each in first.conditions if all(each in other.conditions for other in others)]
            rests = (conj(*(each for each in one.conditions if each not in common)) for one in (first, *others))
            either = disj(*rests) if len(others) < MOST_TOGETHER else True
            yield replace(first, conditions=(*common, *((either,) if isinstance(either, Term) else ())))
        else:
            yield first


def _changes(path: Path, cls: Class, symbols: Symbols) -> Iterator[Change]:
    """What a path did to its object, or to the one that it created."""
    address = _object_of(path)
    if path.ending not in (Ending.RETURNED, Ending.THREW) or path.reasons or path.uncertain or address is None:
        return
    made = path.entry.is_constructor or path.entry.is_static
    if not (made and path.ending is Ending.THREW):
        yield _change(path, cls, address, symbols, made=made)


def _others(path: Path, cls: Class, symbols: Symbols) -> Iterator[Change]:
    """What a path did to further objects of the class: those it made, and those it was given."""
    state = path.state
    for address, obj in sorted(state.heap.items()):
        if obj.cls is not cls or address == _object_of(path):
            continue
        place = state.refs.get(address)
        change = _change(path, cls, address, symbols, made=place is None, place=name_of(place) if place else THIS)
        if place is None or change.after:
            yield change if place is None else _moved(change, symbols, name_of(place))


def _moved(change: Change, symbols: Symbols, place: str) -> Change:
    """A change of the object at another place, as one of the object at ``this``."""
    renaming: dict[Term, Value] = {}
    after: dict[Term, Value | None] = {}
    for known in symbols.values():
        for each in known:
            there = with_name(each, place + name_of(each)[len(THIS) :])
            renaming |= {each: renamed(each, "own:"), there: each}
    for symbol, value in change.after.items():
        after[symbol] = None if value is None else substitute(value, renaming)
    conditions = (substitute(each, renaming) for each in change.conditions)
    return replace(change, conditions=tuple(each for each in conditions if isinstance(each, Term)), after=after)


def _change(path: Path, cls: Class, address: int, symbols: Symbols, *, made: bool, place: str = THIS) -> Change:
    after: dict[Term, Value | None] = {}
    for of, known in symbols.items():
        there = known if place == THIS else tuple(with_name(s, place + name_of(s)[len(THIS) :]) for s in known)
        now = _now(path.state, path.state.object(address), of, there, made=made)
        after |= {symbol: value for symbol, old, value in zip(known, there, now, strict=True) if value is not old}
    conditions = (*_plain(path.constraints), *_chosen(path, cls), *_lengths(symbols, after))
    own = {each for known in symbols.values() for each in known}
    telling, others = _apart(conditions, own, after)
    aside = path.witness.restricted(others)
    detail = path.state.detail
    return Change(path.entry, telling, after, path.ending, detail, path.place, path.covered, aside, made)


def _apart(
    conditions: Iterable[Term], own: Set[Term], after: Mapping[Term, Value | None]
) -> tuple[tuple[Term, ...], Set[Term]]:
    """The conditions that have to do with fields, before or after, and the symbols of the others."""
    reached = set(own)
    for value in after.values():
        reached |= variables(value) if value is not None else set()
    left = list(dict.fromkeys(conditions))
    telling: set[Term] = set()
    grown = True
    while grown:
        near = [each for each in left if each not in telling and not reached.isdisjoint(variables(each))]
        grown = bool(near)
        telling.update(near)
        reached.update(symbol for each in near for symbol in variables(each))
    others = {symbol for each in left if each not in telling for symbol in variables(each)}
    return tuple(each for each in left if each in telling), others


def _lengths(symbols: Symbols, after: Mapping[Term, Value | None]) -> Iterator[Term]:
    """How long arrays and strings may be before and after a change: the JVM makes no longer ones."""
    for of, known in symbols.items():
        for each in known[1:2] if is_long(of) else ():
            for length in (each, after.get(each, each)):
                fits = conj(ge(length, 0), le(length, LONGEST)) if length is not None else True
                if isinstance(fits, Term):
                    yield fits


def _object_of(path: Path) -> int | None:
    """The address of the object that the path changed or made; None: there is none."""
    state = path.state
    if path.entry.is_constructor:
        made = state.attachments.get(RECEIVER)
    elif path.entry.is_static:
        made = state.reference(path.returned) if path.returned is not None else None
    else:
        made = state.decided.get(ref_var(THIS))
    return made if isinstance(made, int) and made != NULL else None


def _now(state: State, obj: Obj, of: Field, known: tuple[Term, ...], *, made: bool) -> tuple[Value | None, ...]:
    """What the symbols of a field are in the end: themselves where nobody looked; what was made and never looked at is
    not known.
    """
    now = next((value for field, value in obj.held() if field is of), None)
    if now is None:
        return tuple(None for _ in known) if made else known
    return (_raw(known[0], now),) if of.descriptor[0] not in "L[" else _reference(state, now, known)


def _raw(symbol: Term, value: Value) -> Value:
    """A value of the machine as the symbol of a field holds it."""
    if symbol.sort is BOOL:
        return int_to_bool(value)
    if symbol.sort is BV8:
        return trunc(value, 8)
    return trunc(value, 16) if symbol.sort is BV16 else value


def _reference(state: State, now: Value, known: tuple[Term, ...]) -> tuple[Value | None, ...]:
    reference = state.reference(now)
    if isinstance(reference, Term):
        if is_null(reference) is known[0]:
            return known
        return (is_null(reference), *(None for _ in known[1:]))
    if reference == NULL:
        return (True, *(None for _ in known[1:]))
    obj = state.object(int(reference))
    if isinstance(obj, TextObject):
        details: tuple[Value | None, ...] = (obj.text.length,)
    elif isinstance(obj, SymbolicArray):
        details = (obj.length, obj.elements)
    elif isinstance(obj, LazyArray) or obj.cls.element is not None:
        details = (obj.array_length, None)
    else:
        details = (_ordinal(obj),)
    origin = state.refs.get(int(reference))
    null = known[0] if origin is not None and is_null(origin) is known[0] else False
    return (null, *(*details, None, None)[: len(known) - 1])


def _ordinal(obj: Obj) -> Value | None:
    """The ordinal of a constant of an enum; None for other objects."""
    for field, value in obj.held():
        if (field.owner.name, field.name) == ("java/lang/Enum", "ordinal"):
            return value
    return None


def _plain(conditions: tuple[Term, ...]) -> Iterator[Term]:
    """The conditions that say nothing of classes or of which object a reference is."""
    for each in conditions:
        if all(symbol.op == "var" or symbol.op == "is_null" for symbol in variables(each)):
            yield each


def _chosen(path: Path, cls: Class) -> Iterator[Term]:
    """What choices of inputs say of fields: the constant of an enum, and fields that hold one array."""
    nodes = decided_shape(path.state).nodes
    for of in cls.instance_fields:
        name = field_place(THIS, cls, of)
        node = nodes.get(name)
        address = path.state.decided.get(ref_var(name))
        if node is None:
            continue
        found: Value = True
        if isinstance(node.build, EnumInput) and address:
            ordinal = _ordinal(path.state.object(address))
            found = eq(ordinal_symbol(name), ordinal) if ordinal is not None else True
        elif isinstance(node.build, Alias) and of.descriptor[0] == "[":
            found = eq(var(f"{name}.length", BV32), var(f"{node.build.of}.length", BV32))
        if isinstance(found, Term):
            yield found
        if address:
            null = not_(is_null(ref_var(name)))
            if isinstance(null, Term):
                yield null
