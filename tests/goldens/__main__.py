"""``python -m tests.goldens [--update] [--runs N] [NAME…]``: the projects, compared with what is recorded."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.goldens.running import NAMES, compiled, differences, findings_of, record, recorded, suite_of

KINDS = {"findings": findings_of, "tests": suite_of}


def main() -> int:
    """Go through the projects; 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.goldens", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; all without one")
    parser.add_argument("--update", action="store_true", help="write down what comes out now")
    parser.add_argument("--only", choices=sorted(KINDS), help="only the findings, or only the tests")
    parser.add_argument("--runs", type=int, default=1, help="so often, with one worker and two, cold and warm caches")
    given = parser.parse_args()
    wrong = 0
    for at in range(given.runs):
        for name in given.names or NAMES:
            wrong += _compare(name, at, [given.only] if given.only else list(KINDS), update=given.update)
        print(f"run {at + 1} of {given.runs}: {wrong} differences", flush=True)
    return 1 if wrong else 0


def _compare(name: str, run: int, kinds: list[str], *, update: bool) -> int:
    """One project in one run: every second with two workers, every fourth and the next with an empty cache."""
    wrong = 0
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder:
            work = compiled(name, Path(folder))
            cache = work / "cache" if run % 4 >= 2 else None
            got = KINDS[kind](name, work, jobs=1 + run % 2, cache=cache)
        if update:
            record(name, kind, got)
            print(f"{name}: {kind} written", flush=True)
        elif changes := differences(recorded(name, kind), got):
            print(f"== {name}, {kind}, run {run + 1}\n{changes}", flush=True)
            wrong += 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
