"""Summarises the methods of a class. Each method is explored once, on an object whose fields are free.

A `SummaryCase` is one equivalence class of one method: its condition over the fields and the method's own arguments,
and the values of the fields after the call. *Symbols* stand for fields: the value of a number, whether a reference is
null, the length of an array or string, the elements of an array of primitives, the ordinal of an enum constant.
Anything deeper is unknown in a summary. So summaries may allow more than calls do, but never less.
"""

from __future__ import annotations

import math
import traceback
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from everypath.dataclass import replace
from everypath.errors import BridgeError, EngineError, TargetError, UnsupportedError
from everypath.explore.behaviours.change import ClassSummary, MethodSummary, SummaryCase, Symbols
from everypath.explore.behaviours.encapsulation import Encapsulation, encapsulation_of
from everypath.explore.behaviours.field_symbols import (
    THIS,
    is_long,
    name_of,
    ordinal_symbol,
    renamed,
    symbols_of,
    with_name,
)
from everypath.explore.behaviours.field_values import ordinal_of, value_of
from everypath.explore.behaviours.invariants import infer
from everypath.explore.behaviours.writers import is_guarded, writers
from everypath.explore.limits import WHOLE, RoundLimits
from everypath.explore.paths import Failure
from everypath.inputs.lazy import RECEIVER, InputOptions, SymbolicInputs
from everypath.inputs.places import field_path
from everypath.inputs.shapes import Alias, EnumInput, decided_shape
from everypath.library.models import has_unseen_effects
from everypath.solver import Limits, Solver, StoredAnswers
from everypath.state import NULL, Ending, LazyArray, Obj, State, SymbolicArray
from everypath.term import (
    BV32,
    Term,
    Value,
    conj,
    disj,
    eq,
    ge,
    is_null,
    le,
    not_,
    ref_var,
    substitute,
    var,
    variables,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from everypath.explore.paths import Exploration, Path
    from everypath.inputs.construction import Api
    from everypath.program import Class, Field, Method, Program
    from everypath.vm.interpreter import Machine

    BeginExploration = Callable[[Method, SymbolicInputs, Solver], "MethodExploration"]


LONGEST_ARRAY = (1 << 31) - 3
"""The most elements that an array of HotSpot can have."""

MOST_TOGETHER = 4
"""If more cases than this have one effect, their merged case keeps only their common conditions."""

MOST_METHODS = 16
"""The most methods of one class that are explored for their changes."""


class MeteredState(Protocol):
    """The state of an exploration that counts its work."""

    def work(self) -> float:
        """All work so far, in seconds of effort."""


class MethodExploration(Protocol):
    """An exploration of one method that was begun and can be run round by round."""

    @property
    def session(self) -> MeteredState:
        """The state of the exploration, which counts its work."""

    def run(self, seconds: float | None = None, *, round_limits: RoundLimits = WHOLE) -> Exploration:
        """Explore for one round: the result of all rounds so far."""


OVER = object()

UNEXPLORED = (TargetError, UnsupportedError)
"""The errors after which a method counts as one that cannot be explored."""

ROUND, ROUNDS = 0.4, 5
"""The effort of one round of exploring one method, in seconds, and the most rounds."""


def _unlimited() -> float:
    return math.inf


class ClassSummaries:
    """The behaviours of methods of one program, each explored when it is first asked for.

    A summary depends only on the method, not on the first caller. A caller with little time explores methods round by
    round (`explore_rounds`, `explore_class_rounds`) before it calls `of`; it continues an exploration that another
    caller began.

    With ``with_held``, the fields of target objects that the fields hold are free, too.
    """

    def __init__(self, machine: Machine, begin: BeginExploration, *, with_held: bool = False) -> None:
        self._machine = machine
        self._with_held = with_held
        self._begin = begin
        self._failures: list[Failure] = []
        self._known: dict[tuple[Method, Class], MethodSummary | None] = {}
        self._running: dict[tuple[Method, Class], Iterator[object]] = {}
        self._classes: dict[Class, ClassSummary] = {}
        self._class_invariants: dict[Class, tuple[Term, ...]] = {}
        self._whole: dict[Class, tuple[SummaryCase, ...] | None] = {}
        self.effort = 0.0
        """The work of all explorations of methods so far, in seconds of effort."""
        self._seconds_left: Callable[[], float] = _unlimited

    def take_failures(self) -> list[Failure]:
        """The errors of the engine since the last call: the method that asked for the summaries is failed."""
        failures, self._failures = self._failures, []
        return failures

    def of(self, method: Method, cls: Class, package: str) -> MethodSummary | None:
        """The summary of a method or factory for the objects of a class and callers in a package; None if the method
        cannot be explored.
        """
        with self.within(_unlimited):
            for _ in self.explore_rounds(method, cls, package):
                pass
        return self._known[method, cls]

    def knows(self, method: Method, cls: Class) -> bool:
        """True if the summary of a method for the objects of a class is known."""
        return (method, cls) in self._known

    @contextmanager
    def within(self, seconds_left: Callable[[], float]) -> Iterator[None]:
        """In the block, a round of `explore_rounds` ends early after so many seconds by the clock. It is continued
        later, so the summaries are the same.
        """
        before, self._seconds_left = self._seconds_left, seconds_left
        try:
            yield
        finally:
            self._seconds_left = before

    def explore_rounds(self, method: Method, cls: Class, package: str) -> Iterator[None]:
        """Explore the method that `of` needs, round by round."""
        key = method, cls
        while key not in self._known:
            rounds = self._running.pop(key, None) or self._rounds(method, cls, package)
            if next(rounds, OVER) is not OVER:
                self._running[key] = rounds
                yield

    def explore_class_rounds(self, cls: Class, api: Api) -> Iterator[None]:
        """Explore the methods that `of_class` needs, round by round."""
        if cls not in self._classes:
            for each in self._entries(cls, api):
                yield from self.explore_rounds(each, cls, api.package)
                yield

    def of_class(self, cls: Class, api: Api) -> ClassSummary:
        """The summary of a class: how its API makes and changes objects."""
        if cls not in self._classes:
            self._classes[cls] = self._together(cls, api)
        return self._classes[cls]

    def explore_invariant_rounds(self, cls: Class, api: Api) -> Iterator[None]:
        """Explore the methods that `class_invariants` needs, round by round."""
        if cls not in self._class_invariants:
            enclosed = encapsulation_of(self._machine.program, api, cls)
            for each in _of_few_writers(enclosed) if enclosed is not None else ():
                yield from self.explore_rounds(each, cls, api.package)
                yield

    def class_invariants(self, cls: Class, api: Api) -> tuple[Term, ...]:
        """The invariants on those fields of a class all of whose writers are known. They hold, between calls, for every
        object that no forged stream makes.
        """
        if cls not in self._class_invariants:
            enclosed = encapsulation_of(self._machine.program, api, cls)
            writers_of = _of_few_writers(enclosed) if enclosed is not None else {}
            found = {each: self.of(each, cls, api.package) for each in writers_of}
            whole = {each for each, summary in found.items() if _is_whole(summary)}
            kept = _kept(enclosed, whole) if enclosed is not None else frozenset()
            changes = _all_cases(found.values())
            is_made = any(change.made for change in changes)
            self._class_invariants[cls] = _invariants(cls, kept, changes) if kept and is_made else ()
        return self._class_invariants[cls]

    def _entries(self, cls: Class, api: Api) -> dict[Method, None]:
        """The methods, constructors and factories that make and change objects of a class."""
        program = self._machine.program
        enclosed = _whole_encapsulation(program, api, cls)
        methods = writers(program, api, cls)[:MOST_METHODS]
        return dict.fromkeys((*api.creators.of(cls), *methods, *(enclosed.writers if enclosed is not None else ())))

    def _together(self, cls: Class, api: Api) -> ClassSummary:
        program, package = self._machine.program, api.package
        creators = api.creators.of(cls)
        methods = writers(program, api, cls)[:MOST_METHODS]
        entries = self._entries(cls, api)
        enclosed = _whole_encapsulation(program, api, cls) if len(entries) <= MOST_METHODS else None
        found = {each: self.of(each, cls, package) for each in entries}
        changes = _all_cases(found.values())
        called = [found[each] for each in (*creators, *methods)]
        main = [change for each in called if each is not None for change in each.changes if change.returned]
        proved = enclosed is not None and all(_is_whole(found[each]) for each in enclosed.writers)
        fields = enclosed.fields if enclosed is not None and proved else None
        return ClassSummary(
            tuple(change for change in main if change.made),
            tuple(change for change in main if not change.made and change.after),
            tuple(changes),
            _invariants(cls, fields, changes),
            proved and any(change.made for change in changes),
        )

    def all_changes(self, cls: Class, api: Api) -> tuple[SummaryCase, ...] | None:
        """All cases of calls on objects of a class; None if they are not all known, or other code may call back."""
        if cls not in self._whole:
            self._whole[cls] = self._all_changes(cls, api)
        return self._whole[cls]

    def _all_changes(self, cls: Class, api: Api) -> tuple[SummaryCase, ...] | None:
        """The cases of all writers and of other methods that may call writers; None if one is not known completely."""
        known, enclosed = self.of_class(cls, api), encapsulation_of(self._machine.program, api, cls)
        if (
            not known.proved
            or enclosed is None
            or not enclosed.inherits_no_code
            or len(enclosed.possible_callers) > MOST_METHODS
        ):
            return None
        others = [self.of(each, cls, api.package) for each in enclosed.possible_callers]
        if not all(_is_whole(each) for each in others):
            return None
        more = (change for each in others if each is not None for change in (*each.changes, *each.others))
        return (*known.changes, *more)

    def _free_of(self, cls: Class) -> Callable[[Class], bool]:
        """True for the classes whose objects have free fields in the summaries of a class."""
        return (lambda each: each.is_target) if self._with_held else (lambda each: each is cls)

    def _rounds(self, method: Method, cls: Class, package: str) -> Iterator[None]:
        """Explore a method on objects with free fields until it is complete or the rounds are used up."""
        options = InputOptions(package, forced_states=True, is_free=self._free_of(cls))
        inputs = SymbolicInputs(self._machine.program, method, options)
        limits = Limits(work=ROUND)
        free = "free fields, and those of what they hold" if self._with_held else "free fields"
        solver = Solver(limits, StoredAnswers(f"{method.key} of {cls.name} on {free}", limits))
        result: Exploration | None = None
        try:
            explorer = self._begin(method, inputs, solver)
            rounds = 0
            while rounds < ROUNDS:
                before = explorer.session.work()
                result = explorer.run(self._seconds_left(), round_limits=RoundLimits(effort=ROUND))
                self.effort += explorer.session.work() - before
                if result.stop != "time":
                    break
                rounds += self._seconds_left() > 0.0  # one that the clock ended is continued
                yield
            self._failures += result.failures if result is not None else ()
        except UNEXPLORED:
            result = None
        except (BridgeError, EngineError) as error:
            self._failures.append(Failure(str(error), None, traceback.format_exc()))
            result = None
        finally:
            solver.close()
        self._known[method, cls] = _behaviour(result, cls) if result is not None else None


def _behaviour(result: Exploration, cls: Class) -> MethodSummary | None:
    if result.skipped is not None or result.failures:
        return None
    symbols = symbols_of(cls)
    changes = [change for path in result.paths for change in _changes(path, cls, symbols)]
    others = [change for path in result.paths for change in _others(path, cls, symbols)]
    whole = _is_exhaustive(result) and all(map(_is_certain, result.paths))
    return MethodSummary(tuple(_merged(changes)), tuple(_merged(others)), whole)


def _is_exhaustive(result: Exploration) -> bool:
    """True if every path of every input was explored, whatever the values are that no input decides."""
    all_decided = replace(result, reasons=tuple(each for each in result.reasons if each.code != "havoc"))
    return result.exhaustive or (result.all_kinds and all_decided.status == "complete")


def _all_cases(summaries: Iterable[MethodSummary | None]) -> list[SummaryCase]:
    """All cases of those methods that could be explored."""
    return [case for each in summaries if each is not None for case in (*each.changes, *each.others)]


def _invariants(cls: Class, fields: Set[Field] | None, changes: Sequence[SummaryCase]) -> tuple[Term, ...]:
    """The invariants over ``fields``, or over those that only the class can write if ``fields`` is None."""
    known = symbols_of(cls).items()
    kept = {of: symbols for of, symbols in known if (is_guarded(of) if fields is None else of in fields)}
    solver = Solver(Limits(timeout=1.0, work=0.1))
    try:
        return infer(kept, changes, solver)
    finally:
        solver.close()


def _whole_encapsulation(program: Program, api: Api, cls: Class) -> Encapsulation | None:
    """The encapsulation of a class whose writers decide all states; None for another class."""
    found = encapsulation_of(program, api, cls)
    return found if found is not None and found.is_whole else None


def _of_few_writers(enclosed: Encapsulation) -> dict[Method, None]:
    """The writers of the fields that have the fewest, as many as may be explored."""
    found: dict[Method, None] = {}
    for field in sorted(enclosed.fields, key=lambda each: (len(enclosed.writers_of[each]), each.name)):
        more = {each: None for each in enclosed.writers if each in enclosed.writers_of[field] and each not in found}
        if len(found) + len(more) > MOST_METHODS:
            break
        found |= more
    return found


def _kept(enclosed: Encapsulation, whole: Set[Method]) -> frozenset[Field]:
    """The fields of which every value that they ever have is known, since each writer is."""
    known = whole - enclosed.of_statics
    return frozenset(each for each in enclosed.fields - enclosed.deserialised if enclosed.writers_of[each] <= known)


def _is_whole(behaviour: MethodSummary | None) -> bool:
    return behaviour is not None and behaviour.whole


def _is_certain(path: Path) -> bool:
    """True if the whole effect of a path is known, but for symbols that stand for a time or a random number."""
    if path.ending not in (Ending.RETURNED, Ending.THREW) or path.uncertain:
        return False
    return all(each.code == "havoc" for each in path.reasons) and not has_unseen_effects(path.state)


def _merged(changes: Iterable[SummaryCase]) -> Iterator[SummaryCase]:
    """The changes, with those that have the same effect merged. (Paths also differ in things other than fields.)

    The condition of a merged change is the disjunction of the conditions; if there are more than `MOST_TOGETHER`, it
    consists of the conditions that all of them have.
    """
    alike: dict[Hashable, list[SummaryCase]] = {}
    for each in changes:
        effect = frozenset(each.after.items())
        alike.setdefault((each.ending, each.detail, each.place, each.covered, effect, each.made), []).append(each)
    for first, *others in alike.values():
        if others:
            common = [each for each in first.conditions if all(each in other.conditions for other in others)]
            rests = (conj(*(each for each in one.conditions if each not in common)) for one in (first, *others))
            either = disj(*rests) if len(others) < MOST_TOGETHER else True
            conditions = (*common, *((either,) if isinstance(either, Term) else ()))
            deeper = tuple(each for each in first.deeper if all(each in other.deeper for other in others))
            yield replace(first, conditions=conditions, deeper=deeper)
        else:
            yield first


def _changes(path: Path, cls: Class, symbols: Symbols) -> Iterator[SummaryCase]:
    """The change that a path made of its receiver or of the object that it created; none if that is not certain."""
    address = _object_of(path, cls)
    if not _is_certain(path) or address is None:
        return
    made = path.entry.is_constructor or path.entry.is_static
    if not (made and path.ending is Ending.THREW) or _is_left(path.state, address):
        yield _change(path, cls, address, symbols, made=made)


def _others(path: Path, cls: Class, symbols: Symbols) -> Iterator[SummaryCase]:
    """The changes of further objects of the class: those that a path made, and those that were passed to it."""
    state, own = path.state, _object_of(path, cls)
    for address, obj in sorted({**state.heap, **state.open}.items()):
        if obj.cls is not cls or address == own:
            continue
        place = state.refs.get(address)
        change = _change(
            path, cls, address, symbols, made=place is None, place=THIS if place is None else name_of(place)
        )
        if place is None or change.after:
            yield change if place is None else _moved(change, symbols, name_of(place))


def _moved(change: SummaryCase, symbols: Symbols, place: str) -> SummaryCase:
    """The change of an object at another place, with symbols as for the object at ``this``."""
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


def _change(path: Path, cls: Class, address: int, symbols: Symbols, *, made: bool, place: str = THIS) -> SummaryCase:
    after: dict[Term, Value | None] = {}
    for of, known in symbols.items():
        there = known if place == THIS else tuple(with_name(s, place + name_of(s)[len(THIS) :]) for s in known)
        now = value_of(path.state, path.state.object(address), of, there, made=made)
        after |= {symbol: value for symbol, old, value in zip(known, there, now, strict=True) if value is not old}
    conditions = (*_plain(path.constraints), *_chosen(path, cls), *_lengths(symbols, after))
    own = {each for known in symbols.values() for each in known}
    conditions_on_fields, others = _partition(conditions, own, after)
    free_values = path.witness.restricted(others)
    return SummaryCase(
        path.entry,
        conditions_on_fields,
        after,
        path.ending,
        path.state.detail,
        path.place,
        path.covered,
        free_values,
        made,
        tuple(each for each in conditions if each not in conditions_on_fields and _is_deeper(each)),
    )


def _is_deeper(condition: Term) -> bool:
    """True if a condition is on fields of objects in the fields."""
    return any(name_of(each).startswith(f"{THIS}.") for each in variables(condition) if each.op in ("var", "is_null"))


def _partition(
    conditions: Iterable[Term], own: Set[Term], after: Mapping[Term, Value | None]
) -> tuple[tuple[Term, ...], Set[Term]]:
    """The conditions that depend on fields, before or after the call, and the symbols of the other conditions."""
    reached = set(own)
    for value in after.values():
        reached |= variables(value) if value is not None else set()
    left = list(dict.fromkeys(conditions))
    conditions_on_fields: set[Term] = set()
    grown = True
    while grown:
        near = [each for each in left if each not in conditions_on_fields and not reached.isdisjoint(variables(each))]
        grown = bool(near)
        conditions_on_fields.update(near)
        reached.update(symbol for each in near for symbol in variables(each))
    others = {symbol for each in left if each not in conditions_on_fields for symbol in variables(each)}
    return tuple(each for each in left if each in conditions_on_fields), others


def _lengths(symbols: Symbols, after: Mapping[Term, Value | None]) -> Iterator[Term]:
    """Conditions that lengths of arrays and strings, before and after a change, are possible in the JVM."""
    for of, known in symbols.items():
        for each in known[1:2] if is_long(of) else ():
            for length in (each, after.get(each, each)):
                fits = conj(ge(length, 0), le(length, LONGEST_ARRAY)) if length is not None else True
                if isinstance(fits, Term):
                    yield fits


def _is_left(state: State, address: int) -> bool:
    """True if another object or a static field holds an object whose constructor threw."""
    held = [value for at, obj in {**state.heap, **state.open}.items() if at != address for value in _held(obj)]
    held += [value for of, value in state.statics.items() if of.descriptor[0] in "L["]
    return any(state.reference(each) == address for each in held if each is not None)


def _held(obj: Obj) -> Iterator[Value | None]:
    """The references that an object holds."""
    if isinstance(obj, LazyArray):
        yield from obj.slots.values()
    elif obj.cls.element is not None and obj.cls.name[1] in "L[" and not isinstance(obj, SymbolicArray):
        yield from obj.fields
    else:
        yield from (value for of, value in obj.held() if of.descriptor[0] in "L[")


def _object_of(path: Path, cls: Class) -> int | None:
    """The address of the object that the path changed or made; None if there is none."""
    state = path.state
    if path.entry.is_constructor:
        made = state.attachments.get(RECEIVER) if path.entry.owner is cls else None
    elif path.entry.is_static:
        factory = path.entry.returns == cls.descriptor
        made = state.reference(path.returned) if factory and path.returned is not None else None
        if isinstance(made, int) and made != NULL and state.object(made).cls is not cls:
            return None
    else:
        made = state.decided.get(ref_var(THIS))
    return made if isinstance(made, int) and made != NULL else None


def _plain(conditions: tuple[Term, ...]) -> Iterator[Term]:
    """The conditions that are not about classes or the identity of references."""
    for each in conditions:
        if all(symbol.op == "var" or symbol.op == "is_null" for symbol in variables(each)):
            yield each


def _chosen(path: Path, cls: Class) -> Iterator[Term]:
    """Conditions on fields from the choices of inputs: the constant of an enum, fields that share an array."""
    nodes = decided_shape(path.state).nodes
    for of in cls.instance_fields:
        name = field_path(THIS, cls, of)
        node = nodes.get(name)
        address = path.state.decided.get(ref_var(name))
        if node is None:
            continue
        found: Value = True
        if isinstance(node.build, EnumInput) and address:
            ordinal = ordinal_of(path.state.object(address))
            found = eq(ordinal_symbol(name), ordinal) if ordinal is not None else True
        elif isinstance(node.build, Alias) and of.descriptor[0] == "[":
            found = eq(var(f"{name}.length", BV32), var(f"{node.build.of}.length", BV32))
        if isinstance(found, Term):
            yield found
        if address:
            null = not_(is_null(ref_var(name)))
            if isinstance(null, Term):
                yield null
