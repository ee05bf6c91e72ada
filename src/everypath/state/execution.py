"""The progress of a path: its frames, its ending, what it covered, and why it may be inexact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.state.endings import Ending, Reason
from everypath.state.frames import Frame, place_of
from everypath.state.objects import NULL
from everypath.state.path_condition import PathCondition

if TYPE_CHECKING:
    from everypath.state.control import SharedTables
    from everypath.state.places import Place
    from everypath.term import Value


class Execution(PathCondition):
    """The progress of one path, besides its memory and its path condition.

    ``ending`` is None while the path runs; ``detail`` and ``place`` describe the ending, ``result`` is the returned
    value and ``thrown`` the address of the exception that left the entry.
    ``covered`` holds the numbers of the basic blocks of target code that the call entered (`Machine.blocks`), in order
    of the first entry; ``prepared`` and ``outside`` belong to `everypath.state.setup_code`. ``steps`` counts calls and
    backward jumps, ``depth`` derivation steps if they are bounded (`everypath.vm.core.coverage_bounds`).
    """

    __slots__ = (
        "covered",
        "depth",
        "detail",
        "ending",
        "frames",
        "next_symbol",
        "outside",
        "place",
        "prepared",
        "result",
        "steps",
        "thrown",
    )

    def __init__(self, control: SharedTables) -> None:
        super().__init__(control)
        self.frames: list[Frame] = []
        self.covered: dict[int, None] = {}
        self.prepared: frozenset[int] = frozenset()
        self.outside: tuple[dict[int, None], ...] = ()
        self.steps = 0
        self.depth = 0
        self.next_symbol = 0
        self.ending: Ending | None = None
        self.result: Value | None = None
        self.thrown: int = NULL
        self.detail: str = ""
        self.place: Place | None = None

    def note(self, code: str, detail: str) -> None:
        """Note once why the path is not exact; see `Reason`."""
        if not any(reason.code == code and reason.detail == detail for reason in self.reasons):
            self.reasons += (Reason(code, detail, self.here()),)

    def require_frames(self) -> None:
        """Called before a change that is more than an instruction may do. Compiled code keeps its frames to itself and
        deoptimises here (`everypath.vm.compiled`).
        """
        len(self.frames)

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
        """The place of the innermost frame, None without frames."""
        if not self.frames:
            return None
        frame = self.frames[-1]
        return place_of(frame)
