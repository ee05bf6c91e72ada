"""How small the chosen suites are: tests beside paths, and what leaving the rest out costs.

    python -m benchmarks.size [--budget 60s] [CLASS …]

For each structure of ``tests/java/structures`` (or those with such a simple name), ``everypath generate`` writes the
chosen tests, and with ``--keep-all`` one for every path. Both suites are run by PIT (its default mutators). Goals: at
most a third as many tests as paths, the same coverage, and at most two points of the mutation score less.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

from benchmarks.history import figure
from benchmarks.mutation import CACHE, OWN, compiled, generated, mutated

LARGEST, POINTS = 1 / 3, 2.0


@dataclass
class Suite:
    """What one suite, or several together, came to."""

    paths: int = 0
    tests: int = 0
    goals: int = 0
    detected: int = 0
    mutants: int = 0

    def add(self, other: Suite) -> None:
        """Count another one, too."""
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def score(self) -> float:
        """Per cent of the mutants that it detects."""
        return 100 * self.detected / self.mutants if self.mutants else 100.0


def measured(name: str, classes: Path, budget: str, *options: str) -> Suite:
    """The suite of one class; paths are those that ended, whatever became of them."""
    sources, _ = generated(name, classes, classes, budget, options)
    document = json.loads((CACHE / "tests" / f"{name}.json").read_text())
    paths = sum(method["paths"]["explored"] for method in document["methods"])
    mutants = mutated(name, classes, sources, "DEFAULTS")
    summary = document["summary"]
    detected = sum(each.detected for each in mutants)
    return Suite(paths, summary["tests"]["written"], summary["goals"]["kept"], detected, len(mutants))


def row_of(name: str, small: Suite, large: Suite) -> str:
    """A row of the table."""
    tests = f"{small.tests} | {100 * small.tests / max(large.paths, 1):.0f} % | {large.tests}"
    scores = f"{small.detected}/{small.mutants} ({small.score:.1f} %) | {large.detected}/{large.mutants}"
    return f"| {name} | {large.paths} | {tests} | {small.goals} | {large.goals} | {scores} ({large.score:.1f} %) |"


def main() -> None:
    """Measure both suites of each class."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("classes", nargs="*", help="simple names of classes, all by default")
    parser.add_argument("--budget", default="60s")
    given = parser.parse_args()
    folder = compiled("structures")
    print("| class | paths | tests | of the paths | all tests | goals | with all | mutants | with all |")
    print("|---|---|---|---|---|---|---|---|---|")
    chosen, everything = Suite(), Suite()
    for name in OWN["structures"]:
        if given.classes and name.rpartition(".")[2] not in given.classes:
            continue
        large = measured(name, folder, given.budget, "--keep-all")
        small = measured(name, folder, given.budget)
        print(row_of(f"`{name.rpartition('.')[2]}`", small, large), flush=True)
        chosen.add(small)
        everything.add(large)
    print(row_of("together", chosen, everything))
    figure("tests / paths", chosen.tests / max(everything.paths, 1), "times", goal=LARGEST)
    figure("goals lost", everything.goals - chosen.goals, "goals", goal=0)
    figure("mutation score lost", everything.score - chosen.score, "points", goal=POINTS)


if __name__ == "__main__":
    main()
