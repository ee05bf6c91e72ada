"""Finds stack overflows: continues states that the bound on calls cut with concrete values.

In symbolic execution, infinite recursion looks like any deep recursion: each level takes a decision, until the bound
cuts the path. Here the values of such a state are made concrete under a few witnesses, small and large ones. The state
runs on without bounds until the stack overflows or the recursion ends. Only a replay can confirm the overflow, since
the depth of a real stack is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.errors import EngineError
from everypath.explore.paths import OVERFLOW, UNBOUNDED
from everypath.explore.witnesses import holds
from everypath.inputs import shape_of
from everypath.inputs.shapes import java_element, slots_of
from everypath.state import Ending, Fork, LazyArray, Obj, State, SymbolicArray, TextObject, entered_blocks
from everypath.state.text import Constant
from everypath.term import BOOL, REF, Model, Term, Value, eq, evaluate, not_, select, variables

if TYPE_CHECKING:
    from everypath.vm.interpreter import Machine


RECURRING = 3
"""The number of frames of one method on the stack from which on the method counts as recursive."""

LARGE_ARGUMENT = 1_000_000
"""A recursion that counts down from it needs more frames than a stack has."""

EXTREMES = (-1, LARGE_ARGUMENT, -LARGE_ARGUMENT)

MOST_STATES = 4
"""The most states that are made concrete for one method."""

MOST_WITNESSES = 10
"""The most further witnesses that are tried for one state."""

STEPS = 40_000
"""The most calls and backward jumps of one concrete run."""

MOST_FORKS = 500
"""The most forks of one concrete run. Only what could not be made concrete forks; its steps are much slower."""

MOST_ELEMENTS = 4096
"""Longer arrays stay symbolic."""


class Overflows:
    """Continues states that the bound on calls cut until the stack overflows, a few for each recursive method."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.tried: dict[tuple[str, str, str], int] = {}
        self.found: set[tuple[str, str, str]] = set()
        self.cut_short = False
        """True if the time was over during the last search. The next search must be of the same state."""
        self._done = 0
        """The number of witnesses that the last search tried."""

    def search(self, state: State) -> Iterator[State]:
        """Continue copies of a state that the bound on calls cut. Yields the copy whose stack overflowed.

        Copies that returned and covered new blocks are yielded, too: the overflow may have been caught.
        """
        self.cut_short = False
        key = _recurring(state)
        if key is None or key in self.found or self.tried.get(key, 0) >= MOST_STATES:
            return
        self.tried[key] = self.tried.get(key, 0) + 1
        before, self._done = self._done, 0
        for number, witness in enumerate(_witnesses(state)):
            if number < before:
                continue
            if number > before and self.machine.expired():
                self.cut_short, self._done = True, number
                self.tried[key] -= 1
                return
            run = self._run(state, witness)
            if run is not None and run.ending is Ending.THREW and run.detail == OVERFLOW:
                self.found.add(key)
                yield run
                return
            if run is not None and run.ending is Ending.RETURNED and not entered_blocks(run) <= entered_blocks(state):
                yield run

    def _run(self, state: State, witness: Model) -> State | None:
        copy = state.fork()
        copy.reopen()
        copy.witness = witness
        make_concrete(copy)
        context = self.machine.context
        bounds = replace(
            context.bounds,
            calls=UNBOUNDED,
            loop=UNBOUNDED,
            conditions=UNBOUNDED,
            length=UNBOUNDED,
            steps=copy.steps + STEPS,
        )
        forks = 0

        def count_fork(fork: Fork) -> None:
            nonlocal forks
            forks += 1

        # so few steps need no time limit
        with self.machine.using(replace(context, sink=count_fork, bounds=bounds, expired=lambda: forks > MOST_FORKS)):
            try:
                self.machine.run(copy)
            except EngineError:
                return None
        return copy


def _recurring(state: State) -> tuple[str, str, str] | None:
    """The innermost recursive method of target code; None if there is none."""
    counted: dict[tuple[str, str, str], int] = {}
    for frame in reversed(state.frames):
        method = frame.method
        if not method.owner.is_target:
            continue
        key = (method.owner.name, method.name, method.descriptor)
        counted[key] = counted.get(key, 0) + 1
        if counted[key] >= RECURRING:
            return key
    return None


def _witnesses(state: State) -> Iterator[Model]:
    """Models of the path: the witness, then those in which one number, or every number, is extreme."""
    path, witness = state.path, state.witness
    yield witness
    found = 0
    numbers = sorted((each for each in _symbols(state) if each.sort.is_vector), key=lambda each: str(each.payload))
    trials = [{symbol: _cut(value, symbol)} for symbol in numbers for value in EXTREMES]
    trials += [{symbol: _cut(value, symbol) for symbol in numbers} for value in EXTREMES]
    for trial in trials:
        model = witness.with_(trial)
        if found < MOST_WITNESSES and holds(path, model):
            found += 1
            yield model


def _cut(value: int, symbol: Term) -> int:
    """The value, or the nearest one in the range of the symbol."""
    most = (1 << (symbol.sort.width - 1)) - 1
    return max(-most - 1, min(value, most))


def _symbols(state: State) -> set[Term]:
    """The scalar symbols in the path condition and the input."""
    values: list[Term] = list(state.path)
    shape = shape_of(state)
    slots = [*shape.slots, *(slot for node in shape.nodes.values() for slot in slots_of(node.build))]
    values += [slot.value for slot in slots if isinstance(slot.value, Term)]
    values += list(state.lengths)
    found = {symbol for value in values for symbol in variables(value)}
    return {symbol for symbol in found if symbol.op == "var" and not symbol.sort.is_array and symbol.sort is not REF}


# -- values in place of terms -----------------------------------------------------------------------------------


def make_concrete(state: State) -> None:
    """Replace every term of a state, except references, by its value under the witness. The path condition gets these
    values as equations.
    """
    for symbol in sorted(_symbols(state), key=lambda each: str(each.payload)):
        value = state.witness.value_of(symbol)
        if symbol.sort is BOOL:
            condition: Value | bool = symbol if value else not_(symbol)
        else:
            assert isinstance(value, int | float)
            condition = eq(symbol, value)
        state.assume(condition)
    witness = state.witness
    for frame in state.frames:
        frame.locals[:] = [_concrete(value, witness) for value in frame.locals]
        frame.stack[:] = [_concrete(value, witness) for value in frame.stack]
    for field, held in state.statics.items():
        state.statics[field] = _concrete(held, witness)
    for heap in (state.heap, state.open):
        for address, obj in heap.items():
            heap[address] = _concrete_object(obj, state)


def _concrete(value: Value, witness: Model) -> Value:
    if not isinstance(value, Term) or value.sort is REF or value.sort.is_array:
        return value
    result = evaluate(value, witness)
    assert isinstance(result, int | float)
    return int(result) if isinstance(result, bool) else result


def _concrete_object(obj: Obj, state: State) -> Obj:
    witness = state.witness
    match obj:
        case TextObject():
            return obj if obj.text.constant is not None else _concrete_text(obj, state)
        case SymbolicArray():
            length = _concrete(obj.length, witness)
            if not isinstance(length, int) or length > MOST_ELEMENTS:
                return obj
            code = obj.cls.name[1]
            raw = (evaluate(select(obj.elements, index), witness) for index in range(length))
            elements: list[Value] = [java_element(each, code) for each in raw if isinstance(each, int | float)]
            return Obj(obj.cls, elements, state.token, obj.extra)
        case LazyArray():
            length = _concrete(obj.length, witness)
            slots = {_concrete(index, witness): held for index, held in obj.slots.items()}
            return LazyArray(obj.cls, length, state.token, slots, obj.extra, obj.origin)
    if any(isinstance(value, Term) for value in obj.fields):
        return Obj(obj.cls, [_concrete(value, witness) for value in obj.fields], state.token, obj.extra)
    return obj


def _concrete_text(obj: TextObject, state: State) -> TextObject:
    content = Constant(obj.text.evaluate(state.witness))
    return TextObject(obj.cls, content, state.token, obj.fields[:], obj.extra)
