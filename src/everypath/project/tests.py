"""Finds the tests of a project: where they lie compiled, what they need, and which framework runs them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from everypath.classfile import Annotation, ClassFile, MethodInfo, access
from everypath.dataclass import dataclass
from everypath.errors import ClassFormatError
from everypath.project.artifacts import Coordinates, Locator
from everypath.project.files import files_below

JUNIT5: Final = "junit5"
JUNIT4: Final = "junit4"
TESTNG: Final = "testng"
_JUPITER: Final = "Lorg/junit/jupiter/"
_TEST_ANNOTATIONS: Final = {
    f"{_JUPITER}api/Test;": JUNIT5,
    f"{_JUPITER}api/RepeatedTest;": JUNIT5,
    f"{_JUPITER}api/TestFactory;": JUNIT5,
    f"{_JUPITER}api/TestTemplate;": JUNIT5,
    f"{_JUPITER}params/ParameterizedTest;": JUNIT5,
    "Lorg/junit/Test;": JUNIT4,
    "Lorg/testng/annotations/Test;": TESTNG,
}
"""Annotations that make a method a test."""
_NESTED: Final = f"{_JUPITER}api/Nested;"
_JUNIT3: Final = "junit/framework/TestCase"
_ARTIFACTS: Final = (
    (("org.junit.jupiter", ""), JUNIT5),
    (("junit", "junit"), JUNIT4),
    (("junit", "junit-dep"), JUNIT4),
    (("org.testng", "testng"), TESTNG),
)
_VERSIONED: Final = re.compile(r"(junit-platform-commons|junit-jupiter-api)-(\d[\w.\-]*)\.jar")
_OLD: Final = re.compile(r"junit-jupiter-params-5\.[0-5][.-]")
_RUNNERS: Final = {
    "junit-platform-commons": ("org.junit.platform", ("junit-platform-engine", "junit-platform-launcher")),
    "junit-jupiter-api": ("org.junit.jupiter", ("junit-jupiter-engine",)),
}
"""The artifacts that run tests written for an API: its group, and their names. They have the version of the API."""
_DEEPEST: Final = 50


@dataclass(frozen=True)
class ProjectTests:
    """The compiled tests of a project and their class path.

    ``folders`` hold compiled tests. ``classpath`` holds the jars that these need in addition to the project's own class
    path, including the jars that run them; ``missing`` are the coordinates of jars that were not found. ``declared``
    are the frameworks that the build file names. ``uncompiled`` are folders of test sources without compiled classes.
    ``assertions``: the build runs tests with ``-ea``, as Maven and Gradle do by default.
    """

    folders: tuple[Path, ...] = ()
    classpath: tuple[Path, ...] = ()
    missing: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
    uncompiled: tuple[Path, ...] = ()
    assertions: bool = False

    @property
    def found(self) -> tuple[FoundTests, ...]:
        """The test classes."""
        return find_tests(self.folders)

    @property
    def has_parameters(self) -> bool:
        """True if parameterised tests of JUnit 5 with nulls (since 5.6) compile here, or if no version is known."""
        names = [path.name for path in self.classpath]
        api = any(name.startswith(("junit-jupiter-api-", "junit-jupiter-engine-")) for name in names)
        return not api or any(name.startswith("junit-jupiter-params-") and not _OLD.match(name) for name in names)


@dataclass(frozen=True)
class FoundTests:
    """A test class (internal name), its framework, and its test methods, including inherited ones.

    ``nested`` are the nested classes whose tests belong to it.
    """

    name: str
    framework: str
    methods: tuple[str, ...]
    nested: tuple[str, ...] = ()


def merged(parts: Iterable[ProjectTests]) -> ProjectTests:
    """The tests of several projects."""
    known = list(parts)
    return ProjectTests(
        tuple(dict.fromkeys(path for each in known for path in each.folders)),
        tuple(dict.fromkeys(path for each in known for path in each.classpath)),
        tuple(dict.fromkeys(name for each in known for name in each.missing)),
        tuple(dict.fromkeys(name for each in known for name in each.declared)),
        tuple(dict.fromkeys(path for each in known for path in each.uncompiled)),
        bool(known) and all(each.assertions for each in known),
    )


def framework_of(tests: ProjectTests) -> tuple[str, str] | None:
    """The framework for new tests, and the reason for it; None if the project uses none.

    It is JUnit 5 if the project uses that, else JUnit 4 before TestNG.
    """
    used = {each.framework for each in tests.found}
    for names, why in ((used, "the tests that are there"), (set(tests.declared), "the build file")):
        for name in (JUNIT5, JUNIT4, TESTNG):
            if name in names:
                return name, why
    return None


def declared_frameworks(dependencies: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The frameworks among dependencies, given by group and name."""
    given = set(dependencies)
    return tuple(
        dict.fromkeys(
            framework
            for (group, name), framework in _ARTIFACTS
            if any(each == group and (not name or other == name) for each, other in given)
        )
    )


def with_runners(jars: Sequence[Path], locate: Locator) -> tuple[Path, ...]:
    """The jars, and the jars that run tests of JUnit 5 if a build has left these on this machine."""
    found = dict.fromkeys(jars)
    for jar in jars:
        match = _VERSIONED.fullmatch(jar.name)
        if match is None:
            continue
        group, names = _RUNNERS[match[1]]
        for name in names:
            runner = locate(Coordinates(group, name, match[2]), "jar")
            if runner is not None:
                found.setdefault(runner)
    return tuple(found)


# ---- test classes


def find_tests(folders: Iterable[Path]) -> tuple[FoundTests, ...]:
    """The test classes in folders of class files, found by the annotations of their methods.

    A nested class of JUnit 5 belongs to the class around it.
    """
    files: dict[str, ClassFile] = {}
    for folder in folders:
        for path in files_below(folder, ".class"):
            try:
                file = ClassFile(path.read_bytes())
                files.setdefault(file.name, file)
            except (ClassFormatError, OSError):
                continue
    found = (_tests_of(file, files) for _, file in sorted(files.items()))
    return tuple(each for each in found if each is not None)


def _tests_of(file: ClassFile, files: dict[str, ClassFile]) -> FoundTests | None:
    """The tests of one class; None if it has none, is abstract, or is nested in the class whose tests its own are."""
    if file.access & (access.ABSTRACT | access.INTERFACE) or _is_nested(file):
        return None
    methods = _test_methods(file, files)
    inner = (each for each in files.values() if each.name.startswith(f"{file.name}$"))
    nested = tuple(each.name for each in inner if _is_nested(each) and _declared_tests(each))
    if not methods and not nested:
        return None
    kinds = {*methods.values(), *(JUNIT5 for _ in nested)}
    framework = next(name for name in (JUNIT5, JUNIT4, TESTNG) if name in kinds)
    return FoundTests(file.name, framework, tuple(name for name, kind in methods.items() if kind == framework), nested)


def _test_methods(file: ClassFile, files: dict[str, ClassFile]) -> dict[str, str]:
    """The test methods of a class, inherited ones included, with their frameworks."""
    methods: dict[str, str] = {}
    current: ClassFile | None = file
    for _ in range(_DEEPEST):
        if current is None:
            break
        methods = {**_declared_tests(current), **methods}
        if current.super_name == _JUNIT3:
            methods |= {each.name: JUNIT4 for each in current.methods if _is_junit3(each)}
        current = files.get(current.super_name or "")
    return methods


def _is_nested(file: ClassFile) -> bool:
    return any(each.type == _NESTED for each in file.annotations)


def _declared_tests(file: ClassFile) -> dict[str, str]:
    """The test methods that a class declares, with their frameworks."""
    whole = _framework(file.annotations)
    found = {}
    for method in file.methods:
        own = _framework(method.annotations)
        public = method.access & access.PUBLIC and not method.access & (access.STATIC | access.SYNTHETIC)
        if own is None and whole == TESTNG and public and method.name != "<init>":
            own = None if any("/testng/annotations/" in each.type for each in method.annotations) else TESTNG
        if own is not None:
            found[method.name] = own
    return found


def _framework(annotations: Iterable[Annotation]) -> str | None:
    return next((_TEST_ANNOTATIONS[each.type] for each in annotations if each.type in _TEST_ANNOTATIONS), None)


def _is_junit3(method: MethodInfo) -> bool:
    return method.name.startswith("test") and method.descriptor == "()V" and bool(method.access & access.PUBLIC)
