"""Predicted and real: how every case of whole packages ended, by library. Anything but `confirmed` on a claim is a bug.

    python -m benchmarks.predicted [--budget 120s] [--keep DIR] [--jobs 1] [NAME...]

Runs ``everypath generate`` on each group below (or those whose name contains a NAME) and prints a Markdown table:
methods, cases, confirmed cases and wrong predictions by kind. ``--keep`` holds each run's JSON and lists the wrong
cases.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fetching import fetched

WRONG = ("diverged", "not-triggered", "other-exception")


@dataclass(frozen=True)
class Group:
    """Classes analysed in one run: ``jar`` is a Maven coordinate, empty for the JDK; patterns as for ``--only``."""

    name: str
    jar: str
    patterns: tuple[str, ...]


def _jar(name: str, coordinates: str, root: str, *packages: str) -> list[Group]:
    return [
        Group(f"{name} `{each}`", coordinates, (f"{root}.{each}.*#*",) if each != "." else (f"{root}.*#*",))
        for each in packages
    ]


MATH = "org.apache.commons:commons-math3:3.6.1"
GUAVA = "com.google.guava:guava:32.1.3-jre"
GROUPS: list[Group] = [
    Group("commons-lang3", "org.apache.commons:commons-lang3:3.14.0", ()),
    Group("commons-codec", "commons-codec:commons-codec:1.16.0", ()),
    Group("commons-csv", "org.apache.commons:commons-csv:1.10.0", ()),
    Group("commons-collections4", "org.apache.commons:commons-collections4:4.4", ()),
    *_jar(
        "commons-math3",
        MATH,
        "org.apache.commons.math3",
        "util",
        "fraction",
        "complex",
        "primes",
        "dfp",
        "analysis",
        "linear",
        "geometry",
        "stat",
        "distribution",
        "genetics",
        "special",
        "random",
        "transform",
    ),
    *_jar("guava", GUAVA, "com.google.common", "math", "primitives", "base", "escape", "hash", "net", "io", "collect"),
    Group("JDK `java.util`", "", ("java.util.*",)),
    Group("JDK `java.text`", "", ("java.text.*",)),
    Group("JDK `java.math`", "", ("java.math.*",)),
]


def run(group: Group, work: Path, budget: str, jobs: int) -> dict:
    """The JSON of one ``everypath generate``."""
    work.mkdir(parents=True, exist_ok=True)
    targets = [str(fetched(group.jar))] if group.jar else list(group.patterns)
    command = [sys.executable, "-m", "everypath.cli", "generate", *targets, "-o", str(work / "tests")]
    command += ["--json", str(work / "out.json"), "--budget", budget, "--jobs", str(jobs), "-v"]
    for pattern in group.patterns if group.jar else ():
        command += ["--only", pattern]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600, check=False)
    (work / "out.txt").write_text(done.stdout + done.stderr)
    if done.returncode not in (0, 1) or not (work / "out.json").exists():
        sys.exit(f"{group.name}: generate ended with {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")
    return json.loads((work / "out.json").read_text())


def row(name: str, result: dict, listing: list[str]) -> Counter[str]:
    """Print the table row of one run, add its wrong cases to the listing and return the counts."""
    total: Counter[str] = Counter()
    for method in result["methods"]:
        total["methods"] += 1
        total[f"methods {method['status']}"] += 1
        total.update(method["outcomes"])
        for case in method["cases"]:
            total["cases"] += 1
            if case["outcome"] in WRONG:
                listing.append(
                    f"{case['outcome']}: {method['class']}#{method['method']}{method['descriptor']}\n"
                    f"    {case['expression']}\n    {case['ends']} {case.get('exception', '')} "
                    f"{case['effect']}\n    {case.get('detail', '')}"
                )
        if method["status"] == "failed":
            listing.append(f"failed: {method['class']}#{method['method']}{method['descriptor']} {method['reasons']}")
    shown(name, total)
    return total


def shown(name: str, total: Counter[str]) -> None:
    """Print one row."""
    wrong = " | ".join(str(total[each]) for each in WRONG)
    started = total["methods"] - total["methods skipped"]
    print(
        f"| {name} | {started} | {total['cases']} | {total['confirmed']} | {total['no-model']} | {wrong} | "
        f"{total['methods failed']} |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("which", nargs="*")
    parser.add_argument("--budget", default="120s")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="keep the work in this folder")
    options = parser.parse_args()
    print("| what | methods | cases | confirmed | no-model | diverged | not-triggered | other-exception | failed |")
    print("|---|---|---|---|---|---|---|---|---|")
    together: Counter[str] = Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as temporary:
        for group in GROUPS:
            if options.which and not any(each in group.name for each in options.which):
                continue
            folder = "".join(c if c.isalnum() else "-" for c in group.name).strip("-")
            work = (options.keep or Path(temporary)) / folder
            listing: list[str] = []
            together.update(row(group.name, run(group, work, options.budget, options.jobs), listing))
            wrong += listing
            (work / "wrong.txt").write_text(os.linesep.join(listing))
    shown("together", together)
    if wrong:
        print(f"\n{len(wrong)} wrong:\n")
        print("\n".join(wrong[:40]))


if __name__ == "__main__":
    main()
