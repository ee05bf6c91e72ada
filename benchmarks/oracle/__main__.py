"""`make oracle`: attacks targets one after the other. Goes on where it was stopped."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

import benchmarks.oracle
from benchmarks.oracle.attack import Outcome, attacked
from benchmarks.oracle.targets import JDK_PACKAGES, LIBRARIES, PACKAGES, ROOT, targets_of

RESULTS = ROOT / ".cache" / "oracle"


def printed(name: str, found: Outcome) -> None:
    """Print what an attack found."""
    print(f"{name}: methods {dict(found.statuses)}; asked {dict(found.asked)}; {found.calls:,} calls")
    print(f"  inputs {found.inputs:,}; predicates {found.predicates}, unmet {len(found.unmet)}")
    for reason, count in found.left_out.most_common():
        print(f"  left out {count:5} {reason}")
    checks = found.explored.checks
    for what, count in checks.counts.items():
        print(f"  {what} {count:,}")
    for each in checks.twice:
        print(f"  twice {each}")
    for each in checks.wrong:
        print(f"  wrong {each}")
    for method, number, title in found.unmet:
        print(f"  unmet {method} {number}: {title}")
    for each in sorted(found.violations):
        print(f"  {each.kind} {each.method}: {each.sequence}")
    methods = len({each.method for each in found.violations})
    print(f"  violations {len(found.violations)}, of {methods} methods", flush=True)


def kept(found: Outcome) -> dict[str, object]:
    """What stays of an attack."""
    return {
        "statuses": dict(found.statuses),
        "asked": dict(found.asked),
        "left out": dict(found.left_out),
        "calls": found.calls,
        "inputs": found.inputs,
        "predicates": found.predicates,
        "classes": dict(found.explored.checks.counts),
        "twice": found.explored.checks.twice,
        "wrong": found.explored.checks.wrong,
        "unmet": found.unmet,
        "violations": found.violations,
    }


def summed() -> int:
    """Print the sums of the kept results. Returns the number of violations."""
    statuses: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    results = [json.loads(each.read_text()) for each in sorted(RESULTS.glob("*.json"))]
    classes: Counter[str] = Counter()
    for each in results:
        classes.update(each["classes"])
        statuses.update(each["statuses"])
        asked.update(each["asked"])
        for name in ("calls", "inputs", "predicates"):
            numbers[name] += each[name]
        for name in ("unmet", "twice", "wrong", "violations"):
            numbers[name] += len(each[name])
    print(f"{len(results)} targets: methods {dict(statuses)}; asked {dict(asked)} ({asked.total():,})")
    print("  " + ", ".join(f"{name} {number:,}" for name, number in numbers.items()))
    for what, count in classes.items():
        print(f"  {what} {count:,}")
    return numbers["violations"]


def main() -> int:
    """Attack some targets."""
    parser = argparse.ArgumentParser(
        description=benchmarks.oracle.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    every = (*PACKAGES, *LIBRARIES, *JDK_PACKAGES)
    parser.add_argument("targets", nargs="*", help=f"default: {', '.join(every)}")
    parser.add_argument("--budget", default="4M-steps", help="for each exploration of a target; there are two")
    parser.add_argument("--calls", type=int, default=200_000, help="for each target")
    parser.add_argument("--classpath", type=Path, nargs="*", default=[])
    parser.add_argument("--keep", type=Path, help="where the written classes stay")
    parser.add_argument("--again", action="store_true", help="also what has a result")
    options = parser.parse_args()
    RESULTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        for target in targets_of(options.targets or every, Path(temporary) / "tests"):
            result = RESULTS / f"{target.name}.json"
            if result.exists() and not options.again and not options.targets:
                continue
            folder = (options.keep or Path(temporary)) / "oracle" / target.name
            path = [*options.classpath, *target.classpath]
            found = attacked([target.text], folder, options.budget, options.calls, path)
            printed(target.name, found)
            result.write_text(json.dumps(kept(found), indent=1))
    return int(bool(summed()))


if __name__ == "__main__":
    sys.exit(main())
