"""Lemmas: the equivalence classes of a called method, computed once and used at each call (CTB, III-B.2).

The first call of a method with a certain footprint (`everypath.explore.lemmas.footprints`) explores the method on
symbols of its own. The paths that it finds are the *lemma*: equivalence classes, each with its conditions and its
effect. At a call, the values of the call replace the symbols of the lemma. The caller's path goes on in the class that
its witness satisfies. Every other class becomes a fork, unless it is refuted at once. Then the effect of the chosen
class is applied to the caller's state: the result or the exception, the writes to objects of the footprint, and new
objects. The code of the method is not executed.

The effect of some classes cannot be transferred: a bound cut the class, it read through a reference where that takes a
choice, or it initialised a class of the analysed code. Such a class is *inlined*: the path assumes its conditions and
executes the code. A call whose footprint has no shape is inlined, too. `LemmaCounts` counts both. Inlining does not
change the results. If a class accesses inputs that may be one object, the path assumes its conditions one by one and
makes the alias queries in between (`Lemmas._walk`).

Since lemmas do not change the results, calls can use them only where they save work (`Lemmas.auto_model`): for
methods with branches that may be called more than once, until several calls of a method fit no lemma.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn

from everypath.dataclass import dataclass, replace
from everypath.explore.lemmas.alternatives import ALTERNATIVES, LEMMA, LemmaClass, Other, next_class
from everypath.explore.lemmas.footprints import Footprint, UnfitError, footprint
from everypath.explore.lemmas.lazy_heap import LazyLemmaHeap, asks, atoms, inputs_of, note_pair, opened, touches
from everypath.explore.lemmas.transfer import Transfer, check_transfer
from everypath.explore.paths import UNBOUNDED, LemmaCounts
from everypath.program import often_called
from everypath.solver import Sat, Solver, Unsat
from everypath.solver.presolve import contradiction, refuted
from everypath.state import NULL, BoundReached, Ending, Fork, State, is_about_classes
from everypath.term import REF, Model, Term, Value, conj, evaluate, is_null, not_, substitute, variables
from everypath.vm.core import Invoke
from everypath.work import FORK, STEP

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.state import Place
    from everypath.vm.core import Call
    from everypath.vm.interpreter import Machine

MOST_CLASSES = 256
"""The most equivalence classes of a lemma. A method with more is inlined."""

MOST_FORKS = 2_000
"""The most forks that are solved to compute a lemma. A method that takes more is inlined."""

CHEAP_FORKS = 100
"""The same limit in mode *auto*, where the user did not ask for lemmas."""

MOST_UNANSWERED = 4
"""The number of calls of a method without a lemma that fits, after which mode *auto* looks for no more lemmas of it. It
does so only if no call was answered.
"""

MOST_CUT = 8
"""The number of calls of one method for which the code of a class that a bound cuts is executed up to the bound, since
it may be new. At further calls, it is executed only if it has blocks that are open goals.
"""

MOST_STEPS = 20_000
"""The most calls and backward jumps of one path of a lemma."""

MOST_NESTED_LEMMAS = 12
"""The greatest bound on nested calls that a lemma is computed for. At most twice as many lemmas are computed inside one
another; deeper calls are inlined.
"""


CONDITIONS_BEFORE = "explore.lemma.began"
"""The attachment of forks that `Lemmas._walk` takes: the number of the path's conditions before the call. The path of
such a fork executes the call again, with some of the class's conditions known.
"""

MOST_FRAMES = 64
"""The most frames on the stack of a call that a lemma answers. Calls on deeper stacks are inlined: a recursion that
ends in a stack overflow gains nothing from lemmas.
"""


@dataclass
class Lemma:
    """The equivalence classes of a method on footprints of one shape.

    ``classes`` is None if they could not be computed. ``start`` is the state on which the method was explored.
    """

    classes: tuple[LemmaClass, ...] | None
    start: State
    bounds: tuple[int, int]
    """The bounds of its exploration: the number of nested calls that may decide, and the loop bound."""
    incomplete: bool = False
    """True if a bound cut a class. A lemma for the constant arguments of one call may be complete."""

    depth: int = 0
    """The greatest number of nested calls that decided in its exploration."""

    def is_valid_for(self, bounds: tuple[int, int]) -> bool:
        """True if a lemma that is computed within these bounds would be the same."""
        if self.classes is None:
            return self.bounds[0] <= bounds[0] and self.bounds[1] <= bounds[1]  # larger bounds give more classes
        return self.bounds == bounds or (not self.incomplete and self.depth <= bounds[0])


class Lemmas:
    """The lemmas of one exploration. `lemma_model` is the model of calls that lemmas answer.

    ``is_fresh`` is called with blocks, and is true if some of them are goals that no path has met. ``entry`` is the
    explored method; None if `auto_model` is not used.
    """

    def __init__(
        self,
        machine: Machine,
        solver: Solver,
        is_fresh: Callable[[frozenset[int]], bool] = lambda blocks: False,
        entry: Method | None = None,
    ) -> None:
        self.machine = machine
        self._entry = entry
        self._asked, self._answered = Counter["Method"](), Counter["Method"]()  # calls with a lookup; with a lemma
        self._most_forks = MOST_FORKS
        self.solver = solver
        self.is_fresh = is_fresh
        self.counts = LemmaCounts()
        self._known: dict[tuple[Method, object], list[Lemma]] = {}
        self._cut: Counter[Method] = Counter()
        """The calls that went on in a class that a bound cut, by method."""
        self._time: int | None = None
        """The number of the path's conditions at the access that `_walk` makes; None outside it."""
        self._running: list[Method] = []
        self._building: list[tuple[tuple[Method, object], tuple[int, int]]] = []
        self._depths: list[int] = []
        """For each lemma that is being computed, the greatest number of nested calls that decided so far."""

    @cached_property
    def _often(self) -> frozenset[Method]:
        """The methods of the analysed code that one call of the entry may call more than once."""
        if self._entry is None:
            return frozenset()
        return often_called(self.machine.program, self._entry)

    def effort(self) -> float:
        """The work of all lemmas so far without that of the solver, in seconds of effort."""
        return STEP * self.counts.steps + FORK * self.counts.forks

    def auto_model(self, call: Call, *args: Value) -> Value | None:
        """Answer one call by a lemma if that may save work, else inline it. The results are the same. See
        `lemma_model`.
        """
        method = call.method
        if method not in self._often:
            return self._inline(call, args, "called once")
        if self._asked[method] >= MOST_UNANSWERED and not self._answered[method]:
            return self._inline(call, args, "does not pay")
        most, self._most_forks = self._most_forks, CHEAP_FORKS
        try:
            return self.lemma_model(call, *args)
        finally:
            self._most_forks = most

    def lemma_model(self, call: Call, *args: Value) -> Value | None:
        """The result of a call by a lemma; None if void. Raises `Invoke` if it is inlined, `Rethrow` if it throws, and
        `BoundReached` if a bound cuts its class.
        """
        state, method = call.state, call.method
        state.require_frames()
        began = state.attachments.pop(CONDITIONS_BEFORE, None)
        if not _may_depend(method, args):
            return self._inline(call, args, "no symbol among the arguments")
        if state.control.bounds.loop >= UNBOUNDED:
            return self._inline(call, args, "one input that is followed")
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
            self._asked[method] += MOST_UNANSWERED  # computing it took long, and failed
            return self._inline(call, args, "no lemma")
        chosen = self._choose(call, found, lemma, began)
        if chosen is None:
            return self._inline(call, args, "no class")
        if chosen.bound and self._is_cut(state, method, lemma, chosen):
            raise BoundReached(chosen.bound, chosen.place)  # the code would reach the same bound
        if chosen.state is None:
            return self._inline(call, args, "a class to be run", decided=bool(chosen.conditions))
        self.counts.used += 1
        self._answered[method] += 1
        state.steps += 1
        bindings = chosen.bindings(found)
        return Transfer(self.machine, state, found, lemma.start, chosen.state, bindings).apply(method)

    def _is_cut(self, state: State, method: Method, lemma: Lemma, chosen: LemmaClass) -> bool:
        """True if the path is cut at once by the bound of its class; False if it executes the code up to the bound."""
        if lemma.bounds != self._bounds(state):
            return False
        if self._running or chosen.bound == "loop" or lemma.bounds[0] == 0:
            return True
        self._cut[method] += 1
        return self._cut[method] > MOST_CUT and not self.is_fresh(chosen.covered)

    def _inline(self, call: Call, args: Sequence[Value], reason: str, *, decided: bool = False) -> NoReturn:
        """Execute the code of the call. ``decided``: its frame counts as one that has taken a decision."""
        self.counts.inlined[reason] += 1
        raise Invoke(call.method, list(args), own_code=True, decided=decided)

    def _find(self, call: Call, args: Sequence[Value]) -> tuple[Footprint, Lemma]:
        """The footprint of the call, and the lemma for its shape: the lemma for all numbers. If that has no classes or
        is cut by bounds, the lemma for the constants of this call, unless it has no classes either.
        """
        found = footprint(self.machine, call.state, call.method, args)
        lemma = self._lemma(call, found)
        if lemma.classes is None or lemma.incomplete:
            special = footprint(self.machine, call.state, call.method, args, general=False)
            if special.key != found.key:
                better = self._lemma(call, special)
                if better.classes is not None:
                    return special, better
        return found, lemma

    def _bounds(self, state: State) -> tuple[int, int]:
        """The bounds within which a lemma for a call is computed (`Lemma.bounds`)."""
        bounds = self.machine.control.bounds
        return max(0, min(bounds.calls - _deciding(state), MOST_NESTED_LEMMAS)), bounds.loop

    def _lemma(self, call: Call, found: Footprint) -> Lemma:
        """The lemma for a call; if it would have too many classes, the one with the largest smaller bounds with any.
        Raises `UnfitError` for recursions that no lemma can answer.
        """
        key, bounds = (call.method, found.key), self._bounds(call.state)
        known = self._known.setdefault(key, [])
        lemma = next((each for each in known if each.is_valid_for(bounds)), None)
        if lemma is None:
            if (key, bounds) in self._building:
                raise UnfitError("a recursion that decides nothing")
            if len(self._running) > 2 * MOST_NESTED_LEMMAS:
                raise UnfitError("too many calls inside one another")
            self.counts.built += 1
            self._building.append((key, bounds))
            try:
                lemma = self._build(call.method, found, bounds)
            finally:
                self._building.pop()
            known.append(lemma)
        if lemma.classes is None:
            if any(key == each for each, _ in self._building):
                raise UnfitError("a recursion with too many classes")
            smaller = [each for each in known if each.classes is not None and each.bounds <= bounds]
            lemma = max(smaller, key=lambda each: each.bounds, default=lemma)
        if self._depths:
            self._depths[-1] = max(self._depths[-1], _deciding(call.state) + lemma.depth)
        return lemma

    # -- building -----------------------------------------------------------------------------------------------

    def _build(self, method: Method, found: Footprint, bounds: tuple[int, int]) -> Lemma:
        start = found.start
        first = start.fork()
        explored = _Exploring(self.machine, self.solver, method, start, found.atoms(), self._most_forks)
        with self._isolated(method, bounds[0], explored.take):
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
    def _isolated(self, method: Method, calls: int, sink: Callable[[Fork], None]) -> Iterator[None]:
        """Use the machine to explore a callee with its own inputs, bounds and sink; restore its context afterwards."""
        machine, context = self.machine, self.machine.context
        isolated = replace(
            context,
            inputs=LazyLemmaHeap(inputs_of(machine), machine),
            observer=None,
            bounds=replace(context.bounds, calls=calls, steps=MOST_STEPS),
            sink=sink,
            explores_alias=self._note_pair,
        )
        self._running.append(method)
        self._depths.append(0)
        try:
            with machine.using(isolated):
                yield
        finally:
            self._running.pop()
            self._depths.pop()

    # -- using --------------------------------------------------------------------------------------------------

    def _choose(self, call: Call, found: Footprint, lemma: Lemma, began: object) -> LemmaClass | None:
        """The class that the witness satisfies, with its conditions assumed; None if it satisfies no class. Other
        classes that are not refuted go to the sink as forks.
        """
        state, classes = call.state, lemma.classes or ()
        at = next((n for n, each in enumerate(classes) if _holds(each, found, state.witness)), None)
        if at is None:
            return None
        chosen, bindings = classes[at], classes[at].bindings(found)
        parts = _parts(chosen, bindings)
        assert parts is not None
        fresh = [each for each in parts if each not in state.known]
        if len(state.path) + len(fresh) > state.control.bounds.conditions:
            raise BoundReached("conditions", state.here())
        others = self._others(state, found, classes, chosen)
        beside = [each for each, _ in others]
        if began is not None or self._asks(state, found, [chosen, *beside]):
            self._walk(Transfer(self.machine, state, found, lemma.start, chosen.end, bindings), chosen, beside, began)
            return chosen
        if fresh:
            self._fork_others(state, others)
            for each in fresh:
                state.assume(each)
        else:
            _flatten(state)
        return chosen

    def _others(
        self, state: State, found: Footprint, classes: Sequence[LemmaClass], chosen: LemmaClass
    ) -> list[tuple[LemmaClass, list[Term]]]:
        """The classes other than the chosen one that are not refuted, with their conditions at the call."""
        others = []
        for each in classes:
            if each is chosen:
                continue
            parts = _parts(each, each.bindings(found))
            if parts is None or self._is_refuted(state, parts):
                self.counts.refuted += 1
                continue
            others.append((each, parts))
        return others

    def _fork_others(self, state: State, others: Sequence[tuple[LemmaClass, list[Term]]]) -> None:
        waiting: list[Other] = []
        for each, parts in others:
            condition = conj(*parts)
            assert isinstance(condition, Term)
            waiting.append(Other(condition, each.covered))
        waiting.sort(key=lambda other: not self.is_fresh(other.blocks))
        if waiting:
            state.offer(waiting[0].condition, LEMMA, attachments={ALTERNATIVES: tuple(waiting)})

    def _asks(self, state: State, found: Footprint, classes: Sequence[LemmaClass]) -> bool:
        """True if the call may make an alias query; while a lemma is computed, if a class has accesses to inputs."""
        if self._running:
            return any(each.touches for each in classes)
        seen = dict.fromkeys(replace(touch, time=0) for each in classes for touch in each.touches)
        return any(asks(state, touch, [found.place(each) for each in touch.refs]) for touch in seen)

    def _walk(self, transfer: Transfer, chosen: LemmaClass, others: Sequence[LemmaClass], began: object) -> None:
        """Assume the conditions of a class one by one, and make the alias queries in between, as the code would: a
        query must not depend on what is decided later. ``began`` is the value of the attachment `CONDITIONS_BEFORE`,
        None if this is the first execution of the call.
        """
        state, bindings = transfer.state, transfer.bindings
        seen, left = list(chosen.touches), list(others)
        before = at = began if isinstance(began, int) else len(state.path)
        with state.atomic():
            state.attach(CONDITIONS_BEFORE, before)
            for time, condition in enumerate((*chosen.conditions, None)):
                while seen and seen[0].time <= time:
                    self._time = at
                    transfer.touch(seen.pop(0), at)
                    self._time = None
                if condition is None:
                    break
                beyond = [each for each in left if each.conditions[time : time + 1] != (condition,)]
                left = [each for each in left if each not in beyond]
                part = substitute(condition, bindings)
                if not isinstance(part, Term):
                    continue
                if part not in state.known:
                    if beyond:
                        state.offer(_negated(part), LEMMA)
                    state.assume(part)
                if part in state.path[before:]:
                    at = state.path.index(part) + 1
        del state.attachments[CONDITIONS_BEFORE]

    def _note_pair(self, state: State, left: Term, right: Term) -> bool:
        """The `Control.explores_alias` of a lemma's exploration: notes the pair in the state."""
        note_pair(state, left, right, len(state.path) if self._time is None else self._time)
        return True

    def _is_refuted(self, state: State, parts: Sequence[Term]) -> bool:
        """True if the path's conditions contradict those of a class, as far as that shows without a solver."""
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
    """The number of frames that have taken decisions."""
    return sum(1 for frame in state.frames if frame.decisions is not None)


def _may_depend(method: Method, args: Sequence[Value]) -> bool:
    """True if a call may depend on an input: an argument is a term, or an object that may hold terms."""
    kinds = method.parameters if method.is_static else (method.owner.descriptor, *method.parameters)
    return any(
        isinstance(each, Term) or (kind[0] in "L[" and isinstance(each, int) and each > NULL)
        for kind, each in zip(kinds, args, strict=True)
    )


def _parts(each: LemmaClass, bindings: dict[Term, Value]) -> list[Term] | None:
    """The conditions of a class at a call, over the caller's symbols; None if one of them is false."""
    parts: list[Term] = []
    for condition in each.conditions:
        value = substitute(condition, bindings)
        if value is False:
            return None
        if isinstance(value, Term):
            parts.append(value)
    return list(dict.fromkeys(parts))


def _negated(condition: Term) -> bool | Term:
    negation = not_(condition)
    assert isinstance(negation, bool | Term)
    return negation


def _related(path: Sequence[Term], parts: Sequence[Term]) -> list[Term]:
    """The conditions of a path that share symbols with ``parts``, directly or through other conditions."""
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


def _holds(each: LemmaClass, found: Footprint, witness: Model) -> bool:
    model = _model_of(found, each.bindings(found), witness)
    return all(evaluate(condition, model) for condition in each.conditions)


def _model_of(found: Footprint, bindings: dict[Term, Value], witness: Model) -> Model:
    """The values of a class's symbols under the caller's witness."""
    values = {each: witness[each] for each in found.kept if each in witness}
    for symbol, actual in bindings.items():
        if symbol.sort is REF:
            null = is_null(symbol)
            assert isinstance(null, Term)
            values[null] = bool(evaluate(is_null(actual), witness))
        else:
            values[symbol] = evaluate(actual, witness)
    return Model(values)


def _flatten(state: State) -> None:
    """Replace the last condition of a path that began as a fork of a class by its parts, as inlining has them."""
    if state.path and state.path[-1].op == "conj":
        parts = [each for each in state.path[-1].args if isinstance(each, Term)]
        state.path[-1:] = [each for each in parts if each not in state.path[:-1]]


class _Exploring:
    """Finds the classes of one method. It solves all forks and raises no bounds."""

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

    def take(self, fork: Fork) -> None:
        """Keep a fork for later."""
        self.depth = max(self.depth, _deciding(fork.state))
        self.waiting.append(fork)

    def run(self, first: State) -> tuple[LemmaClass, ...]:
        """The classes, in the order in which they are found.

        Raises `UnfitError` if the method can have no lemma, and `BoundReached` if no time or memory is left.
        """
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
                    classes.append(self._made(ready, domain, fork.bound or "", fork.place))
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
        """The class of one path, which is run to its end."""
        before = state.steps
        ending = self.machine.run(state)
        self.steps += state.steps - before
        if ending is Ending.BOUND:
            if state.detail in ("time", "memory"):
                raise BoundReached(state.detail)
            self.cut = True
            return self._made(state, domain, state.detail, state.place)
        made = self._made(state, domain)
        carried = ending in (Ending.RETURNED, Ending.THREW) and self._carries(state, made)
        return replace(made, state=state) if carried else made

    def _made(self, state: State, domain: int, bound: str = "", place: Place | None = None) -> LemmaClass:
        """The class of a path, without an effect: calls that go on in it are inlined."""
        symbols = opened(self.start, state)
        conditions = tuple(state.path[domain:])
        known = self.symbols | atoms(symbols)
        if any(is_about_classes(each) or not variables(each) <= known for each in conditions):
            raise UnfitError("a condition on what the shape does not hold")
        covered = frozenset(state.covered)
        return LemmaClass(conditions, None, state, bound, place, symbols, touches(state, domain), covered)

    def _carries(self, state: State, made: LemmaClass) -> bool:
        try:
            check_transfer(self.method, self.start, state, self.symbols | atoms(made.opened))
        except UnfitError:
            return False
        return True


__all__ = ["Lemma", "LemmaCounts", "Lemmas"]
