"""Writes cases as test classes: `prepare` groups and names them, `Checker` compiles and runs them, `Suite` has those
that pass.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import chain, count, groupby
from pathlib import Path

from everypath.bridge import Bridge
from everypath.classfile import dotted, internal_name
from everypath.dataclass import dataclass, replace
from everypath.suite.cases import CaseBuilder
from everypath.suite.descriptions import condition_comment
from everypath.suite.drawings import draw_all
from everypath.suite.oracle import asserted
from everypath.suite.recipes import Members
from everypath.suite.source import (
    JUNIT5,
    Framework,
    TestClass,
    TestMethod,
    TestSource,
    is_kept,
    names_of_tests,
    save_source,
)
from everypath.suite.suites.checker import Checker, Dropped
from everypath.suite.suites.final_run import FinalRun
from everypath.suite.testcase import (
    Allocate,
    AssignField,
    Expression,
    Invoke,
    New,
    Statement,
    StaticField,
    Stub,
    TestCase,
    Text,
    identifier,
)

__all__ = ["Dropped", "Suite", "own_files", "prepare", "test_class_base", "unwritable", "write_tests"]

_OUT_OF_MEMORY = "java/lang/OutOfMemoryError"

LONGEST_BASE = 180
"""Most bytes of the part of a test class's name that names the class under test: file names have at most 255."""

MOST_TESTS = 200
"""Most tests of one test class; a larger class is hard to read."""

TOGETHER_SECONDS = 10.0
"""The seconds for running all tests together."""

Parts = Callable[[Sequence[TestCase]], Iterable[list[TestCase]]]
"""Divides the cases of one class under test into those of one test class each."""


@dataclass(frozen=True, slots=True)
class Suite:
    """The sources of test classes that compile and pass; ``dropped`` are the tests that were taken out."""

    sources: tuple[TestSource, ...]
    dropped: tuple[Dropped, ...] = ()

    @property
    def tests(self) -> int:
        """The number of tests in the sources."""
        return sum(source.tests for source in self.sources)

    def save(self, directory: Path) -> tuple[list[Path], list[tuple[Path, str]]]:
        """Write the files below a source root. Returns the paths of those that were written, in order, and those that
        could not be, each with the reason.
        """
        written: list[Path] = []
        lost: list[tuple[Path, str]] = []
        for source in self.sources:
            path = directory / source.path
            try:
                save_source(path, source.text)
                written.append(path)
            except OSError as problem:
                lost.append((path, problem.strerror or str(problem)))
        return written, lost


def prepare(
    cases: Iterable[TestCase],
    builder: CaseBuilder,
    *,
    forced_states: bool = False,
    framework: Framework = JUNIT5,
    taken: Callable[[str], bool] = lambda _name: False,
    parts: Parts | None = None,
    used: Collection[str] = (),
) -> tuple[list[TestClass], list[Dropped]]:
    """The test classes of some cases, in a stable order: one per class under test.

    A class with very many tests is split, and ``parts`` may divide the cases in another way. No class has a ``taken``
    internal name, or one ``used`` by the run before. No two classes have names that differ in case only, as some file
    systems take these for one. Cases that no plain test can show are left out:
    forced states unless wanted, hidden members, types that cannot be named.
    """
    before, given = {_as_file(each) for each in used}, set[str]()

    def in_use(name: str) -> bool:
        return _as_file(name) in given or taken(name)

    groups: dict[tuple[str, str], list[TestCase]] = {}
    dropped: list[Dropped] = []
    for case in cases:
        reason = unwritable(case, builder.members(internal_name(case.package)), forced_states)
        if reason:
            dropped.append(Dropped(case.expression, reason))
        else:
            groups.setdefault((case.package, case.class_name), []).append(case)
    classes = []
    for (package, class_name), members in sorted(groups.items()):
        facts = builder.members(internal_name(package))
        numbered = (_class_name(class_name, facts, package, number, in_use) for number in count(1))
        free = (name for name in numbered if _as_file(_internal(package, name)) not in before | given)
        for part, name in zip((parts or _parts)(members), free, strict=False):
            given.add(_as_file(_internal(package, name)))
            names = names_of_tests(part, facts)
            tests = (_test_method(case, facts, each) for case, each in zip(part, names, strict=True))
            classes.append(TestClass(package, name, tuple(tests), framework))
    return classes, dropped


def _parts(cases: Sequence[TestCase]) -> Iterator[list[TestCase]]:
    """The cases of one test class each; tests of one method stay together if they are not too many."""
    part: list[TestCase] = []
    for _, group in groupby(cases, key=lambda case: case.entry):
        members = list(group)
        if part and len(part) + len(members) > MOST_TESTS:
            yield part
            part = []
        part += members
        while len(part) > MOST_TESTS:
            yield part[:MOST_TESTS]
            part = part[MOST_TESTS:]
    if part:
        yield part


def _class_name(class_name: str, members: Members, package: str, number: int, taken: Callable[[str], bool]) -> str:
    """``FeeTest``, then ``Fee2Test``; if the class exists, ``FeeGeneratedTest``, then ``FeeGenerated2Test``."""
    base = test_class_base(class_name, members)
    if number > 1:
        other = members.classes.is_sibling(package, f"{base}{number}")
        base = f"{base}_{number}" if other else f"{base}{number}"
    generated = (f"Generated{each}Test" for each in count(2))
    return next(
        base + suffix
        for suffix in chain(("Test", "GeneratedTest"), generated)
        if not members.classes.is_sibling(package, base + suffix) and not taken(_internal(package, base + suffix))
    )


def test_class_base(class_name: str, members: Members) -> str:
    """The name of a class under test as the first part of names of its test classes: ``OptionBuilder`` for
    ``Option.Builder``; ``Option_Builder`` if the package has a class ``OptionBuilder``, too.
    """
    source = members.classes.source_name(class_name)
    base = identifier("".join(source.parts), "Target")
    if len(source.parts) > 1 and members.classes.is_sibling(source.package, base):
        base = identifier("_".join(source.parts), "Target")
    if len(base.encode()) <= LONGEST_BASE:
        return base
    return base.encode()[:LONGEST_BASE].decode(errors="ignore") + blake2b(base.encode(), digest_size=4).hexdigest()


def _as_file(name: str) -> str:
    """An internal name as file systems compare it that know no case, or only one form of accented letters."""
    return unicodedata.normalize("NFC", name.casefold())


def own_files(directory: Path, class_name: str, builder: CaseBuilder) -> Iterator[Path]:
    """The marked files below a source root that, by their names and contents, hold tests of this class only."""
    package = dotted(builder.test_package(class_name))
    members = builder.members(internal_name(package))
    base = test_class_base(class_name, members)
    shown = ".".join(members.classes.source_name(class_name).parts)
    name = re.compile(re.escape(base) + r"(_?\d*)(?:Generated\d*)?Test\.java")
    for path in sorted((directory / internal_name(package)).glob(f"{base}*Test.java")):
        match = name.fullmatch(path.name)
        if match is None or is_kept(path):
            continue
        text, other = path.read_text(encoding="utf-8", errors="replace"), base + match[1]
        if _names(text, shown) and (other == shown or not _names(text, other)):
            yield path


def _names(source: str, class_name: str) -> bool:
    """True if a source names a class."""
    return re.search(rf"(?<![\w$.]){re.escape(class_name)}(?![\w$])", source) is not None


def _internal(package: str, name: str) -> str:
    return f"{internal_name(package)}/{name}" if package else name


def _test_method(case: TestCase, members: Members, name: str) -> TestMethod:
    comment = (*condition_comment(case.condition), *case.drawing)
    assertions = (*case.check.assertions, *asserted(case.printed, case.errors, case.recipe))
    common = TestMethod(
        name,
        case.recipe,
        assertions=assertions,
        comment=comment,
        inputs=case.parameters,
        case=case.id,
        expendable=case.observed,
    )
    if case.throws is None:
        return replace(common, result=case.check.result)
    throw = case.throws
    shown = members.nearest_accessible(throw.class_name)
    stable = throw.message_known and throw.message is not None and throw.origin in ("explicit", "assertion")
    message = Text(throw.message) if stable and throw.message is not None else None
    return replace(common, throws=shown, message=message)


def unwritable(case: TestCase, members: Members, forced_states: bool) -> str:
    """The reason why a case is not written as a test; empty if it is."""
    if not forced_states and case.recipe.hidden_call:
        return "the method is not accessible from a test"
    if not forced_states and case.recipe.forced:
        return "the input needs a forced state"
    if case.sources:
        return "only a replay can set the values of sources and environment variables"
    if case.shared_side_effects:
        return f"the call changes {case.shared_side_effects}"
    if case.throws is not None and case.throws.class_name == _OUT_OF_MEMORY and case.throws.origin != "explicit":
        return "the memory of the JVM decides how the call ends"
    for name in _named(case.recipe.parts()):
        if not members.accessible(name):
            return f"{dotted(name)} cannot be named by a test"
    return ""


def _named(parts: Iterable[Expression | Statement]) -> Iterator[str]:
    """The classes that a test must name to use these parts."""
    for part in parts:
        match part:
            case Stub(class_name=name) | Allocate(class_name=name) | StaticField(owner=name):
                yield name
            case AssignField(receiver=None, owner=name):
                yield name
            case Invoke(member=member) | New(constructor=member):
                yield member.owner


def write_tests(
    cases: Iterable[TestCase],
    builder: CaseBuilder,
    bridge: Bridge,
    *,
    forced_states: bool = False,
    framework: Framework = JUNIT5,
    tables: bool = False,
    assertions: bool = False,
) -> Suite:
    """The suite of these cases, compiled and run: it has only tests that compile and pass.

    With ``tables``, some of them are parameterised. With ``assertions``, they may pass with ``-ea`` only.
    """
    drawn = draw_all(list(cases), builder.links, bridge)
    classes, left_out = prepare(drawn, builder, forced_states=forced_states, framework=framework)
    checker = Checker(builder, bridge, assertions=assertions)
    sources, dropped = checker.check(classes, tables=tables)
    last = FinalRun(
        checker, lambda names: [each for each in classes if each.qualified in names], sources, dropped, tables=tables
    )
    last.run(TOGETHER_SECONDS)
    return Suite(tuple(last.sources), (*left_out, *last.dropped))
