"""Gradle projects: compiled classes by the usual layout, the class path as far as build files and caches tell.

Build files are programs; they are searched for declarations, not run.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from everypath.errors import UsageError
from everypath.project.artifacts import (
    Dependency,
    Model,
    class_path,
    first_of,
    in_gradle_cache,
    in_maven_repository,
    maven_repository,
)
from everypath.project.compiled import open_class_directory
from everypath.project.target import Part

BUILD_FILES: Final = ("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts")

_LANGUAGES: Final = ("java", "kotlin", "groovy", "scala")
_INCLUDE = re.compile(r"^\s*include\s*\(?((?:\s*[\"'][^\"']+[\"']\s*,?)+)\)?", re.MULTILINE)
_QUOTED = re.compile(r"[\"']([^\"']+)[\"']")
_CONFIGURATIONS = r"(?:api|implementation|compileOnly|compileOnlyApi|runtimeOnly|compile|annotationProcessor)"
_COORDINATES = re.compile(_CONFIGURATIONS + r"\s*\(?\s*[\"']([\w.\-]+):([\w.\-]+):([\w.\-+]+)(?:@\w+)?[\"']")
_CATALOGUED = re.compile(_CONFIGURATIONS + r"\s*\(?\s*libs\.([\w.]+)")


def is_gradle(folder: Path) -> bool:
    """Whether the folder holds a Gradle build."""
    return any((folder / name).is_file() for name in BUILD_FILES)


def open_gradle(folder: Path, home: Path | None = None) -> Part:
    """The Gradle project in a folder with its subprojects. Raises ``UsageError`` where nothing is compiled."""
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
        "Gradle project", tuple(entries), tuple(sorted(set(classes))), tuple(dependencies), tuple(roots), tuple(notes)
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


def _outputs(project: Path) -> list[Path]:
    outputs = [project / "build" / "classes" / language / "main" for language in _LANGUAGES]
    return [output for output in outputs if output.is_dir()]


def _dependencies(project: Path, root: Path, home: Path | None) -> tuple[list[Path], list[str]]:
    user = home or Path(os.environ.get("GRADLE_USER_HOME") or Path.home() / ".gradle")
    cache = in_gradle_cache(user / "caches" / "modules-2" / "files-2.1")
    locate = first_of(cache, in_maven_repository(maven_repository()))
    model = Model()
    for group, name, version in _declared(project, root):
        dependency = Dependency(group, name, version, "compile", "jar", "", False, frozenset())
        model.dependencies[dependency.key] = dependency
    jars, missing = class_path(model, locate)
    libs = sorted((project / "libs").glob("*.jar"))
    return [*jars, *libs], missing


def _declared(project: Path, root: Path) -> Iterator[tuple[str, str, str]]:
    catalogue = _catalogue(root / "gradle" / "libs.versions.toml")
    for name in ("build.gradle", "build.gradle.kts"):
        text = _read(project / name)
        for match in _COORDINATES.finditer(text):
            yield match[1], match[2], match[3]
        for match in _CATALOGUED.finditer(text):
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
