"""False alarms, and bugs that are missed: classes that keep their own preconditions, copies of them with seeded bugs,
and classes of the JDK.

    python -m benchmarks.alarms [--budget 500s] [sound] [seeded] [jdk]

The right ones must have no error, and documented exceptions of the JDK's are notes. At least four of five seeded
bugs must be reported as errors, each seen on the JVM.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from benchmarks.history import figure
from tests.whole.alarms import SOUND, seeds
from tests.whole.running import run

JDK = ("ArrayList", "HashMap", "ArrayDeque", "TreeMap", "Optional", "StringJoiner", "BitSet")
PARTS = ("sound", "seeded", "jdk")


def report(name: str, document: dict) -> int:
    """Print what a run came to; the number of its errors."""
    levels = Counter(each["level"] for each in document["findings"])
    states = Counter(each["status"] for each in document["methods"])
    counted = ", ".join(f"{levels[each]} {each}s" for each in ("error", "warning", "note"))
    print(f"{name}: {len(document['methods'])} methods, {dict(states)}, {counted}, {document['seconds']:.0f} s")
    return levels["error"]


def goals(name: str, document: dict) -> None:
    """Print of each class how many of its goals, the branches and instructions, the JVM took, and which methods had no
    time left.
    """
    covered: dict[str, Counter[str]] = {}
    for each in document["methods"]:
        counts = covered.setdefault(each["class"], Counter())
        counts["methods"] += 1
        counts["short"] += any(reason["code"] in ("time", "budget", "memory") for reason in each["reasons"])
        for kind in ("branches", "instructions"):
            counts[kind] += each[kind]["covered"]
            counts[f"all {kind}"] += each[kind]["total"]
    for owner, counts in sorted(covered.items()):
        taken = ", ".join(f"{kind} {counts[kind]}/{counts[f'all {kind}']}" for kind in ("branches", "instructions"))
        print(f"    {owner}: {taken}; {counts['short']} of {counts['methods']} methods short of time or memory")
    total = sum((counts for counts in covered.values()), Counter())
    if total["all branches"]:
        figure(f"{name} branches", total["branches"] / total["all branches"], "share", more_is_better=True)


def right(name: str, targets: list[str], budget: str, folder: Path) -> int:
    """Analyse what is right; returns the number of errors reported."""
    document, _ = run("check", *targets, "--budget", budget, json_file=folder / f"{name}.json", timeout=3000)
    errors = report(name, document)
    goals(name, document)
    for each in document["findings"]:
        if each["level"] == "error":
            print(f"    {each['file']}:{each['line']} {each['exception']} {each['expression']}")
    figure(f"{name} errors", errors, "findings", goal=0)
    return errors


def seeded(budget: str, folder: Path) -> int:
    """Analyse the copies; the number of bugs missed beyond one of five."""
    bugs = seeds()
    for each in bugs:
        each.write(folder / "seeded")
    document, _ = run("check", folder / "seeded", "--budget", budget, json_file=folder / "seeded.json", timeout=3000)
    report("seeded", document)
    missed = [each.name for each in bugs if not each.is_found(document["findings"])]
    print(f"seeded: {len(bugs) - len(missed)} of {len(bugs)} bugs found; missed: {', '.join(missed) or 'none'}")
    figure("seeded bugs found", (len(bugs) - len(missed)) / len(bugs), "share", goal=0.8, more_is_better=True)
    return max(0, len(missed) - len(bugs) // 5)


def main() -> int:
    """Run the parts asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(PARTS)}; none: all")
    parser.add_argument("--budget", default="500s")
    options = parser.parse_args()
    parts = options.parts or list(PARTS)
    wrong = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        if "sound" in parts:
            wrong += right("sound", [str(SOUND)], options.budget, folder)
        if "jdk" in parts:
            wrong += right("jdk", [f"java.util.{name}" for name in JDK], options.budget, folder)
        if "seeded" in parts:
            wrong += seeded(options.budget, folder)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
