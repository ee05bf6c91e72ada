"""Attacks claims: a sweep calls the methods, and what contradicts a claim is a violation."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from benchmarks.oracle.aimed import aimed
from benchmarks.oracle.claims import Claim, Explored, claims_of, is_of_the_jdk
from benchmarks.oracle.drivers import MET, OTHER, OUTSIDE, SEVERAL, SUPPORT, Driver, compiled
from benchmarks.oracle.static_state import StaticState

from everypath.bridge import Call, KeptSequence, SweepOptions, SweepProcess, SweepSlice
from everypath.bridge.messages import Step
from everypath.classfile import Jdk, dotted, package_of
from everypath.dataclass import replace
from everypath.inputs.construction import Api

SLICE = 50_000
_READ = ("java/lang", "java/util", "java/util/concurrent", "java/util/concurrent/atomic", "java/util/zip", "java/text")
_READ += ("java/math", "java/time", "java/time/chrono", "java/io", "java/net", "java/nio", "java/util/regex")
"""The packages of the JDK whose private fields are read, if methods of the JDK are attacked."""
GIVEN = 500
"""Inputs that are given to a sweep together."""
AIMED = 150
"""Inputs of boundary values for each method."""


class Violation(NamedTuple):
    """A claim that is wrong: how (`OUTSIDE`, `SEVERAL` or `OTHER`), and the sequence that shows it."""

    method: str
    kind: str
    sequence: str
    variant: str = ""


@dataclass
class Outcome:
    """What an attack found."""

    explored: Explored = field(default_factory=Explored)
    asked: Counter[str] = field(default_factory=Counter)
    """The claims that were attacked, by status."""
    predicates: int = 0
    """The predicates of complete methods."""
    unmet: list[tuple[str, int, str]] = field(default_factory=list)
    """The predicates of complete methods that no input met: method, number and text."""
    calls: int = 0
    inputs: int = 0
    """The sequences that ended with a question."""
    violations: list[Violation] = field(default_factory=list)

    @property
    def statuses(self) -> Counter[str]:
        """The methods by status."""
        return self.explored.statuses

    @property
    def left_out(self) -> Counter[str]:
        """The methods that were not attacked, by reason."""
        return self.explored.left_out


def attacked(targets: Sequence[str], folder: Path, budget: str, calls: int, classpath: Sequence[Path] = ()) -> Outcome:
    """Explore the targets, which are folders of classes or jars, and attack what is claimed of their methods."""
    found = Outcome()
    drivers = drivers_of(claims_of(targets, budget, found.explored, classpath), found)
    if drivers:
        path = [*(Path(each).resolve() for each in targets if Path(each).exists()), *classpath]
        attack(drivers, folder, path, calls, found)
    return found


def drivers_of(claims: Iterable[Claim], found: Outcome) -> dict[str, Driver]:
    """What asks for claims, by the name of its class."""
    drivers: dict[str, Driver] = {}
    for each in claims:
        driver = Driver(each, Api(each.program, package_of(each.driver)))
        if driver.problem:
            found.left_out["tests cannot call it"] += 1
        else:
            drivers[each.driver] = driver
    return drivers


def attack(drivers: dict[str, Driver], folder: Path, path: Sequence[Path], calls: int, found: Outcome) -> None:
    """Have a sweep call the drivers."""
    sources = {
        name: {name: each.source(), each.claim.predicates.name: each.claim.predicates.source}
        for name, each in drivers.items()
    }

    def leave_out(name: str) -> None:
        found.left_out["its predicates do not compile"] += 1
        del drivers[name]

    most = max(len(each.claim.paths) for each in drivers.values())
    classes = compiled(sources, most, folder, path, leave_out)
    found.asked = Counter(each.claim.status for each in drivers.values())
    with sweep_of(drivers, [*path, classes]) as process:
        noting = Noting(drivers, found)
        swept(process, calls, found, noting, given(drivers, AIMED))
    with StaticState([*path, classes]) as statics:
        noting.end(statics)


def sweep_of(drivers: Mapping[str, Driver], path: Sequence[Path], seed: int = 0) -> SweepProcess:
    """A sweep that calls drivers, and the methods of the classes that they ask for."""
    owners = {each.claim.method.owner.name: is_of_the_jdk(each.claim.method) for each in drivers.values()}
    own = sorted(name for name, of_the_jdk in owners.items() if not of_the_jdk)
    other = sorted(name for name, of_the_jdk in owners.items() if of_the_jdk)
    options = SweepOptions(seed=seed, clocked=False)
    opened = [f"--add-opens=java.base/{dotted(package)}=ALL-UNNAMED" for package in (_READ if other else ())]
    options = replace(options, flags=(*options.flags, *opened))
    return SweepProcess(Jdk.find(), path, [*drivers, *own], options, other)


def given(drivers: Mapping[str, Driver], count: int, seed: int = 0) -> list[tuple[Step, ...]]:
    """Inputs for drivers: examples of the paths, and boundary values."""
    found: list[tuple[Step, ...]] = []
    for driver in drivers.values():
        found += ((*steps, driver.question(arguments)) for steps, arguments in driver.claim.examples)
    for driver in drivers.values():
        found += aimed(driver, count, seed)
    return found


def swept(
    process: SweepProcess,
    calls: int,
    found: Outcome,
    note: Callable[[KeptSequence], None],
    inputs: Sequence[tuple[Step, ...]] = (),
) -> None:
    """Have a process run inputs, and make at least so many calls in all. Note what it keeps."""

    def run(most: int) -> SweepSlice:
        part = process.run(calls=most)
        found.calls += part.calls
        found.inputs += part.runs
        for each in part.sequences:
            note(each)
        return part

    for at in range(0, len(inputs), GIVEN):  # a JVM that is replaced forgets what it was given
        given = inputs[at : at + GIVEN]
        process.give(given)
        left = 2 * len(given)  # they take turns with what the sweep makes of them
        while left > 0:
            part = run(sum(map(len, given)))
            left -= part.runs
            if not part.runs:
                break
    while found.calls < calls and run(min(SLICE, calls - found.calls)).calls:
        pass


class Noting:
    """Notes violations, and which predicates were met."""

    def __init__(self, drivers: Mapping[str, Driver], found: Outcome) -> None:
        self._drivers = drivers
        self._found = found
        self._met: dict[str, set[str]] = defaultdict(set)
        self._wrong: list[tuple[Claim, str, KeptSequence]] = []

    def __call__(self, sequence: KeptSequence) -> None:
        """Note what a sequence shows."""
        kind = (sequence.exception or "").removeprefix(f"{SUPPORT}.")
        last = sequence.steps[-1]
        if not isinstance(last, Call) or last.owner not in self._drivers:
            return
        claim = self._drivers[last.owner].claim
        if kind in (OUTSIDE, SEVERAL, OTHER):
            self._wrong.append((claim, kind, sequence))
        elif kind.startswith(MET):
            self._met[last.owner].add(kind)

    def end(self, statics: StaticState) -> None:
        """Note the violations on static state as it should be, and predicates of complete methods that were not met."""
        for claim, kind, sequence in self._wrong:
            if not statics.is_changed_before(claim, sequence.steps):
                steps = "; ".join(map(str, sequence.steps))
                self._found.violations.append(Violation(claim.name, kind, steps, claim.variant))
        for name, driver in self._drivers.items():
            claim = driver.claim
            if claim.status != "complete":
                continue
            self._found.predicates += len(claim.paths)
            self._found.unmet += (
                (claim.name, number, title)
                for number, title in enumerate(claim.titles, 1)
                if f"{MET}{number}" not in self._met[name]
            )
