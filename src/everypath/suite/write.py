"""Test classes written, compiled and run: what does not compile is taken out, and so are assertions that do not hold in
every run; the rest is tried again.

`prepare` groups cases into classes and names their tests; `check_sources` lets the real ``javac`` and JVM judge them;
what comes back is only what passed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, groupby
from pathlib import Path

from everypath.bridge import Bridge, Compiled, run_parallel
from everypath.suite.case import TestCase
from everypath.suite.cases import CaseBuilder
from everypath.suite.drawing import draw_all
from everypath.suite.expr import Allocate, AssignField, Expression, Invoke, New, Statement, StaticField, Stub, Text
from everypath.suite.files import save_source
from everypath.suite.frameworks import JUNIT5, Framework
from everypath.suite.junit import Assertion, TestClass, TestMethod, TestSource, render
from everypath.suite.members import Members
from everypath.suite.names import identifier, unique
from everypath.suite.naming import COMPLETES, test_names
from everypath.suite.printed import asserted
from everypath.suite.rows import tabled
from everypath.suite.stable import Failures, Hits, failing_rows, failures, weakened
from everypath.suite.words import told_condition

__all__ = ["Dropped", "Suite", "check_sources", "prepare", "unwritable", "write_tests"]

_BATCH = 10
_ROUNDS = 8
_OUT_OF_MEMORY = "java/lang/OutOfMemoryError"

MOST_TESTS = 200
"""Tests of one test class. What is larger is hard to read, and too much to lose where the time is over."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A test that is not written, and why."""

    test: str
    reason: str


@dataclass(frozen=True, slots=True)
class Suite:
    """Test classes that compile and pass, as sources; ``dropped`` are the tests that were taken out."""

    sources: tuple[TestSource, ...]
    dropped: tuple[Dropped, ...] = ()

    @property
    def tests(self) -> int:
        """How many tests the sources hold."""
        return sum(source.tests for source in self.sources)

    def save(self, directory: Path) -> list[Path]:
        """Write the files below a source root; returns their paths in order."""
        written = []
        for source in self.sources:
            path = directory / source.path
            save_source(path, source.text)
            written.append(path)
        return written


def prepare(
    cases: Iterable[TestCase],
    builder: CaseBuilder,
    *,
    forced_states: bool = False,
    framework: Framework = JUNIT5,
    taken: Callable[[str], bool] = lambda _name: False,
) -> tuple[list[TestClass], list[Dropped]]:
    """Test classes of some cases, one per class under test (more where a class has very many tests), in a stable order.

    None has a name (internal) that is ``taken``. Cases that no plain test can show are left out: forced states unless
    wanted, hidden members, unnameable types.
    """
    groups: dict[tuple[str, str], list[TestCase]] = {}
    dropped: list[Dropped] = []
    for case in cases:
        reason = unwritable(case, builder.members(case.package.replace(".", "/")), forced_states)
        if reason:
            dropped.append(Dropped(case.expression, reason))
        else:
            groups.setdefault((case.package, case.class_name), []).append(case)
    classes = []
    for (package, class_name), members in sorted(groups.items()):
        facts = builder.members(package.replace(".", "/"))
        for number, part in enumerate(_parts(members), 1):
            name = _class_name(class_name, facts, package, number, taken)
            names = test_names(part, facts)
            tests = (_test_method(case, facts, each) for case, each in zip(part, names, strict=True))
            classes.append(TestClass(package, name, tuple(tests), framework))
    return classes, dropped


def _parts(cases: Sequence[TestCase]) -> Iterator[list[TestCase]]:
    """The cases of one test class each; the tests of one method stay together where they are not too many."""
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
    """``FeeTest``, then ``Fee2Test``; where there is such a class, ``FeeGeneratedTest``, then ``FeeGenerated2Test``."""
    base = identifier("".join(members.source_name(class_name).parts), "Target") + (str(number) if number > 1 else "")
    folder = f"{package.replace('.', '/')}/" if package else ""
    generated = (f"Generated{each}Test" for each in count(2))
    return next(
        base + suffix
        for suffix in chain(("Test", "GeneratedTest"), generated)
        if not members.is_sibling(package, base + suffix) and not taken(folder + base + suffix)
    )


def _test_method(case: TestCase, members: Members, name: str) -> TestMethod:
    comment = (*told_condition(case.condition), *case.drawing)
    assertions = (*case.check.assertions, *asserted(case.printed, case.recipe))
    common = TestMethod(name, case.recipe, assertions=assertions, comment=comment, inputs=case.parameters, case=case.id)
    if case.throws is None:
        return replace(common, result=case.check.result)
    throw = case.throws
    shown = members.nearest_accessible(throw.class_name)
    stable = throw.message_known and throw.message is not None and throw.origin in ("explicit", "assertion")
    stable = stable or (throw.class_name == "java/lang/ArithmeticException" and throw.message == "/ by zero")
    message = Text(throw.message) if stable and throw.message is not None else None
    return replace(common, throws=shown, message=message)


def unwritable(case: TestCase, members: Members, forced_states: bool) -> str:
    """Why the case is not written as a test; empty where it is."""
    if not forced_states and case.recipe.hidden_call:
        return "the method is not accessible from a test"
    if not forced_states and case.recipe.forced:
        return "the input needs a forced state"
    if case.sources:
        return "only a replay can give sources of unknown values, and environment variables, the values that are wanted"
    if case.stains:
        return f"the call changes {case.stains}"
    if case.throws is not None and case.throws.class_name == _OUT_OF_MEMORY and case.throws.origin != "explicit":
        return "how much memory the JVM has decides how it ends"
    for name in _named(case.recipe.parts()):
        if not members.accessible(name):
            return f"{name.replace('/', '.')} cannot be named by a test"
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


# ---- compiling and running


def check_sources(
    classes: Sequence[TestClass],
    builder: CaseBuilder,
    bridge: Bridge,
    hits: Hits | None = None,
    *,
    tables: bool = False,
) -> tuple[list[TestSource], list[Dropped]]:
    """The sources of the tests that compile and pass. Tests that do not are taken out, the others tried again.

    ``hits`` takes up what tests pass in the JVM, those that are taken out among them. With ``tables``, what differs in
    values only becomes one test with parameters in the end.
    """
    done: list[TestSource] = []
    dropped: list[Dropped] = []
    for start in range(0, len(classes), _BATCH):
        kept, lost = _check_batch(list(classes[start : start + _BATCH]), builder, bridge, hits)
        done += _with_tables(kept, builder, bridge) if tables else _rendered(kept, builder)
        dropped += lost
    return done, dropped


def _with_tables(classes: Sequence[TestClass], builder: CaseBuilder, bridge: Bridge) -> list[TestSource]:
    """The sources with parameterised tests, each in which all rows pass that passed as tests of their own."""
    merged = [tabled(each) for each in classes]
    rendered = _rendered(merged, builder)
    compiled = _compile(rendered, bridge)
    bad = {error.klass.replace("/", ".") for error in compiled.errors}
    if compiled.ok:
        rows = [
            (each.qualified.replace(".", "/"), method.name, row.values)
            for each in merged
            for method in each.methods
            if method.table is not None
            for row in method.table.rows
        ]
        bad = failing_rows(rows, compiled.classes, bridge)
    elif not bad:
        bad = {each.qualified for each in merged}
    plain = _rendered([each for each in classes if each.qualified in bad], builder)
    left = {each.qualified: each for each in plain}
    return [left.get(each.qualified, each) for each in rendered]


def _check_batch(
    classes: list[TestClass], builder: CaseBuilder, bridge: Bridge, hits: Hits | None
) -> tuple[list[TestClass], list[Dropped]]:
    """The classes with the tests that compile and pass, and what was left out."""

    def failing(trial: list[TestClass]) -> Failures | None:
        rendered = _rendered(trial, builder)
        compiled = _compile(rendered, bridge)
        return _run_failures(rendered, compiled, bridge) if compiled.ok else None

    dropped: list[Dropped] = []
    claims = {(each.qualified, method.name): method.assertions[:1] for each in classes for method in each.methods}
    weak: set[tuple[str, str]] = set()
    for _ in range(_ROUNDS):
        rendered = _rendered(classes, builder)
        compiled = _compile(rendered, bridge)
        bad = {} if compiled.ok else _compile_failures(rendered, compiled)
        if not bad and compiled.ok:
            bad = _run_failures(rendered, compiled, bridge, hits)
            beside = _fail_beside_others(rendered, compiled, bridge) if not bad else {}
            if not bad and not beside:
                return [_renamed(each, claims) for each in classes], dropped
            alone = {klass for klass, _ in beside}
            if any(each.qualified in alone and each.framework.isolated for each in classes):
                classes = [replace(each, isolated=each.isolated or each.qualified in alone) for each in classes]
                continue
            bad = bad or beside
            if weak & set(bad):  # what holds among some tests and not among others is not asserted at all
                classes = [_bare(each, weak & set(bad)) for each in classes]
            before = _names(classes)
            classes = [each for each in weakened(classes, set(bad) - weak, failing) if each.methods]
            weak |= set(bad)
            bad = {name: reason for name, reason in bad.items() if name not in _names(classes)}
            if before == _names(classes):
                continue
        if not bad:  # an error outside every test: the whole class is lost
            names = {error.klass.replace("/", ".") for error in compiled.errors}
            lost = [each for each in rendered if each.qualified in names] or rendered
            bad = {(each.qualified, name): "its class does not compile" for each in lost for name, _, _ in each.ranges}
        dropped += [Dropped(f"{klass}.{method}", reason) for (klass, method), reason in sorted(bad.items())]
        classes = [_without(each, bad) for each in classes]
        classes = [each for each in classes if each.methods]
        if not classes:
            return [], dropped
    dropped += [Dropped(f"{each.qualified}.{m.name}", "not stable") for each in classes for m in each.methods]
    return [], dropped


def _bare(test_class: TestClass, bad: Collection[tuple[str, str]]) -> TestClass:
    """The class with those of its tests that asserted something asserting nothing, and without the other bad ones."""
    methods = [
        replace(each, assertions=(), message=None) if (test_class.qualified, each.name) in bad else each
        for each in test_class.methods
        if (test_class.qualified, each.name) not in bad or each.assertions or each.message is not None
    ]
    return replace(test_class, methods=tuple(methods))


def _renamed(test_class: TestClass, claims: Mapping[tuple[str, str], tuple[Assertion, ...]]) -> TestClass:
    """The class with other names for the tests that do not assert any more what their names say: of how a call ends, a
    name tells what is asserted first.
    """
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


def _rendered(classes: Sequence[TestClass], builder: CaseBuilder) -> list[TestSource]:
    return [render(each, builder.members(each.package.replace(".", "/")).facts()) for each in classes]


def _names(classes: Sequence[TestClass]) -> set[tuple[str, str]]:
    return {(each.qualified, method.name) for each in classes for method in each.methods}


def _without(test_class: TestClass, bad: Mapping[tuple[str, str], str]) -> TestClass:
    kept = tuple(each for each in test_class.methods if (test_class.qualified, each.name) not in bad)
    return replace(test_class, methods=kept)


def _compile(rendered: Sequence[TestSource], bridge: Bridge) -> Compiled:
    return bridge.compile_tests({source.qualified.replace(".", "/"): source.text for source in rendered})


def _compile_failures(rendered: Sequence[TestSource], compiled: Compiled) -> dict[tuple[str, str], str]:
    """The tests that `javac` rejects, with its message."""
    by_class = {source.qualified: source for source in rendered}
    bad: dict[tuple[str, str], str] = {}
    for error in compiled.errors:
        name = error.klass.replace("/", ".")
        source = by_class.get(name)
        method = source.method_at(error.line) if source is not None else None
        if method is not None:
            bad.setdefault((name, method), f"does not compile: {error.message.splitlines()[0]}")
    return bad


def _run_failures(
    rendered: Sequence[TestSource], compiled: Compiled, bridge: Bridge, hits: Hits | None = None
) -> Failures:
    """The tests that do not pass, with what they ended in."""
    tests = [(source.qualified.replace(".", "/"), name) for source in rendered for name, _, _ in source.ranges]
    return failures(tests, compiled.classes, bridge, hits)


def _fail_beside_others(rendered: Sequence[TestSource], compiled: Compiled, bridge: Bridge) -> Failures:
    """The tests that do not pass while others run in the same JVM, of classes whose tests may do so."""
    free = [source for source in rendered if not source.alone]
    tests = [(source.qualified.replace(".", "/"), name) for source in free for name, _, _ in source.ranges]
    failed = run_parallel(bridge, compiled.classes, tests) if len(tests) > 1 else []
    return {(klass.replace("/", "."), name): "it fails while other tests run" for klass, name in failed}


def write_tests(
    cases: Iterable[TestCase],
    builder: CaseBuilder,
    bridge: Bridge,
    *,
    forced_states: bool = False,
    framework: Framework = JUNIT5,
    tables: bool = False,
) -> Suite:
    """Sources for these cases, compiled and run: only tests that compile and pass are in it; with ``tables``, some of
    them are parameterised.
    """
    drawn = draw_all(list(cases), builder.links, bridge)
    classes, left_out = prepare(drawn, builder, forced_states=forced_states, framework=framework)
    sources, dropped = check_sources(classes, builder, bridge, tables=tables)
    return Suite(tuple(sources), (*left_out, *dropped))
