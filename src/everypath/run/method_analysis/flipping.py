"""Flips decisions of call sequences: the machine runs them on symbols, and finds sequences with other literals.

Nothing is replayed here: the sweep's JVM runs the new sequences, and keeps what passes new goals.
"""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from everypath.bridge import Literal
from everypath.explore.concolic import ConcolicSearch, Extender, OpenSides, SeedReport, Side
from everypath.explore.realisation import Realiser
from everypath.plugins import PluginFailedError
from everypath.run.coverage import OpenJumps
from everypath.run.method_analysis.recordings import Recorder
from everypath.run.process import OutOfTimeError, alarm
from everypath.run.results import Flips, MethodReport, Reason, SeedEnd, Status
from everypath.run.workload import ErrorLog, FlipTask, Unit, error_text
from everypath.solver import Limits, Solver
from everypath.state import Ending

if TYPE_CHECKING:
    from everypath.bridge import KeptSequence, Step
    from everypath.run.engine import Engine

Steps: TypeAlias = "tuple[Step, ...]"

__all__ = ["Flipper", "SequenceFlips"]

OVERTIME, STARVED, LAST_OVERTIME = 2.0, 10.0, 0.5
"""Seconds of processor time that the search from one sequence may go on after its time, where it does not look at the
clock; the most seconds by the clock for one of them; and the most by the clock after the end of the run.
"""

REALISING = 0.25
"""The part of the time of a unit that extends its sequences in which methods may be explored on free fields."""

LEAST_SECONDS = 0.1
"""The least seconds that are left where another search begins."""

_HOPELESS = frozenset({Ending.UNSUPPORTED, Ending.CONTAINED, Ending.ERROR})
"""How the path of a sequence ends where strings of other lengths show no more."""


class Flipper:
    """The search of a process that may use ``memory`` bytes, on an engine of its own: what it defines and what an alarm
    leaves half-written concerns no exploration. The time of a search is that of the processor, so that a busy machine
    does not end paths early.
    """

    def __init__(self, engine: Engine, memory: int | None) -> None:
        self.engine = engine
        limits = Limits(prune=not engine.options.no_pruning)
        self.search = ConcolicSearch(
            engine.machine, Solver(limits), memory=memory, clock=time.process_time, record=Recorder(engine)
        )
        self.extender = Extender(engine.program, lambda method: 0)
        self.summaries = engine.new_summaries(with_held=True)
        self.realiser = Realiser(self.search, self.extender, self.summaries, engine.builder.test_package)
        self.is_broken = False
        """True if an alarm has interrupted a search: the engine is of no use any more."""

    def close(self) -> None:
        """Free the solvers. The bridge belongs to others."""
        self.search.solver.close()
        self.realiser.close()


class SequenceFlips:
    """Searches from the sequences of one unit, until one of them breaks the ``flipper``."""

    def __init__(self, flipper: Flipper, unit: Unit, log: ErrorLog) -> None:
        assert unit.flips is not None
        engine = flipper.engine
        self._flipper = flipper
        self._unit = unit
        self._task: FlipTask = unit.flips
        self._log = log
        self._jumps = OpenJumps(engine.bridge.probes, self._task.passed)
        self._search = flipper.search
        self._search.sides = OpenSides(self._jumps)
        flipper.extender.open_sides = lambda method: sum(map(len, self._jumps(method).values()))
        flipper.realiser.begin(self._jumps.blocks)
        self._made: dict[Steps, None] = {}
        self._seconds_of_realising = REALISING * unit.seconds
        self._ends: list[SeedEnd] = []
        self._endings: Counter[str] = Counter()
        self._asked = 0
        self._solved = 0
        self._errors: list[str] = []

    def report(self) -> MethodReport:
        """Search, and report what was found."""
        started = time.monotonic()
        until = min(started + self._unit.seconds, started + self._unit.deadline - time.time())
        if self._task.extends:
            self._extend(until)
        else:
            self._flip(until)
        return self._made_report(time.monotonic() - started)

    def _extend(self, until: float) -> None:
        """Search from longer sequences."""
        sequences = [each.sequence.steps for each in self._task.seeds]
        for at, seed in enumerate(self._task.seeds):
            if until - time.monotonic() < LEAST_SECONDS or self._flipper.is_broken:
                return
            extended = self._flipper.extender.extensions(seed.sequence.steps, sequences)
            for steps in (*self._realised(seed.sequence.steps, sequences), *extended):
                self._made[steps] = None
                left = until - time.monotonic()
                if left > LEAST_SECONDS and not self._flipper.is_broken:
                    self._searched(steps, min(self._task.seconds, left), left)
            self._ends.append(SeedEnd(at))

    def _flip(self, until: float) -> None:
        """Search from the sequences. Those that pass no decision with an open side are done at once."""
        values = [(self._value(each.sequence), at) for at, each in enumerate(self._task.seeds)]
        self._ends += [SeedEnd(at) for value, at in values if not value]
        for value, at in sorted(values, key=lambda each: (-each[0], each[1])):
            left = until - time.monotonic()
            if value and left > LEAST_SECONDS and not self._flipper.is_broken:
                seed = self._task.seeds[at]
                tried, is_left = self._searched(seed.sequence.steps, min(self._task.seconds, left), left, seed.tried)
                self._ends.append(SeedEnd(at, tried, is_left))

    def _made_report(self, seconds: float) -> MethodReport:
        entry = self._unit.entry
        report = MethodReport(
            entry.dotted,
            entry.method,
            entry.descriptor,
            Status.BOUNDED,
            (Reason("time"),),
            seconds=seconds,
            flips=Flips(tuple(self._made), tuple(self._ends), self._asked, self._solved, dict(self._endings)),
        )
        return report.failed(*self._errors) if self._errors else report

    def _value(self, sequence: KeptSequence) -> int:
        """How many decisions with open sides a sequence was the first to pass."""
        found = 0
        for class_name, numbers in sequence.hits:
            wanted = self._jumps.next_to(class_name)
            found += sum(wanted >> number & 1 for number in numbers)
        return found

    def _searched(
        self, steps: Steps, seconds: float, left: float, tried: frozenset[Side] = frozenset()
    ) -> tuple[frozenset[Side], bool]:
        """Search from one sequence: first with strings of fixed lengths, as terms are small then. ``left`` seconds are
        left for both. Returns the sides that were tried, and True if more time may show more.
        """
        found = SeedReport()
        self._run(steps, seconds, found, tried, fixed_lengths=True)
        every = tried | self._search.sides.tried
        is_cut = bool(found.left) or found.ending is Ending.BOUND
        has_texts = any(isinstance(each, Literal) and each.type == "T" for each in steps)
        left -= found.seconds
        if has_texts and left > LEAST_SECONDS and found.ending not in _HOPELESS and not self._flipper.is_broken:
            self._run(steps, min(seconds, left), found, tried, fixed_lengths=False)
            every |= self._search.sides.tried
            is_cut |= bool(found.left)
        self._made.update(dict.fromkeys(each.steps for each in found.made))
        self._endings[found.ending.value] += 1
        self._asked += found.asked
        self._solved += found.solved
        return every, is_cut and not self._flipper.is_broken

    def _run(
        self, steps: Steps, seconds: float, report: SeedReport, tried: frozenset[Side], *, fixed_lengths: bool
    ) -> None:
        """Search for so many seconds."""
        with self._contained(steps, seconds, report):
            self._search.run(steps, seconds, report, tried=tried, fixed_lengths=fixed_lengths)

    def _realised(self, steps: Steps, donors: Sequence[Steps]) -> Sequence[Steps]:
        """Sequences that end with a call whose condition holds for an object of this sequence."""
        began, seconds = time.monotonic(), self._seconds_of_realising
        made: list[Steps] = []

        def left() -> float:
            return began + seconds - time.monotonic()

        if not self._flipper.is_broken:
            with self._contained(steps, max(seconds, LEAST_SECONDS), SeedReport()):
                made.extend(self._flipper.realiser.sequences(steps, donors, left))
            for failure in self._flipper.summaries.take_failures():
                self._errors.append(failure.message)
                self._log.note(failure.trace, self._unit.entry, doing="exploring methods on free fields")
            self._seconds_of_realising -= time.monotonic() - began
        return made

    @contextmanager
    def _contained(self, steps: Steps, seconds: float, report: SeedReport) -> Iterator[None]:
        """An alarm rings if the block takes much longer than ``seconds``. An error of the engine costs what the block
        does, and is logged.
        """
        try:
            most = min(STARVED * OVERTIME, self._unit.deadline - time.time() - seconds)
            with alarm(seconds, OVERTIME, max(most, LAST_OVERTIME)):
                yield
        except OutOfTimeError:
            report.ending, report.detail = Ending.BOUND, "time"
            self._flipper.is_broken = True
            self._flipper.engine.bridge.close()  # it may have been in the middle of an answer
        except (MemoryError, PluginFailedError):
            raise
        except Exception as error:  # noqa: BLE001 - it costs the search from one sequence
            report.ending, report.detail = Ending.ERROR, error_text(error)
            self._errors.append(error_text(error))
            self._log.note(traceback.format_exc(), self._unit.entry, doing=f"flipping decisions of {steps}")
