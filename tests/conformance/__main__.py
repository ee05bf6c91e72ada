"""Conformance of our machine with the JVM, in numbers: ``make conformance``, ``python -m tests.conformance``.

Runs random programs on each JDK until so many calls were compared, and prints how often each opcode and each
exceptional edge was hit. Ends with 1 where a call differs or a row was hit less than 100 times.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context

from tests.conformance.campaign import EXECUTIONS, Batch, one_batch, report, run
from tests.conformance.compare import Comparison
from tests.conformance.tally import missing, table
from tests.conftest import JDKS

from everypath.classfile import Jdk


def campaign(jdk: Jdk, executions: int, jobs: int) -> Comparison:
    """Run batches until enough calls were compared."""
    total = Comparison()
    started = time.monotonic()
    number = 0
    running: set[Future[tuple[Comparison, str]]] = set()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), max_tasks_per_child=4) as pool:
        while total.executions < executions or running:
            while len(running) < jobs and total.executions < executions:
                running.add(pool.submit(one_batch, jdk, number))
                number += 1
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                found, text = each.result()
                total.add(found)
                if text:
                    print(text, flush=True)
            seconds = time.monotonic() - started
            print(
                f"JDK {jdk.feature}: {total.executions:,} calls, {len(total.mismatches)} mismatches, {seconds:.0f} s",
                flush=True,
            )
    return total


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("--program", help="run one program again, such as Rich1000003, on each JDK")
    parser.add_argument("--executions", type=int, default=EXECUTIONS, help="calls to compare on each JDK")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--jdk", type=int, help="only the JDK of this version")
    options = parser.parse_args()
    failed = False
    for jdk in (each for each in JDKS if options.jdk in (None, each.feature)):
        if options.program:
            found, programs = run(jdk, Batch(0), [options.program])
            print(report(found, programs, most=1))
            for call, difference in found.failures:
                print(f"{call}: {difference}")
            failed |= bool(found.failures)
            continue
        found = campaign(jdk, options.executions, options.jobs)
        short = missing(found.tally)
        print(f"\n## JDK {jdk.version}\n\n{found.executions:,} calls compared, {len(found.mismatches)} mismatches, "
              f"{len(found.unsupported)} unsupported, {found.cut} cut\n\n{table(found.tally)}\n")  # fmt: skip
        for reason, count in Counter(reason for _, reason in found.unsupported).most_common(20):
            print(f"unsupported {count} x {reason[:200]}")
        for row in short:
            print(f"hit too seldom: {row}")
        failed |= bool(short or found.failures)
    return failed


if __name__ == "__main__":
    sys.exit(main())
