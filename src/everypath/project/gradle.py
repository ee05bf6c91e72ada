"""Opens Gradle projects: finds compiled classes by the usual layout, and the class path in build files and caches.

Build files are programs. They are not run but searched for declarations.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from everypath.errors import UsageError
from everypath.project.artifacts import (
    Coordinates,
    Dependency,
    Locator,
    Model,
    class_path,
    first_of,
    in_gradle_cache,
    in_maven_repository,
    maven_repository,
    read_model,
)
from everypath.project.compiled import open_class_directory
from everypath.project.files import files_below
from everypath.project.target import Part
from everypath.project.tests import ProjectTests, declared_frameworks, with_runners

BUILD_FILES: Final = ("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts")

_LANGUAGES: Final = ("java", "kotlin", "groovy", "scala")
_INCLUDE = re.compile(r"^\s*include\s*\(?((?:\s*[\"'][^\"']+[\"']\s*,?)+)\)?", re.MULTILINE)
_QUOTED = re.compile(r"[\"']([^\"']+)[\"']")
_CONFIGURATIONS = r"(?:api|implementation|compileOnly|compileOnlyApi|runtimeOnly|compile|annotationProcessor)"
_TEST_CONFIGURATIONS = r"(?:test(?:Implementation|CompileOnly|RuntimeOnly|Compile|Runtime))"
_COORDINATES = r"\s*\(?\s*[\"']([\w.\-]+):([\w.\-]+)(?::([\w.\-+]+))?(?:@\w+)?[\"']"
_CATALOGUED = r"\s*\(?\s*libs\.([\w.]+)"
_NO_ASSERTIONS = re.compile(r"\benableAssertions\s*(?:=|\.set\s*\(|\s)\s*false\b")
_PLATFORM = re.compile(r"\bplatform\s*\(\s*[\"']([\w.\-]+):([\w.\-]+):([\w.\-+]+)[\"']")


def is_gradle(folder: Path) -> bool:
    """True if the folder holds a Gradle build."""
    return any((folder / name).is_file() for name in BUILD_FILES)


def open_gradle(folder: Path, home: Path | None = None) -> Part:
    """The Gradle project in a folder with its subprojects. Raises ``UsageError`` if nothing is compiled."""
    entries: list[Path] = []
    classes: list[str] = []
    notes: list[str] = []
    roots: list[Path] = []
    dependencies: dict[Path, None] = {}
    missing: dict[str, None] = {}
    for project in _projects(folder):
        roots += [source for name in _LANGUAGES if (source := project / "src" / "main" / name).is_dir()]
        for output in _outputs(project):
            part = open_class_directory(output)
            if part is not None:
                entries += part.entries
                classes += part.classes
                notes += part.notes
        jars, lacking = _dependencies(project, folder, home)
        dependencies.update(dict.fromkeys(jars))
        missing.update(dict.fromkeys(lacking))
    if not classes:
        raise UsageError(f"{folder}: a Gradle project without compiled classes: run gradle classes first")
    if missing:
        names = list(missing)
        first = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        notes.append(f"the class path lacks {first}: build once with Gradle, or name them with --classpath")
    return Part(
        "Gradle project",
        tuple(entries),
        tuple(sorted(set(classes))),
        tuple(dependencies),
        tuple(roots),
        tuple(notes),
        gradle_tests(folder, home),
    )


def gradle_tests(folder: Path, home: Path | None = None) -> ProjectTests:
    """The tests of the Gradle project in a folder and of its subprojects."""
    locate = _locator(home)
    folders: list[Path] = []
    uncompiled: list[Path] = []
    jars: dict[Path, None] = {}
    missing: dict[str, None] = {}
    declared: list[tuple[str, str]] = []
    for project in _projects(folder):
        outputs = _outputs(project, "test")
        sources = project / "src" / "test" / "java"
        if outputs:
            folders += outputs
            resources = project / "build" / "resources" / "test"
            folders += [resources] if resources.is_dir() else []
        elif files_below(sources, ".java"):
            uncompiled.append(sources)
        found, lacking = _dependencies(project, folder, home, tests=True)
        jars.update(dict.fromkeys(found))
        missing.update(dict.fromkeys(lacking))
        declared += [(group, name) for group, name, _ in _declared(project, folder, _TEST_CONFIGURATIONS)]
    return ProjectTests(
        tuple(folders),
        with_runners(tuple(jars), locate),
        tuple(missing),
        declared_frameworks(declared),
        tuple(uncompiled),
        not any(_NO_ASSERTIONS.search(_read(project / name)) for project in _projects(folder) for name in BUILD_FILES),
    )


def gradle_class_path(folder: Path, home: Path | None = None) -> tuple[Path, ...]:
    """Compiled classes and dependencies of the Gradle project in a folder, as far as they are there."""
    found: dict[Path, None] = {}
    for project in _projects(folder):
        found.update(dict.fromkeys(_outputs(project)))
        found.update(dict.fromkeys(_dependencies(project, folder, home)[0]))
    return tuple(found)


def _projects(folder: Path) -> Iterator[Path]:
    yield folder
    for name in ("settings.gradle", "settings.gradle.kts"):
        for statement in _INCLUDE.finditer(_read(folder / name)):
            for path in _QUOTED.findall(statement[1]):
                project = folder.joinpath(*(part for part in path.split(":") if part))
                if project.is_dir():
                    yield project


def _outputs(project: Path, kind: str = "main") -> list[Path]:
    outputs = [project / "build" / "classes" / language / kind for language in _LANGUAGES]
    return [output for output in outputs if output.is_dir()]


def _locator(home: Path | None) -> Locator:
    user = home or Path(os.environ.get("GRADLE_USER_HOME") or Path.home() / ".gradle")
    cache = in_gradle_cache(user / "caches" / "modules-2" / "files-2.1")
    return first_of(cache, in_maven_repository(maven_repository()))


def _dependencies(project: Path, root: Path, home: Path | None, *, tests: bool = False) -> tuple[list[Path], list[str]]:
    locate = _locator(home)
    model = Model()
    declared = list(_declared(project, root, _CONFIGURATIONS))
    if tests:
        declared += _declared(project, root, _TEST_CONFIGURATIONS)
        _manage(model, project, locate)
    for group, name, version in declared:
        dependency = Dependency(group, name, version, "compile", "jar", "", False, frozenset())
        if version or dependency.key in model.managed:
            model.dependencies[dependency.key] = dependency
    jars, missing = class_path(model, locate)
    libs = sorted((project / "libs").glob("*.jar"))
    return [*jars, *libs], missing


def _manage(model: Model, project: Path, locate: Locator) -> None:
    """Take over the versions of the platforms (bills of materials) that a build names."""
    for name in ("build.gradle", "build.gradle.kts"):
        for match in _PLATFORM.finditer(_read(project / name)):
            pom = locate(Coordinates(match[1], match[2], match[3]), "pom")
            if pom is not None:
                with suppress(UsageError):
                    model.managed |= read_model(pom, locate).managed


def _declared(project: Path, root: Path, configurations: str) -> Iterator[tuple[str, str, str]]:
    catalogue = _catalogue(root / "gradle" / "libs.versions.toml")
    for name in ("build.gradle", "build.gradle.kts"):
        text = _read(project / name)
        for match in re.finditer(configurations + _COORDINATES, text):
            yield match[1], match[2], match[3] or ""
        for match in re.finditer(configurations + _CATALOGUED, text):
            found = catalogue.get(match[1])
            if found is not None:
                yield found


def _catalogue(file: Path) -> dict[str, tuple[str, str, str]]:
    """The libraries of a version catalogue, by the name that build files use."""
    try:
        content = tomllib.loads(_read(file))
    except tomllib.TOMLDecodeError:
        return {}
    versions = content.get("versions", {})
    found = {}
    for alias, library in content.get("libraries", {}).items():
        if isinstance(library, str):
            parts = library.split(":")
        else:
            module = library.get("module") or f"{library.get('group')}:{library.get('name')}"
            version = library.get("version", "")
            if isinstance(version, dict):
                version = versions.get(version.get("ref"), version.get("require", ""))
            parts = [*module.split(":"), version if isinstance(version, str) else ""]
        if len(parts) == 3 and parts[2]:
            found[re.sub(r"[-_]", ".", alias)] = (parts[0], parts[1], parts[2])
    return found


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""
