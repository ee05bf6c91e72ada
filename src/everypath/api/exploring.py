"""Paths as they are found: `explore`.

An exploration is a generator: it runs only while the caller asks for the next path. The caller's own time does not
count against the budget. If the caller closes or drops the exploration, its JVM ends.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING

from everypath.api.extensions import ExplorationHooks, Extensions, PartFunction
from everypath.api.jobs import Criteria, Job, Silent, method_target, options_of, parted
from everypath.api.path import Path
from everypath.api.results import MethodResult, PathContext, result_of, unusable
from everypath.dataclass import dataclass
from everypath.errors import ClassFormatError, LinkageError, MissingClassError, UsageError
from everypath.inputs.conditions import ConditionError
from everypath.run.engine import Engine
from everypath.run.process import OutOfTimeError, alarm, safety_net
from everypath.run.scheduling import prepare, resources
from everypath.work import NETS, seconds_of

if TYPE_CHECKING:
    from everypath.explore import Exploration as RawExploration
    from everypath.explore import Explorer
    from everypath.explore.engine import PathGenerator
    from everypath.explore.paths import Path as RawPath
    from everypath.run.entries import Entry
    from everypath.run.scheduling import AnalysisPlan
    from everypath.run.workload import Workload

__all__ = ["Exploration", "explore"]

OVERTIME = 2.5
"""The seconds that one path may continue after the end of the time, in code that does not check the clock."""

_OF_REPORTS = frozenset({"jobs", "patterns", "case", "steps", "strict", "no_overflow"})
"""Options that affect reports, and have no meaning for an exploration."""


class Exploration(Iterator[Path]):
    """The paths of some methods, one after the other. `results` holds the results of the methods that are done.

    It ends, with its JVM, when it is closed, when its ``with`` block is left, and when the last reference is dropped.
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
        """End it. Its paths stay usable, but they cannot be replayed any more."""
        self._closing.close()


def explore(
    target: str | os.PathLike[str],
    *targets: str | os.PathLike[str],
    hooks: object = (),
    strategy: str | PartFunction | None = None,
    criterion: Criteria = (),
    models: Mapping[str, PartFunction] | None = None,
    say: Callable[[str], None] | None = None,
    free_fields: bool = False,
    **options: object,
) -> Exploration:
    """The paths of a method (``Fee.java#fee``, ``java.util.BitSet#get``), or of all methods of a target, as they are
    found.

    Args:
        target: what to explore, as on the command line.
        *targets: where they are given, the first one names a method of theirs.
        hooks: an object, or several, that are notified of events (`everypath.api.events`).
        strategy: the name of a strategy, or one: ``strategy(rank, seed) -> Worklist``.
        criterion: names of criteria, or functions ``criterion(goals) -> Criterion``; several may be given.
        models: substitutes of calls: ``{"shop.Clock#now()J": model}``, ``model(call, *arguments) -> value``.
        say: gets a line if opening the target takes a second.
        free_fields: the fields of objects of the analysed code are inputs, too, but for what invariants rule out. Then
            conditions and effects speak of ``this.state``, and not all inputs can be built.
        **options: every other option of ``everypath paths``, by keyword (``loop=2``, ``assume="n > 0"``, ``budget=5``).

    Raises:
        UsageError: for a target that cannot be opened, and for unknown options; the message is one line.
    """
    first, *further = [os.fspath(each) for each in (target, *targets)]
    wanted, named = parted(strategy, criterion)
    extensions = Extensions(hooks, strategy, wanted, models)
    given = dict(options)
    useless = sorted(name for name in given if name in _OF_REPORTS and given[name])
    if "#" in first and given.get("only"):
        raise UsageError("the target names a method, so that 'only' says nothing")
    if useless:
        raise UsageError(f"'{useless[0]}' says nothing to an exploration; it is an option of everypath.paths")
    given.update(named)
    if "#" in first:
        opened, only = method_target(first, tuple(further))
        resolved = options_of("paths", {**given, "only": only})
    else:
        opened, resolved = (first, *further), options_of("paths", given)
    clock = _Clock()
    with ExitStack() as opening:
        opening.enter_context(resources(resolved))
        job = Job(opened, resolved, say, every_path=True)
        plan = prepare(job.workload, Silent())
        results: list[MethodResult] = []
        closing = ExitStack()
        paths = _explored(job.workload, plan, extensions, clock, results, closing, free_fields=free_fields)
        closing.push(opening.pop_all())
        closing.callback(paths.close)
    return Exploration(paths, results, closing)


@dataclass
class _Clock:
    """A clock that does not advance while the caller works."""

    away: float = 0.0

    def __call__(self) -> float:
        return time.monotonic() - self.away


def _explored(
    workload: Workload,
    plan: AnalysisPlan,
    extensions: Extensions,
    clock: _Clock,
    results: list[MethodResult],
    closing: ExitStack,
    *,
    free_fields: bool,
) -> Generator[Path, None, None]:
    """The paths of one entry after the other; each gets an equal part of the time that is left.

    The JVM that is started is ended by ``closing``.
    """
    options = workload.options
    entries = [entry for entry in plan.entries if not entry.native]
    engine = Engine(workload, models=extensions.models)
    context = PathContext.of(engine)
    closing.callback(context.close)
    left = seconds_of(options.budget)
    for number, entry in enumerate(entries):
        began, used, share = clock(), 0.0, max(0.0, left / (len(entries) - number))
        try:
            used = yield from _method_explored(
                engine, context, entry, share, extensions, clock, results, free_fields=free_fields
            )
        except (MissingClassError, ClassFormatError, LinkageError, ConditionError) as problem:
            results.append(unusable(entry, problem))
        # What the first method of a class takes for the invariants of its fields serves the others, too.
        left -= min(used, share) if engine.counts_work else clock() - began


def _method_explored(
    engine: Engine,
    context: PathContext,
    entry: Entry,
    seconds: float,
    extensions: Extensions,
    clock: _Clock,
    results: list[MethodResult],
    *,
    free_fields: bool,
) -> Generator[Path, None, float]:
    """The paths of one method. The value is the work that they took, in seconds of effort."""
    method = engine.method(entry.name)
    solver = engine.solver_of(method, extensions.solver_kind)
    explorer = engine.explorer(method, solver, extensions.for_engine(clock), free_fields=free_fields)
    listener = ExplorationHooks(extensions.hooks, context, explorer)
    try:
        going = _Drive(explorer, engine, seconds, clock)
        for raw in going:
            path = listener.path_found(raw)
            left = time.monotonic()
            yield path
            clock.away += time.monotonic() - left
        assert going.result is not None
        results.append(result_of(method, going.result, solver))
        extensions.hooks.notify("on_method", results[-1])
        return explorer.session.work()
    finally:
        solver.close()


class _Drive:
    """Runs one exploration, and ends a path that takes far too long."""

    def __init__(self, explorer: Explorer, engine: Engine, seconds: float, clock: _Clock) -> None:
        self._explorer = explorer
        self._engine = engine
        self._clock = clock
        self._seconds = seconds
        self._end = clock() + seconds + OVERTIME
        self._paths: PathGenerator = explorer.iterate_paths(seconds)
        self.result: RawExploration | None = None

    @contextmanager
    def _limit(self) -> Iterator[None]:
        """Raise `OutOfTimeError` if the next path takes far too long."""
        if not self._engine.counts_work:
            with alarm(max(self._end - self._clock(), OVERTIME)):
                yield
        else:
            with NETS.loosened(), safety_net(self._seconds, "an exploration"):
                yield

    def __iter__(self) -> Iterator[RawPath]:
        try:
            while self.result is None:
                try:
                    with self._limit():
                        found = next(self._paths)
                except StopIteration as over:
                    self.result = over.value
                except OutOfTimeError:
                    self._engine.bridge.close()  # it may have been in the middle of an answer
                    self._paths = self._explorer.iterate_paths(0.0)
                else:
                    yield found
        finally:
            self._paths.close()
