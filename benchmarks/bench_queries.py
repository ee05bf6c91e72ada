"""Memory over a long stream of different questions to one solver: resident bytes before, on the way and after.

    python -m benchmarks.bench_queries [--queries 50000]

The questions are those of loops over texts and arrays: lengths, offsets, chars, sums, products and array reads, over
ever new symbols, some feasible and some not. Nothing is kept of them here, so what stays is the solver's. Prints a
Markdown table. Goal: not more than 300 MB.
"""

from __future__ import annotations

import argparse
import gc
import random
import time

from benchmarks.history import figure

from everypath import term as t
from everypath.memory import resident
from everypath.solver import Limits, Solver
from everypath.term import BV16, BV32, F64, Term, Value, array_sort, var

GOAL = 300
WARM = 2_000
"""Questions before the first measurement: what is loaded once is loaded then."""
ROWS = 10


def question(number: int, rng: random.Random) -> list[Value]:
    """A path condition of about ten conditions over symbols of its own."""
    name = f"q{number // 3}"  # three questions in a row are about the same symbols, as those of one method are
    length = var(f"{name}.length", BV32)
    a, b = var(f"{name}.a", BV32), var(f"{name}.b", BV32)
    chars, numbers = var(f"{name}.chars", array_sort(BV16)), var(f"{name}.numbers", array_sort(BV32))
    some: list[Value] = [t.ge(length, 0), t.lt(length, rng.randint(3, 40)), t.lt(a, length), t.ge(a, 0)]
    for _ in range(rng.randint(2, 5)):
        char = t.zext(t.select(chars, rng.randint(0, 4)), 32)
        some.append(t.disj(t.eq(char, rng.randint(48, 122)), t.lt(length, rng.randint(1, 9))))
    kind = rng.randint(0, 5)
    if kind == 0:
        some.append(t.eq(t.mul(a, b, 32), rng.randint(-500, 5000)))
    elif kind == 1:
        some += [t.lt(t.add(a, rng.randint(-9, 9), 32), b), t.lt(b, t.sub(length, rng.randint(0, 5), 32))]
    elif kind == 2:
        read = t.select(t.store(numbers, a, rng.randint(0, 9)), t.and_(b, 7, 32))
        some.append(t.gt(read, rng.randint(-3, 12)))
    elif kind == 3:
        some.append(t.eq(t.xor(t.shl(a, 3, 32), b, 32), t.add(b, rng.randint(0, 99), 32)))
    elif kind == 4:
        some.append(t.flt(t.fmul(t.i2d(a), var(f"{name}.d", F64), F64), float(rng.randint(-9, 9))))
    else:
        some.append(t.eq(t.srem(b, rng.randint(3, 60), 32), a))
    return [each if rng.random() < 0.8 or not isinstance(each, Term) else t.not_(each) for each in some]


def megabytes() -> float:
    """What this process holds, after a look for garbage."""
    gc.collect()
    return resident() / (1 << 20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=50_000)
    given = parser.parse_args()
    rng = random.Random(7)
    solver = Solver(Limits(timeout=0.5))
    print("| questions | MB | more | CPU s | z3 | Bitwuzla | sat | unsat | unknown |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    before = most = 0.0
    for number in range(WARM + given.queries):
        if number == WARM:
            before = megabytes()
        solver.check(question(number, rng))
        asked = number + 1 - WARM
        if asked > 0 and asked % max(given.queries // ROWS, 1) == 0:
            now = megabytes()
            most = max(most, now - before)
            events, answered = solver.statistics.events, solver.statistics.answered
            counts = (answered["z3"], answered["bitwuzla"], events["sat"], events["unsat"], events["unknown"])
            row = (asked, f"{now:.0f}", f"{now - before:.0f}", f"{time.process_time():.0f}", *counts)
            print("|", " | ".join(map(str, row)), "|", flush=True)
    print(f"\nat most {most:.0f} MB more than before (goal: {GOAL})")
    figure(f"growth over {given.queries} questions", most, "MB", goal=GOAL)


if __name__ == "__main__":
    main()
