"""A package with entry points, installed in a folder of its own as pip would."""

from __future__ import annotations

from pathlib import Path

LAB = '''
from everypath.explore.criteria import Goal
from everypath.run import Level, Rule
from everypath.state import Ending
from everypath.term import add, and_, mul, shr


class Shallowest:
    """The fork with the shortest path condition first."""

    def __init__(self, rank, seed):
        self.forks = []

    def push(self, item):
        self.forks.append(item)
        self.forks.sort(key=lambda fork: len(fork.state.path), reverse=True)

    def pop(self):
        return self.forks.pop() if self.forks else None

    def __len__(self):
        return len(self.forks)


class OneThrow:
    """Some path throws."""

    is_endless = False

    def __init__(self, goals):
        self.met = False
        self.line = goals.entry.line(0)

    def goals(self):
        return [Goal(0, self.line, "something is thrown")]

    def take(self, state):
        news = not self.met and state.ending is Ending.THREW
        self.met = self.met or news
        return news

    def left(self):
        return [] if self.met else self.goals()


def square(call, n):
    """The sum of the first n odd numbers, by Gauss and not by its loop."""
    if call.decide(n <= 0):
        return 0
    return mul(n, n, 32)


MODELS = {"Odd#sum(I)I": square}

DIVISION = Rule(
    "LAB1", "average-of-none", Level.WARNING, "an average of no items", "Somebody divides by a count of zero.",
    lambda case, throw: throw.is_a("java/lang/ArithmeticException"),
)
'''

ENTRY_POINTS = {
    "everypath.strategies": {"shallowest": "lab:Shallowest"},
    "everypath.criteria": {"one-throw": "lab:OneThrow"},
    "everypath.models": {"sums": "lab:MODELS"},
    "everypath.findings": {"divisions": "lab:DIVISION"},
}


def install(folder: Path, entry_points=ENTRY_POINTS, module=LAB, name="lab") -> Path:
    """Install a package of one module; the folder is to be put on the path."""
    (folder / f"{name}.py").write_text(module, encoding="utf-8")
    info = folder / f"{name}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n", encoding="utf-8")
    lines = []
    for group, points in entry_points.items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in points.items()), ""]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder
