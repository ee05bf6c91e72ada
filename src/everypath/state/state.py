"""The state of one path: plain data that forks. `State.decide` is the only place that forks.

Discipline: within one instruction or library model, *decide first, act last*. A fork's state stands at the start of the
current instruction; whoever runs it executes the instruction again, and every decision taken so far is then known.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Mapping, Set
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self, TypeAlias

from everypath.errors import EngineError
from everypath.state import identity
from everypath.state.classes import Kin, is_about_classes, is_possible, known_answer, learn, likely
from everypath.state.control import SMALL, Control
from everypath.state.endings import BoundReached, Ending, Fork, Reason
from everypath.state.frames import Frame, Place
from everypath.state.memory import NONE, Memory
from everypath.state.objects import NULL, TextObject, Token
from everypath.state.tables import MANY, Facts
from everypath.term import EMPTY, Model, Term, Value, evaluate, has_class, not_

if TYPE_CHECKING:
    from everypath.program import Class
    from everypath.state.text import Text

Attachment: TypeAlias = object
"""Whatever the rooms above keep with a state; immutable."""

Log: TypeAlias = Mapping[Hashable, Mapping[int, int]]
"""The addresses of open objects by the field or array class that was read or written, each with the number of
conditions before that; never changed."""

COUNTED = frozenset({"branch", "switch", "instanceof"})
"""Kinds of decisions that count against the loop bound; implicit exceptions and library models do not."""


class State(Memory):
    """Everything that forks. Copies share nothing that is written in place; objects are copied on first write.

    ``path`` holds the conditions in order and ``known`` the same as a set, with the parts of conjunctions; ``limits``
    names those among them that are only assumptions of `decide_limit`: what is refuted with their help is cut by
    a bound and never infeasible. ``witness`` is a model of the path. ``decided`` maps an input reference to its address
    (`NULL` if null), ``refs`` back; ``open`` holds input objects whose identity is open: they are *absent from*
    ``heap`` so that no fast path can slip past an alias. ``types`` and ``kin`` are what is known of the classes of
    inputs (`everypath.state.classes`).
    ``statics`` is keyed by `Field` and holds the static fields of each class whose initialisation has begun (None: an
    input nobody looked at yet); ``initialised`` maps a class to ``running`` or ``done``, ``unusable`` maps those whose
    initialisation failed to the throwable that describes why.
    ``lengths`` are terms whose witnesses shall stay small. ``covered`` holds the numbers of the basic blocks of target
    code that the call entered (`Machine.blocks`), in the order of their first entry; ``prepared`` those that class
    initialisers and calls that build inputs entered, ``outside`` what is covered outside of those that run now;
    ``depth`` the derivation steps where they are bounded (`everypath.vm.interpreter.coverage_bounds`). ``attachments``
    belongs to the
    rooms above; its values are immutable.
    """

    __slots__ = (
        "attachments",
        "checkpoint",
        "covered",
        "depth",
        "detail",
        "ending",
        "frames",
        "kin",
        "known",
        "lengths",
        "limits",
        "next_symbol",
        "outside",
        "path",
        "place",
        "prepared",
        "reads",
        "reasons",
        "result",
        "steps",
        "thrown",
        "types",
        "witness",
        "writes",
    )

    def __init__(self, control: Control | None = None) -> None:
        super().__init__(control if control is not None else Control())
        self.frames: list[Frame] = []
        self.path: list[Term] = []
        self.known = Facts()
        self.limits: frozenset[Term] = frozenset()
        self.witness: Model = EMPTY
        self.types: dict[Term, int] = {}
        self.kin: Kin = {}
        self.reads: Log = {}
        self.writes: Log = {}
        self.lengths: tuple[Term, ...] = ()
        self.reasons: tuple[Reason, ...] = ()
        self.covered: dict[int, None] = {}
        self.prepared: frozenset[int] = frozenset()
        self.outside: tuple[dict[int, None], ...] = ()
        self.steps = 0
        self.depth = 0
        self.next_symbol = 0
        self.attachments: dict[str, Attachment] = {}
        self.ending: Ending | None = None
        self.result: Value | None = None
        self.thrown: int = NULL
        self.detail: str = ""
        self.place: Place | None = None
        self.checkpoint: State | None = None

    # -- copying ------------------------------------------------------------------------------------------------

    def fork(self) -> State:
        """An independent copy. Both sides lose the right to write in place: the first write copies the object."""
        twin = State.__new__(State)
        twin.frames = [frame.copy() for frame in self.frames]  # first: compiled code hands over here
        self._copy_memory(twin)
        twin.reads = self.reads
        twin.writes = self.writes
        twin.attachments = self.attachments.copy()
        twin.covered = self.covered.copy()
        twin.prepared = self.prepared
        twin.outside = self.outside
        twin.steps = self.steps
        twin.depth = self.depth
        twin.next_symbol = self.next_symbol
        twin.ending = self.ending
        twin.result = self.result
        twin.thrown = self.thrown
        twin.detail = self.detail
        twin.place = self.place
        twin.checkpoint = None
        twin._take_path(self)
        if twin.folded:
            twin.__class__ = Resting
        return twin

    def _wake(self) -> None:
        if self.folded:
            self.__class__ = State
            self._unfold()

    def rest(self) -> None:
        """Nobody is expected to look at the objects soon: keep only what relatives do not have."""
        if not self.folded:
            self.folded = self._fold(MANY)
            if self.folded:
                self.token = Token()
                for name in self.folded:
                    delattr(self, name)
                self.__class__ = Resting

    def _take_path(self, other: State) -> None:
        self.path = other.path[:]
        self.known = other.known.copy()
        self.limits = other.limits
        self.witness = other.witness
        self.types = other.types.copy()
        self.kin = other.kin.copy()
        self.lengths = other.lengths
        self.reasons = other.reasons

    @contextmanager
    def atomic(self) -> Iterator[Self]:
        """A compound step: forks taken inside start from here, with all that was decided inside already known."""
        if self.checkpoint is not None:
            yield self
            return
        self.checkpoint = self.fork()
        try:
            yield self
        finally:
            self.checkpoint = None

    def _sibling(self) -> State:
        if self.checkpoint is None:
            return self.fork()
        twin = self.checkpoint.fork()
        twin._take_path(self)
        return twin

    # -- decisions ----------------------------------------------------------------------------------------------

    def decide(
        self,
        condition: Value,
        kind: str = "branch",
        loop: tuple[bool, bool] | None = None,
        side: bool | None = None,
    ) -> bool:
        """Decide a condition on this path; the other side goes to the sink, unsolved.

        The cheap answers come first: a constant, a condition the path knows, one whose negation it knows. Otherwise the
        side that the witness satisfies goes on. ``loop`` tells, for a branching point inside a loop, whether its true
        and its false side stay in the innermost loop: once the loop bound is used up, a side that stays is cut. Of a
        condition on classes, both sides of which the witness satisfies, ``side`` may choose one.

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
        if answer is not None:
            return answer
        value = self._side(condition, negation, side)
        self._check_path_bounds(kind)
        taken, other = (condition, negation) if value else (negation, condition)
        exhausted = loop is not None and kind in COUNTED and self._count() >= self._loop_bound()
        if exhausted and loop == (True, True):
            raise BoundReached("loop", self.here())
        self._note_decision(counted=kind in COUNTED and loop is not None)
        cut = exhausted and loop is not None and loop[1 if value else 0]
        bound = "loop" if cut else None
        self.control.sink(Fork(self._sibling(), other, self.here(), "limit" if cut else kind, bound, not value))
        self.assume(taken)
        if exhausted and loop is not None and loop[0 if value else 1]:
            raise BoundReached("loop", self.here())
        return value

    def _known_answer(self, condition: Term, negation: Term) -> bool | None:
        """What the path says outright of a condition."""
        if condition in self.known:
            return True
        if negation in self.known:
            return False
        return self._class_answer(condition, negation)

    def _class_answer(self, condition: Term, negation: Term) -> bool | None:
        if not is_about_classes(condition):
            return None
        return known_answer(self.types, self.kin, condition, negation, self._world_bits)

    def may_hold(self, condition: Term) -> bool:
        """Whether a condition on classes fits what the path knows of them."""
        return is_possible(self.types, self.kin, condition, self._world_bits)

    def is_known(self, condition: Term) -> bool:
        """Whether the path says outright that the condition holds, or that it does not."""
        return condition in self.known or not_(condition) in self.known

    def decide_limit(self, condition: Value, bound: str = "length") -> None:
        """Go on under ``condition``, an assumption; the other side is parked with kind ``limit`` until ``bound`` is
        raised.

        Raises `BoundReached` where the condition fails on this path, or the witness lies beyond it.
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
        twin = self._sibling()
        twin.limits |= {condition}
        self.control.sink(Fork(twin, condition, self.here(), "within-limit"))
        self.assume(negation)
        raise BoundReached(bound, self.here())

    def offer(
        self,
        condition: bool | Term,
        kind: str,
        bound: str | None = None,
        attachments: dict[str, Attachment] | None = None,
    ) -> None:
        """Hand the sink a copy that goes on under ``condition``, with ``attachments`` replaced: a choice of the
        rooms above.

        The caller goes on with another choice, and makes sure that the copy, at the start of the instruction, finds
        its own.
        """
        twin = self._sibling()
        twin.attachments.update(attachments or {})
        self.control.sink(Fork(twin, condition, self.here(), kind, bound))

    def attach(self, key: str, value: Attachment) -> None:
        """Set an attachment that forks taken inside `atomic` shall know, too."""
        self.attachments[key] = value
        if self.checkpoint is not None:
            self.checkpoint.attachments[key] = value

    def assume(self, condition: Value) -> None:
        """Add a condition to the path. The caller vouches for the witness. Class conditions narrow the candidates."""
        if condition is True:
            return
        if condition is False:
            raise EngineError("a path assumed false")
        assert isinstance(condition, Term)
        if condition in self.known:
            return
        self.path.append(condition)
        self._know(condition)

    def _know(self, condition: Term) -> None:
        self.known.add(condition)
        if condition.op == "conj":
            for part in condition.args:
                if isinstance(part, Term):
                    self._know(part)
            return
        if is_about_classes(condition):
            learn(self.types, self.kin, condition, self._world_bits)

    def _side(self, condition: Term, negation: Term, side: bool | None) -> bool:
        """The side of an open decision that goes on: that of the path which is gone again, else the one chosen."""
        course = self.control.course
        if course and (condition in course or negation in course):
            return condition in course
        return self._under_witness(condition) if side is None else side

    def _under_witness(self, condition: Term) -> bool:
        if is_about_classes(condition):
            return likely(self.types, condition, self._world_bits)
        return bool(evaluate(condition, self.witness))

    def _world_bits(self, names: frozenset[str]) -> int:
        world = self.control.world
        if world is None:
            raise EngineError("class conditions need a numbered world")
        return world.bits_of(names)

    def _count(self) -> int:
        frame = self.frames[-1]
        return frame.decisions.get(frame.pc, 0) if frame.decisions is not None else 0

    def _loop_bound(self) -> int:
        """Decisions that a loop may take; a loop of the library may take as many as texts and arrays are long."""
        bounds = self.control.bounds
        if self.control.rounds and len(self.frames) == 1:
            return sys.maxsize
        return bounds.loop if self.frames[-1].method.owner.is_target else max(bounds.loop, bounds.length)

    def _note_decision(self, *, counted: bool) -> None:
        if not self.frames:
            return
        frame = self.frames[-1]
        if frame.decisions is None:
            frame.decisions = {}
        if counted:
            frame.decisions[frame.pc] = frame.decisions.get(frame.pc, 0) + 1
        if self.checkpoint is not None:
            self.checkpoint.frames[len(self.frames) - 1].decisions = dict(frame.decisions)

    def _check_path_bounds(self, kind: str) -> None:
        bounds = self.control.bounds
        if len(self.path) >= bounds.conditions:
            raise BoundReached("conditions", self.here())
        if kind in COUNTED and self.frames and self.frames[-1].decisions is None:
            depth = sum(1 for frame in self.frames if frame.decisions is not None)
            if depth >= bounds.calls:
                raise BoundReached("calls", self.here())

    def decide_class(self, ref: Term, bits: int, kind: str = "instanceof", side: bool | None = None) -> bool:
        """Whether the object behind an input reference is of a class in ``bits``; narrows its candidates either way.

        ``side`` as for `decide`.
        """
        current = self.types[ref]
        inside = current & bits
        if not inside or inside == current:
            self.observe_class(ref, bits, kind, answer=bool(inside))
            return bool(inside)
        world = self.control.world
        if world is None:
            raise EngineError("class conditions need a numbered world")
        return self.decide(has_class(ref, world.names_of(inside)), kind, side=side)

    def observe_class(self, ref: Term, bits: int, kind: str, *, answer: bool) -> None:
        """The candidates of an input alone tell whether its class is in ``bits``."""
        observer = self.control.observer
        if observer is not None:
            observer.asked(self)
            observer.refuted_class(self, ref, bits, kind, inside=not answer)

    # -- references and objects ---------------------------------------------------------------------------------

    def reserve(self, size: int) -> None:
        """To be called before an object is made that may take many bytes of this process.

        Raises `BoundReached` (``memory``) where there is no room for it.
        """
        if size > SMALL and not self.control.room(size):
            raise BoundReached("memory", self.here())

    def new_text(self, cls: Class, text: Text) -> int:
        """A new ``String`` or builder (``cls``) with this content. Raises `BoundReached` where there is no room."""
        self.reserve(text.footprint)
        return self.allocate(TextObject(cls, text, self.token))

    def same(self, left: Value, right: Value) -> Value:
        """Whether two references are the same object, as a condition (`everypath.state.identity`)."""
        return identity.same(self, left, right)

    def log_read(self, address: int, key: Hashable, time: int | None = None) -> None:
        """An open object's field or element (``key``: the `Field` or the array class) is read; ``time`` is the number
        of conditions before that, all of them if None.
        """
        self._check_alias(address, key, self.writes)
        self.reads = self._logged(self.reads, address, key, time)

    def log_write(self, address: int, key: Hashable, time: int | None = None) -> None:
        """An open object's field or element is written."""
        self._check_alias(address, key, self.reads)
        self._check_alias(address, key, self.writes)
        self.writes = self._logged(self.writes, address, key, time)

    def _logged(self, log: Log, address: int, key: Hashable, time: int | None) -> Log:
        known = log.get(key, {})
        if address in known:
            return log
        return {**log, key: {**known, address: len(self.path) if time is None else time}}

    def _check_alias(self, address: int, key: Hashable, log: Log) -> None:
        others = log.get(key)
        if others is None or (len(others) == 1 and address in others):
            return
        for other in sorted(others):
            if other != address and self._may_alias(address, other):
                self.take_apart(self.refs.get(address), self.refs.get(other), "read and write of a field of two inputs")

    def _may_alias(self, left: int, right: int) -> bool:
        if left in self.open and right in self.open:
            left_ref, right_ref = self.refs[left], self.refs[right]
            left_types, right_types = self.types.get(left_ref), self.types.get(right_ref)
            if left_types is not None and right_types is not None:
                return bool(left_types & right_types)
            return self.open[left].cls is self.open[right].cls
        return (left in self.open and right < 0) or (right in self.open and left < 0)

    def take_apart(self, left: Term | None, right: Term | None, detail: str) -> None:
        """Two references (None: no input) that may be one object are taken as distinct, and it matters. Where nobody
        sees to the other case, the path remembers that.
        """
        if left is None or right is None or not self.control.apart(self, left, right):
            self.note_alias(detail)

    def note_alias(self, detail: str) -> None:
        """Remember once that two references that may be one object were taken as distinct."""
        if not any(reason.code == "alias" for reason in self.reasons):
            self.reasons += (Reason("alias", detail, self.here()),)

    # -- what was covered ---------------------------------------------------------------------------------------

    def step_aside(self) -> None:
        """What runs until `step_back` is no part of the call: a class initialiser, or what builds an input."""
        self.require_frames()
        self.outside = (*self.outside, self.covered)
        self.covered = {}

    def step_back(self) -> None:
        """The end of what `step_aside` began."""
        self.prepared |= self.covered.keys()
        self.covered = self.outside[-1].copy()  # forks share what waits
        self.outside = self.outside[:-1]

    def entered(self) -> Set[int]:
        """The blocks of target code that were entered, in the call or aside from it."""
        if not self.prepared and not self.outside:
            return self.covered.keys()
        return self.prepared.union(self.covered, *self.outside)

    # -- endings and notes --------------------------------------------------------------------------------------

    def note(self, code: str, detail: str) -> None:
        """Remember once why the path is not exact; see `Reason`."""
        if not any(reason.code == code and reason.detail == detail for reason in self.reasons):
            self.reasons += (Reason(code, detail, self.here()),)

    def require_frames(self) -> None:
        """Called by who is about to change more than an instruction may: compiled code, which keeps its frames to
        itself, hands over here (`everypath.vm.compiled`).
        """
        len(self.frames)

    def adopt(self, other: State) -> None:
        """Take over the heap and the conditions of a copy that was run on; how this path ended stays."""
        self.require_frames()
        self._wake()
        for name in _ADOPTED:
            setattr(self, name, getattr(other, name))
        self.token = Token()
        other.token = Token()

    def end(self, ending: Ending, detail: str = "", place: Place | None = None) -> None:
        """End the path."""
        self.ending = ending
        self.detail = detail
        self.place = place if place is not None else self.here()

    def reopen(self) -> None:
        """Make a state that a bound cut runnable again."""
        self.ending = None
        self.detail = ""
        self.place = None

    def fresh_name(self, prefix: str) -> str:
        """A name for a new symbol, unique on the path and the same whenever the path is run again."""
        name = f"{prefix}#{self.next_symbol}"
        self.next_symbol += 1
        return name

    def here(self) -> Place | None:
        """The current place, the innermost frame's."""
        if not self.frames:
            return None
        frame = self.frames[-1]
        return place_of(frame)

    def __getstate__(self) -> dict[str, Attachment]:
        self._wake()
        return {name: getattr(self, name) for name in _SLOTS if name not in _LEFT_BEHIND}

    def __setstate__(self, values: dict[str, Attachment]) -> None:
        for name, value in values.items():
            setattr(self, name, value)
        self.control = Control()
        self.checkpoint = None
        self.token = Token()
        self.bases, self.folded = {}, NONE


class Resting(State):
    """A state into whose large tables nobody has looked since it was copied: the first look makes it a `State`."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if name not in self.folded:
                raise AttributeError(name)
            self._wake()
            return getattr(self, name)


_LEFT_BEHIND = ("bases", "checkpoint", "control", "folded")

_SLOTS = (*Memory.__slots__, *State.__slots__)

_ADOPTED = tuple(
    name
    for name in _SLOTS
    if name
    not in (
        "bases",
        "checkpoint",
        "control",
        "detail",
        "ending",
        "folded",
        "frames",
        "place",
        "result",
        "thrown",
        "token",
    )
)


def place_of(frame: Frame) -> Place:
    """The place a frame stands at."""
    method = frame.method
    pc = method.linked.pc_of(frame.pc) if method.linked is not None else 0
    owner = method.owner
    return Place(owner.name, method.name, method.descriptor, pc, method.line(pc), owner.is_target)
