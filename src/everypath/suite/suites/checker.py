"""Compiles and runs test classes, each test alone and all together. Tests that do not compile and unstable assertions
are dropped, and the rest is checked again.
"""

from __future__ import annotations

import math
import time
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from everypath.bridge import Bridge, Compiled
from everypath.classfile import ClassFile, dotted, internal_name
from everypath.dataclass import dataclass, replace
from everypath.errors import EverypathError
from everypath.suite.cases import CaseBuilder
from everypath.suite.recipes import SourceFacts
from everypath.suite.source import COMPLETES, TestClass, TestMethod, TestSource, render, tabled
from everypath.suite.suites.known_tests import KnownTests, PassedClass, keys_of
from everypath.suite.suites.stability import OUT_OF_TIME, Failures, Hits, fail_alone, failing_rows, named, weakened
from everypath.suite.suites.together import AT_ONCE, IN_ORDER, MAKES_FAIL, REASONS, fail_together, run_first
from everypath.suite.testcase import Assertion, unique

__all__ = ["Checker", "Dropped", "ManyFailuresError"]

_ROUNDS = 16

TIMED_AGAIN = 2.0
"""A run of all tests is timed again if there are so many times as many."""

ORDERS_PART = 0.5
"""The part of the time for mending that random orders may take in one round."""

FEW, FEW_PART = 3, 0.25
"""The most expendable tests that lose assertions in one round, and their most part of all tests: each of their
assertions is tried alone, which takes long.
"""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A test that is not written, with the reason."""

    test: str
    reason: str


class ManyFailuresError(EverypathError):
    """Many tests of some test classes fail, and checking these takes long. ``names`` are their dotted names."""

    def __init__(self, names: Collection[str]) -> None:
        super().__init__(f"many tests fail in {', '.join(sorted(names))}")
        self.names = frozenset(names)


class Checker:
    """Compiles and runs test classes with ``javac`` and the JVM, and caches the results by source.

    ``hits`` is filled with the probes that tests pass in the JVM, including dropped tests. ``assertions`` says that the
    project runs its tests with ``-ea``: only then may a test rely on ``assert`` statements of the code under test.
    """

    def __init__(
        self,
        builder: CaseBuilder,
        bridge: Bridge,
        hits: Hits | None = None,
        *,
        assertions: bool = False,
    ) -> None:
        self._builder = builder
        self._bridge = bridge
        self._hits = hits
        self._assertions = assertions
        self._compiled: dict[str, dict[str, bytes]] = {}
        """Class files by source."""
        self._alone: dict[str, str] = {}
        """Why tests failed that ran alone, by key; empty if they passed."""
        self._hits_of: dict[str, array[int]] = {}
        """The probes that they passed."""
        self._sources: dict[TestClass, TestSource] = {}
        self.known = KnownTests()
        """What earlier checks have found."""
        self.keys: dict[tuple[str, str], str] = {}
        """The keys of the tests that were looked at, by qualified class and method."""
        self.passed: dict[str, PassedClass] = {}
        """The test classes whose tests passed alone, by internal name."""
        self._tests_timed = 0
        """The tests of the last run of all that was timed."""

    def check(
        self, classes: Sequence[TestClass], *, tables: bool = False, most: int | None = None
    ) -> tuple[list[TestSource], list[Dropped]]:
        """The sources of the tests that compile and pass alone, and the dropped tests.

        With ``tables``, tests that differ only in values are merged into parameterised tests at the end. Raises
        `ManyFailuresError` if more than ``most`` tests of one class fail; a check of the others is quick then.
        """

        def failing(rendered: Sequence[TestSource], compiled: Compiled, only: Collection[str]) -> Failures:
            return self._failures(rendered, compiled)

        return self._checked(_Rounds(self, classes, failing, most), tables)

    def fail_together(
        self, names: Collection[str], seconds: float, most: float, found: Failures, on_ran: Callable[[], object]
    ) -> None:
        """Add the tests of classes (dotted names) to ``found`` that fail when all run together, whichever checks these
        passed; see `fail_together` for the ``seconds``, the ``most``, and ``on_ran``.
        """
        fail_together(
            [each for each in self.passed.values() if dotted(each.name) in names],
            self._bridge,
            seconds,
            found,
            assertions=self._assertions,
            first=self.known.first,
            most=most,
            on_ran=on_ran,
        )

    def run_first(self, names: Collection[str]) -> None:
        """Run the tests of classes (dotted names) before all others, if they need that, and note which pass: these need
        not run so again. If there are many more tests than in the last timed run, all run, which is timed.
        """
        known, passed = self.known, self.passed.values()
        if (tests := sum(len(each.tests) for each in passed)) >= TIMED_AGAIN * self._tests_timed:
            self._tests_timed, chosen = tests, list(passed)
        else:
            chosen = [each for each in passed if dotted(each.name) in names]
            chosen = [each for each in chosen if not known.first.issuperset(each.keys.values())]
        known.timed = max(known.timed, run_first(chosen, self._bridge, known.first), key=lambda each: each.tests)

    def mended(
        self,
        classes: Sequence[TestClass],
        failed: Failures,
        names: Collection[str],
        seconds: float,
        *,
        tables: bool = False,
    ) -> tuple[list[TestSource], list[Dropped]]:
        """What is left of classes whose tests ``failed`` together with those of other classes (dotted names), as in
        `check`: tests that pass together. Tests of others that fail now are added to ``failed``. After so many seconds,
        tests that still fail are dropped, and those that have changed since they last passed together.
        """
        own = {each.qualified for each in classes}
        others = [each for each in self.passed.values() if (name := dotted(each.name)) in names and name not in own]
        first = {test: why for test, why in failed.items() if test[0] in own}
        until = time.monotonic() + seconds
        before = [(dotted(each.name), each) for each in self.passed.values() if dotted(each.name) in own]
        good = {key for name, each in before for test, key in each.keys.items() if (name, test) not in first}
        last: Failures = {}

        def failing(rendered: Sequence[TestSource], compiled: Compiled, only: Collection[str]) -> Failures:
            nonlocal first, last
            if first:
                found, first = first, {}
                return found
            keys = {named(test): key for test, key in self._keys(rendered).items()}
            changed = {test for test, key in keys.items() if key not in good}
            if time.monotonic() >= until:
                return dict.fromkeys(changed, OUT_OF_TIME)
            if alone := self._failures(rendered, compiled):
                return alone
            left = max(until - time.monotonic(), 0.0)
            found = {}
            fail_together(
                [self._passed(each) for each in rendered],
                self._bridge,
                ORDERS_PART * left,
                found,
                others=others,
                assertions=self._assertions,
                first=self.known.first,
                only=REASONS.intersection(only) if changed else IN_ORDER.intersection(only),
                most=left,
            )
            # what passed before and has not changed needs no time
            found = {test: why for test, why in found.items() if why != OUT_OF_TIME or test in changed}
            if REASONS.issubset(only):
                good.update(key for test, key in keys.items() if test not in found)
                last = {test: why for test, why in found.items() if test[0] not in own}
            return {test: why for test, why in found.items() if test[0] in own}

        done = self._checked(_Rounds(self, classes, failing, together=True, until=until), tables)
        failed.update(last)
        return done

    def _checked(self, rounds: _Rounds, tables: bool) -> tuple[list[TestSource], list[Dropped]]:
        kept, dropped = rounds.passing()
        done = self._with_tables(kept) if tables else self.rendered(kept)
        self._compiled.clear()
        self._sources.clear()
        return done, dropped

    def _with_tables(self, classes: Sequence[TestClass]) -> list[TestSource]:
        """The sources with parameterised tests, if all rows pass that passed as single tests; else without."""
        merged = [tabled(each, self._facts(each)) for each in classes]
        rendered = self.rendered(merged)
        compiled = self.compile(rendered)
        bad = {dotted(error.klass) for error in compiled.errors}
        if compiled.ok:
            rows = [
                (internal_name(each.qualified), method.name, row.values)
                for each in merged
                for method in each.methods
                if method.table is not None
                for row in method.table.rows
            ]
            bad = failing_rows(rows, compiled.classes, self._bridge) if rows else set()
        elif not bad:
            bad = {each.qualified for each in merged}
        plain = self.rendered([each for each in classes if each.qualified in bad])
        left = {each.qualified: each for each in plain}
        return [left.get(each.qualified, each) for each in rendered]

    def rendered(self, classes: Sequence[TestClass]) -> list[TestSource]:
        """The sources of test classes; each class is laid out once."""
        for each in classes:
            if each not in self._sources:
                self._sources[each] = render(each, self._facts(each))
        return [self._sources[each] for each in classes]

    def _facts(self, test_class: TestClass) -> SourceFacts:
        return self._builder.members(internal_name(test_class.package)).facts()

    def compile(self, rendered: Sequence[TestSource]) -> Compiled:
        """The compiled sources; only new sources are given to ``javac``. What it compiles before an error is kept,
        if no nested class is missing: an error in generating code can come between two of them.
        """
        new = {_name(each): each.text for each in rendered if each.text not in self._compiled}
        compiled = self._bridge.tests.compile(new) if new else Compiled(True, {}, ())
        for name, text in new.items():
            own = {each: data for each, data in compiled.classes.items() if each == name or each.startswith(f"{name}$")}
            if name in own and (compiled.ok or own.keys() >= set(ClassFile(own[name]).nest_members)):
                self._compiled[text] = own
        if not compiled.ok:
            return compiled
        known = [self._compiled[each.text] for each in rendered]
        return Compiled(True, {name: data for files in known for name, data in files.items()}, ())

    def _failures(self, rendered: Sequence[TestSource], compiled: Compiled) -> Failures:
        """The tests that fail alone, with the reasons."""
        tests, keys = _tests(rendered), self._keys(rendered)
        self._run_alone([each for each in tests if keys[each] not in self.known.passed], keys, compiled.classes)
        if self._hits is not None:
            self._hits |= {named(each): self._hits_of[key] for each, key in keys.items() if key in self._hits_of}
        found = {named(each): why for each in tests if (why := self._alone.get(keys[each]))}
        self.known.passed |= {keys[each] for each in tests if named(each) not in found}
        return found

    def hits_of(self, key: str) -> array[int]:
        """The probes that a test passed when it ran alone in this process, by its key."""
        return self._hits_of.get(key, array("Q"))

    def _keys(self, rendered: Sequence[TestSource]) -> dict[tuple[str, str], str]:
        """The keys of the tests of sources, by internal class name and method."""
        found = {(_name(source), name): key for source in rendered for name, key in keys_of(source).items()}
        self.keys |= {named(test): key for test, key in found.items()}
        return found

    def _run_alone(
        self, tests: Sequence[tuple[str, str]], keys: Mapping[tuple[str, str], str], classes: Mapping[str, bytes]
    ) -> None:
        """Run those of the tests alone that never ran so."""
        new = [each for each in tests if keys[each] not in self._alone]
        hits: Hits = {}
        failed = fail_alone(new, classes, self._bridge, hits)
        names = {keys[each]: named(each) for each in new}
        self._hits_of |= {key: hits.get(name, array("Q")) for key, name in names.items()}
        self._alone |= {key: failed.get(name, "") for key, name in names.items()}

    def note_passed(self, rendered: Sequence[TestSource]) -> None:
        """These compiled tests passed."""
        self.passed |= {_name(each): self._passed(each) for each in rendered}

    def _passed(self, source: TestSource) -> PassedClass:
        tests = tuple(name for name, _, _ in source.ranges)
        files = self._compiled[source.text]
        return PassedClass(_name(source), tests, files, source.expendable, source.alone, keys_of(source))


class _Rounds:
    """Checks test classes in rounds, until all tests compile and pass or none is left.

    A failing test first loses assertions. A test that fails without assertions is dropped. Tests begin as earlier
    checks have left them. ``failing`` runs tests, and looks for failures with the given reasons; ``together`` says that
    it runs them beside others. After ``until``, in seconds of `time.monotonic`, tests that fail are dropped at once.
    """

    def __init__(
        self,
        checker: Checker,
        classes: Sequence[TestClass],
        failing: Callable[[Sequence[TestSource], Compiled, Collection[str]], Failures],
        most: int | None = None,
        *,
        together: bool = False,
        until: float = math.inf,
    ) -> None:
        self._until = until
        self._checker = checker
        self._failures = failing
        self._most = most
        self._together = together
        self._given = {each.case: each for test_class in classes for each in test_class.methods}
        self._left = checker.known.left
        self._classes = [replace(each, methods=tuple(map(self._as_left, each.methods))) for each in classes]
        self._dropped: list[Dropped] = []
        self._claims = {
            (each.qualified, method.name): method.assertions[:1] for each in classes for method in each.methods
        }
        self._weak: set[tuple[str, str]] = set()
        """The tests that have lost assertions."""

    def passing(self) -> tuple[list[TestClass], list[Dropped]]:
        """The classes with the tests that compile and pass, and the tests that were dropped."""
        for _ in range(_ROUNDS):
            rendered = self._checker.rendered(self._classes)
            compiled = self._checker.compile(rendered)
            bad = {} if compiled.ok else _compile_failures(rendered, compiled)
            plain = [_raw(each, bad) for each in self._classes]
            if plain != self._classes:
                self._classes = plain
                continue
            if not bad and compiled.ok:
                failed = self._failures(rendered, compiled, REASONS)
                self._refuse(failed)
                if not failed:
                    self._checker.note_passed(rendered)
                    self._remember()
                    return [_renamed(each, self._claims) for each in self._classes], self._dropped
                failed = self._isolate(failed)
                lost = self._weaken(failed)
                if lost is None:
                    continue
                bad = lost
            self._drop(bad or _all_failures(rendered, compiled))
            if not self._classes:
                return [], self._dropped
        unstable = (Dropped(f"{each.qualified}.{m.name}", "not stable") for each in self._classes for m in each.methods)
        return [], [*self._dropped, *unstable]

    def _as_left(self, method: TestMethod) -> TestMethod:
        """A test as an earlier check has left it."""
        before, after = self._left.get(method.case, (None, method))
        if before is None or replace(before, name=method.name) != method:
            return method
        return replace(after, name=method.name)

    def _remember(self) -> None:
        for each in (method for test_class in self._classes for method in test_class.methods):
            before = self._given[each.case]
            if each.case and each != before:
                self._left[each.case] = before, each

    def _refuse(self, failed: Failures) -> None:
        """Raise `ManyFailuresError` if more tests of one class fail than may."""
        if self._most is not None:
            numbers = Counter(klass for klass, _ in failed)
            if many := [klass for klass, number in numbers.items() if number > self._most]:
                raise ManyFailuresError(many)

    def _isolate(self, failed: Failures) -> Failures:
        """Run the classes of tests that fail while others run without other tests at the same time, if the framework
        can. Returns the other failures.
        """
        names = {klass for (klass, _), why in failed.items() if why == AT_ONCE}
        new = {
            each.qualified: replace(each, isolated=True)
            for each in self._classes
            if each.qualified in names and each.framework.isolated and not each.isolated
        }
        self._classes = [new.get(each.qualified, each) for each in self._classes]
        return {test: why for test, why in failed.items() if why != AT_ONCE or test[0] not in new}

    def _weaken(self, bad: Failures) -> Failures | None:
        """Take assertions from failing tests. Return the failures of the tests that are lost, None if none is lost."""
        if lost := self._lost_at_once(bad):
            return lost
        before = _names(self._classes)
        if self._weak & set(bad):  # an assertion that fails only among certain tests is dropped
            self._classes = [_bare(each, self._weak & set(bad)) for each in self._classes]
        names = {klass for klass, _ in bad}
        own = [each for each in self._classes if each.qualified in names]
        failing = partial(self._failing, set(bad.values()))
        left = weakened(own, _others(bad, self._weak), failing, beside=self._together)
        new = {each.qualified: each for each in left}
        self._classes = [each for each in (new.get(old.qualified, old) for old in self._classes) if each.methods]
        self._weak |= set(bad)
        if before == _names(self._classes):
            return None
        return {name: reason for name, reason in bad.items() if name not in _names(self._classes)}

    def _lost_at_once(self, bad: Failures) -> Failures:
        """The failing tests that are not weakened: all if the time is over, those after which others fail or for which
        there was no time, and expendable ones if many fail alone.
        """
        if time.monotonic() > self._until:
            return bad
        if lost := {name: reason for name, reason in bad.items() if reason in (MAKES_FAIL, OUT_OF_TIME)}:
            return lost
        tests = [(each.qualified, method) for each in self._classes for method in each.methods]
        expendable = {(klass, method.name) for klass, method in tests if method.expendable}
        lost = {name: reason for name, reason in bad.items() if name in expendable}
        return lost if not self._together and len(lost) > max(FEW, FEW_PART * len(tests)) else {}

    def _failing(self, only: Collection[str], trial: list[TestClass]) -> Failures | None:
        rendered = self._checker.rendered(trial)
        compiled = self._checker.compile(rendered)
        return self._failures(rendered, compiled, only) if compiled.ok else None

    def _drop(self, bad: Failures) -> None:
        self._dropped += [Dropped(f"{klass}.{method}", reason) for (klass, method), reason in sorted(bad.items())]
        self._classes = [_without(each, bad) for each in self._classes]
        self._classes = [each for each in self._classes if each.methods]


def _all_failures(rendered: Sequence[TestSource], compiled: Compiled) -> Failures:
    """All tests of the classes with a compiler error outside every test."""
    names = {dotted(error.klass) for error in compiled.errors}
    lost = [each for each in rendered if each.qualified in names] or rendered
    return {(each.qualified, name): "its class does not compile" for each in lost for name, _, _ in each.ranges}


def _name(source: TestSource) -> str:
    return internal_name(source.qualified)


def _tests(rendered: Sequence[TestSource]) -> list[tuple[str, str]]:
    """The tests of sources, by internal class name and method."""
    return [(_name(source), name) for source in rendered for name, _, _ in source.ranges]


def _others(bad: Failures, known: Collection[tuple[str, str]]) -> Failures:
    return {name: why for name, why in bad.items() if name not in known}


def _bare(test_class: TestClass, bad: Collection[tuple[str, str]]) -> TestClass:
    """The class without the assertions of the bad tests; bad tests without assertions are removed."""
    methods = [
        replace(each, assertions=(), message=None) if (test_class.qualified, each.name) in bad else each
        for each in test_class.methods
        if (test_class.qualified, each.name) not in bad or each.assertions or each.message is not None
    ]
    return replace(test_class, methods=tuple(methods))


def _raw(test_class: TestClass, bad: Collection[tuple[str, str]]) -> TestClass:
    """The class without inferred type arguments in the tests that do not compile."""
    methods = [
        replace(each, raw=True) if (test_class.qualified, each.name) in bad and each.infers else each
        for each in test_class.methods
    ]
    return replace(test_class, methods=tuple(methods))


def _renamed(test_class: TestClass, claims: Mapping[tuple[str, str], tuple[Assertion, ...]]) -> TestClass:
    """The class with new names for tests that lost the assertion after which they are named."""
    taken = {each.name for each in test_class.methods}
    methods = []
    for each in test_class.methods:
        claim = claims[test_class.qualified, each.name]
        if each.throws is None and claim and claim[0] not in each.assertions:
            head, _, rest = each.name.partition("_")
            _, _, when = rest.partition("_")
            each = replace(each, name=unique("_".join(filter(None, (head, COMPLETES, when))), taken), ran=each.name)
        methods.append(each)
    return replace(test_class, methods=tuple(methods))


def _names(classes: Sequence[TestClass]) -> set[tuple[str, str]]:
    return {(each.qualified, method.name) for each in classes for method in each.methods}


def _without(test_class: TestClass, bad: Mapping[tuple[str, str], str]) -> TestClass:
    kept = tuple(each for each in test_class.methods if (test_class.qualified, each.name) not in bad)
    return replace(test_class, methods=kept)


def _compile_failures(rendered: Sequence[TestSource], compiled: Compiled) -> dict[tuple[str, str], str]:
    """The tests that ``javac`` rejects, with its message."""
    by_class = {source.qualified: source for source in rendered}
    bad: dict[tuple[str, str], str] = {}
    for error in compiled.errors:
        name = dotted(error.klass)
        source = by_class.get(name)
        method = source.method_at(error.line) if source is not None else None
        if method is not None:
            bad.setdefault((name, method), f"does not compile: {error.message.splitlines()[0]}")
    return bad
