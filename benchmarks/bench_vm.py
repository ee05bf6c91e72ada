"""Tier 0 on four kernels: CPU seconds and bytecodes per second, for target code (coverage marked) and library code.

Run from the repository's root: ``python -m benchmarks.bench_vm``. Compare only ratios within one run.
"""

from __future__ import annotations

import math
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from tests.vm.support import NoInputs, NullLibrary, find_method, jdk_image

from everypath.classfile import ClassPath
from everypath.program import Program
from everypath.state import Bounds, State
from everypath.vm import Machine

KERNELS = (("sum", 200_000), ("bubble", 300), ("hash", 4_000), ("fib", 20))


def measure(classes: Path, *, target: bool) -> dict[str, float]:
    """CPU seconds per kernel, the best of three."""
    program = Program(ClassPath([classes]), jdk_image(), () if target else ("nothing/At/All",))
    machine = Machine(program, NullLibrary(), NoInputs(), Bounds(steps=10**9))
    seconds: dict[str, float] = {}
    for name, argument in KERNELS:
        method = find_method(machine, "Kernels", name)
        best = math.inf
        for _ in range(3):
            state = machine.start(method, [argument])
            start = time.process_time()
            machine.run(state)
            best = min(best, time.process_time() - start)
            assert state.result is not None, state.detail
        seconds[name] = best
    return seconds


class CountingMachine(Machine):
    """Counts the bytecodes it executes; the pseudo-instructions of `everypath.vm.layout` are none."""

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
    machine = CountingMachine(program, NullLibrary(), NoInputs(), Bounds(steps=10**9))
    counts = {}
    for name, argument in KERNELS:
        machine.executed = 0
        machine.run(machine.start(find_method(machine, "Kernels", name), [argument]))
        counts[name] = machine.executed
    return counts


def main() -> None:
    javac = shutil.which("javac")
    assert javac is not None, "no javac on the path"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([javac, "-g", "-d", folder, str(Path(__file__).parent / "java" / "Kernels.java")], check=True)
        counts = count(Path(folder))
        marked, plain = measure(Path(folder), target=True), measure(Path(folder), target=False)
    print(f"{'kernel':8} {'bytecodes':>10} {'target M/s':>11} {'library M/s':>12} {'ratio':>6}")
    for name, executed in counts.items():
        print(
            f"{name:8} {executed:10} {executed / marked[name] / 1e6:11.2f} {executed / plain[name] / 1e6:12.2f} "
            f"{plain[name] / marked[name]:6.2f}"
        )
    for label, seconds in (("target", marked), ("library", plain)):
        mean = math.exp(sum(math.log(counts[n] / seconds[n] / 1e6) for n in counts) / len(counts))
        print(f"geometric mean, {label}: {mean:.2f} M bytecodes/s")


if __name__ == "__main__":
    main()
