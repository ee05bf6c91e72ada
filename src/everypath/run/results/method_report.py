"""The report of one method: its status, coverage, cases, findings, classes and proofs.

The classes are frozen, small and picklable: worker processes send them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, field, replace
from everypath.run.names import readable_signature
from everypath.run.results.coverage import Count, ExecutedCode

if TYPE_CHECKING:
    from everypath.run.results.coverage import Counterexamples, Covered, Goals, Part
    from everypath.run.results.findings import Case, Finding
    from everypath.run.results.flips import Flips
    from everypath.run.results.path_classes import PathClass, PathTally
    from everypath.suite import RefutedSide, TestCase
    from everypath.suite.predicates import PredicateClass


class Status(Enum):
    """How far the exploration of a method came."""

    COMPLETE = "complete"  # every path within the input domain was explored
    BOUNDED = "bounded"  # a bound cut paths; the reasons say which, where and how many
    PARTIAL = "partial"  # a construct was havocked, concretised or is unsupported
    SKIPPED = "skipped"  # not explored at all
    FAILED = "failed"  # an engine error; its trace is in the log


@dataclass(frozen=True)
class Reason:
    """Why a method is not complete: a stable ``code``, a place (``Fee.java:12``) or a name, and the number of paths."""

    code: str
    where: str = ""
    paths: int = 0


@dataclass(frozen=True)
class ExploredCounts:
    """Counts of one method: finished paths (``explored``), sides of decisions that a solver refuted
    (``refuted_by_solver``), and sides that were refuted without a solver (``refuted_without_solver``).
    """

    explored: int = 0
    refuted_by_solver: int = 0
    refuted_without_solver: int = 0


@dataclass(frozen=True)
class Unreached:
    """A source line that no path reached. ``proved``: every path to it is infeasible for all inputs. Otherwise
    ``reason`` is the code of the reason that stopped the nearest paths.
    """

    line: int
    proved: bool
    reason: str = ""


@dataclass(frozen=True)
class Excluded:
    """A line of a method, or an ``exception`` (a dotted class name) at one, that needs a state of the receiver which
    calls never give.

    ``needs`` are such states, as conditions on the fields. ``reason`` is ``unreachable`` (then ``holds`` are the
    invariants of the class that exclude these states; empty if other facts do) or ``unreachable-by-calls``: no sequence
    of up to ``calls`` calls after a constructor gives one. ``line`` is -1 if library code throws.
    """

    reason: str
    line: int
    exception: str = ""
    needs: tuple[str, ...] = ()
    holds: str = ""
    calls: int = 0

    def as_json(self) -> dict[str, object]:
        """The JSON object of schema 1."""
        row: dict[str, object] = {"reason": self.reason}
        if self.line > 0:
            row["line"] = self.line
        if self.exception:
            row["exception"] = self.exception
        row["needs"] = list(self.needs)
        if self.holds:
            row["holds"] = self.holds
        if self.calls:
            row["calls"] = self.calls
        return row


@dataclass(frozen=True)
class Spent:
    """Seconds of wall time of one method: for executing paths, solving, replaying cases,
    choosing tests against mutants, and for building cases and all the rest.

    ``answered`` counts the parts of queries by the place that answered them (`everypath.solver.Statistics`).
    ``deoptimisations`` counts how often compiled code returned to the interpreter, by method, bytecode index and
    reason.
    """

    executing: float = 0.0
    solving: float = 0.0
    replaying: float = 0.0
    building: float = 0.0
    choosing: float = 0.0
    answered: Mapping[str, int] = field(default_factory=dict)
    deoptimisations: Mapping[tuple[str, int, str], int] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """The sum of the seconds."""
        return self.executing + self.solving + self.replaying + self.building + self.choosing


@dataclass(frozen=True)
class CriterionReport:
    """The result of a coverage criterion: the number of its goals, those ``left`` unmet (``line 9: …``), and why.
    ``proved`` are the unmet goals that no input meets.
    """

    name: str
    goals: int
    met: bool
    left: tuple[str, ...] = ()
    why: str = ""
    proved: tuple[str, ...] = ()


@dataclass(frozen=True)
class LemmasUsed:
    """The use of lemmas: how many were ``built``, how many calls they ``answered``, and by reason, how many calls were
    ``inlined`` although a lemma was requested.
    """

    built: int
    answered: int
    inlined: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class MethodReport:
    """The report of one entry method. ``class_name`` has dots; ``seconds`` is wall time.

    `instructions` and `branches` are what the real JVM measured over the method's own code when the cases were run,
    including cases without a prediction. `reached` counts the instructions of its callees in target code. `tests` are
    the cases that become tests. `resumable` is true if more time would show more. `file` is the source file as
    ``shop/Fee.java``; empty if it is not known.
    """

    class_name: str
    method: str
    descriptor: str
    status: Status
    reasons: tuple[Reason, ...] = ()
    paths: ExploredCounts = ExploredCounts()
    instructions: Count = Count()
    branches: Count = Count()
    reached: Count = Count()
    seconds: float = 0.0
    unreached: tuple[Unreached, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    outcomes: Mapping[str, int] = field(default_factory=dict)
    cases: tuple[Case, ...] = ()
    findings: tuple[Finding, ...] = ()
    tests: tuple[TestCase, ...] = ()
    redundant_tests: frozenset[str] = frozenset()
    """The ids of tests that are not written, since existing tests show the same."""
    messages: tuple[str, ...] = ()
    resumable: bool = False
    file: str = ""
    infeasible: tuple[RefutedSide, ...] = ()
    """The infeasible sides of decisions, if they were requested."""
    classes: tuple[PathClass, ...] = ()
    """The equivalence classes, if they were requested."""
    chosen: int | None = None
    """The number of the only class that is printed; None: all are."""
    tally: PathTally | None = None
    """Numbers of potential, feasible and infeasible paths, if classes were requested."""
    predicates: PredicateClass | None = None
    """A Java class with a predicate for each class, if that was requested."""
    contexts: int | None = None
    """The number of execution contexts of all classes that return, if they were requested."""
    all_contexts: bool = True
    """False if contexts are missing, since the time was over or a solver gave up."""
    criteria: tuple[CriterionReport, ...] = ()
    """The results of the requested criteria."""
    lemmas: LemmasUsed | None = None
    """The use of lemmas, if they were requested for calls."""
    longest_feasible_prefix: str | None = None
    """The longest feasible prefix of the descriptor of ``--path``, if no input takes the whole path."""
    proofs: tuple[Proof, ...] = ()
    safe: InferredPrecondition | None = None
    """The inferred precondition, if it was requested and conditions can express it."""
    invariants: tuple[str, ...] = ()
    """The invariants of classes that the conditions assume, as Java."""
    statics: tuple[str, ...] = ()
    """The static fields whose value or object may change, that paths read as initialisation left them."""
    spent: Spent = field(default_factory=Spent)
    verification: str = ""
    """The verification result, if sources of unknown values make the method a harness."""
    executed: ExecutedCode | None = None
    """The code of the method itself that the replays of its exploration executed; None if that was not measured."""
    ran: tuple[ExecutedCode, ...] = ()
    """The code that its replays executed, in all methods, if coverage by line was requested; what is new of that in
    call sequences, always.
    """
    unfinished: tuple[int, ...] = ()
    """The call sequences of the unit, by their numbers, whose replays had too little time."""
    counterexamples: Counterexamples | None = None
    """What call sequences did that may refute the exploration; None if there were none."""
    covers: Mapping[Part, Goals] = field(default_factory=dict)
    """The goals in classes of the target that its replays passed, by the part that made the inputs."""
    untestable: Mapping[Part, Goals] = field(default_factory=dict)
    """Further goals, which only cases passed that cannot be tests."""
    goals: Covered | None = None
    """The goals that its confirmed paths cover, if tests are written."""
    collected: tuple[object, ...] = ()
    """The results that the hooks of a worker have collected for those of the caller."""
    deaths: int = 0
    """The number of times that a worker process died during its analysis."""
    work: int = 0
    """The work of all its rounds, in steps (`everypath.work`)."""
    flips: Flips | None = None
    """What came of a unit that flips decisions of call sequences; such a report shows nothing else."""

    def failed(self, *messages: str) -> MethodReport:
        """The report after errors of the engine lost a part of it: all that it shows holds, but nothing is complete."""
        reasons = [Reason("error", each) for each in dict.fromkeys(messages)]
        reasons += [each for each in self.reasons if each not in reasons]
        known = tuple(dict.fromkeys((*self.messages, *messages)))
        return replace(
            self,
            status=Status.FAILED,
            reasons=tuple(reasons),
            messages=known,
            unreached=tuple(replace(each, proved=False) for each in self.unreached),
            excluded=(),
            proofs=tuple(each.up_to(reasons[0]) for each in self.proofs),
        )

    @property
    def key(self) -> tuple[str, str, str]:
        """Class, method and descriptor: the order of reports."""
        return self.class_name, self.method, self.descriptor

    @property
    def shown(self) -> tuple[tuple[int, PathClass], ...]:
        """The classes that are printed, each with its number."""
        numbered = tuple(enumerate(self.classes, 1))
        return numbered if self.chosen is None else numbered[self.chosen - 1 : self.chosen]

    @property
    def signature(self) -> str:
        """``Fee.fee(int, boolean)``, for people."""
        return readable_signature(self.class_name, self.method, self.descriptor)


@dataclass(frozen=True)
class InferredPrecondition:
    """The weakest precondition under which nothing throws (with ``overflow``: nor overflows), as Java.

    ``exact``: every input that it admits returns, and no other one; else it is known of the explored paths only.
    """

    condition: str
    exact: bool
    overflow: bool = False


@dataclass(frozen=True)
class Proof:
    """The verdict about a postcondition (``kind`` ``ensure``) or an assertion (``assert``, on ``line``).

    ``verdict`` is ``holds`` (for every input), ``bounded`` (no input within the bounds refutes it; ``reasons`` name
    them), ``fails`` or ``unknown``. If it fails, ``expression`` is a call that shows it on the JVM, ``result`` the
    result of the call, and ``detail`` the exception that evaluating the condition throws.
    """

    kind: str
    condition: str
    verdict: str
    reasons: tuple[Reason, ...] = ()
    expression: str = ""
    result: str = ""
    detail: str = ""
    line: int = 0

    def up_to(self, bound: Reason) -> Proof:
        """The proof after a bound has cut paths: nothing holds for every input any more."""
        if self.verdict not in ("holds", "bounded"):
            return self
        return replace(self, verdict="bounded", reasons=(*self.reasons, bound))

    @property
    def refutes(self) -> bool:
        """True for a postcondition that fails; a failing assertion is a finding of its own."""
        return self.kind == "ensure" and self.verdict == "fails"

    def as_json(self) -> dict[str, object]:
        """The row of the JSON."""
        found: dict[str, object] = {"kind": self.kind, "condition": self.condition, "verdict": self.verdict}
        if self.line:
            found["line"] = self.line
        if self.reasons:
            found["reasons"] = [{"code": each.code, "where": each.where, "paths": each.paths} for each in self.reasons]
        for name in ("expression", "result", "detail"):
            if getattr(self, name):
                found[name] = getattr(self, name)
        return found
