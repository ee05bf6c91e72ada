"""Injects faults into conditions, effects and statuses: how many of those that show does the oracle find?

    python -m benchmarks.oracle.faults [TARGET…] [--faults 200] [--seed 0] [--budget 1M-steps] [--calls 2000]

A fault is one change of what is claimed of one method: a condition dropped, negated or with a constant off by one, a
class of inputs left out, two effects exchanged, a result, a write or an exception changed, a write forgotten, a
``bounded`` method called ``complete``. Kinds take turns; which fault of a kind is taken depends on the seed.

A list of inputs is fixed before: boundary values, and what a sweep of the right claims kept. A fault *shows* if one of
these inputs, or of those that a sweep makes of them, gets another answer from the wrong predicates than from the right
ones: other predicates are met, or another effect is accepted, be it that a place which was not to be written holds
another value. A ``bounded`` method that is called complete shows if an input met no predicate. Then the oracle attacks
the wrong claims with a sweep of its own. Ends with 1 if it finds less than 95 % of the faults that show.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from benchmarks.oracle.attack import Outcome, attack, drivers_of, given, sweep_of, swept
from benchmarks.oracle.claims import Claim, claims_of
from benchmarks.oracle.drivers import SUPPORT, Driver, compiled
from benchmarks.oracle.targets import PACKAGES, of_tests

from everypath.bridge import Call, KeptSequence, SweepOptions, SweepProcess
from everypath.bridge.messages import Step
from everypath.classfile import Jdk, canonical_name, dotted
from everypath.dataclass import replace
from everypath.explore.engine import invariants_of
from everypath.explore.paths import Path as RawPath
from everypath.state import NULL, Ending
from everypath.suite.prediction import Write, writes
from everypath.term import BOOL, Term, Value, add, eq, lt, not_

LEAST_CAUGHT = 0.95
KINDS = (
    "status",
    "class left out",
    "condition dropped",
    "condition negated",
    "bound moved",
    "exception changed",
    "exception forgotten",
    "result changed",
    "results exchanged",
    "write changed",
    "write forgotten",
)
"""What is done to claims."""
SHOWN = "Shown"
LISTED, LISTED_CALLS = 60, 500
"""The inputs of boundary values in the fixed list, and the calls of the sweep that adds to it, for each method."""
_OTHER_EXCEPTION = "java/util/EmptyStackException"


class Fault(NamedTuple):
    """A wrong claim of a method. ``shows`` is the Java condition under which an input shows it, over ``$right`` and
    ``$wrong``: which paths are met, and whether the effect is what happened.
    """

    kind: str
    claim: Claim
    wrong: Claim
    dropped: int
    """The number of the path that is left out; 0 if none is."""
    shows: str = "!$right.equals($wrong)"


@dataclass
class Result:
    """What became of the faults."""

    injected: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    """Faults by kind; those caught are among those shown."""
    caught_in_all: int = 0
    missed: list[str] = field(default_factory=list)
    outcome: Outcome = field(default_factory=Outcome)

    @property
    def part(self) -> float:
        """The part of the faults shown that are caught."""
        return self.caught.total() / max(1, self.shown.total())


Make = Callable[[str], Fault]


def possible_faults(claim: Claim) -> Iterator[tuple[str, Make]]:
    """The faults of a claim by kind, as functions that make them from the name of the variant."""
    is_complete = claim.status == "complete"
    if not is_complete:
        yield "status", lambda name: Fault("status", claim, claim.changed(name, "complete"), 0, "$right.isEmpty()")
    for at, path in enumerate(claim.paths):
        if is_complete and len(claim.paths) > 1:
            yield "class left out", _maker("class left out", claim, {at: None}, at + 1)
        for index, condition in enumerate(path.constraints):
            if condition in invariants_of(path.state):
                continue
            rest = path.constraints[:index] + path.constraints[index + 1 :]
            yield "condition dropped", _maker("condition dropped", claim, {at: replace(path, constraints=rest)})
            for kind, other in _wrong_conditions(condition) if is_complete else ():
                changed = replace(path, constraints=(*rest, other))
                yield kind, _maker(kind, claim, {at: changed})
        yield from _faults_of_effect(claim, at, path)


def _maker(kind: str, claim: Claim, paths: Mapping[int, RawPath | None], dropped: int = 0) -> Make:
    return lambda name: Fault(kind, claim, claim.changed(name, paths=paths), dropped)


def _wrong_conditions(condition: Term) -> Iterator[tuple[str, Term]]:
    negated = not_(condition)
    if isinstance(negated, Term):
        yield "condition negated", negated
    inner = condition.args[0] if condition.op == "not" else condition
    if isinstance(inner, Term) and inner.op in ("lt", "eq"):
        first, second = inner.args
        for by in (1, -1):
            moved = _moved(inner.op, first, second, by)
            if isinstance(moved, Term) and moved is not inner:
                other = not_(moved) if inner is not condition else moved
                if isinstance(other, Term):
                    yield "bound moved", other


def _moved(op: str, first: Value, second: Value, by: int) -> Value | None:
    """A comparison whose constant is another one by ``by``."""
    compare = lt if op == "lt" else eq
    if type(second) is int and isinstance(first, Term) and first.sort.is_vector and -126 < second < 126:
        return compare(first, second + by)
    if type(first) is int and isinstance(second, Term) and second.sort.is_vector and -126 < first < 126:
        return compare(first + by, second)
    return None


def _faults_of_effect(claim: Claim, at: int, path: RawPath) -> Iterator[tuple[str, Make]]:
    if path.ending is Ending.THREW:
        other = replace(path, thrown=_OTHER_EXCEPTION)
        yield "exception changed", _maker("exception changed", claim, {at: other})
        ended = replace(path, ending=Ending.RETURNED, thrown=None, returned=None)
        yield "exception forgotten", _maker("exception forgotten", claim, {at: ended})
    elif path.ending is Ending.RETURNED and path.returned is not None:
        wrong = _other_value(path.returned, claim.method.returns)
        if wrong is not None:
            yield "result changed", _maker("result changed", claim, {at: replace(path, returned=wrong)})
    for index, each in enumerate(claim.paths[:at]):
        if all(map(_has_constant_result, (each, path))) and claim.method.returns[0] not in "L[":
            first, second = replace(each, returned=path.returned), replace(path, returned=each.returned)
            yield "results exchanged", _maker("results exchanged", claim, {index: first, at: second})
    for index, write in enumerate(writes(path)):
        yield "write forgotten", _forgetting(claim, at, index)
        value = _other_value(write.value, write.descriptor)
        if value is not None:
            yield "write changed", _writing(claim, at, index, value)


def _has_constant_result(path: RawPath) -> bool:
    return path.ending is Ending.RETURNED and path.returned is not None and not isinstance(path.returned, Term)


def _other_value(value: Value | None, descriptor: str) -> Value | None:
    """Another value of a type; None where it is not known how it is shown."""
    if value is None:
        return None
    if descriptor == "Z":
        return (
            not_(value)
            if isinstance(value, Term) and value.sort is BOOL
            else eq(value, 0)
            if isinstance(value, Term)
            else 1 - int(value)
        )
    if descriptor in "IJ":
        return add(value, 1, 32 if descriptor == "I" else 64)
    if descriptor[0] in "L[" and value != NULL:
        return NULL
    return None


def _forgetting(claim: Claim, at: int, index: int) -> Make:
    path = claim.paths[at]

    def written(each: RawPath) -> Sequence[Write]:
        found = writes(each)
        return (*found[:index], *found[index + 1 :]) if each is path else found

    return lambda name: Fault("write forgotten", claim, claim.changed(name, written=written), 0)


def _writing(claim: Claim, at: int, index: int, value: Value) -> Make:
    path = claim.paths[at]

    def written(each: RawPath) -> Sequence[Write]:
        found = list(writes(each))
        if each is path:
            found[index] = replace(found[index], value=value)
        return found

    return lambda name: Fault("write changed", claim, claim.changed(name, written=written), 0)


def chosen(claims: Sequence[Claim], count: int, seed: int) -> list[Fault]:
    """Faults of which kinds take turns."""
    choice = random.Random(seed)
    by_kind: dict[str, list[Make]] = defaultdict(list)
    for claim in claims:
        for kind, make in possible_faults(claim):
            by_kind[kind].append(make)
    for each in by_kind.values():
        choice.shuffle(each)
    found: list[Fault] = []
    while len(found) < count and any(by_kind.values()):
        for waiting in by_kind.values():
            if not waiting or len(found) == count:
                continue
            fault = waiting.pop()(f"F{len(found)}")
            if not fault.wrong.predicates.missing and fault.wrong.predicates.source != fault.claim.predicates.source:
                found.append(fault)
    return found


# ---- which faults show

_COMPARING = """
        final Object $given = $result;
        final Throwable $problem = $thrown;
        java.util.Map<Integer, Boolean> $right = new java.util.TreeMap<>();
        java.util.Map<Integer, Boolean> $wrong = new java.util.TreeMap<>();
        $met.forEach((number, effect) -> $right.put(
                number, effect.isEffect($given, $problem) && $before.isKept(effect::isWritten)));
        $other.forEach((number, effect) -> $wrong.put(
                {dropped} != 0 && number >= {dropped} ? number + 1 : number,
                effect.isEffect($given, $problem) && $before.isKept(effect::isWritten)));
        if ({shows}) {{
            throw new {support}.Shown();
        }}
        return 0;"""
_READING = """
        java.util.Map<Integer, {right}.Effect> $met;
        java.util.Map<Integer, {wrong}.Effect> $other;
        {support}.Before $before;
        try {{
            $met = {right}.of({names});
            $other = {wrong}.of({names});
            $before = {support}.Before.of({owner}.class{roots});
        }} catch (ClassCastException | IllegalArgumentException $polluted) {{
            return 0;
        }}"""


def _comparer(fault: Fault, driver: Driver) -> str:
    """The source of a class that shows a fault."""
    right = dotted(fault.claim.predicates.name)
    reading = _READING.format(
        right=right,
        wrong=dotted(fault.wrong.predicates.name),
        support=SUPPORT,
        names=", ".join(driver.names),
        owner=canonical_name(fault.claim.method.owner.name),
        roots=driver.roots,
    )
    comparison = _COMPARING.format(dropped=fault.dropped, shows=fault.shows, support=SUPPORT)
    return driver.source(_comparer_name(fault), reading, comparison)


def _comparer_name(fault: Fault) -> str:
    return fault.wrong.predicates.name + "Comparer"


def fixed_list(drivers: Mapping[str, Driver], folder: Path, path: Sequence[Path]) -> list[tuple[Step, ...]]:
    """Inputs for drivers: boundary values, and what a sweep kept."""
    found = given(drivers, LISTED, seed=1)

    def note(each: KeptSequence) -> None:
        last = each.steps[-1]
        if isinstance(last, Call) and last.owner in drivers:
            found.append(each.steps)

    with sweep_of(drivers, [*path, folder / "classes"], seed=1) as process:
        swept(process, LISTED_CALLS * len(drivers), Outcome(), note)
    return found


def shown(faults: Sequence[Fault], drivers: Mapping[str, Driver], folder: Path, path: Sequence[Path]) -> set[str]:
    """The variants that an input of the fixed list shows."""
    sources: dict[str, dict[str, str]] = {}
    for name, driver in drivers.items():
        sources[name] = {name: driver.source(), driver.claim.predicates.name: driver.claim.predicates.source}
    for each in faults:
        wrong, name = each.wrong.predicates, _comparer_name(each)
        sources[name] = {name: _comparer(each, drivers[each.claim.driver]), wrong.name: wrong.source}
    most = max(len(each.claim.paths) for each in faults)
    compiled(sources, most, folder, path, lambda key: None)
    by_driver: dict[str, list[tuple[tuple[Step, ...], Call]]] = defaultdict(list)
    for *made, last in fixed_list(drivers, folder, path):
        assert isinstance(last, Call)
        by_driver[last.owner].append((tuple(made), last))
    names = {_comparer_name(each): each for each in faults}
    sequences = [
        (*steps, last._replace(owner=name))
        for name, fault in names.items()
        for steps, last in by_driver[fault.claim.driver]
    ]
    found: set[str] = set()

    def note(each: KeptSequence) -> None:
        last = each.steps[-1]
        if each.exception == f"{SUPPORT}.{SHOWN}" and isinstance(last, Call):
            found.add(names[last.owner].wrong.variant)

    with SweepProcess(Jdk.find(), [*path, folder / "classes"], [*names], SweepOptions(clocked=False)) as process:
        swept(process, 0, Outcome(), note, sequences)
    return found


def injected(claims: Sequence[Claim], path: Sequence[Path], folder: Path, count: int, seed: int, calls: int) -> Result:
    """Inject faults into claims, and attack them with so many calls for each."""
    result = Result()
    right = drivers_of(claims, result.outcome)
    faults = chosen([each.claim for each in right.values()], count, seed)
    used = {each.claim.driver: right[each.claim.driver] for each in faults}
    visible = shown(faults, used, folder / "shown", path)
    wrong = drivers_of([each.wrong for each in faults], result.outcome)
    attack(wrong, folder / "attacked", path, calls * len(wrong), result.outcome)
    caught = {each.variant for each in result.outcome.violations}
    for each in faults:
        variant = each.wrong.variant
        result.injected[each.kind] += 1
        result.shown[each.kind] += variant in visible
        result.caught[each.kind] += variant in visible and variant in caught
        result.caught_in_all += variant in caught
        if variant in visible and variant not in caught:
            result.missed.append(f"{variant} {each.kind}: {each.claim.name}")
    return result


def main() -> int:
    """Inject faults and say which were found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", help=f"default: the packages {', '.join(PACKAGES)} of tests/java")
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--budget", default="1M-steps", help="for each target")
    parser.add_argument("--calls", type=int, default=2_000, help="for each fault")
    parser.add_argument("--keep", type=Path, help="where the written classes stay")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        targets = options.targets or [str(of_tests(each, Path(temporary) / "tests")) for each in PACKAGES]
        outcome = Outcome()
        claims = [each for target in targets for each in claims_of([target], options.budget, outcome.explored)]
        folder = options.keep or Path(temporary) / "faults"
        path = [Path(each).resolve() for each in targets]
        result = injected(claims, path, folder, options.faults, options.seed, options.calls)
    print(f"{'kind':22} injected shown caught")
    for kind, number in result.injected.items():
        print(f"{kind:22} {number:8} {result.shown[kind]:5} {result.caught[kind]:6}")
    print(f"{'in all':22} {result.injected.total():8} {result.shown.total():5} {result.caught.total():6}", end=" ")
    print(f"({result.part:.1%}; {result.caught_in_all} with those that the list does not show)")
    for each in result.missed:
        print(f"missed {each}")
    return int(result.part < LEAST_CAUGHT)


if __name__ == "__main__":
    sys.exit(main())
