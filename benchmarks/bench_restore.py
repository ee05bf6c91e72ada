"""Replays that put static state back against replays in fresh loaders: how many a second, and how often they differ.

    python -m benchmarks.bench_restore [--plans 4000] [--seconds 8] [--sample 2000] [--fresh 200] [LIBRARY …]

Plans are drawn at random from the classes of each library (`benchmarks.random_plans`). *fresh* are replays with a class
loader each, *today* those that share loaders where static state allows it. Rates are plans a second: *JVM* by the time
that the JVM took, *all* by the clock, with Python, *CPU* by the processor
time of the JVM, with its compiler and collector. The first round over the plans loads and initialises classes and
replays what did that twice; *then* are rounds after it, in other orders, over the plans that end within 20 ms.

*Same* are replays that pass the same probes, end alike and return the same as in a fresh loader in which the classes
that the plan initialises had been initialised before, of those that do so twice in fresh loaders.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.bench_replay import jvm_cpu
from benchmarks.fetching import CACHE, fetched_with_dependencies
from benchmarks.history import figure
from benchmarks.random_plans import RandomPlans

from everypath.bridge import (
    Bridge,
    BriefResult,
    Call,
    Literal,
    Null,
    Plan,
    Primitive,
    ReplayResult,
    Status,
    Step,
    Text,
    Value,
    live_jvms,
)
from everypath.classfile import Jdk, dotted

LIBRARIES = {
    "commons-cli": "commons-cli:commons-cli:1.9.0",
    "gson": "com.google.code.gson:gson:2.11.0",
    "commons-lang3": "org.apache.commons:commons-lang3:3.14.0",
    "jackson-databind": "com.fasterxml.jackson.core:jackson-databind:2.17.2",
    "commons-codec": "commons-codec:commons-codec:1.17.1",
    "joda-time": "joda-time:joda-time:2.12.7",
}
FUEL, SECONDS = 200_000, 1.0
"""Blocks and seconds that one replay may take."""

_QUICK = 0.02
"""Seconds within which a plan must end to be among those that the later rounds repeat, as in the first measurement."""

_ENDED = {Status.OK, Status.THROW, Status.SETUP_THROW, Status.AFTER_THROW}

Ending = tuple[frozenset[tuple[str, int]], Status, str | None, int | None, Value | None]


def initialised_before(plan: Plan, classes: Sequence[str]) -> Plan:
    """The plan after the initialisation of classes, which is no part of the call."""
    steps: list[Step] = []
    for name in classes:
        at = len(steps)
        steps += [
            Literal.klass(f"L{name};"),
            Call("java/lang/Class", "getClassLoader", "()Ljava/lang/ClassLoader;", at),
            Literal.text(dotted(name)),
            Literal.boolean(True),
            Call(
                "java/lang/Class",
                "forName",
                "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;",
                None,
                (at + 2, at + 3, at + 1),
            ),
        ]
    shift = len(steps)
    return Plan((*steps, *(moved(step, shift) for step in plan.steps)), shift, (shift + plan.call,))


def moved(step: Step, shift: int) -> Step:
    """A step that names others behind so many new ones."""
    changes: dict[str, Any] = {}
    for name in ("receiver", "arguments", "elements"):
        value = getattr(step, name, None)
        if name == "receiver" and value is not None:
            changes[name] = value + shift
        elif name == "arguments" and value is not None:
            changes[name] = tuple(each + shift for each in value)
        elif name == "elements" and value is not None:
            changes[name] = tuple((at, each + shift) for at, each in value)
    return step._replace(**changes) if changes else step


class Reference:
    """What plans do in fresh loaders."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._initialisers: dict[str, range] = {}

    def named(self, hits: Sequence[int], bridge: Bridge) -> frozenset[tuple[str, int]]:
        """Probes by class and number."""
        names = bridge.numbered()
        return frozenset((names[hit >> 16], hit & 0xFFFF) for hit in hits)

    def initialised(self, hits: Sequence[int]) -> list[str]:
        """The classes whose initialisers are among what was passed."""
        found = []
        for name, probe in sorted(self.named(hits, self._bridge)):
            if name not in self._initialisers:
                table = self._bridge.probes(name)
                method = table.method("<clinit>", "()V") if table is not None else None
                first = method.first if method is not None else 0
                self._initialisers[name] = range(first, first + (len(method.probes) if method is not None else 0))
            if probe in self._initialisers[name] and name not in found:
                found.append(name)
        return found

    def endings(self, plans: Sequence[Plan]) -> list[Ending | None]:
        """How plans end where their classes were initialised before; None where that is not known or not the same."""
        classes: list[list[str]] = [[] for _ in plans]
        results: list[ReplayResult] = self._run(plans, classes)
        for _ in range(3):
            more = [self.initialised(each.called) for each in results]
            again = [number for number, each in enumerate(more) if set(each) - set(classes[number])]
            if not again:
                break
            for number in again:
                classes[number] += [each for each in more[number] if each not in classes[number]]
            redone = self._run([plans[each] for each in again], [classes[each] for each in again])
            for number, result in zip(again, redone, strict=True):
                results[number] = result
        once = [self._ending(*each) for each in zip(plans, classes, results, strict=True)]
        results = self._run(plans, classes)
        twice = [self._ending(*each) for each in zip(plans, classes, results, strict=True)]
        return [one if one == other else None for one, other in zip(once, twice, strict=True)]

    def _run(self, plans: Sequence[Plan], classes: Sequence[Sequence[str]]) -> list[ReplayResult]:
        wanted = [initialised_before(*each) for each in zip(plans, classes, strict=True)]
        return self._bridge.replay_many(wanted, FUEL, SECONDS)

    def _ending(self, plan: Plan, classes: Sequence[str], result: ReplayResult) -> Ending | None:
        if result.status is Status.SETUP_THROW or (result.status is Status.FUEL and classes):
            return None  # an initialiser fails, or spends the steps, which are none of the plan's here
        called = self.named(result.called, self._bridge)
        status, step, value = result.status, result.step, None
        if status in _ENDED:
            step = None if step is None else step - 5 * len(classes)
            status = Status.OK if status is Status.OK else Status.THROW
            value = result.observed[0] if status is Status.OK and result.observed else None
            value = value if isinstance(value, Primitive | Text | Null) else None
        else:
            called, step = frozenset(), None
        return called, status, result.exception if step is not None else None, step, value


def ending(result: BriefResult, named: frozenset[tuple[str, int]]) -> Ending:
    """The same of a replay that put static state back."""
    status = result.status
    if status not in _ENDED:
        return frozenset(), status, None, None, None
    status = Status.OK if status is Status.OK else Status.THROW
    return named, status, result.exception, result.step, result.returned


def measure(name: str, options: argparse.Namespace) -> None:
    """Measure one library and print its line."""
    jars = fetched_with_dependencies([LIBRARIES[name]], CACHE.parent / "restoring" / name)
    jdk = Jdk.find()
    plans = list(islice(RandomPlans(jars[0]), options.plans))
    rates = [fresh_rate(jdk, jars, plans[: options.fresh], fresh) for fresh in (True, None)]
    with Bridge(jdk, jars, heap_megabytes=1024) as bridge:
        first = round_rates(bridge, plans, 0)
        quick = quick_plans(bridge, plans)
        later = round_rates(bridge, quick, options.seconds)
        sample = random.Random(2).sample(plans, min(options.sample, len(plans)))
        found = bridge.replay_restoring(sample, FUEL, SECONDS)
        ends = Counter(str(each.status) for each in found)
        same = differing = unsure = unstable = 0
        kinds: Counter[str] = Counter()
        with Bridge(jdk, jars, fresh=True, heap_megabytes=1024) as other:
            reference = Reference(other)
            for plan, result, right in zip(sample, found, reference.endings(sample), strict=True):
                here = ending(result, reference.named(result.hits, bridge))
                if right is None:
                    unstable += 1
                elif right == here:
                    same += 1
                else:
                    differing += 1
                    unsure += result.is_unsure
                    kinds[kind_of(right, here)] += 1
                    if options.show:
                        show(plan, result, right, here)
        total = max(1, same + differing)
        print(
            f"{name:17} {rates[0]:7.0f} {rates[1]:7.0f} {first[0]:9.0f} {first[1]:7.0f}"
            f" {later[0]:9.0f} {later[1]:7.0f} {later[2]:7.0f}"
            f" {100 * same / total:7.2f} {unsure:4}/{differing:<4} {unstable:5}  {dict(kinds)} {dict(ends)}"
            f" quick {len(quick)}, restarts {bridge.restarts}, need fresh {len(bridge.needs_fresh)}",
            flush=True,
        )
        if options.show:
            print(dict(bridge.needs_fresh))
        figure(f"{name}: replays with static state put back", later[0], "replays/s", more_is_better=True)
        figure(f"{name}: same as in a fresh loader", 100 * same / total, "%", goal=99, more_is_better=True)


def kind_of(right: Ending, here: Ending) -> str:
    """In what two endings differ."""
    if right[1] != here[1]:
        return f"{right[1]}->{here[1]}"
    return "exception" if right[2:4] != here[2:4] else "value" if right[4] != here[4] else "probes"


def show(plan: Plan, result: BriefResult, right: Ending, here: Ending) -> None:
    """Print in what a replay differs."""
    print("DIFFERS", kind_of(right, here), plan.dumps()[:700])
    print("   fresh", right[1:], "only", sorted(right[0] - here[0])[:6])
    print(
        "   here ", here[1:], "only", sorted(here[0] - right[0])[:6], "unsure" if result.is_unsure else "", flush=True
    )


def fresh_rate(jdk: Jdk, jars: Sequence[Path], plans: Sequence[Plan], fresh: bool | None) -> float:
    """Plans a second by the clock, in fresh loaders."""
    with Bridge(jdk, jars, fresh=fresh, heap_megabytes=1024) as bridge:
        bridge.replay_many(plans[:20], FUEL, SECONDS)
        begin = time.monotonic()
        bridge.replay_many(plans, FUEL, SECONDS)
        return len(plans) / (time.monotonic() - begin)


def quick_plans(bridge: Bridge, plans: Sequence[Plan]) -> list[Plan]:
    """The plans that end by themselves, soon, and leave the JVM in use."""
    found = []
    for plan in plans:
        before = bridge.restoring_seconds
        (result,) = bridge.replay_restoring([plan], FUEL, SECONDS)
        if result.status in _ENDED and not result.retired and bridge.restoring_seconds - before < _QUICK:
            found.append(plan)
    return found


def round_rates(bridge: Bridge, plans: Sequence[Plan], seconds: float) -> tuple[float, float, float]:
    """Plans a second by the time of the JVM, by the clock and by the JVM's processor time: one round or more."""
    before, begin, count = bridge.restoring_seconds, time.monotonic(), 0
    used = sum(map(jvm_cpu, live_jvms()))
    order = list(plans)
    while True:
        bridge.replay_restoring(order, FUEL, SECONDS)
        count += len(order)
        spent = time.monotonic() - begin
        if spent >= seconds:
            used = sum(map(jvm_cpu, live_jvms())) - used  # of the same JVM, where none was replaced
            return count / (bridge.restoring_seconds - before), count / spent, count / max(used, 0.01)
        random.Random(count).shuffle(order)


def main() -> None:
    """Measure the libraries named on the command line, or all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("libraries", nargs="*", default=list(LIBRARIES))
    parser.add_argument("--plans", type=int, default=4000)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--sample", type=int, default=2000)
    parser.add_argument("--fresh", type=int, default=200)
    parser.add_argument("--show", action="store_true", help="print what differs")
    options = parser.parse_args()
    print(
        f"{'plans a second':17} {'fresh':>7} {'today':>7} {'first JVM':>9} {'all':>7}"
        f" {'then JVM':>9} {'all':>7} {'CPU':>7}"
        f" {'same %':>7} {'unsure':>9} {'unstable':>5}"
    )
    for name in options.libraries:
        measure(name, options)


if __name__ == "__main__":
    main()
