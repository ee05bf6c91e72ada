"""Paths as they are found: `explore`.

An exploration goes on only while somebody asks for its next path. What the asker does meanwhile does not count against
the budget, and one who stops asking ends it, with its JVM.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING

from everypath.api.events import Block, Hooks, Query, ToldSolver
from everypath.api.jobs import Job, Silent, method_target, options_of
from everypath.api.path import Path
from everypath.errors import ClassFormatError, EverypathError, LinkageError, MissingClassError, UsageError
from everypath.explore import criteria, strategies
from everypath.inputs.conditions import ConditionError
from everypath.library.plugged import models_of
from everypath.run.alarm import OutOfTimeError, alarm
from everypath.run.analysis import prepare
from everypath.run.engine import Engine, Guest
from everypath.run.naming import readable_signature
from everypath.run.temporary import temporary_folder
from everypath.solver import Solver
from everypath.suite import CaseBuilder
from everypath.suite.scripts import side_script

if TYPE_CHECKING:
    from everypath.explore import Exploration as RawExploration
    from everypath.explore import Explorer
    from everypath.explore.explorer import Going
    from everypath.explore.path import Path as RawPath
    from everypath.explore.refutations import Refutation
    from everypath.program import Method
    from everypath.run.analysis import Agenda
    from everypath.run.entries import Entry
    from everypath.run.work import Workload
    from everypath.state import State

__all__ = ["Exploration", "Infeasible", "MethodResult", "explore"]

OVERTIME = 2.5
"""Seconds that one path may go on after the time is over, where it does not look at the clock itself."""

_OF_REPORTS = frozenset({"jobs", "patterns", "case", "steps", "only", "strict", "no_overflow"})
"""Options that are about reports, and say nothing to an exploration."""


@dataclass
class Room:
    """What the paths of an exploration need to tell more of themselves; closed, they replay no more."""

    engine: Engine
    builder: CaseBuilder
    """Builds test cases whose input is the witness itself, and not one that tells the class better."""
    is_closed: bool = False

    def close(self) -> None:
        """End the JVM."""
        self.is_closed = True
        self.engine.close()


@dataclass(frozen=True, eq=False)
class Infeasible:
    """A side of a decision that no input takes (with ``all=True``)."""

    line: int | None
    kind: str
    raw: Refutation = field(repr=False)
    _entry: Method = field(repr=False)

    def smtlib(self) -> str:
        """The conditions that contradict each other, as an SMT-LIB 2 script."""
        return side_script(self.raw, self._entry)


@dataclass(frozen=True, eq=False)
class MethodResult:
    """What is known of a method when its exploration has ended.

    ``status`` is ``complete``, ``bounded``, ``partial``, ``skipped`` (``skipped`` tells why) or ``failed``; ``stop``
    names what ended it early, ``cuts`` the bounds that keep paths back, each with how many. ``infeasible`` and
    ``pruned`` count sides that no input takes, by solving and without; ``unreached`` are lines, each with whether that
    is proved.
    """

    class_name: str
    method: str
    status: str
    stop: str | None
    paths: int
    infeasible: int
    pruned: int
    unknown: int
    cuts: Mapping[str, int]
    unreached: tuple[tuple[int, bool], ...]
    criteria: Mapping[str, bool]
    """Whether each criterion that was asked for is met."""
    failures: tuple[str, ...]
    refuted: tuple[Infeasible, ...]
    queries: int
    skipped: str | None
    raw: RawExploration | None = field(repr=False)


class Exploration(Iterator[Path]):
    """The paths of some methods, one after the other; `results` tells what became of the methods that are done.

    Closing it, leaving its ``with`` block, or letting go of it ends it, with its JVM.
    """

    def __init__(self, paths: Iterator[Path], results: Sequence[MethodResult], closing: ExitStack) -> None:
        self._paths = paths
        self._closing = closing
        self.results: Sequence[MethodResult] = results

    def __iter__(self) -> Exploration:
        return self

    def __next__(self) -> Path:
        with ExitStack() as closing:
            closing.callback(self.close)
            path = next(self._paths, None)
            closing.pop_all()
        if path is None:
            raise StopIteration
        return path

    def __enter__(self) -> Exploration:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_closing"):
            self._closing.close()

    def close(self) -> None:
        """End it. What was found stays; only replays need it open."""
        self._closing.close()


Making = Callable[..., object]


def explore(
    target: str,
    *targets: str,
    hooks: object = (),
    strategy: str | Making | None = None,
    criterion: str | Making | Sequence[str | Making] = (),
    models: Mapping[str, Making] | None = None,
    say: Callable[[str], None] | None = None,
    **options: object,
) -> Exploration:
    """The paths of a method (``Fee.java#fee``, ``java.util.BitSet#get``), or of all methods of a target, as they are
    found.

    Args:
        target: what to explore, as on the command line.
        *targets: where they are given, the first one names a method of theirs.
        hooks: an object, or several, that hear of it while it goes on (`everypath.api.events`).
        strategy: the name of a strategy, or one: ``strategy(rank, seed) -> Worklist``.
        criterion: names of criteria, or such: ``criterion(goals) -> Criterion``; several may be given.
        models: what stands for calls: ``{"shop.Clock#now()J": model}``, ``model(call, *arguments) -> value``.
        say: gets a line where opening the target takes a second.
        **options: every other option of ``everypath paths``, by keyword (``loop=2``, ``assume="n > 0"``, ``budget=5``).

    Raises:
        UsageError: one clear line, for what cannot be opened, and for options that are not there.
    """
    heard = Hooks(hooks if isinstance(hooks, (list, tuple)) else (hooks,))
    given = dict(options)
    useless = sorted(name for name in given if name in _OF_REPORTS and given[name])
    if useless:
        raise UsageError(f"'{useless[0]}' says nothing to an exploration; it is an option of everypath.paths")
    wanted = [criterion] if isinstance(criterion, str) or callable(criterion) else list(criterion)
    given["criterion"] = tuple(each for each in wanted if isinstance(each, str))
    given["strategy"] = strategy if isinstance(strategy, str) else None
    if "#" in target:
        opened, only = method_target(target, targets)
        resolved = options_of("paths", {**given, "only": only})
    else:
        opened, resolved = (target, *targets), options_of("paths", given)
    clock = _Clock()
    guest = Guest(
        strategy=strategies.foreign(_name(strategy), strategy) if callable(strategy) else None,
        criteria=tuple(criteria.foreign(_name(each), each) for each in wanted if not isinstance(each, str)),
        models=models_of("models", models) if models else {},
        listener=heard if heard.wants("on_fork", "on_cut", "on_refuted") else None,
        clock=clock,
    )
    with ExitStack() as opening:
        opening.enter_context(temporary_folder(resolved.no_cache))
        job = Job(opened, resolved, say, every_path=True)
        agenda = prepare(job.workload, Silent())
        results: list[MethodResult] = []
        closing = ExitStack()
        paths = _explored(job.workload, agenda, guest, clock, heard, results, closing)
        closing.push(opening.pop_all())
        closing.callback(paths.close)
    return Exploration(paths, results, closing)


def _name(part: object) -> str:
    return str(getattr(part, "__name__", type(part).__name__))


@dataclass
class _Clock:
    """Seconds in which the exploration was going on."""

    away: float = 0.0

    def __call__(self) -> float:
        return time.monotonic() - self.away


def _explored(
    workload: Workload,
    agenda: Agenda,
    guest: Guest,
    clock: _Clock,
    hooks: Hooks,
    results: list[MethodResult],
    closing: ExitStack,
) -> Generator[Path, None, None]:
    """The paths of one entry after the other; each gets an equal part of the time that is left.

    The JVM that is started is ended by ``closing``.
    """
    options = workload.options
    entries = [entry for entry in agenda.entries if not entry.native]
    engine = Engine(workload, models=guest.models)
    room = Room(engine, CaseBuilder(engine.program, replace(engine.builder.options, vivid=False)))
    closing.callback(room.close)
    end = clock() + options.budget
    for number, entry in enumerate(entries):
        seconds = max(0.0, (end - clock()) / (len(entries) - number))
        try:
            yield from _method_explored(room, entry, seconds, guest, clock, hooks, results)
        except (MissingClassError, ClassFormatError, LinkageError, ConditionError) as problem:
            results.append(_unusable(entry, problem))


def _method_explored(
    room: Room,
    entry: Entry,
    seconds: float,
    guest: Guest,
    clock: _Clock,
    hooks: Hooks,
    results: list[MethodResult],
) -> Iterator[Path]:
    engine = room.engine
    method = engine.method(entry.name)
    hears = hooks.wants("on_query")
    solver = engine.solver_of(method, ToldSolver if hears else Solver)
    if isinstance(solver, ToldSolver):
        solver.hear = partial(_tell_query, hooks)
    explorer = engine.explorer(method, solver, guest)
    if hooks.wants("on_block") and explorer.tracer is not None:
        explorer.tracer.listener = partial(_tell_block, hooks, method)
    try:
        going = _Drive(explorer, engine, seconds, clock)
        for raw in going:
            path = Path(raw, room)
            hooks.tell("on_path", path)
            left = time.monotonic()
            yield path
            clock.away += time.monotonic() - left
        assert going.result is not None
        results.append(_result(method, going.result, solver))
        hooks.tell("on_method", results[-1])
    finally:
        solver.close()


def _tell_query(hooks: Hooks, query: Query) -> None:
    hooks.tell("on_query", query)


def _tell_block(hooks: Hooks, method: Method, state: State, start: int) -> None:
    hooks.tell("on_block", Block(method, state, start))


class _Drive:
    """Drives one exploration, and gives up on a path that runs far beyond its time."""

    def __init__(self, explorer: Explorer, engine: Engine, seconds: float, clock: _Clock) -> None:
        self._explorer = explorer
        self._engine = engine
        self._clock = clock
        self._end = clock() + seconds + OVERTIME
        self._going: Going = explorer.going(seconds)
        self.result: RawExploration | None = None

    def __iter__(self) -> Iterator[RawPath]:
        try:
            while self.result is None:
                try:
                    with alarm(max(self._end - self._clock(), OVERTIME)):
                        found = next(self._going)
                except StopIteration as over:
                    self.result = over.value
                except OutOfTimeError:
                    self._engine.bridge.close()  # it may have been in the middle of an answer
                    self._going = self._explorer.going(0.0)
                else:
                    yield found
        finally:
            self._going.close()


def _result(method: Method, found: RawExploration, solver: Solver) -> MethodResult:
    name = method.owner.name.replace("/", ".")
    statistics = found.statistics
    cuts: dict[str, int] = {}
    for cut in found.cuts:
        cuts[cut.bound] = cuts.get(cut.bound, 0) + cut.paths
    return MethodResult(
        class_name=name,
        method=readable_signature(name, method.name, method.descriptor),
        status=found.status,
        stop=found.stop,
        paths=len(found.paths),
        infeasible=statistics.infeasible,
        pruned=statistics.pruned,
        unknown=statistics.unknown,
        cuts=cuts,
        unreached=tuple((each.line, each.proved) for each in found.unreached),
        criteria={each.name: each.met for each in found.criteria},
        failures=tuple(each.message for each in found.failures),
        refuted=tuple(
            Infeasible(each.place.line if each.place is not None else None, each.kind, each, method)
            for each in found.refutations
        ),
        queries=solver.statistics.events["queries"],
        skipped=found.skipped,
        raw=found,
    )


def _unusable(entry: Entry, problem: EverypathError) -> MethodResult:
    """The result of a method whose class, or one that it needs, cannot be used."""
    name = entry.name
    written = readable_signature(name.dotted, name.method, name.descriptor)
    return MethodResult(name.dotted, written, "skipped", None, 0, 0, 0, 0, {}, (), {}, (), (), 0, str(problem), None)
