"""The sweep of a run: a thread of this process has a JVM call the methods of the target, and collects what it keeps."""

from __future__ import annotations

import threading
import time
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, field
from everypath.errors import EverypathError
from everypath.run.process import signals_deferred

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from everypath.bridge import KeptSequence, Step, SweepProcess, SweepSlice

FIRST_SLICE, LONGEST_SLICE = 0.25, 1.0
"""Seconds of the first slice of the sweep, and of the longest one: results are taken over between slices. A slice that
runs sequences from outside is short again, as others wait for its results.
"""

SLICE_CALLS = 3000
"""Calls of each slice of a counted sweep: a few tenths of a second on small targets."""

STAGNATION_SECONDS, STAGNATION_PART = 1.0, 0.1
"""The sweep is idle when nothing new was found for so many seconds, and for this part of its time, and no sequence came
nearer to an open side of a decision.
"""

STAGNATION_CALLS, STAGNATION_SLICES = 300, 10
"""It has run so many calls since then, or so many slices: on a busy machine, a second may be nothing."""

REST = 0.7
"""How long it rests between slices, in the time of a slice, while replays are far behind: they need the processors."""

GAIN = 1.2
"""The sweep gains much while it has passed so many times the goals that it had passed in half of its time."""

END_SECONDS = 2.0
"""Seconds in which the thread ends after its process has ended."""


@dataclass
class SweepProgress:
    """What the sweep has done so far: ``calls`` in ``seconds``, and the goals it passed of those it knows."""

    calls: int = 0
    covered: int = 0
    goals: int = 0
    seconds: float = 0.0
    gained_at: float = 0.0
    """The seconds after which it last found something new."""
    calls_since: int = 0
    """The calls since then."""
    slices_since: int = 0
    """The slices since then."""
    passed: list[tuple[float, int]] = field(default_factory=list)
    """The goals that were passed, after seconds."""

    @property
    def gains_much(self) -> bool:
        """True before the first slice, and while many more goals are passed than after half of the time: then a few of
        the later sequences cover what many earlier ones do.
        """
        now, covered = self.passed[-1] if self.passed else (0.0, 0)
        return covered >= GAIN * max((goals for at, goals in self.passed if at <= now / 2), default=0)


class Sweep:
    """Runs the sweep in a thread until it is closed. ``opening`` starts its process; ``on_error`` gets traces. If it is
    ``counted``, its slices have so many calls, unless these take long.
    """

    def __init__(
        self, opening: Callable[[], SweepProcess], on_error: Callable[[str], object], *, counted: bool = False
    ) -> None:
        self._opening = opening
        self._on_error = on_error
        self._calls = SLICE_CALLS if counted else None
        self._found: list[KeptSequence] = []
        self._given: list[tuple[Step, ...]] = []
        self._is_due = False
        """True if sequences were given of which the slice has not ended that runs them."""
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._process: SweepProcess | None = None
        self._thread = threading.Thread(target=self._run, name="sweep", daemon=True)
        self._began = time.monotonic()
        self.progress = SweepProgress()
        self.rests = False
        """True while replays are far behind."""

    def start(self) -> None:
        """Start the thread."""
        self._began = time.monotonic()
        with signals_deferred():
            self._thread.start()

    def take(self) -> list[KeptSequence]:
        """The sequences that were found since the last call."""
        with self._lock:
            found, self._found = self._found, []
        return found

    def give(self, sequences: Iterable[tuple[Step, ...]]) -> None:
        """Have the sweep run sequences, beginning with its next slice. It is not idle until it has."""
        with self._lock:
            self._given += sequences
            self._is_due = True

    @property
    def is_idle(self) -> bool:
        """True if it has ended, or has found nothing new for a while since its first slice."""
        if not self._thread.is_alive():
            return True
        if not self.progress.seconds or self._is_due:
            return False
        progress = self.progress
        if progress.calls_since < STAGNATION_CALLS and progress.slices_since < STAGNATION_SLICES:
            return False
        now = time.monotonic() - self._began
        return now - progress.gained_at > max(STAGNATION_SECONDS, STAGNATION_PART * now)

    @property
    def gains_much(self) -> bool:
        """True while it passes so many new goals that its sequences are better replayed later."""
        return not self.is_idle and self.progress.gains_much

    def close(self) -> None:
        """End the process and the thread."""
        self._closing.set()
        process = self._process
        if process is not None:
            with suppress(EverypathError, OSError):
                process.close()
        if self._thread.is_alive():
            self._thread.join(END_SECONDS)

    def _run(self) -> None:
        try:
            with self._opening() as process:
                self._process = process
                length = FIRST_SLICE if self._calls is None else LONGEST_SLICE
                while not self._closing.is_set():
                    with self._lock:
                        given, self._given = self._given, []
                    process.give(given)
                    length = FIRST_SLICE if given else length
                    self._note(process.run(seconds=length, calls=self._calls))
                    with self._lock:
                        self._is_due = bool(self._given)
                    if self.rests:
                        self._closing.wait(REST * length)
                    length = min(2 * length, LONGEST_SLICE)
        except Exception:  # noqa: BLE001 - the run goes on without the sweep; the trace is in the log
            if not self._closing.is_set():
                self._on_error(traceback.format_exc())

    def _note(self, found: SweepSlice) -> None:
        now = time.monotonic() - self._began
        progress = self.progress
        progress.calls += found.calls
        progress.covered, progress.goals = found.covered, found.goals
        progress.calls_since += found.calls
        progress.slices_since += 1
        if found.sequences or found.nearer or not progress.seconds:
            progress.gained_at = now
            progress.calls_since = progress.slices_since = 0
        with self._lock:
            self._found += found.sequences
        progress.seconds = now
        progress.passed.append((now, found.covered))
