"""What earlier checks have found about tests, by keys that stay when other tests join their class."""

from __future__ import annotations

import math
from collections.abc import Mapping
from hashlib import blake2b

from everypath.dataclass import dataclass, field
from everypath.suite.source import TestMethod, TestSource

__all__ = ["KnownTests", "PassedClass", "TimedRun", "keys_of"]


@dataclass(frozen=True)
class PassedClass:
    """A test class (internal name) whose tests passed: the names of its tests, and its class files.

    ``expendable`` are the names of expendable tests, ``alone`` as in `TestSource`. ``keys`` are those of the tests
    (`keys_of`), as far as they are known.
    """

    name: str
    tests: tuple[str, ...]
    files: Mapping[str, bytes]
    expendable: frozenset[str] = frozenset()
    alone: bool = False
    keys: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TimedRun:
    """So many tests took so many seconds when they ran one after the other, on new classes."""

    tests: int = 0
    seconds: float = 0.0

    def seconds_of(self, tests: int) -> float:
        """The seconds that so many tests will take. Loading classes takes most of them, so it grows more slowly than
        the number of tests.
        """
        return self.seconds * math.sqrt(max(tests, 1) / self.tests) if self.tests else 0.0


@dataclass
class KnownTests:
    """Tests that need not run alone again, and what is left of tests that did not pass as they were.

    ``passed`` has the keys (`keys_of`) of tests that passed alone, ``first`` of those that passed on new classes before
    all others.
    ``left`` has tests that lost assertions or inferred types, before and after, by case. ``timed`` is the run with most
    tests of those that were timed.
    """

    passed: set[str] = field(default_factory=set)
    left: dict[str, tuple[TestMethod, TestMethod]] = field(default_factory=dict)
    first: set[str] = field(default_factory=set)
    timed: TimedRun = field(default_factory=TimedRun)

    def add(self, other: KnownTests) -> None:
        """Add what another process knows."""
        self.passed |= other.passed
        self.first |= other.first
        self.left |= other.left
        self.timed = max(self.timed, other.timed, key=lambda each: each.tests)


def keys_of(source: TestSource) -> Mapping[str, str]:
    """The key of each test of a class, by its name: its class and its text, whatever its name is."""
    lines = source.text.splitlines()
    found = {}
    for name, first, last in source.ranges:
        text = "\n".join(lines[first - 1 : last]).replace(name, "")
        found[name] = blake2b(f"{source.qualified}\n{text}".encode(errors="surrogatepass"), digest_size=16).hexdigest()
    return found
