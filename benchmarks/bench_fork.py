"""What a fork costs: CPU time and memory of `State.fork` by size, and a bubble sort of five unknown numbers.

    python -m benchmarks.bench_fork [--rounds 5] [--json FILE]

The first table forks a state again and again as paths do (an object is made and a condition learned between two forks)
and keeps every fork, as a worklist does. *Memory* is what each fork keeps alive beyond what it shares with others
(`sys.getsizeof` of what is reached from one fork only, without terms and classes). The second explores `Bubble.sort`:
all 1,024 ways through it without asking anybody, those that the path does not contradict outright, and those that have
an input, each with its witness. Compare ratios within one run.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from unittest.mock import patch

from benchmarks.history import figure
from tests.vm.support import NoInputs, NullLibrary, find_method, jdk_image

from everypath.classfile import ClassPath
from everypath.explore import ExploreOptions, explore
from everypath.inputs import SymbolicInputs
from everypath.program import Class, Field, Method, Program
from everypath.solver import Solver
from everypath.state import Bounds, Control, Fork, Frame, Obj, State
from everypath.state.tables import Facts
from everypath.term import BV32, Term, gt, var
from everypath.vm import Machine
from everypath.vm.core import Linked

SIZES = ((5, 10, 5), (50, 100, 20), (300, 600, 50), (3000, 1000, 100))
"""Objects, static fields and conditions of the states that are forked."""

SHARED = (Term, Class, Field, Method, Control, Linked, Machine, type, ModuleType, FunctionType)
"""What all states share anyway."""


def memory(states: Sequence[State]) -> float:
    """Bytes that each state keeps alive and no other does, on average."""
    reached: Counter[int] = Counter()
    sizes: dict[int, int] = {}
    for state in states:
        seen: set[int] = set()
        waiting: list[object] = [state]
        while waiting:
            current = waiting.pop()
            if id(current) in seen or isinstance(current, SHARED):
                continue
            seen.add(id(current))
            sizes[id(current)] = sys.getsizeof(current)
            waiting += gc.get_referents(current)
        reached.update(seen)
    return sum(sizes[each] for each, count in reached.items() if count == 1) / len(states)


def grown(program: Program, objects: int, fields: int, conditions: int) -> State:
    """A state of a certain size."""
    state = State(Control(bounds=Bounds(conditions=10**6)))
    cls = program.klass("java/lang/Object")
    for _ in range(objects):
        state.allocate(Obj(cls, [0], state.token))
    statics = [field for name in _LARGE for field in program.klass(name).fields if field.is_static]
    state.statics.update(dict.fromkeys(statics[:fields], 0))
    for name in _LARGE[: fields // 7]:
        state.initialised[program.klass(name)] = "done"
    method = next(each for each in program.klass("java/lang/Math").methods if each.name == "abs")
    state.frames += [Frame(method, [0]), Frame(method, [0])]
    for number in range(conditions):
        state.assume(gt(var(f"x{number}", BV32), 0))
    return state


_LARGE = ("java/lang/Character", "java/lang/CharacterData00", "java/math/BigInteger", "java/io/ObjectStreamConstants")
_LARGE += ("java/util/Locale", "java/util/Formatter", "java/text/SimpleDateFormat", "sun/util/locale/BaseLocale")
_LARGE += ("java/util/Calendar", "java/util/GregorianCalendar", "jdk/internal/misc/Unsafe", "java/lang/StrictMath")
_LARGE += ("java/net/URI", "java/awt/event/KeyEvent")


def chain(state: State, count: int) -> tuple[float, list[State]]:
    """Fork a state so often, as a path does: CPU seconds for one fork, and the forks."""
    cls = state.heap[1].cls
    kept: list[State] = []
    spent = 0.0
    for number in range(count):
        state.allocate(Obj(cls, [0], state.token))
        state.writable(1 + number % 5)
        state.assume(gt(var(f"y{number}", BV32), 0))
        start = time.process_time()
        copy = state.fork()
        spent += time.process_time() - start
        kept.append(copy)
    return spent / count, kept


class Bubble:
    """The bubble sort, explored in three ways."""

    def __init__(self, classes: Path) -> None:
        self.program = Program(ClassPath([classes]), jdk_image())
        self.forks: list[Fork] = []
        self.machine = Machine(self.program, NullLibrary(), NoInputs(), Bounds(loop=100), self.forks.append)
        self.method = find_method(self.machine, "Bubble", "sort")

    def undecided(self, on_end: Callable[[State], None]) -> int:
        """Both sides of each question that the path leaves open, unsolved: the paths."""
        self.machine.control.sink = self.forks.append
        state = self.machine.start(self.method, [var(name, BV32) for name in "abcde"])
        paths = 0
        while True:
            self.machine.run(state)
            on_end(state)
            paths += 1
            if not self.forks:
                return paths
            fork = self.forks.pop()
            state = fork.resume(fork.state.witness)

    def decided(self) -> int:
        """The paths that have an input, each with its witness: everything a run does but building tests."""
        options = ExploreOptions(seconds=60.0, idle_path_limit=10**6, idle_effort_limit=math.inf)
        result = explore(self.machine, self.method, options, Solver(), inputs=SymbolicInputs(self.program, self.method))
        assert result.status == "complete", (result.status, result.stop, result.cuts)
        return len(result.paths)


def fastest(run: Callable[[], int], rounds: int) -> tuple[float, float, int]:
    """CPU seconds of a run, the median and the least, and what it gave; the first round only warms up."""
    seconds: list[float] = []
    for _ in range(rounds + 1):
        gc.collect()
        start = time.process_time()
        result = run()
        seconds.append(time.process_time() - start)
    return statistics.median(seconds[1:]), min(seconds[1:]), result


def rows_of_forks(program: Program, rounds: int) -> Iterable[dict[str, float]]:
    """One row for each size."""
    for objects, fields, conditions in SIZES:
        cost: list[float] = []
        for _ in range(rounds):
            each, kept = chain(grown(program, objects, fields, conditions), 200)
            cost.append(each * 1e6)
        yield {
            "objects": objects,
            "statics": fields,
            "conditions": conditions,
            "us": statistics.median(cost),
            "bytes": memory(kept[100:]),
        }


def just_decided(state: State, condition: Term, negation: Term) -> bool | None:
    """Used in place of the facts of the path: only the answer that the fork itself got."""
    state.known = Facts()
    last = state.path[-1] if state.path else None
    return True if last is condition else False if last is negation else None


def rows_of_bubble(classes: Path, rounds: int) -> Iterable[dict[str, float | str]]:
    """One row for each way to explore it."""
    bubble = Bubble(classes)
    ended: list[State] = []

    def forget(state: State) -> None:
        pass

    with patch.object(State, "_known_answer", just_decided):
        median, least, paths = fastest(lambda: bubble.undecided(forget), rounds)
        bubble.undecided(ended.append)
    yield {"what": "every way, nothing asked", "paths": paths, "s": median, "least": least, "bytes": memory(ended)}
    median, least, paths = fastest(lambda: bubble.undecided(forget), rounds)
    yield {"what": "what the path does not contradict", "paths": paths, "s": median, "least": least}
    solver = Solver()
    solver.load()
    median, least, paths = fastest(bubble.decided, rounds)
    yield {"what": "every path decided, with witness", "paths": paths, "s": median, "least": least}


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    program = Program(ClassPath([]), jdk_image())
    forks = list(rows_of_forks(program, options.rounds))
    print("| objects | static fields | conditions | us a fork | bytes a fork |")
    print("|---|---|---|---|---|")
    for row in forks:
        print("|", " | ".join(f"{row[key]:,.0f}" for key in ("objects", "statics", "conditions")), end=" | ")
        print(f"{row['us']:.1f} | {row['bytes']:,.0f} |")
        about = (
            f"fork of {row['objects']:g} objects, {row['statics']:g} static fields, {row['conditions']:g} conditions"
        )
        figure(about, row["us"], "us")
        figure(f"{about}: size", row["bytes"], "bytes", goal=5000)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(__file__).parent / "java" / "Bubble.java"
        subprocess.run(["javac", "-g", "-d", folder, str(source)], check=True, timeout=120)
        sorts = list(rows_of_bubble(Path(folder), options.rounds))
    print("\n| bubble sort of five | paths | CPU s (median) | least | bytes a state |")
    print("|---|---|---|---|---|")
    for each in sorts:
        size = f"{each['bytes']:,.0f}" if "bytes" in each else ""
        print(f"| {each['what']} | {each['paths']:,} | {each['s']:.3f} | {each['least']:.3f} | {size} |")
        figure(f"bubble sort of five, {each['what']}", each["s"], "CPU s")
    if options.json:
        options.json.write_text(json.dumps({"forks": forks, "bubble": sorts}, indent=1))


if __name__ == "__main__":
    main()
