"""Deoptimisation: generated code goes back to tier 0.

Generated code runs each activation as a Python frame. Meanwhile the state's frames are *hidden*: an operation that
needs them (a fork, a trace, a call that pushes a frame, class initialisation) raises `Deoptimise`, as does an
instruction that a template cannot execute. As the exception passes, each activation leaves its `Frame` as it was before
the instruction; tier 0 then executes that instruction. This is sound because in every template the only side effect is
the last action.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from everypath.term import Symbolic, Value

if TYPE_CHECKING:
    from everypath.state import State

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, overload

from everypath.errors import LinkageError, MissingClassError, UnsupportedError
from everypath.state import BoundReached, Frame, LazyArray
from everypath.vm.core import Signal

if TYPE_CHECKING:
    from types import CodeType

    from everypath.state import State
    from everypath.term import Value
    from everypath.vm.core import Linked


class Deoptimise(Exception):
    """Continue in tier 0. ``frames`` are the activations left so far, the innermost first."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[Frame] = []
        self.left = False
        """True once an activation was left: the activations that called it have made their call."""


class NeedsFrames(Deoptimise):
    """The frames of the state are read or changed."""


class Exhausted(Deoptimise):
    """The steps until the next check of the time limit are used up."""


class TooDeep(Deoptimise):
    """Too many Python frames are nested."""


class Unprofiled(Deoptimise):
    """An instruction that was not executed before this code was generated."""


class UnreadField(Deoptimise):
    """A field of an input that was not read yet."""


class Uninitialised(Deoptimise):
    """A class that must be initialised first."""


class Interpreted(Deoptimise):
    """A method that is not compiled is called, or an instruction that tier 0 alone executes."""


class Hooked(Deoptimise):
    """The frame of the method has hooks, which run at its return."""


class NullReference(Deoptimise):
    """A method is called on null."""


EXPECTED = (
    Symbolic,
    LookupError,
    TypeError,
    Signal,
    LinkageError,
    BoundReached,
    UnsupportedError,
    MissingClassError,
)
"""Exceptions besides `Deoptimise` that a template may raise: tier 0 executes the instruction again and handles it."""


class TopFrame:
    """The top frame while an instruction of tier 0 is executed in place. Only its ``pc`` can be written."""

    __slots__ = ("pc",)

    def __init__(self) -> None:
        self.pc = 0

    def __getattr__(self, name: str) -> NoReturn:
        raise NeedsFrames


class Hidden(list[Frame]):
    """The frames of a state while generated code runs. Every access raises `NeedsFrames`."""

    _top = TopFrame()

    @overload
    def __getitem__(self, index: SupportsIndex) -> Frame: ...
    @overload
    def __getitem__(self, index: slice) -> list[Frame]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        """Only the top frame's ``pc`` may be written."""
        if index == -1:
            return self._top
        raise NeedsFrames

    def __len__(self) -> int:
        raise NeedsFrames

    def __iter__(self) -> Iterator[Frame]:
        raise NeedsFrames

    def __reversed__(self) -> Iterator[Frame]:
        raise NeedsFrames

    def append(self, frame: Frame) -> None:
        """Refused."""
        raise NeedsFrames

    def pop(self, index: SupportsIndex = -1) -> Frame:
        """Refused."""
        raise NeedsFrames


HIDDEN = Hidden()


class FrameState:
    """The instruction of a line of generated code, and how its operand stack is rebuilt.

    The top ``consumed`` operands are removed once the method that the line calls has been entered. A line with index -1
    runs before the activation exists.
    """

    __slots__ = ("_code", "consumed", "index", "stack")

    def __init__(self, index: int, stack: tuple[str, ...] = (), consumed: int = 0) -> None:
        self.index = index
        self.stack = stack
        self.consumed = consumed
        self._code: CodeType | None = None

    def operands(self, namespace: dict[str, object], values: dict[str, Any]) -> list[Value]:
        """The operand stack before the instruction, from the function's variables."""
        if not self.stack:
            return []
        if self._code is None:
            self._code = compile(f"[{','.join(self.stack)}]", "<operands>", "eval")
        found: list[Value] = eval(self._code, namespace, values)
        return found


NOT_ENTERED = FrameState(-1)


class Compiled:
    """One generated function: the code from slot ``entry`` of a method on.

    ``frame_states`` has an entry for each line, the first for line 1. ``cold`` counts deoptimisations at instructions
    that had not been executed when the code was generated: after `RENEWED` of them, it is generated again. ``worth``
    counts entries from tier 0 that ran long enough, ``idle`` those that deoptimised too early.
    """

    def __init__(self, linked: Linked, entry: int, source: str, frame_states: list[FrameState]) -> None:
        self.linked = linked
        self.entry = entry
        self.source = source
        self.frame_states = frame_states
        self.namespace: dict[str, Any] = {}
        self.function: Function
        self.count: Callable[[Compiled, int, Exception], None] = _not_counted
        """Counts a deoptimisation; the compiler sets it."""
        self.cold = 0
        self.worth = 0
        self.idle = 0


def _not_counted(compiled: Compiled, index: int, error: Exception) -> None:
    """The default of `Compiled.count`: counts nothing."""


def deoptimise(compiled: Compiled, error: Exception, values: dict[str, Any]) -> NoReturn:
    """Leave an activation: rebuild its frame from the variables of the function, and raise `Deoptimise`."""
    if isinstance(error, Deoptimise):
        deoptimised = error
    elif isinstance(error, EXPECTED):
        deoptimised = Deoptimise()
    else:
        raise error
    trace = error.__traceback__
    assert trace is not None
    frame_state = compiled.frame_states[trace.tb_lineno - 1]
    if frame_state is NOT_ENTERED:
        raise deoptimised from None
    linked = compiled.linked
    stack = frame_state.operands(compiled.namespace, values)
    if not deoptimised.left:
        compiled.count(compiled, frame_state.index, error)
    elif frame_state.consumed:
        del stack[-frame_state.consumed :]
    get = values.get
    locals_ = [get(f"l{n}", 0) for n in range(linked.max_locals)]
    frame: Frame | None = get("frame")
    if frame is None:
        frame = Frame(linked.method, locals_)
        frame.stack = stack
        deoptimised.frames.append(frame)
    else:
        frame.locals[:] = locals_
        frame.stack[:] = stack
    frame.pc = frame_state.index
    deoptimised.left = True
    raise deoptimised from None


def in_place(state: State, code: list[Any], index: int, stack: list[Value]) -> list[Value]:
    """Execute the handler of tier 0 on operands of generated code; its results are left on ``stack``.

    If it raises, the objects that it made are removed.
    """
    before, known = state.next_address, len(state.interned) + len(state.class_objects)
    try:
        code[index](state, stack, _NO_LOCALS)
    except Exception:
        roll_back(state, before, known)
        raise
    return stack


_NO_LOCALS: list[Any] = []


def roll_back(state: State, before: int, known: int) -> None:
    """Remove the objects from address ``before`` on, unless something that stays refers to them.

    That may be an input reference, an object that was changed, a static field, or a new interned string or class
    object: ``known`` is the number of these before.
    """
    made = range(before, state.next_address)
    if not made or known != len(state.interned) + len(state.class_objects):
        return
    if any(address in state.refs or address not in state.heap for address in made) or _is_known(state, made):
        return
    for address in made:
        del state.heap[address]
    state.next_address = before


def _is_known(state: State, made: range) -> bool:
    """True if an older object owned by this state alone, or a static field, refers to one of these addresses."""
    objects = [obj for address, obj in state.heap.items() if obj.owner is state.token and address not in made]
    objects += state.open.values()
    values: list[object] = [*state.statics.values(), *state.decided.values()]
    for obj in objects:
        values += obj.fields
        if isinstance(obj, LazyArray):
            values += obj.slots.values()
    return any(type(value) is int and value in made for value in values)


Function: TypeAlias = "Callable[..., Value | None]"
"""``function(state, steps, depth_left, *operands)``: the result of a call, None for void."""
