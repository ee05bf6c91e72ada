"""Both tiers on four kernels and on code of the JDK: CPU seconds, bytecodes per second, and tier 1 against tier 0.

Run from the repository's root: ``python -m benchmarks.bench_vm``. The kernels run as target code (coverage marked) and
as library code; the JDK's code sorts, hashes, parses and formats, concretely, with the library's models. Both tiers
take turns, and the best of some runs counts. Compare only ratios within one run.
"""

from __future__ import annotations

import math
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.history import figure
from tests.explore.lab import Lab
from tests.vm.support import NoInputs, NullLibrary, find_method, jdk_image

from everypath.classfile import ClassPath
from everypath.program import Program
from everypath.state import Bounds, State
from everypath.vm import Machine

KERNELS = (("sum", 200_000), ("bubble", 300), ("hash", 4_000), ("fib", 20))
JDK_CODE = (
    ("sortInts", 3_000),
    ("sortObjects", 400),
    ("trees", 600),
    ("hashMaps", 600),
    ("hashBytes", 6_000),
    ("sets", 4_000),
    ("parseNumbers", 500),
    ("parseExpression", 60),
    ("formatNumbers", 100),
    ("formatRadix", 200),
)
SOURCES = Path(__file__).parent / "java"
RUNS = 7
FAR = Bounds(steps=10**9)


def machine_of(classes: Path, *, target: bool, compiled: bool) -> Machine:
    """A machine with a handful of natives, on classes that are target or library code."""
    program = Program(ClassPath([classes]), jdk_image(), () if target else ("nothing/At/All",))
    machine = Machine(program, NullLibrary(), NoInputs(), FAR)
    machine.compiler.enabled = compiled
    return machine


def timed(machine: Machine, class_name: str, name: str, argument: int) -> tuple[float, object]:
    """CPU seconds of one concrete run, and what it gave."""
    method = find_method(machine, class_name, name)
    state = machine.new_state()
    machine.initialise(state, method.owner)
    machine.start(method, [argument], state)
    start = time.process_time()
    machine.run(state)
    seconds = time.process_time() - start
    assert state.result is not None, state.detail
    return seconds, (state.result, state.steps, len(state.covered), state.next_address)


def measure(machines: list[Machine], class_name: str, calls: tuple[tuple[str, int], ...]) -> dict[str, list[float]]:
    """The least CPU seconds of each machine on each call; all must give the same."""
    best: dict[str, list[float]] = {}
    for name, argument in calls:
        least = [math.inf] * len(machines)
        for _ in range(RUNS):
            given = set()
            for at, machine in enumerate(machines):
                seconds, result = timed(machine, class_name, name, argument)
                least[at] = min(least[at], seconds)
                given.add(result)
            assert len(given) == 1, (name, given)
        best[name] = least
    return best


class CountingMachine(Machine):
    """Counts the bytecodes it executes; the pseudo-instructions of `everypath.vm.instructions.code_layout` are none."""

    executed = 0

    def _interpret(self, state: State) -> None:
        while state.ending is None:
            frame = state.frames[-1]
            linked = self.link(frame.method)
            index = frame.pc
            while index >= 0:
                handler = linked.code[index]
                if handler.__name__ not in ("mark", "step", "mark_and_step"):
                    self.executed += 1
                index = handler(state, frame.stack, frame.locals)


def count(classes: Path) -> dict[str, int]:
    """Bytecodes each kernel executes."""
    program = Program(ClassPath([classes]), jdk_image())
    machine = CountingMachine(program, NullLibrary(), NoInputs(), FAR)
    machine.compiler.enabled = False
    counts = {}
    for name, argument in KERNELS:
        machine.executed = 0
        machine.run(machine.start(find_method(machine, "Kernels", name), [argument]))
        counts[name] = machine.executed
    return counts


def mean(values: list[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, values)) / len(values))


def kernels(classes: Path) -> None:
    """Print the kernels' rows."""
    counts = count(classes)
    for target in (True, False):
        machines = [machine_of(classes, target=target, compiled=compiled) for compiled in (False, True)]
        best = measure(machines, "Kernels", KERNELS)
        print("\ntarget code, coverage marked" if target else "\nlibrary code")
        print(f"{'kernel':12} {'bytecodes':>10} {'tier 0 M/s':>11} {'tier 1 M/s':>11} {'ratio':>6}")
        rates = []
        for name, (slow, fast) in best.items():
            rates.append((counts[name] / slow / 1e6, counts[name] / fast / 1e6))
            print(f"{name:12} {counts[name]:10} {rates[-1][0]:11.1f} {rates[-1][1]:11.1f} {slow / fast:6.1f}")
        zero, one = (mean([rate[tier] for rate in rates]) for tier in (0, 1))
        print(f"{'mean':12} {'':10} {zero:11.1f} {one:11.1f} {one / zero:6.1f}")
        code = "target" if target else "library"
        figure(f"kernels, {code} code, tier 0", zero, "M bytecodes/s", more_is_better=True)
        figure(f"kernels, {code} code, tier 1", one, "M bytecodes/s", more_is_better=True)
        figure(f"kernels, {code} code, tier 1 / tier 0", one / zero, "ratio", goal=6, more_is_better=True)


def jdk_code(classes: Path) -> None:
    """Print the rows of the JDK's code."""
    labs = [Lab(classes), Lab(classes)]
    try:
        for lab, compiled in zip(labs, (False, True), strict=True):
            lab.machine.compiler.enabled = compiled
            lab.machine.control.bounds = FAR
        best = measure([lab.machine for lab in labs], "JdkCode", JDK_CODE)
    finally:
        for lab in labs:
            lab.bridge.close()
    print(f"\n{'JDK code':16} {'tier 0 ms':>10} {'tier 1 ms':>10} {'ratio':>6}")
    for name, (slow, fast) in best.items():
        print(f"{name:16} {slow * 1000:10.1f} {fast * 1000:10.1f} {slow / fast:6.1f}")
    ratio = mean([slow / fast for slow, fast in best.values()])
    print(f"{'mean':16} {'':10} {'':10} {ratio:6.1f}")
    figure("the JDK's code, tier 1 / tier 0", ratio, "ratio", goal=4, more_is_better=True)


def main() -> None:
    javac = shutil.which("javac")
    assert javac is not None, "no javac on the path"
    with tempfile.TemporaryDirectory() as folder:
        sources = [str(SOURCES / name) for name in ("Kernels.java", "JdkCode.java")]
        subprocess.run([javac, "-g", "-d", folder, *sources], check=True)
        kernels(Path(folder))
        jdk_code(Path(folder))


if __name__ == "__main__":
    main()
