"""Lemmas: the classes of a called method, computed once and used at each call (CTB, III-B.2).

The first call of a method with a certain footprint (`everypath.explore.footprints`) explores the method on symbols of
its own: what comes out is a *lemma*, the paths of the method as classes with their conditions and effects. At a call,
what stands there is put for the symbols. The path goes on in the class that its witness is in; every other class that
is not refuted at once is a fork; then the effect is applied: the result or the exception, what is written to objects
of the footprint, and new objects. Nothing of the method is executed.

A class whose effect cannot be carried over (a bound cut it, it looked behind a reference nobody had looked behind, it
may rest on an alias, it initialised a class of the analysed code…) is *inlined*: the path assumes its condition and
runs the code. So is a call whose footprint has no shape. Both are counted, and neither changes what is found.

As lemmas change no result, they can be left to pay (`Lemmas.where_it_pays`): where a method with branches may be called
more than once, until it turns out that what is called does not fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn

from everypath.errors import UnsupportedError
from everypath.explore.footprints import Footprint, UnfitError, footprint
from everypath.explore.transfer import Transfer, check_transfer
from everypath.program.calls import often_called
from everypath.solver import Sat, Solver, Unsat
from everypath.solver.propagation import refuted
from everypath.solver.quick import contradiction
from everypath.state import NULL, BoundReached, Ending, Fork, State, is_about_classes
from everypath.term import REF, Model, Term, Value, conj, evaluate, is_null, not_, substitute, variables
from everypath.vm.signals import Invoke

if TYPE_CHECKING:
    from everypath.program import Class, Method
    from everypath.state import Place
    from everypath.vm.machine import Machine
    from everypath.vm.protocols import Call

MOST_CLASSES = 256
"""A method with more classes than this is inlined."""

MOST_FORKS = 2_000
"""So is one whose classes take more forks to find."""

CHEAP_FORKS = 100
"""The same where nobody asked for a lemma."""

UNFIT = 4
"""So many calls of a method that no lemma answered, and none that one did, and no more are looked for."""

MOST_STEPS = 20_000
"""Calls and backward jumps of one path of a lemma; longer ones are inlined."""

DEEPEST = 12
"""Lemmas that are computed for the sake of one another, at most; what lies deeper is inlined."""


LEMMA = "lemma"
"""The kind of forks that go on in another class of a called method."""

OTHERS = "explore.lemma.others"
"""The attachment of such a fork: the class it leads to, and those that come after it."""


MOST_FRAMES = 64
"""Calls below so many frames are inlined: a recursion that runs into the stack's end gains nothing by lemmas."""


@dataclass(frozen=True)
class Other:
    """A class of a called method that a path may go on in, by its condition at the call; the blocks that it enters."""

    condition: Term
    blocks: frozenset[int]


def blocks_ahead(fork: Fork) -> frozenset[int]:
    """The blocks that the class which a fork leads to enters; empty for forks of other kinds."""
    others = fork.state.attachments.get(OTHERS) if fork.kind == LEMMA else None
    return others[0].blocks if isinstance(others, tuple) else frozenset()


def next_class(fork: Fork) -> Fork | None:
    """A fork is picked: the one that leads to the class after it, if there is one. Classes wait in one fork, as most
    explorations need few of them.
    """
    others = fork.state.attachments.pop(OTHERS, None) if fork.kind == LEMMA else None
    if not isinstance(others, tuple) or len(others) == 1:
        return None
    twin = fork.state.fork()
    twin.attachments[OTHERS] = others[1:]
    return Fork(twin, others[1].condition, fork.place, LEMMA)


@dataclass(frozen=True)
class LemmaClass:
    """One class: its conditions over the symbols of the footprint, and the state in which it ended.

    ``state`` is None where the class has to be inlined; ``bound`` names what cut it, if a bound did.
    """

    conditions: tuple[Term, ...]
    state: State | None
    bound: str = ""
    place: Place | None = None


@dataclass
class Lemma:
    """The classes of a method on footprints of one shape; None where they could not be computed."""

    classes: tuple[LemmaClass, ...] | None
    start: State
    bounds: tuple[int, int]
    """Within which it was computed: how many more calls could decide, and how often loops."""
    incomplete: bool = False
    """Whether a bound cut a class: a lemma on what is known of the arguments may do better."""

    depth: int = 0
    """How many calls inside one another decide."""

    def serves(self, bounds: tuple[int, int]) -> bool:
        """Whether it says what one that is computed within these bounds would say."""
        complete = self.classes is not None and not self.incomplete
        return self.bounds == bounds or (complete and self.depth <= bounds[0])


@dataclass
class LemmaCounts:
    """What lemmas did in one exploration: ``built``, ``used`` calls, ``inlined`` calls by reason, classes that were
    ``refuted`` at a call without a fork, and the ``steps`` and ``forks`` that building lemmas took.
    """

    built: int = 0
    used: int = 0
    refuted: int = 0
    steps: int = 0
    forks: int = 0
    inlined: Counter[str] = field(default_factory=Counter)


class Lemmas:
    """The lemmas of one exploration. `model` stands for the calls that are answered by lemmas."""

    def __init__(
        self,
        machine: Machine,
        solver: Solver,
        is_fresh: Callable[[frozenset[int]], bool] = lambda blocks: False,
        entry: Method | None = None,
    ) -> None:
        self.machine = machine
        self._entry = entry
        self._asked: Counter[Method] = Counter()
        self._answered: Counter[Method] = Counter()
        """Calls for which a lemma was looked for, and those that one answered, by method."""
        self._most_forks = MOST_FORKS
        self.solver = solver
        self.is_fresh = is_fresh
        """Whether some of these blocks are goals that no path has met."""
        self.counts = LemmaCounts()
        self._known: dict[tuple[Method, object], list[Lemma]] = {}
        self._running: list[Method] = []
        self._depths: list[int] = []
        """For each lemma that is being computed, how many calls inside one another decide."""

    @cached_property
    def _often(self) -> frozenset[Method]:
        """The methods of the analysed code that a call of the entry may call more than once."""
        if self._entry is None:
            return frozenset()
        return often_called(self.machine.program, self._entry)

    def where_it_pays(self, call: Call, *args: Value) -> Value | None:
        """Answer one call by a lemma where that may save work, else run its code: the same comes out."""
        method = call.method
        if method not in self._often:
            return self._inline(call, args, "called once")
        if self._asked[method] >= UNFIT and not self._answered[method]:
            return self._inline(call, args, "does not pay")
        most, self._most_forks = self._most_forks, CHEAP_FORKS
        try:
            return self.model(call, *args)
        finally:
            self._most_forks = most

    def model(self, call: Call, *args: Value) -> Value | None:
        """Answer one call. Raises `Invoke` where it is inlined, `Rethrow` where its class throws."""
        state, method = call.state, call.method
        state.require_frames()
        if not _may_depend(method, args):
            return self._inline(call, args, "no symbol among the arguments")
        if len(state.frames) > MOST_FRAMES:
            return self._inline(call, args, "a deep stack")
        if state.control.bounds.block is not None or state.control.bounds.depth is not None:
            return self._inline(call, args, "a criterion that counts blocks")
        self._asked[method] += 1
        try:
            found, lemma = self._find(call, args)
        except UnfitError as reason:
            return self._inline(call, args, str(reason))
        if lemma.classes is None:
            self._asked[method] += UNFIT  # it took much, and gave nothing
            return self._inline(call, args, "no lemma")
        chosen = self._choose(call, found, lemma.classes)
        if chosen is None:
            return self._inline(call, args, "no class")
        if chosen.bound and (self._running or chosen.bound == "loop" or lemma.bounds[0] == 0):
            raise BoundReached(chosen.bound, chosen.place)  # the code would come to that
        if chosen.state is None:
            return self._inline(call, args, "a class to be run", decided=bool(chosen.conditions))
        self.counts.used += 1
        self._answered[method] += 1
        state.steps += 1
        return Transfer(self.machine, state, found, lemma.start, chosen.state).apply(method)

    def _inline(self, call: Call, args: Sequence[Value], reason: str, *, decided: bool = False) -> NoReturn:
        """Run the code. ``decided``: its frame counts as one that has decided, though the path knows the answers."""
        self.counts.inlined[reason] += 1
        raise Invoke(call.method, list(args), own_code=True, decided=decided)

    def _find(self, call: Call, args: Sequence[Value]) -> tuple[Footprint, Lemma]:
        """The footprint of the call, and the lemma for its shape: one on all numbers, else one on those here."""
        found = footprint(self.machine, call.state, call.method, args)
        lemma = self._lemma(call, found)
        if lemma.classes is None or lemma.incomplete:
            special = footprint(self.machine, call.state, call.method, args, general=False)
            if special.key != found.key:
                better = self._lemma(call, special)
                if better.classes is not None:
                    return special, better
        return found, lemma

    def _lemma(self, call: Call, found: Footprint) -> Lemma:
        method = call.method
        frames = _deciding(call.state)
        room = max(0, min(self.machine.control.bounds.calls - frames, DEEPEST))
        bounds = (room, self.machine.control.bounds.loop)
        known = self._known.setdefault((method, found.key), [])
        lemma = next((each for each in known if each.serves(bounds)), None)
        if lemma is None:
            if len(self._running) > 2 * DEEPEST:
                raise UnfitError("too many calls inside one another")
            self.counts.built += 1
            lemma = self._build(method, found, bounds)
            known.append(lemma)
        if self._depths:
            self._depths[-1] = max(self._depths[-1], frames + lemma.depth)
        return lemma

    # -- building -----------------------------------------------------------------------------------------------

    def _build(self, method: Method, found: Footprint, bounds: tuple[int, int]) -> Lemma:
        start = found.start
        first = start.fork()
        with self._apart(method, bounds[0]):
            explored = _Exploring(self.machine, self.solver, method, start, found.atoms(), self._most_forks)
            try:
                self.machine.start(method, found.arguments, first)
                classes = explored.run(first)
            except UnfitError:
                classes = None
            depth = self._depths[-1]
        self.counts.steps += explored.steps
        self.counts.forks += explored.forks
        return Lemma(classes, start, bounds, explored.cut, max(explored.depth, depth))

    @contextmanager
    def _apart(self, method: Method, room: int) -> Iterator[None]:
        """The machine runs something else for a while: what it knows of the present path is put aside."""
        machine, control = self.machine, self.machine.control
        kept = (machine.slice, machine.looked, machine.step_limit, machine.frame_limit, machine.criteria)
        inputs, merges = machine.inputs, machine.merges
        shared = (control.sink, control.apart, control.observer, control.bounds)
        machine.inputs, machine.merges = _NothingBehind(), 0
        control.observer = None
        control.bounds = replace(control.bounds, calls=room, steps=MOST_STEPS)
        self._running.append(method)
        self._depths.append(0)
        try:
            yield
        finally:
            self._running.pop()
            self._depths.pop()
            machine.inputs, machine.merges = inputs, merges
            machine.slice, machine.looked, machine.step_limit, machine.frame_limit, machine.criteria = kept
            control.sink, control.apart, control.observer, control.bounds = shared

    # -- using --------------------------------------------------------------------------------------------------

    def _choose(self, call: Call, found: Footprint, classes: Sequence[LemmaClass]) -> LemmaClass | None:
        """The class that the witness is in; the others that are not refuted are forks."""
        state, bindings = call.state, found.bindings()
        model = _model_of(found, state.witness)
        at = next((n for n, each in enumerate(classes) if _holds(each, model)), None)
        if at is None:
            return None
        parts = _parts(classes[at], bindings)
        assert parts is not None
        fresh = [each for each in parts if each not in state.known]
        if len(state.path) + len(fresh) > state.control.bounds.conditions:
            raise BoundReached("conditions", state.here())
        if fresh:
            self._fork_others(state, classes, at, bindings)
            for each in fresh:
                state.assume(each)
        else:
            _flatten(state)
        return classes[at]

    def _fork_others(
        self, state: State, classes: Sequence[LemmaClass], chosen: int, bindings: dict[Term, Value]
    ) -> None:
        others: list[Other] = []
        for at, each in enumerate(classes):
            if at == chosen:
                continue
            parts = _parts(each, bindings)
            if parts is None or self._is_refuted(state, parts):
                self.counts.refuted += 1
                continue
            condition = conj(*parts)
            assert isinstance(condition, Term)
            covered = each.state.covered if each.state is not None else {}
            others.append(Other(condition, frozenset(covered)))
        others.sort(key=lambda other: not self.is_fresh(other.blocks))
        if others:
            state.offer(others[0].condition, LEMMA, attachments={OTHERS: tuple(others)})

    def _is_refuted(self, state: State, parts: Sequence[Term]) -> bool:
        """Whether what the path knows plainly contradicts a class."""
        for each in parts:
            negation = not_(each)
            if isinstance(negation, Term) and negation in state.known:
                return True
        if not self.solver.limits.prune:
            return False
        related = _related(state.path, parts)
        conditions = (*related, *parts)
        return bool(related) and (contradiction(conditions) is not None or refuted(conditions) is not None)


def _deciding(state: State) -> int:
    """The frames that have taken decisions."""
    return sum(1 for frame in state.frames if frame.decisions is not None)


def _may_depend(method: Method, args: Sequence[Value]) -> bool:
    """Whether a call may depend on an input at all: an argument is a term, or an object that may hold some."""
    kinds = method.parameters if method.is_static else (method.owner.descriptor, *method.parameters)
    return any(
        isinstance(each, Term) or (kind[0] in "L[" and isinstance(each, int) and each > NULL)
        for kind, each in zip(kinds, args, strict=True)
    )


def _parts(each: LemmaClass, bindings: dict[Term, Value]) -> list[Term] | None:
    """The conditions of a class at a call; None where one of them is false."""
    parts: list[Term] = []
    for condition in each.conditions:
        value = substitute(condition, bindings)
        if value is False:
            return None
        if isinstance(value, Term):
            parts.append(value)
    return list(dict.fromkeys(parts))


def _related(path: Sequence[Term], parts: Sequence[Term]) -> list[Term]:
    """The conditions of a path that speak, directly or through others, of what some conditions speak of."""
    wanted = {symbol for each in parts for symbol in variables(each)}
    left = [each for each in path if not is_about_classes(each)]
    found: list[Term] = []
    while True:
        near = [each for each in left if not wanted.isdisjoint(variables(each))]
        if not near:
            return found
        left = [each for each in left if wanted.isdisjoint(variables(each))]
        found += near
        wanted.update(symbol for each in near for symbol in variables(each))


def _holds(each: LemmaClass, model: Model) -> bool:
    return all(evaluate(condition, model) for condition in each.conditions)


def _model_of(found: Footprint, witness: Model) -> Model:
    """What the witness says of the symbols of a footprint."""
    values = {each: witness[each] for each in found.kept if each in witness}
    for symbol, actual in zip(found.symbols, found.actual, strict=True):
        if symbol.sort is REF:
            null = is_null(symbol)
            assert isinstance(null, Term)
            values[null] = bool(evaluate(is_null(actual), witness))
        else:
            values[symbol] = evaluate(actual, witness)
    return Model(values)


def _flatten(state: State) -> None:
    """The condition under which a fork of a class began, part by part, as inlining would have it."""
    if state.path and state.path[-1].op == "conj":
        parts = [each for each in state.path[-1].args if isinstance(each, Term)]
        state.path[-1:] = [each for each in parts if each not in state.path[:-1]]


class _Exploring:
    """Finds the classes of one method: all forks are solved, nothing is deepened."""

    def __init__(
        self,
        machine: Machine,
        solver: Solver,
        method: Method,
        start: State,
        symbols: frozenset[Term],
        most_forks: int,
    ) -> None:
        self._most_forks = most_forks
        self.machine = machine
        self.method = method
        self.solver = solver
        self.start = start
        self.symbols = symbols
        self.waiting: list[Fork] = []
        self.steps = 0
        self.forks = 0
        self.depth = 0
        self.cut = False

    def _sink(self, fork: Fork) -> None:
        self.depth = max(self.depth, _deciding(fork.state))
        self.waiting.append(fork)

    def run(self, first: State) -> tuple[LemmaClass, ...]:
        """The classes, in the order in which they are found. Raises `UnfitError`, and `BoundReached` where there is no
        time or memory left.
        """
        control = self.machine.control
        control.sink = self._sink
        control.apart = _nobody
        ready: State | None = first
        classes: list[LemmaClass] = []
        domain = len(first.path)
        while ready is not None or self.waiting:
            if ready is None:
                fork = self.waiting.pop()
                following = next_class(fork)
                if following is not None:
                    self.waiting.append(following)
                ready = self._solved(fork)
                if ready is not None and fork.kind == "limit":
                    self.cut = True
                    classes.append(LemmaClass(self._conditions(ready, domain), None, fork.bound or "", fork.place))
                    ready = None
                continue
            classes.append(self._class(ready, domain))
            ready = None
            if len(classes) > MOST_CLASSES:
                raise UnfitError("too many classes")
        return tuple(classes)

    def _solved(self, fork: Fork) -> State | None:
        state, condition = fork.state, fork.condition
        self.forks += 1
        if self.forks > self._most_forks:
            raise UnfitError("too many forks")
        if fork.kind == "limit" and fork.bound != "loop":
            raise UnfitError("an assumed length")
        if not isinstance(condition, Term):
            return fork.resume(state.witness) if condition else None
        if is_about_classes(condition):
            raise UnfitError("the class of an input")
        answer = self.solver.check((*state.path, condition), hint=state.witness)
        if isinstance(answer, Sat):
            return fork.resume(state.witness.with_(dict(answer.model)))
        if isinstance(answer, Unsat):
            return None
        raise UnfitError("a condition that no solver decided")

    def _class(self, state: State, domain: int) -> LemmaClass:
        """Run one path to its end."""
        before = state.steps
        ending = self.machine.run(state)
        self.steps += state.steps - before
        conditions = self._conditions(state, domain)
        if ending is Ending.BOUND:
            if state.detail in ("time", "memory"):
                raise BoundReached(state.detail)
            self.cut = True
            return LemmaClass(conditions, None, state.detail, state.place)
        if ending not in (Ending.RETURNED, Ending.THREW):
            return LemmaClass(conditions, None)
        return LemmaClass(conditions, state if self._carries(state) else None)

    def _conditions(self, state: State, domain: int) -> tuple[Term, ...]:
        conditions = tuple(state.path[domain:])
        if any(is_about_classes(each) or not variables(each) <= self.symbols for each in conditions):
            raise UnfitError("a condition on what the shape does not hold")
        return conditions

    def _carries(self, state: State) -> bool:
        try:
            check_transfer(self.method, self.start, state, self.symbols)
        except UnfitError:
            return False
        return True


def _nobody(state: State, left: Term, right: Term) -> bool:
    """Nobody asks whether two objects of a footprint are one: the path notes that it takes them as different."""
    return False


class _NothingBehind:
    """The inputs of a lemma: what the call had not looked behind stays closed, and paths that look end."""

    def _closed(self, *args: object) -> NoReturn:
        raise UnsupportedError("what the call had not looked at")

    materialise = field = element = static = leave_late = loose = declared = _closed
    stub_call = unknown = surrounding = _closed

    def candidates(self, state: State, ref: Term) -> int:
        """Some object is there: who wants to know its class looks behind the reference."""
        return -1

    def initialised(self, state: State, cls: Class) -> None:
        """No static field is an input."""


__all__ = ["Lemma", "LemmaClass", "LemmaCounts", "Lemmas"]
