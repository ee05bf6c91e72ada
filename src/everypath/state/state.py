"""The state of one path, and what all states of an exploration share. `State.decide` is the only place that forks.

`State`, `Fork`, `Observer` and `Control` refer to each other, so they stand in one module.

Rule: within one instruction or library model, *decide first, act last*. The state of a fork stands at the start of the
current instruction. Whoever runs the fork executes the instruction again, with every decision taken so far known.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, Self, TypeAlias

from everypath.dataclass import dataclass
from everypath.errors import EngineError
from everypath.state.control import SMALL_OBJECT, BootImage, ClassNumbering, default_value, fits_in_memory
from everypath.state.endings import BoundReached, Bounds
from everypath.state.execution import Execution
from everypath.state.frames import LACK_OF_MEMORY, catches
from everypath.state.memory import NONE, Memory
from everypath.state.objects import TextObject, Token
from everypath.state.path_condition import PathCondition
from everypath.state.places import Place
from everypath.state.tables import FOLD_PART_ENDED
from everypath.state.text import Rope
from everypath.term import Model, Term, Value, evaluate, has_class, le, not_

if TYPE_CHECKING:
    from everypath.program import Class
    from everypath.state.frames import Frame
    from everypath.state.text import Text

Attachment: TypeAlias = object
"""Data that other packages keep with a state; immutable."""

Accesses: TypeAlias = Mapping[Hashable, Mapping[int, int]]
"""Read or written open objects: a field or array class maps to the addresses, each with the number of conditions before
the first access. Never changed in place."""

COUNTED = frozenset({"branch", "switch", "instanceof"})
"""Kinds of decisions that count against the loop bound; implicit exceptions and library models do not."""


@dataclass(slots=True)
class Fork:
    """The other side of a decision: an unsolved state at the start of the instruction, and the condition to add.

    ``kind`` says who asked (``branch``, ``null``, ``index``, ``division``, ``cast``…; `REFLECTED` and a name: a target
    of reflection, which counts as a goal wherever it is asked for). A fork of kind ``limit`` lies beyond ``bound`` and
    is parked until that bound is raised. Solve ``(*state.path, condition)``; if it is satisfiable, `resume` gives the
    runnable state.
    """

    state: State
    condition: bool | Term
    place: Place | None
    kind: str
    bound: str | None = None
    side: bool | None = None
    """The truth value of the decided condition on this side; None for limits and choices, which decide none."""

    def resume(self, witness: Model) -> State:
        """The state with the condition assumed and ``witness`` (a model of path and condition) installed."""
        self.state.witness = witness
        self.state.assume(self.condition)
        return self.state


class Observer(Protocol):
    """Listens to decisions, above all to sides that never become forks because the path condition refutes them.

    An instruction that is executed again repeats the decisions of its first execution. With ``asked`` and ``again`` an
    observer can recognise the repetitions.
    """

    def asked(self, state: State) -> None:
        """The current instruction is about to decide a condition."""

    def again(self, state: State) -> None:
        """Frames were pushed above the current instruction, which is executed again afterwards."""

    def refuted(self, state: State, condition: Term, kind: str) -> None:
        """``condition`` is the side not taken."""

    def refuted_class(self, state: State, ref: Term, bits: int, kind: str, *, inside: bool) -> None:
        """The side not taken is: the class of an input is in ``bits`` (``inside``), or is not in ``bits``."""

    def refuted_alias(self, state: State, left: Term, right: Term) -> None:
        """The side not taken is: two inputs are one object."""


def discard(fork: Fork) -> None:
    """A sink for concrete runs that drops every fork."""


def never_explores_alias(state: State, left: Term, right: Term) -> bool:
    """The default of `Control.explores_alias`: paths on which two inputs are one object are not explored."""
    return False


class Control:
    """Shared by all states of one exploration and never copied; pickling a state omits it.

    ``sink`` receives each `Fork` in the order of the decisions. ``bounds`` may be replaced at any time.
    ``has_memory_for(size)`` is true if this process may allocate ``size`` bytes more. It is called before large objects
    are made, and regularly with 0. ``explores_alias`` is called when a state assumes two input references to be
    distinct. It is true if the exploration covers the paths on which they are one object. ``replay_conditions`` are the
    conditions of a path to be followed: decisions take its sides, whatever the witness says. ``observer`` listens to
    decisions, or is None. ``numbering`` numbers the classes of candidate sets.
    """

    __slots__ = (
        "boot",
        "bounds",
        "bounds_loop_iterations",
        "explores_alias",
        "has_memory_for",
        "layouts",
        "numbering",
        "observer",
        "replay_conditions",
        "sink",
    )

    def __init__(
        self,
        sink: Callable[[Fork], None] = discard,
        bounds: Bounds | None = None,
        numbering: ClassNumbering | None = None,
        boot: BootImage | None = None,
    ) -> None:
        self.sink = sink
        self.bounds = bounds if bounds is not None else Bounds()
        self.numbering = numbering
        self.boot = boot
        self.explores_alias: Callable[[State, Term, Term], bool] = never_explores_alias
        self.has_memory_for: Callable[[int], bool] = fits_in_memory
        self.observer: Observer | None = None
        self.replay_conditions: Container[Term] = ()
        self.bounds_loop_iterations = False
        """True if the loops of the entry's own activation are bounded by iterations
        (`everypath.vm.observers.path_trace`), not by decisions."""
        self.layouts: dict[Class, list[Value]] = {}

    def defaults(self, cls: Class) -> list[Value]:
        """A fresh list of the default values of a class's instance fields (JVMS 2.3, 2.4)."""
        layout = self.layouts.get(cls)
        if layout is None:
            layout = self.layouts[cls] = [default_value(field.descriptor) for field in cls.instance_fields]
        return layout[:]

    def loop_bound(self, frames: list[Frame]) -> int:
        """The number of decisions that the top frame may make at one branch of a loop.

        Library code may make at least as many as a text has chars.
        """
        bounds = self.bounds
        if self.bounds_loop_iterations and len(frames) == 1:
            return sys.maxsize
        return bounds.loop if frames[-1].method.owner.is_target else max(bounds.loop, bounds.length)


class State(Execution):
    """The state of one path. Copies share nothing that is written in place; objects are copied on the first write.

    ``decided`` maps an input reference to its address (`NULL` if null), ``refs`` back. ``open`` holds input objects
    whose identity is open: they are *absent from* ``heap``, so no fast path can overlook an alias.
    ``statics`` maps a `Field` to its value, for each class whose initialisation has begun (None: an input that was not
    read yet). ``initialised`` maps a class to ``running`` or ``done``; ``unusable`` maps a class whose initialisation
    failed to the throwable that describes why.
    ``attachments`` belong to other packages; the values are immutable. ``checkpoint`` is the start of an `atomic` step.
    """

    control: Control

    __slots__ = (
        "attachments",
        "checkpoint",
        "reads",
        "writes",
    )

    def __init__(self, control: Control | None = None) -> None:
        super().__init__(control if control is not None else Control())
        self.reads: Accesses = {}
        self.writes: Accesses = {}
        self.attachments: dict[str, Attachment] = {}
        self.checkpoint: State | None = None

    # -- copying ------------------------------------------------------------------------------------------------

    def fork(self) -> State:
        """An independent copy. Both states lose the right to write in place: the first write copies the object."""
        copied = State.__new__(State)
        copied.frames = [frame.copy() for frame in self.frames]  # first: compiled code deoptimises here
        self._copy_memory(copied)
        copied.reads = self.reads
        copied.writes = self.writes
        copied.attachments = self.attachments.copy()
        copied.covered = self.covered.copy()
        copied.prepared = self.prepared
        copied.outside = self.outside
        copied.steps = self.steps
        copied.depth = self.depth
        copied.next_symbol = self.next_symbol
        copied.ending = self.ending
        copied.result = self.result
        copied.thrown = self.thrown
        copied.detail = self.detail
        copied.place = self.place
        copied.checkpoint = None
        self._copy_conditions(copied)
        if copied.folded:
            copied.__class__ = Resting
        return copied

    def rest(self) -> None:
        """Fold the large tables, because they are not expected to be read soon. The first read unfolds them."""
        if not self.folded:
            self.folded = self._fold(FOLD_PART_ENDED)
            if self.folded:
                self.token = Token()
                for name in self.folded:
                    delattr(self, name)
                self.__class__ = Resting

    def _wake(self) -> None:
        if self.folded:
            self.__class__ = State
            self._unfold()

    def adopt(self, other: State) -> None:
        """Take over the heap and the conditions of a copy that was run on. The ending of this path stays."""
        self.require_frames()
        self._wake()
        for name in _ADOPTED:
            setattr(self, name, getattr(other, name))
        self.token = Token()
        other.token = Token()

    @contextmanager
    def atomic(self) -> Iterator[Self]:
        """A compound step. Forks taken inside start from its beginning, with all decisions taken inside known."""
        if self.checkpoint is not None:
            yield self
            return
        self.checkpoint = self.fork()
        try:
            yield self
        finally:
            self.checkpoint = None

    def _sibling(self) -> State:
        """A copy for the other side of a decision."""
        if self.checkpoint is None:
            return self.fork()
        copied = self.checkpoint.fork()
        self._copy_conditions(copied)
        return copied

    # -- decisions ----------------------------------------------------------------------------------------------

    def decide(
        self,
        condition: Value,
        kind: str = "branch",
        loop: tuple[bool, bool] | None = None,
        side: bool | None = None,
    ) -> bool:
        """Decide a condition on this path. The other side goes to the sink, unsolved.

        A constant, a known condition and one whose negation is known are answered without a fork. Otherwise the path
        takes the side that the witness satisfies. ``loop`` belongs to a branch inside a loop: its items say if the true
        and the false side stay in the innermost loop. Once the loop bound is used up, a side that stays is cut. For a
        condition on classes of which the witness satisfies both sides, ``side`` may choose one.

        Raises `BoundReached`.
        """
        if condition is True or condition is False:
            return condition
        assert isinstance(condition, Term)
        negation = not_(condition)
        assert isinstance(negation, Term)
        answer = self._known_answer(condition, negation)
        observer = self.control.observer
        if observer is not None:
            observer.asked(self)
            if answer is not None:
                observer.refuted(self, negation if answer else condition, kind)
        return answer if answer is not None else self._fork_at(condition, negation, kind, loop, side)

    def _fork_at(
        self, condition: Term, negation: Term, kind: str, loop: tuple[bool, bool] | None, side: bool | None
    ) -> bool:
        """Take one side of an open condition and hand the other to the sink."""
        followed = self.control.replay_conditions
        if followed and (condition in followed or negation in followed):
            value = condition in followed
        else:
            value = self._under_witness(condition) if side is None else side
        self._check_path_bounds(kind)
        taken, other = (condition, negation) if value else (negation, condition)
        counted = loop is not None and kind in COUNTED
        stays = other_stays = False
        if loop is not None and counted and self.frames[-1].decisions_here() >= self.control.loop_bound(self.frames):
            stays, other_stays = loop if value else (loop[1], loop[0])
        if stays and other_stays:
            raise BoundReached("loop", self.here())
        self._note_decision(counted=counted)
        sent, bound = ("limit", "loop") if other_stays else (kind, None)
        self.control.sink(Fork(self._sibling(), other, self.here(), sent, bound, not value))
        self.assume(taken)
        if stays:
            raise BoundReached("loop", self.here())
        return value

    def decide_limit(self, condition: Value, bound: str = "length") -> None:
        """Go on under ``condition``, an assumption. The other side is parked with kind ``limit`` until ``bound`` is
        raised.

        Raises `BoundReached` if the path or its witness contradicts the condition.
        """
        if condition is True or (condition is not False and condition in self.known):
            return
        if condition is False:
            raise BoundReached(bound, self.here())
        assert isinstance(condition, Term)
        negation = not_(condition)
        assert isinstance(negation, Term)
        if negation in self.known or self._class_answer(condition, negation) is False:
            raise BoundReached(bound, self.here())
        if evaluate(condition, self.witness):
            self.control.sink(Fork(self._sibling(), negation, self.here(), "limit", bound))
            self.assume(condition)
            self.limits |= {condition}
            return
        copied = self._sibling()
        copied.limits |= {condition}
        self.control.sink(Fork(copied, condition, self.here(), "within-limit"))
        self.assume(negation)
        raise BoundReached(bound, self.here())

    def decide_class(
        self, ref: Term, bits: int, kind: str = "instanceof", side: bool | None = None, tested: str = ""
    ) -> bool:
        """Decide if the object of an input reference is of a class in ``bits``; narrows its candidates either way.

        ``side`` as for `decide`. ``tested`` is the type of a type test; without one, the class itself matters.
        """
        current = self.types[ref]
        inside = current & bits
        if not tested:
            self.note_use_of_class(ref)
        if not inside or inside == current:
            self.observe_class(ref, bits, kind, answer=bool(inside))
            return bool(inside)
        numbering = self.control.numbering
        if numbering is None:
            raise EngineError("conditions on classes need numbered classes")
        names = numbering.names_of(inside)
        if tested:
            self.note_tested_type(ref, names, tested)
        return self.decide(has_class(ref, names), kind, side=side)

    def observe_class(self, ref: Term, bits: int, kind: str, *, answer: bool) -> None:
        """Notify the observer that the candidates of an input already answer if its class is in ``bits``."""
        observer = self.control.observer
        if observer is not None:
            observer.asked(self)
            observer.refuted_class(self, ref, bits, kind, inside=not answer)

    def offer(
        self,
        condition: bool | Term,
        kind: str,
        bound: str | None = None,
        attachments: dict[str, Attachment] | None = None,
    ) -> None:
        """Hand the sink a copy that goes on under ``condition`` with some ``attachments`` replaced: another choice.

        The caller goes on with its own choice. The copy stands at the start of the instruction; its attachments must
        let it find the other choice there.
        """
        copied = self._sibling()
        copied.attachments.update(attachments or {})
        self.control.sink(Fork(copied, condition, self.here(), kind, bound))

    def attach(self, key: str, value: Attachment) -> None:
        """Set an attachment, also for forks that are taken later inside the same `atomic` step."""
        self.attachments[key] = value
        if self.checkpoint is not None:
            self.checkpoint.attachments[key] = value

    def _note_decision(self, *, counted: bool) -> None:
        if not self.frames:
            return
        frame = self.frames[-1]
        frame.note_decision(counted=counted)
        if self.checkpoint is not None:
            self.checkpoint.frames[len(self.frames) - 1].decisions = dict(frame.decisions or {})

    def _check_path_bounds(self, kind: str) -> None:
        bounds = self.control.bounds
        if len(self.path) >= bounds.conditions:
            raise BoundReached("conditions", self.here())
        if kind in COUNTED and self.frames and self.frames[-1].decisions is None:
            depth = sum(1 for frame in self.frames if frame.decisions is not None)
            if depth >= bounds.calls:
                raise BoundReached("calls", self.here())

    # -- objects ------------------------------------------------------------------------------------------------

    def assume_memory(self, length: Term, size: int) -> None:
        """Go on as if an array of so many elements of ``size`` bytes fitted into the heap of the JVM. A witness has one
        that takes at most half of it.

        Where a handler of the path catches an OutOfMemoryError, what does not fit is parked instead (`decide_limit`).
        Raises `BoundReached` as that does.
        """
        fits = le(length, self.control.bounds.heap // 2 // size)
        if any(catches(frame, LACK_OF_MEMORY) for frame in self.frames):
            self.decide_limit(fits, "memory")
            return
        self.lengths += (length,)
        if isinstance(fits, Term):
            self.allocations += (fits,)

    def note_joined(self, text: Text) -> None:
        """Note a text that is made of others, of any length. The JVM throws an OutOfMemoryError for
        one that is too long; on paths that catch such errors nothing is noted.
        """
        if not isinstance(text, Rope) or text.limit is not None:
            return
        if not any(catches(frame, LACK_OF_MEMORY) for frame in self.frames):
            self.joined += (text,)

    def reserve_memory(self, size: int) -> None:
        """Check the memory budget before an object of ``size`` bytes is made.

        Raises `BoundReached` (``memory``) if it does not fit.
        """
        if size > SMALL_OBJECT and not self.control.has_memory_for(size):
            raise BoundReached("memory", self.here())

    def new_text(self, cls: Class, text: Text) -> int:
        """A new ``String`` or builder (``cls``) with this content. Raises `BoundReached` if memory is short."""
        self.reserve_memory(text.footprint)
        self.note_joined(text)
        return self.allocate(TextObject(cls, text, self.token))

    def __getstate__(self) -> dict[str, Attachment]:
        self._wake()
        return {name: getattr(self, name) for name in _SLOTS if name not in _NOT_PICKLED}

    def __setstate__(self, values: dict[str, Attachment]) -> None:
        for name, value in values.items():
            setattr(self, name, value)
        self.control = Control()
        self.checkpoint = None
        self.token = Token()
        self.bases, self.folded = {}, NONE


class Resting(State):
    """A state whose large tables are folded. The first read of one of them makes it a `State`."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if name not in self.folded:
                raise AttributeError(name)
            self._wake()
            return getattr(self, name)


_NOT_PICKLED = ("bases", "checkpoint", "control", "folded")

_SLOTS = (*Memory.__slots__, *PathCondition.__slots__, *Execution.__slots__, *State.__slots__)

_OWN = frozenset((*_NOT_PICKLED, "detail", "ending", "frames", "place", "result", "thrown", "token"))
"""Attributes that `State.adopt` keeps."""

_ADOPTED = tuple(name for name in _SLOTS if name not in _OWN)
