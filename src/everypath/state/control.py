"""What all states of one exploration share: where forks go, the bounds, and the world the bit sets speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from everypath.state.endings import Bounds, Fork

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from everypath.program import Class
    from everypath.state.objects import Obj
    from everypath.state.state import State
    from everypath.term import Term, Value


class World(Protocol):
    """Names of the numbered classes: bit ``n`` of a candidate set stands for the class with number ``n``."""

    def names_of(self, bits: int) -> frozenset[str]:
        """The internal names of the classes in a candidate set."""

    def bits_of(self, names: frozenset[str]) -> int:
        """The candidate set of these classes."""


class BootImage(Protocol):
    """Read-only master copies of the objects with negative addresses."""

    def object(self, address: int) -> Obj:
        """The object at a negative address."""

    def class_object(self, cls: Class) -> int:
        """The address of the ``java.lang.Class`` object of a class."""


class Observer(Protocol):
    """Told of the sides of decisions that never become forks, as what the path knows refutes them outright.

    An instruction that is executed again asks again what was decided when it was executed first: ``asked`` and
    ``again`` let an observer tell such questions from new ones.
    """

    def asked(self, state: State) -> None:
        """The current instruction is about to decide something."""

    def again(self, state: State) -> None:
        """Frames were pushed above an instruction that is executed again afterwards."""

    def refuted(self, state: State, condition: Term, kind: str) -> None:
        """``condition`` is the side not taken."""

    def refuted_class(self, state: State, ref: Term, bits: int, kind: str, *, inside: bool) -> None:
        """That the class of an input is in ``bits`` (``inside``), or that it is not, is the side not taken."""

    def refuted_alias(self, state: State, left: Term, right: Term) -> None:
        """That two inputs are one object is the side not taken."""


def discard(fork: Fork) -> None:
    """A sink for concrete runs: nothing is kept."""


LARGEST = 1 << 24
"""Bytes of this process that one object of the analysed program may take."""


SMALL = 1 << 14
"""Bytes that need no asking."""


def room_for(size: int) -> bool:
    """Whether one object may be so large, where nobody looks at the memory as a whole."""
    return size <= LARGEST


def nobody_sees(state: State, left: Term, right: Term) -> bool:
    """Where nobody asks whether two inputs are one object."""
    return False


class Control:
    """Shared by all states of one exploration and never copied; pickling a state leaves it behind.

    ``sink`` takes each `Fork` in the order in which it arises. ``bounds`` may be replaced at any time. ``room``
    says whether this process may take so many bytes more; asked for large objects, and with 0 now and then.
    ``apart`` is told of two input references that a state takes as different objects where that matters; it says
    whether somebody sees to the paths on which they are one. ``course`` are the conditions of a path that is to be gone
    again: decisions go its way, whatever the witness says. ``observer``, where there is one, is told of sides that
    are refuted without a fork.
    """

    __slots__ = ("apart", "boot", "bounds", "course", "layouts", "observer", "room", "rounds", "sink", "world")

    def __init__(
        self,
        sink: Callable[[Fork], None] = discard,
        bounds: Bounds | None = None,
        world: World | None = None,
        boot: BootImage | None = None,
    ) -> None:
        self.sink = sink
        self.bounds = bounds if bounds is not None else Bounds()
        self.world = world
        self.boot = boot
        self.apart: Callable[[State, Term, Term], bool] = nobody_sees
        self.room: Callable[[int], bool] = room_for
        self.observer: Observer | None = None
        self.course: Container[Term] = ()
        self.rounds = False
        """Whether the loops of the entry's own activation are bounded by how often they go round
        (`everypath.vm.observers.path_trace`), and not by decisions."""
        self.layouts: dict[Class, list[Value]] = {}

    def defaults(self, cls: Class) -> list[Value]:
        """A fresh list of the default values of a class's instance fields (JVMS 2.3, 2.4)."""
        layout = self.layouts.get(cls)
        if layout is None:
            layout = self.layouts[cls] = [default_value(field.descriptor) for field in cls.instance_fields]
        return layout[:]


def default_value(descriptor: str) -> Value:
    """The default value of a field or array element with this descriptor (JVMS 2.3, 2.4)."""
    return 0.0 if descriptor in ("F", "D") else 0
