"""Coverage as data: counts, the instructions that replays executed, and the coverage goals of paths and tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from everypath.dataclass import dataclass, field, replace

Goals = Mapping[str, int]
"""Probes of classes by internal name, a bit for each. The numbering is the same in all processes."""


def union_of(parts: Iterable[Goals]) -> dict[str, int]:
    """The goals of several parts together."""
    found: dict[str, int] = {}
    for part in parts:
        for name, bits in part.items():
            found[name] = found.get(name, 0) | bits
    return found


def difference_of(goals: Goals, others: Goals) -> dict[str, int]:
    """The goals that are not among others."""
    left = {name: bits & ~others.get(name, 0) for name, bits in goals.items()}
    return {name: bits for name, bits in left.items() if bits}


class Part(StrEnum):
    """The part of a run that covered a goal."""

    PATHS = "paths"
    """A path of the symbolic machine, replayed."""
    INPUTS = "inputs"
    """An input without a prediction: of a path that the machine could not follow."""
    SEQUENCES = "sequences"
    """A call sequence that the sweep found."""
    FLIPS = "flips"
    """A call sequence with literals that the symbolic machine chose."""


class Goal(NamedTuple):
    """A goal: a block that begins at ``pc``, or the side of the decision at ``pc`` that leads to ``target`` (a pc, -1
    for blocks). ``line`` is 0 where there are no line numbers.

    ``covered_by`` is the part of the run that covered it first. If none did, ``reason`` is a code: that of its line or
    of its method; ``unreachable`` if all paths are known, ``no-entry`` if only other methods call its method.
    """

    class_name: str
    method: str
    descriptor: str
    line: int
    pc: int
    target: int
    covered_by: Part | None
    reason: str


@dataclass(frozen=True)
class PartTally:
    """What one part of a run has done: the number of ``goals`` that it covered first, and its ``tries``, each on one
    method, with the ``seconds`` of all of them; ``gained`` of them covered goals.
    """

    goals: int = 0
    tries: int = 0
    gained: int = 0
    seconds: float = 0.0

    def __add__(self, other: PartTally) -> PartTally:
        return PartTally(
            self.goals + other.goals,
            self.tries + other.tries,
            self.gained + other.gained,
            self.seconds + other.seconds,
        )


@dataclass(frozen=True)
class CurvePoint:
    """The numbers of covered goals and of findings, so many ``seconds`` after the start of the run."""

    seconds: float
    goals: int
    findings: int


@dataclass(frozen=True)
class Covered:
    """The goals that the confirmed paths of one method cover; ``plain``: without paths that need reflection. ``tests``
    are the goals of each case that is chosen for a test, by id.
    """

    confirmed: Goals = field(default_factory=dict)
    plain: Goals = field(default_factory=dict)
    tests: Mapping[str, Goals] = field(default_factory=dict)


@dataclass(frozen=True)
class KeptGoals:
    """Numbers of goals that confirmed paths cover, and of those among them that written tests cover: first all, then
    without the paths that need reflection.
    """

    confirmed: int
    kept: int
    plain: int
    plain_kept: int


Entry = tuple[str, str, str]
"""Internal class name, method and descriptor."""


@dataclass(frozen=True)
class Existing:
    """The coverage of a project's own tests.

    ``hits`` are the probes they pass, by class and numbered within it, and ``left`` those of blocks that were always
    left by an exception in their middle; ``returned`` the methods that return; ``threw`` the exceptions that leave
    methods, each with the class, method and line of the analysed code it came from. ``notes`` are lines for people;
    ``tests`` is how many ran, ``classes`` are the internal names of theirs.
    """

    tests: int = 0
    classes: tuple[str, ...] = ()
    hits: Mapping[str, frozenset[int]] = field(default_factory=dict)
    left: Mapping[str, frozenset[int]] = field(default_factory=dict)
    returned: frozenset[Entry] = frozenset()
    threw: frozenset[tuple[Entry, str, tuple[str, str, int] | None]] = frozenset()
    notes: tuple[str, ...] = ()

    def summary(self, classes: Sequence[str]) -> str:
        """One line for people."""
        touched = sum(name in self.hits for name in classes)
        plural = "" if self.tests == 1 else "s"
        return f"Ran {self.tests} existing test{plural}; they come to {touched} of {len(classes)} classes"


@dataclass(frozen=True)
class Count:
    """Covered items out of all."""

    covered: int = 0
    total: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(self.covered + other.covered, self.total + other.total)

    @property
    def percent(self) -> float:
        """The covered part in percent; 100 if there is nothing to cover."""
        return 100.0 * self.covered / self.total if self.total else 100.0


@dataclass(frozen=True)
class ExecutedCode:
    """The executed code of one analysed method: its instructions, a bit for each bytecode index, and the branches, each
    from one bytecode index to another. ``class_name`` is internal.
    """

    class_name: str
    method: str
    descriptor: str
    instructions: int
    branches: frozenset[tuple[int, int]] = frozenset()

    @property
    def key(self) -> tuple[str, str, str]:
        """The class, with dots, the method and its descriptor."""
        return self.class_name.replace("/", "."), self.method, self.descriptor

    def joined(self, other: ExecutedCode) -> ExecutedCode:
        """What one or both of two have executed of one method."""
        return replace(
            self, instructions=self.instructions | other.instructions, branches=self.branches | other.branches
        )


@dataclass(frozen=True)
class Counterexamples:
    """What call sequences of a method did with arguments that annotations allow: what no path of its exploration does
    refutes that. ``lines`` of the method itself that ran, ``thrown``: the names of exceptions with an example of each,
    ``ran``: the code that ran, of all methods.
    """

    lines: frozenset[int] = frozenset()
    thrown: tuple[tuple[str, str], ...] = ()
    ran: tuple[ExecutedCode, ...] = ()

    def joined(self, other: Counterexamples) -> Counterexamples:
        """Those of two units."""
        return Counterexamples(self.lines | other.lines, (*self.thrown, *other.thrown), (*self.ran, *other.ran))
