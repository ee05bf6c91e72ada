"""The result of each explored method, and the context in which its paths describe and replay themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.dataclass import dataclass, field, replace
from everypath.run import readable_signature
from everypath.suite import CaseBuilder
from everypath.suite.descriptions import side_script

if TYPE_CHECKING:
    from everypath.errors import EverypathError
    from everypath.explore import Exploration as RawExploration
    from everypath.explore.paths import Refutation
    from everypath.program import Method
    from everypath.run.entries import Entry
    from everypath.run.workload import ReplayServices
    from everypath.solver import Solver

__all__ = ["Infeasible", "MethodResult", "PathContext", "result_of", "unusable"]


@dataclass
class PathContext:
    """The services by which the paths of an exploration describe and replay themselves. Once it is closed, they cannot
    be replayed.
    """

    services: ReplayServices
    builder: CaseBuilder
    """Builds test cases whose input is the witness itself; other builders may choose a more telling member."""
    is_closed: bool = False

    @classmethod
    def of(cls, services: ReplayServices) -> PathContext:
        """The context of an engine."""
        return cls(services, CaseBuilder(services.program, replace(services.builder.options, distinct_values=False)))

    def close(self) -> None:
        """End the JVM."""
        self.is_closed = True
        self.services.close()


@dataclass(frozen=True, eq=False)
class Infeasible:
    """An infeasible side of a decision (reported with ``all=True``)."""

    line: int | None
    kind: str
    raw: Refutation = field(repr=False)
    _entry: Method = field(repr=False)

    def smtlib(self) -> str:
        """The conditions that contradict each other, as an SMT-LIB 2 script."""
        return side_script(self.raw, self._entry)


@dataclass(frozen=True, eq=False)
class MethodResult:
    """The result of the exploration of one method.

    ``status`` is ``complete``, ``bounded``, ``partial``, ``skipped`` (``skipped`` holds the reason) or ``failed``.
    ``stop`` names the reason of an early end, ``cuts`` the number of paths that each bound stopped. ``infeasible``
    counts sides that the solver refuted, ``pruned`` those that were refuted without it. ``unreached`` are lines, each
    with True if that is proved.
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
    """For each requested criterion, True if it is met."""
    failures: tuple[str, ...]
    refuted: tuple[Infeasible, ...]
    queries: int
    skipped: str | None
    raw: RawExploration | None = field(repr=False)


def result_of(method: Method, found: RawExploration, solver: Solver) -> MethodResult:
    """The result of a method after its exploration."""
    name = dotted(method.owner.name)
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
        infeasible=statistics.refuted_by_solver,
        pruned=statistics.refuted_without_solver,
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


def unusable(entry: Entry, problem: EverypathError) -> MethodResult:
    """The result of a method whose class, or a class it needs, cannot be used."""
    name = entry.name
    written = readable_signature(name.dotted, name.method, name.descriptor)
    return MethodResult(name.dotted, written, "skipped", None, 0, 0, 0, 0, {}, (), {}, (), (), 0, str(problem), None)
