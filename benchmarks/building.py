"""What tests cost beside exploring: seconds of each phase of ``everypath generate``, class by class.

    python -m benchmarks.building [--budget 200s] [--most 3] [SUBJECT …]

Subjects are folders of ``tests/java`` and classes of commons-lang3, one run with one worker each. *Exploring* is
executing and solving. *Tests* is all else: building cases, replaying them, choosing tests against mutants and, for the
run as a whole, compiling and running what is written. The ratio is tests / exploring; the goal is 1. The classes where
tests take the most time beyond exploring are listed. All times are wall time within one run, so that the ratio means
something on a busy machine, too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.fetching import fetched
from benchmarks.history import figure
from benchmarks.mutation import LANG, compiled

FOLDERS = ("structures", "students", "suite", "term", "collections")
LANG3 = tuple(f"org.apache.commons.lang3.{name}" for name in ("BitField", "CharUtils", "math.Fraction", "mutable.*"))
SUBJECTS = (*FOLDERS, *LANG3)
EXPLORING = ("executing", "solving")
TESTS = ("building", "replaying", "choosing", "writing")
GOAL = 1.0


@dataclass
class Spent:
    """Seconds by phase."""

    phases: dict[str, float] = field(default_factory=lambda: dict.fromkeys((*EXPLORING, *TESTS), 0.0))
    written: int = 0

    def add(self, phases: dict[str, float]) -> None:
        """Count some more."""
        for name, seconds in phases.items():
            self.phases[name] += seconds

    @property
    def exploring(self) -> float:
        """Seconds of executing and solving."""
        return sum(self.phases[name] for name in EXPLORING)

    @property
    def tests(self) -> float:
        """Seconds of everything else."""
        return sum(self.phases[name] for name in TESTS)

    @property
    def ratio(self) -> float:
        """What tests cost for each second of exploring."""
        return self.tests / self.exploring if self.exploring else float("nan")


def run(subject: str, budget: str, work: Path) -> dict:
    """The JSON of one run. The cache is new, but what is known of the JDK is there."""
    if subject in FOLDERS:
        targets: list[object] = [compiled(subject)]
    else:
        targets = [fetched(LANG), "--only", f"{subject}#*"]
    command = [sys.executable, "-m", "everypath", "generate", *targets, "-o", work / "tests", "--budget", budget]
    command += ["--jobs", "1", "--json", work / "out.json"]
    environment = {**os.environ, "EVERYPATH_CACHE": str(work.parent / "cache")}
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=900, check=False, env=environment
    )
    if done.returncode not in (0, 1):
        sys.exit(f"{subject}: generate ended with {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")
    return json.loads((work / "out.json").read_text())


def row_of(name: str, spent: Spent) -> str:
    """A row of the table."""
    cells = " | ".join(f"{spent.phases[phase]:.1f}" for phase in TESTS)
    return f"| {name} | {spent.written} | {spent.exploring:.1f} | {cells} | {spent.ratio:.2f} |"


def by_class(document: dict) -> dict[str, Spent]:
    """What each class took, without writing."""
    found: dict[str, Spent] = {}
    for method in document["methods"]:
        if "spent" in method:
            found.setdefault(method["class"], Spent()).add(method["spent"])
    return found


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("subjects", nargs="*", help=f"of {' '.join(SUBJECTS)}; all without one")
    parser.add_argument("--budget", default="200s")
    parser.add_argument("--most", type=int, default=3, help="classes of each subject that are listed")
    given = parser.parse_args()
    print(f"| what | tests | exploring | {' | '.join(TESTS)} | ratio |\n|---|---|---|{'---|' * len(TESTS)}---|")
    together = Spent()
    with tempfile.TemporaryDirectory() as folder:
        for at, subject in enumerate(given.subjects or SUBJECTS):
            work = Path(folder) / str(at)
            work.mkdir()
            document = run(subject, given.budget, work)
            whole = Spent(written=document["summary"]["tests"]["written"])
            whole.add(document["spent"])
            print(row_of(f"**{subject}**", whole), flush=True)
            classes = by_class(document)
            for name in sorted(classes, key=lambda name: classes[name].exploring - classes[name].tests)[: given.most]:
                print(row_of(f"`{name.rpartition('.')[2]}`", classes[name]), flush=True)
            together.add(document["spent"])
            together.written += whole.written
    print(row_of("**together**", together))
    figure("tests / exploring", together.ratio, "times", goal=GOAL)


if __name__ == "__main__":
    main()
