"""The engine of one process: program, library, solver, machine and bridge, connected for one target."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from everypath.bridge import Bridge
from everypath.classfile import ClassPath
from everypath.dataclass import replace
from everypath.errors import LinkageError
from everypath.explore import ClassSummaries, ExploreOptions, Explorer
from everypath.inputs import InputOptions, SymbolicInputs
from everypath.inputs.sources import is_main
from everypath.library import CallRules, JdkLibrary
from everypath.library.dispatch import plugged_models
from everypath.program import Class, Method, Program
from everypath.run.contracts import Contract, contract_of
from everypath.run.coverage import Own, SweptCoverage, known_to
from everypath.run.engine.program_runs import ProgramRuns
from everypath.run.options import Options
from everypath.run.workload import NO_EXTENSIONS, EngineExtensions, Workload, open_bridge, supplied_classes
from everypath.solver import Limits, Solver, StoredAnswers
from everypath.state import Bounds
from everypath.suite import CaseBuilder, KnownCoverage, SuiteOptions, TestCase, TraceComparator, Verdict, verify_many
from everypath.vm import Machine
from everypath.vm.compiled import write_compiled
from everypath.work import Steps

if TYPE_CHECKING:
    from everypath.library.models import Key
    from everypath.run.entries import EntryName
    from everypath.vm.core import Model

FIRST_STEPS = 50_000
"""Calls and backward jumps of one path before it is cut, at first. Deepening raises it if that leads to new code."""

# Methods that set objects up are explored once, for their effects only, with a large memory budget.
SUMMARY_OPTIONS = ExploreOptions(
    paths=64,
    states=1500,
    idle_path_limit=40,
    kept=64,
    bounds=Bounds(steps=200_000, heap=1 << 40),
    completed=False,
)

MOST_PATHS = 100_000
"""The most paths of a method if all up to a fixed loop bound are requested."""


class Engine:
    """Everything that analyses, for one target. Costly to make and to warm up: one per process serves all entries.

    ``models`` are a caller's own, which come before those of plug-ins.
    """

    def __init__(
        self, workload: Workload, bridge: Bridge | None = None, models: Mapping[Key, Model] = NO_EXTENSIONS.models
    ) -> None:
        options = workload.options
        self.options = options
        self.every_path = workload.every_path
        self.wants_lines = workload.wants_page
        self.writes = workload.writes
        self.reads_cases = workload.reads_cases
        self._existing = workload.existing
        self.bridge = bridge if bridge is not None else open_bridge(workload)
        classpath = ClassPath(workload.classpath, workload.jdk.feature)
        self.program = Program(classpath, workload.jdk.image(), workload.classes, options.reflect_targets)
        self.program.loader.supplied = supplied_classes(workload)
        rules = CallRules.of(options.calls, options.source)
        self.library = JdkLibrary(self.program, self.bridge, options.sensitive, rules, {**plugged_models(), **models})
        self.solver = Solver()
        self.bounds, self.fixed = bounds_of(options)
        inputs = SymbolicInputs(self.program)
        self.machine = Machine(self.program, self.library, inputs, self.bounds)
        self.builder = CaseBuilder(self.program, SuiteOptions(forced_states=options.forced_states), self.machine)
        self.machine.compiler.enabled = not options.interpret
        inputs.bind(self.machine)
        self.trace_comparator = TraceComparator(self.machine, self.bridge)
        self.behaviours = self.new_summaries()
        self.counts_work = isinstance(options.budget, Steps)
        """True if work limits the run, not time."""
        self.side_work = 0.0
        """The work of solvers that belong to no exploration, since a `Meter` has set it to 0."""
        self.own = Own(self.bridge, program=options.entry is not None)
        self.swept = SweptCoverage(self.bridge, self.is_target), SweptCoverage(self.bridge, self.is_target)
        """What call sequences executed that can be tests, and others."""
        self.swept_within = SweptCoverage(self.bridge, self.is_target)
        """What those executed that keep to annotations."""

    @cached_property
    def known(self) -> KnownCoverage | None:
        """The coverage of existing tests, if only tests that show more are wanted; else None."""
        if self._existing is None:
            return None
        return known_to(self._existing, self.bridge)

    def new_summaries(self, *, with_held: bool = False) -> ClassSummaries:
        """Summaries of classes that share nothing with others; see `ClassSummaries`."""
        return ClassSummaries(self.machine, self._on_free_fields, with_held=with_held)

    def _on_free_fields(self, method: Method, inputs: SymbolicInputs, solver: Solver) -> Explorer:
        """The exploration of a method on objects whose fields are unconstrained, independent of the options."""
        return Explorer(self.machine, method, SUMMARY_OPTIONS, solver, inputs=inputs)

    def contract(self, entry: Method) -> Contract:
        """The conditions of a method. Raises `ConditionError` for a condition that has no meaning in it."""
        return contract_of(entry, self.program, self.options.assume, self.options.ensure)

    def method(self, name: EntryName) -> Method:
        """The method of a name. Raises `LinkageError` if it does not exist."""
        method = self.program.klass(name.class_name).declared_method(name.method, name.descriptor)
        if method is None:
            raise LinkageError("java/lang/NoSuchMethodError", f"{name.dotted}.{name.method}")
        return method

    def solver_of(self, entry: Method, kind: type[Solver] = Solver) -> Solver:
        """A solver for one entry: its models depend on its earlier queries, never on other methods."""
        limits = Limits(prune=not self.options.no_pruning)
        return kind(limits, StoredAnswers(f"{entry.owner.name}.{entry.name}{entry.descriptor}", limits))

    def explorer(
        self,
        entry: Method,
        solver: Solver | None = None,
        extensions: EngineExtensions = NO_EXTENSIONS,
        *,
        free_fields: bool = False,
        invariants: bool = True,
    ) -> Explorer:
        """A new exploration of one entry; without a solver of its own it shares that of the engine. With
        ``free_fields``, the fields of objects of the analysed code are inputs, whatever calls could make of them, but
        for what ``invariants`` of their classes rule out.
        """
        options = ExploreOptions(
            strategy=extensions.strategy or self.options.strategy,
            seed=self.options.seed,
            criteria=(*self.options.criterion, *extensions.criteria),
            trace=self.every_path,
            path=self.options.path,
            bounds=self.bounds,
            fixed=self.fixed,
            refuted=self.options.all,
            per_class=self.options.per_class,
            counted=self.counts_work,
        )
        contract = self.contract(entry)
        options = replace(options, requires=contract.requires, ensures=contract.ensures)
        asks_all = self.every_path and not options.criteria
        if asks_all or contract.ensures or self.options.source:
            if self.every_path and self.options.loop is not None:
                options = replace(options, paths=MOST_PATHS, kept=MOST_PATHS)
            options = replace(options, idle_path_limit=options.paths, idle_effort_limit=math.inf)
        package = self.builder.test_package(entry.owner.name)
        given = InputOptions(
            package=package,
            forced_states=self.options.forced_states,
            symbolic_statics=self.options.symbolic_statics,
            aliasing="eager" if self._asks_all else self.options.aliasing,
            declared_types=self.options.declared_types,
            setup_calls=self.options.setup_calls,
            program=self.options.entry is not None,
            keeps_built=self.every_path and not free_fields,
        )
        if free_fields:
            given = replace(given, forced_states=True, is_free=_is_target, with_data=True)
        inputs = SymbolicInputs(self.program, entry, given)
        free = not (contract.requires or contract.ensures)
        seeds = self._program_runs(entry) if free else None
        given_solver = solver or self.solver
        knows = invariants if free_fields else not self.every_path
        behaviours = self._summaries() if free and knows else None
        explorer = Explorer(
            self.machine, entry, options, given_solver, extensions.clock, inputs, seeds, extensions.listener, behaviours
        )
        if seeds is not None:
            explorer.session.effort.others.append(seeds.effort)
        return explorer

    def _summaries(self) -> ClassSummaries:
        """The summaries of classes for one entry. If work is counted, no other entry pays for them or uses them."""
        return self.new_summaries() if self.counts_work else self.behaviours

    @property
    def _asks_all(self) -> bool:
        """True if every aliasing case is a path of its own, since execution contexts were requested."""
        return self.every_path and self.options.contexts and self.options.aliasing == "full"

    def _program_runs(self, entry: Method) -> ProgramRuns | None:
        """The runs of a program; None for other entries, and if values of sources or a single path are wanted, since
        neither can be drawn.
        """
        options = self.options
        if options.entry is None or options.source or options.path is not None or not is_main(entry):
            return None
        counted = self.counts_work
        return ProgramRuns(self.bridge, self.builder, self.trace_comparator, self.program, entry, counted=counted)

    def replay(self, cases: Sequence[TestCase], *, traced: bool = True) -> list[Verdict]:
        """The verdicts of the JVM on test cases. ``traced``: the JVM must also go through the predicted blocks."""
        return verify_many(cases, self.bridge, self.is_target, self.trace_comparator if traced else None)

    def dump(self) -> None:
        """Write the compiled functions so far, if that was requested."""
        if self.options.dump_compiled is not None:
            write_compiled(self.machine.compiler, self.options.dump_compiled)

    def is_target(self, name: str) -> bool:
        """True for an analysed class, given by its internal name."""
        return self.program.is_target_name(name)

    def close(self) -> None:
        """End the JVMs."""
        self.bridge.close()


def _is_target(cls: Class) -> bool:
    return cls.is_target


def bounds_of(options: Options) -> tuple[Bounds, frozenset[str]]:
    """The bounds of a path, and the names of those that the user has fixed, which are not deepened."""
    given = {
        "loop": options.loop,
        "block": options.block,
        "depth": options.depth,
        "calls": options.call_depth,
        "conditions": options.condition_length,
        "steps": options.step_limit,
    }
    fixed = {name: value for name, value in given.items() if value is not None}
    return Bounds(**({"steps": FIRST_STEPS} | fixed)), frozenset(fixed)
