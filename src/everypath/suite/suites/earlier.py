"""Tests that passed in earlier checks: later ones must not change what they find, and must pass after them."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence

from everypath.dataclass import dataclass, field

__all__ = ["EarlierTests", "PassedClass"]


@dataclass(frozen=True)
class PassedClass:
    """A test class (internal name) whose tests passed: the names of its tests, and its class files."""

    name: str
    tests: tuple[str, ...]
    files: Mapping[str, bytes]


@dataclass
class EarlierTests:
    """The test classes that passed, of those that run code with static state."""

    classes: dict[str, PassedClass] = field(default_factory=dict)

    def add(self, passed: Iterable[PassedClass]) -> None:
        """Add test classes. A class replaces an earlier one of its name."""
        self.classes |= {each.name: each for each in passed}

    def without(self, names: Collection[str], most: int | None = None) -> Sequence[PassedClass]:
        """The classes with other names (internal) than these; at most so many tests of them, drawn at random."""
        found = [each for each in self.classes.values() if each.name not in names]
        if most is None or sum(len(each.tests) for each in found) <= most:
            return found
        random.Random(len(found)).shuffle(found)
        chosen: list[PassedClass] = []
        for each in found:
            if sum(len(other.tests) for other in chosen) + len(each.tests) <= most:
                chosen.append(each)
        return chosen
