"""What a run hands on: one `MethodReport` per method, the findings, and the `Summary` over all of them.

Everything here is frozen, small and picklable: it crosses from worker processes and is all that the reports read.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, field, replace
from everypath.run.names import readable_signature
from everypath.run.results.coverage import Count, Ran

if TYPE_CHECKING:
    from everypath.run.results.coverage import Covered
    from everypath.run.results.findings import Case, Finding
    from everypath.run.results.path_classes import PathClass, Tally
    from everypath.suite import RefutedSide, TestCase


class Status(Enum):
    """How far the exploration of one method came; every method has exactly one."""

    COMPLETE = "complete"  # every path within the input domain was explored
    BOUNDED = "bounded"  # a bound cut paths; the reasons say which, where and how many
    PARTIAL = "partial"  # a construct was havocked, concretised or is unsupported
    SKIPPED = "skipped"  # not explored at all
    FAILED = "failed"  # an engine error; its trace is in the log


@dataclass(frozen=True)
class Reason:
    """Why a method is not complete: a stable `code`, the place as ``Fee.java:12`` or a name, and the paths it met."""

    code: str
    where: str = ""
    paths: int = 0


@dataclass(frozen=True)
class PathCounts:
    """Paths of one method: finished ones, refuted ones, and those dropped because nothing new lay ahead of them."""

    explored: int = 0
    infeasible: int = 0
    pruned: int = 0


@dataclass(frozen=True)
class Unreached:
    """A source line no path reached; `proved` when every path towards it was refuted within the whole input domain,
    else ``reason`` is the code of what stopped the nearest paths.
    """

    line: int
    proved: bool
    reason: str = ""


@dataclass(frozen=True)
class Excluded:
    """A line of a method, or an ``exception`` (a dotted class name) at one, that needs a state of the receiver which
    calls never give.

    ``needs`` are such states, as conditions on the fields. ``reason`` is ``unreachable`` (then ``holds`` are the
    invariants of the class that say so, where such do) or ``unreachable-by-calls``: none of up to ``calls`` calls
    after a constructor gives one. ``line`` is -1 where what throws is library code.
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
    """Seconds of wall time in which paths of one method were executed (and inputs drawn and run beforehand), questions
    solved, cases replayed, tests chosen (against mutants), and everything else was done (cases built, conditions
    shortened).

    ``answered`` counts the parts of questions by the place that answered them (`everypath.solver.Statistics`),
    ``handovers`` how often compiled code handed over to the interpreter, by method, bytecode index and reason.
    """

    executing: float = 0.0
    solving: float = 0.0
    replaying: float = 0.0
    building: float = 0.0
    choosing: float = 0.0
    answered: Mapping[str, int] = field(default_factory=dict)
    handovers: Mapping[tuple[str, int, str], int] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """All of them."""
        return self.executing + self.solving + self.replaying + self.building + self.choosing


@dataclass(frozen=True)
class Criterion:
    """What became of a coverage criterion: how many goals it has, which are ``left`` (``line 9: …``), and why; of those
    that are left, no input meets the ``proved`` ones.
    """

    name: str
    goals: int
    met: bool
    left: tuple[str, ...] = ()
    why: str = ""
    proved: tuple[str, ...] = ()


@dataclass(frozen=True)
class LemmasUsed:
    """What lemmas did: how many were ``built``, the calls they ``answered``, and the calls that were ``inlined`` though
    a lemma was asked for, by reason.
    """

    built: int
    answered: int
    inlined: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class MethodReport:
    """Everything known of one entry method. `class_name` is written with dots; `seconds` is wall time.

    `instructions` and `branches` are what the real JVM measured over the method's own bytes when the cases were
    run, those without a prediction among them (`everypath.run.method_analysis.unpredicted`); `reached` counts the
    instructions of its
    callees in target code. `tests` are the cases worth keeping. `resumable` says that more time would show more; `file`
    is the source file as ``shop/Fee.java``, where it is known.
    """

    class_name: str
    method: str
    descriptor: str
    status: Status
    reasons: tuple[Reason, ...] = ()
    paths: PathCounts = PathCounts()
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
    spare: frozenset[str] = frozenset()
    """The ids of those among the tests that are not written, since tests that are there show the same."""
    messages: tuple[str, ...] = ()
    resumable: bool = False
    file: str = ""
    infeasible: tuple[RefutedSide, ...] = ()
    """The sides of decisions that no input takes, where they are listed."""
    classes: tuple[PathClass, ...] = ()
    """The equivalence classes, where they are asked for."""
    chosen: int | None = None
    """The number of the one class that is to be shown, where it is not all of them."""
    tally: Tally | None = None
    """Potential, feasible and infeasible paths, where classes are asked for."""
    contexts: int | None = None
    """How many execution contexts the classes that return have together, where they are asked for."""
    all_contexts: bool = True
    """Whether these are all: false where the time was over, or a solver gave up."""
    criteria: tuple[Criterion, ...] = ()
    """What became of the criteria, where some are asked for."""
    lemmas: LemmasUsed | None = None
    """What lemmas did, where calls were to be answered by them."""
    furthest: str | None = None
    """Where one path was to be followed that no input takes: how far its descriptor can be followed."""
    proofs: tuple[Proof, ...] = ()
    safe: Safe | None = None
    """The inferred precondition, where it is asked for and conditions say it."""
    spent: Spent = field(default_factory=Spent)
    verification: str = ""
    """What is known of the assertions that it reaches, where sources of unknown values make a harness of it."""
    ran: tuple[Ran, ...] = ()
    """What its replays ran, of itself and of what it calls, where coverage by line is asked for."""
    goals: Covered | None = None
    """The goals that its confirmed paths cover, where tests are written."""
    collected: tuple[object, ...] = ()
    """What the hooks of a worker have collected for those of the caller."""
    deaths: int = 0
    """How often the worker process died that analysed it."""

    @property
    def key(self) -> tuple[str, str, str]:
        """Class, method and descriptor: the order of reports."""
        return self.class_name, self.method, self.descriptor

    @property
    def shown(self) -> tuple[tuple[int, PathClass], ...]:
        """The classes that are to be shown, each with its number."""
        numbered = tuple(enumerate(self.classes, 1))
        return numbered if self.chosen is None else numbered[self.chosen - 1 : self.chosen]

    @property
    def signature(self) -> str:
        """``Fee.fee(int, boolean)``, for people."""
        return readable_signature(self.class_name, self.method, self.descriptor)


@dataclass(frozen=True)
class Safe:
    """The weakest precondition under which nothing throws (with ``overflow``: nor overflows), as Java.

    ``exact``: every input that it admits returns, and no other one; else it is known of the explored paths only.
    """

    condition: str
    exact: bool
    overflow: bool = False


@dataclass(frozen=True)
class Proof:
    """What is known of a postcondition (``kind`` ``ensure``) or an assertion (``assert``, on ``line``).

    ``verdict`` is ``holds`` (for every input), ``bounded`` (no input within the bounds refutes it; ``reasons`` say
    which), ``fails`` or ``unknown``. Where it fails, ``expression`` is a call that shows it on the JVM, ``result`` what
    it returns and ``detail`` what evaluating the condition throws.
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
        """The same where a bound cut paths: nothing holds for every input any more."""
        if self.verdict not in ("holds", "bounded"):
            return self
        return replace(self, verdict="bounded", reasons=(*self.reasons, bound))

    @property
    def refutes(self) -> bool:
        """Whether it is a postcondition that fails; an assertion that fails is a finding of its own."""
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
