"""Test classes as Java source: one class per class under test, which does not depend on everypath."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, count

from everypath.classfile import BOX_CLASSES, internal_name, intersected, is_reference, nested_name
from everypath.dataclass import dataclass, replace
from everypath.suite.formatting import UnreadableError, laid_out
from everypath.suite.recipes import SourceFacts, changes_environment
from everypath.suite.source.frameworks import JUNIT5, Framework
from everypath.suite.source.intersections import declarations
from everypath.suite.source.parameter_tables import Table, TableWriter
from everypath.suite.source.writer import HELPERS, Helpers, SourceWriter
from everypath.suite.testcase import (
    ERRORS,
    OBJECT,
    OUTPUT,
    Allocate,
    ArrayOf,
    Assertion,
    AssignField,
    Boxed,
    ClassObject,
    Declare,
    Expression,
    FieldOf,
    Invoke,
    Literal,
    Member,
    New,
    Null,
    Perform,
    Recipe,
    Statement,
    StaticField,
    Stub,
    TypeNames,
    Variable,
    class_of,
    escaped,
    identifier,
    method_parameters,
    return_descriptor,
    static_type,
    unique,
    walk,
)

__all__ = ["TestClass", "TestMethod", "TestSource", "render"]

LAID_OUT = 5000
"""The tests whose lines are kept: a class is rendered again whenever one of its tests changes."""

_STREAMS = ((OUTPUT, "out", "setOut"), (ERRORS, "err", "setErr"))
"""Each with the field of `System` that it replaces, and the method that sets it."""

_RESULT_INLINE = 1
_DELTAS = {"D": "0.0", "F": "0.0f"}
"""The deltas of floating-point comparisons."""


def _has_narrower(member: Member, arguments: Sequence[Expression]) -> bool:
    """True if a subclass or a lambda is given for a class as parameter: its type arguments may be other ones."""
    pairs = zip(arguments, method_parameters(member.descriptor), strict=True)
    return any(
        wanted.startswith("L") and (isinstance(each, Stub) or static_type(each) not in (wanted, ""))
        for each, wanted in pairs
    )


@dataclass(frozen=True, slots=True)
class TestMethod:
    """One test: setup, call, and assertions.

    ``throws`` is the expected exception class (accessible from the test), ``message`` its message if that is certain.
    ``result`` is the variable of the returned value. ``comment`` are comment lines with the path condition and the
    drawing of the input. A test that ``fails`` does not catch the exception. ``inputs`` are the known names of the
    parameters of the call. With a ``table``, parameters replace values. ``case`` is the id of the case. ``ran`` is the
    name under which the test ran, if it was renamed. ``raw``: it does not compile with inferred type arguments.
    ``expendable``: if many fail, it is dropped at once, since there are many more like it.
    """

    __test__ = False  # pytest must not collect it

    name: str
    recipe: Recipe
    result: Variable | None = None
    assertions: tuple[Assertion, ...] = ()
    throws: str | None = None
    message: Expression | None = None
    comment: tuple[str, ...] = ()
    fails: bool = False
    inputs: tuple[str, ...] = ()
    table: Table | None = None
    case: str = ""
    ran: str = ""
    raw: bool = False
    expendable: bool = False

    @property
    def infers(self) -> bool:
        """True if type arguments of new objects, or from classes as arguments, are inferred or may not fit."""
        parts = [*self.recipe.parts(), *(part for check in self.assertions for part in walk(check.expected))]
        return not self.raw and any(
            isinstance(each, ClassObject)
            or (isinstance(each, New) and (each.constructor.generic or _has_narrower(each.constructor, each.arguments)))
            or (isinstance(each, Invoke) and (each.member.generic or _has_narrower(each.member, each.arguments)))
            for each in parts
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names under which the test, or its rows, ran."""
        return (self.ran or self.name,) if self.table is None else tuple(row.name for row in self.table.rows)


@dataclass(frozen=True, slots=True)
class TestClass:
    """The tests of one class: package (dotted), simple name, methods in order, and the framework that runs them.

    ``isolated``: they hold only while no other test runs, and are annotated so.
    """

    __test__ = False

    package: str
    name: str
    methods: tuple[TestMethod, ...]
    framework: Framework = JUNIT5
    isolated: bool = False

    @property
    def qualified(self) -> str:
        """Dotted name of the test class."""
        return f"{self.package}.{self.name}" if self.package else self.name

    @property
    def path(self) -> str:
        """Path of the source file below a source root."""
        return internal_name(self.qualified) + ".java"

    @property
    def tests(self) -> int:
        """The number of tests, and of rows of tables."""
        return sum(1 if each.table is None else len(each.table.rows) for each in self.methods)

    @property
    def expendable(self) -> frozenset[str]:
        """The names of expendable tests."""
        return frozenset(each.name for each in self.methods if each.expendable)


@dataclass(frozen=True, slots=True)
class TestSource:
    """A rendered test class.

    ``ranges`` are the first and last lines of the methods, which map a compiler error to its test. ``tests`` counts
    tests, and rows of tables. ``cases`` maps the id of each case to the line of its test. ``ran`` are the names under
    which tests and rows ran. ``alone``: no other tests may run at the same time, as these change shared state and
    restore it. ``expendable`` are the names of expendable tests (`TestMethod`).
    """

    __test__ = False

    qualified: str
    path: str
    text: str
    ranges: tuple[tuple[str, int, int], ...]
    tests: int = 0
    cases: tuple[tuple[str, int], ...] = ()
    ran: tuple[str, ...] = ()
    alone: bool = False
    expendable: frozenset[str] = frozenset()

    def method_at(self, line: int) -> str | None:
        """The test method that contains a source line."""
        return next((name for name, first, last in self.ranges if first <= line <= last), None)

    def without(self, ran: Collection[str]) -> TestSource | None:
        """The class without the methods of tests, given by the names under which they ran. None if no method is left,
        or if it is not known which test ran under which name.
        """
        if len(self.ran) != len(self.cases):
            return None
        lines = {line for name, (_, line) in zip(self.ran, self.cases, strict=True) if name in ran}
        lost = [each for each in self.ranges if any(each[1] <= line <= each[2] for line in lines)]
        if len(lost) == len(self.ranges):
            return None
        text = self.text.removesuffix("\n").split("\n")
        removed: set[int] = set()
        for _, first, last in lost:  # with the empty line before it, or after it
            before = first - 1 if not text[first - 2] else last + 1
            removed.update((before, *range(first, last + 1)))
        numbers = [number for number in range(1, len(text) + 1) if number not in removed]
        new = {number: at for at, number in enumerate(numbers, 1)}
        kept = [(name, case) for name, case in zip(self.ran, self.cases, strict=True) if case[1] in new]
        return replace(
            self,
            text="\n".join(text[number - 1] for number in numbers) + "\n",
            ranges=tuple((name, new[first], new[last]) for name, first, last in self.ranges if first in new),
            tests=len(kept),
            cases=tuple((case, new[line]) for _, (case, line) in kept),
            ran=tuple(name for name, _ in kept),
        )


def render(test_class: TestClass, facts: SourceFacts | None = None) -> TestSource:
    """The source file of a test class."""
    return _Renderer(test_class, facts or SourceFacts()).render()


@lru_cache(LAID_OUT)
def _lines(text: str) -> Sequence[str]:
    """The lines of members of the class. Code that the layout cannot read keeps its own lines."""
    try:
        return tuple(laid_out(text))
    except UnreadableError:
        return tuple(f"  {line}" for line in text.splitlines())


class _Renderer:
    def __init__(self, test_class: TestClass, facts: SourceFacts) -> None:
        self.test_class = test_class
        self.framework = test_class.framework
        self.visible = "public " if self.framework.public else ""
        self.facts = facts
        self.names = _RecordingNames(test_class, facts)
        self.helpers = Helpers()
        self.writer = SourceWriter(self.names, self.helpers, facts.inherits)
        self.static_imports: set[str] = set()
        self.tables = TableWriter(self.framework, self.names, self.writer)

    def render(self) -> TestSource:
        methods = [self._method(method) for method in self.test_class.methods]
        fixture = self._fixture()
        stubs = (part for method in self.test_class.methods for part in method.recipe.parts() if isinstance(part, Stub))
        nested = list(declarations(self.names.intersections, stubs, self.names))
        alone = bool(fixture) or self.test_class.isolated
        isolated = [f"@{self.names.class_name(self.framework.isolated)}"] if alone and self.framework.isolated else []
        lines = [*self._head(), *isolated]
        if any(self.facts.generic(name) for name in self.names.named):
            lines.append(self.names.java_lang('@SuppressWarnings({"rawtypes", "unchecked"})'))
        lines.append(f"{self.visible}class {self.test_class.name} {{")
        lines += _lines(fixture)
        ranges: list[tuple[str, int, int]] = []
        for method, body in zip(self.test_class.methods, methods, strict=True):
            if fixture or ranges:
                lines.append("")
            first = len(lines) + 1
            lines += _lines(body)
            ranges.append((method.name, first, len(lines)))
        for each in nested:
            lines += ["", *_lines(each)]
        for helper in HELPERS:
            if helper in self.helpers.used:
                lines += ["", *self.names.java_lang(HELPERS[helper]).rstrip("\n").split("\n")]
        lines.append("}")
        text = escaped("\n".join(lines) + "\n")
        tests, expendable = self.test_class.tests, self.test_class.expendable
        ran = tuple(name for each in self.test_class.methods for name in each.names)
        cases = tuple(self._lines_of_cases(ranges))
        qualified, path = self.test_class.qualified, self.test_class.path
        return TestSource(qualified, path, text, tuple(ranges), tests, cases, ran, alone, expendable)

    def _lines_of_cases(self, ranges: Sequence[tuple[str, int, int]]) -> Iterator[tuple[str, int]]:
        """The id of each case, with the first line of its test."""
        for method, (_, first, _) in zip(self.test_class.methods, ranges, strict=True):
            rows = method.table.rows if method.table is not None else ()
            yield from ((case, first) for case in (method.case, *(row.case for row in rows)) if case)

    # ---- static fields

    def _fixture(self) -> str:
        """The fields and methods that save the static fields that tests assign, and restore them after each test."""
        methods = self.test_class.methods
        saved = list(dict.fromkeys(each for method in methods for each in method.recipe.saved))
        taken: set[str] = set()
        around = self._environment(taken) if any(changes_environment(method.recipe) for method in methods) else ""
        for taker, stream, setter in _STREAMS:
            if any(_uses(each.actual, taker) for method in methods for each in method.assertions):
                around += self._output(taker, stream, setter, taken)
        if not saved:
            return around
        kept = [(each, Variable(unique(f"{each.name}Before", taken), self._kept_type(each))) for each in saved]
        hidden = any(each.hidden for each in saved)
        declared, before, after = [], [], []
        for each, variable in kept:
            value = self.writer.expression(replace(each, descriptor=variable.descriptor))
            back = AssignField(None, each.owner, each.name, each.descriptor, variable, forced=each.hidden)
            type_ = self.names.type(variable.descriptor)
            declared.append(
                f"private {type_} {variable.name};" if hidden else f"private final {type_} {variable.name} = {value};"
            )
            before.append(f"{variable.name} = {value};")
            after.append(self.writer.statement(back))
        text = "\n".join(declared)
        throws = f" throws {self.names.java_lang('Exception')}" if hidden else ""
        if hidden:
            text += self._callback(self.framework.before, "saveStatics", before, throws)
        return text + self._callback(self.framework.after, "restoreStatics", after, throws) + around

    def _environment(self, taken: set[str]) -> str:
        """The fields and the method that restore the standard input and the system properties after each test."""
        streams, properties = self.names.type("Ljava/io/InputStream;"), self.names.type("Ljava/util/Properties;")
        system = self.names.type("Ljava/lang/System;")
        stream, kept = unique("standardInputBefore", taken), unique("propertiesBefore", taken)
        fields = (
            f"private final {streams} {stream} = {system}.in;\n"
            f"private final {properties} {kept} = ({properties}) {system}.getProperties().clone();\n"
        )
        body = [f"{system}.setIn({stream});", f"{system}.setProperties({kept});"]
        return fields + self._callback(self.framework.after, "restoreSystem", body, "")

    def _output(self, taker: Variable, stream: str, setter: str, taken: set[str]) -> str:
        """The fields and methods that capture a stream of `System` in each test, and restore it."""
        streams, buffers = self.names.type("Ljava/io/PrintStream;"), self.names.type(taker.descriptor)
        system, kept = self.names.type("Ljava/lang/System;"), unique(f"{taker.name}Before", taken)
        fields = (
            f"private final {streams} {kept} = {system}.{stream};\n"
            f"private final {buffers} {taker.name} = new {buffers}();\n"
        )
        name = taker.name[:1].upper() + taker.name[1:]
        take = [f"{taker.name}.reset();", f"{system}.{setter}(new {streams}({taker.name}));"]
        back = self._callback(self.framework.after, f"restore{name}", [f"{system}.{setter}({kept});"], "")
        return fields + self._callback(self.framework.before, f"take{name}", take, "") + back

    @staticmethod
    def _kept_type(saved: StaticField) -> str:
        return OBJECT if saved.hidden else saved.descriptor

    def _callback(self, annotation: str, name: str, body: Sequence[str], throws: str) -> str:
        lines = "\n".join(body)
        mark = self.names.class_name(annotation)
        return f"\n@{mark} {self.visible}void {name}(){throws} {{\n{lines}\n}}\n"

    def _head(self) -> list[str]:
        lines: list[str] = []
        if self.test_class.package:
            lines += [f"package {self.test_class.package};", ""]
        if self.static_imports:
            lines += [f"import static {self.framework.assertions}.{name};" for name in sorted(self.static_imports)]
            lines.append("")
        if self.names.imports:
            lines += [f"import {name};" for name in self.names.imports]
            lines.append("")
        return lines

    # ---- one method

    def _method(self, method: TestMethod) -> str:
        self.writer.raw = method.raw
        self.writer.variables = {each.variable.name for each in method.recipe.setup if isinstance(each, Declare)}
        if method.table is not None:
            self.writer.variables |= {each.name for each in method.table.parameters}
        body = [f"// {each}" for each in method.comment]
        body += [self.writer.statement(statement) for statement in method.recipe.setup]
        body += self._call(method)
        throws = self._throws(method, body)
        lines = escaped("\n".join(body))
        name = escaped(method.name)
        if method.table is None:
            head = f"@{self.names.class_name(self.framework.test)}\n"
        else:
            head = self.tables.head(name, method.table)
        parameters = self.tables.parameters(method.table)
        return f"{head}{self.visible}void {name}({parameters}){throws} {{\n{lines}\n}}"

    def _throws(self, method: TestMethod, body: Sequence[str]) -> str:
        raised = {member.raises for member in _members(method, runs=self.framework.has_deltas)}
        text = "\n".join(body)
        if any(f"{helper}(" in text for helper in self.helpers.used & {"newInstance", "invoke"}):
            raised.add("Throwable")
        if any(f"{helper}(" in text for helper in self.helpers.used & {"getField", "setField", "allocate"}):
            raised.add("Exception")
        if not raised & {"Throwable", "Exception"}:
            return ""
        return " throws " + self.names.java_lang("Throwable" if "Throwable" in raised else "Exception")

    def _call(self, method: TestMethod) -> list[str]:
        call = method.recipe.call
        if method.fails:
            return [f"{self.writer.effect(call)};"]
        if method.throws is not None:
            return self._expect_exception(method, method.throws)
        checks = [each for each in method.assertions if _uses(each.actual, method.result)]
        if method.result is not None and len(checks) == _RESULT_INLINE and checks[0].actual == method.result:
            inline = Assertion(checks[0].kind, call, checks[0].expected)
            if method.assertions[0] is checks[0]:
                return [self._assertion(inline), *(self._assertion(each) for each in method.assertions[1:])]
        if method.result is not None and checks:
            first = self.writer.statement(Declare(method.result, call))
        elif method.assertions and isinstance(call, Invoke):
            first = self.writer.statement(Perform(call))
        elif method.assertions or self.framework.has_deltas:
            first = f"{self.writer.effect(call)};"
        else:
            first = f"{self._static('assertDoesNotThrow')}(() -> {self.writer.effect(call)});"
        return [first, *(self._assertion(each) for each in method.assertions)]

    def _expect_exception(self, method: TestMethod, throws: str) -> list[str]:
        name = self.names.class_name(throws)
        call = self.writer.effect(method.recipe.call)
        if method.message is None:
            lines = [f"{self._static('assertThrows')}({name}.class, () -> {call});"]
        else:
            taken, package = self.writer.variables, self.test_class.package
            names = chain(("thrown", "exception", "caught"), (f"thrown{number}" for number in count(2)))
            thrown = next(each for each in names if each not in taken and not self.facts.sibling(package, each))
            message = self.writer.expression(method.message)
            check = f"{self._static(self.framework.thrown)}({name}.class, () -> {call})"
            lines = [f"{name} {thrown} = {check};", self._compared("assertEquals", message, f"{thrown}.getMessage()")]
        return lines + [self._assertion(each) for each in method.assertions]

    def _static(self, name: str) -> str:
        self.static_imports.add(name)
        return name

    # ---- assertions

    def _assertion(self, check: Assertion) -> str:
        actual = self.writer.expression(check.actual)
        actual_type = static_type(check.actual)
        match check.kind:
            case "null":
                return f"{self._static('assertNull')}({actual});"
            case "not-null":
                return f"{self._static('assertNotNull')}({actual});"
            case "class":
                return self._compared("assertEquals", self.writer.expression(check.expected), f"{actual}.getClass()")
            case "same":
                return self._compared("assertSame", self.writer.expression(check.expected), actual)
            case "array":
                return self._array_assertion(check.expected, actual, actual_type)
        expected = check.expected
        if isinstance(expected, Literal) and expected.descriptor == "Z" and actual_type == "Z":
            name = self._static("assertTrue" if expected.value else "assertFalse")
            return f"{name}({actual});"
        if isinstance(expected, Boxed):
            box = f"L{BOX_CLASSES[expected.value.descriptor]};"
            plain = self.framework.overloaded and actual_type in (OBJECT, box)
            return self._compared("assertEquals", self.writer.expression(expected.value if plain else expected), actual)
        delta = expected.descriptor if isinstance(expected, Literal | Variable) else ""
        return self._compared("assertEquals", self.writer.expression(expected), actual, delta)

    def _compared(self, name: str, expected: str, actual: str, descriptor: str = "") -> str:
        """An assertion that two values are equal; floating-point values exactly."""
        values = [actual, expected] if self.framework.actual_first else [expected, actual]
        if descriptor in _DELTAS and self.framework.has_deltas:
            values.append(_DELTAS[descriptor])
        return f"{self._static(name)}({', '.join(values)});"

    def _array_assertion(self, expected: Expression, actual: str, actual_type: str) -> str:
        descriptor = static_type(expected)
        if not actual_type.startswith("["):
            actual = f"({self.names.type(descriptor)}) {actual}"
        return self._compared(self.framework.arrays, self.writer.expression(expected), actual, descriptor[1:])


class _RecordingNames(TypeNames):
    """Type names that record the classes named in the file."""

    def __init__(self, test_class: TestClass, facts: SourceFacts) -> None:
        package = test_class.package
        super().__init__(
            package,
            taken=[test_class.name],
            siblings=lambda simple: facts.sibling(package, simple),
            resolve=facts.resolve,
        )
        self.named: set[str] = set()
        self.intersections: dict[str, str] = {}
        """The names under which the file declares types that are of several types at once, by internal name."""
        # Classes of the default package have no qualified name, so they get their simple names first.
        for name in sorted(_classes(test_class.methods)):
            if not self._resolve(name).package:
                self.class_name(name)

    def class_name(self, name: str) -> str:
        if intersected(name):
            return self._intersection(name)
        if not name.startswith("["):
            self.named.add(name)
        return super().class_name(name)

    def _intersection(self, name: str) -> str:
        known = self.intersections.get(name)
        if known is None:
            plain = "And".join(identifier(nested_name(each).rpartition(".")[2]) for each in intersected(name))
            known = self.intersections[name] = unique(plain, {*self._owners, *self.intersections.values()})
            self._owners[known] = ""
        return known

    def owner(self, name: str) -> str:
        return super().class_name(name)


def _members(method: TestMethod, *, runs: bool) -> Iterator[Member]:
    """The members that the test method itself calls, outside the lambda of an expected exception.

    ``runs``: a call without assertions is made without one that nothing is thrown.
    """
    parts: list[Expression | Statement] = list(method.recipe.parts())
    if method.throws is not None or not (method.assertions or method.fails or runs):
        inside = list(walk(method.recipe.call))
        parts = parts[: len(parts) - len(inside)]
    for check in method.assertions:
        parts.extend(walk(check.actual))
    for part in parts:
        if isinstance(part, New):
            yield part.constructor
        elif isinstance(part, Invoke):
            yield part.member
        elif isinstance(part, Stub) and part.constructor is not None:
            yield part.constructor


def _uses(expression: Expression, variable: Variable | None) -> bool:
    return variable is not None and any(part == variable for part in walk(expression))


def _classes(methods: Iterable[TestMethod]) -> Iterator[str]:
    """All classes that the tests may name."""
    for method in methods:
        if method.throws is not None:
            yield method.throws
        parts: list[Expression | Statement] = [*method.recipe.saved, *method.recipe.parts()]
        for check in method.assertions:
            parts += [*walk(check.actual), *walk(check.expected)]
        for part in parts:
            yield from _named(part)


def _named(part: Expression | Statement) -> Iterator[str]:
    match part:
        case Invoke(member=member) | New(constructor=member):
            yield member.owner
            descriptors: tuple[str, ...] = (*method_parameters(member.descriptor), return_descriptor(member.descriptor))
        case StaticField(owner=owner) | FieldOf(owner=owner) | AssignField(owner=owner):
            yield owner
            descriptors = (part.descriptor,)
        case Stub(class_name=name) | Allocate(class_name=name):
            yield name
            descriptors = tuple(
                each
                for method in (part.methods if isinstance(part, Stub) else ())
                for each in (*method.parameters, method.returns)
            )
            if isinstance(part, Stub):
                yield from part.refusals
        case ArrayOf() | Null() | ClassObject() | Variable():
            descriptors = (part.descriptor,)
        case _:
            descriptors = ()
    for each in descriptors:
        base = each.lstrip("[")
        if is_reference(base):
            yield class_of(base)
