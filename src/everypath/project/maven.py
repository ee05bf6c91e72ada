"""Opens Maven projects: finds the compiled classes of a module and its submodules, and their class path."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from everypath.dataclass import dataclass
from everypath.errors import UsageError
from everypath.project.artifacts import Locator, Model, class_path, in_maven_repository, maven_repository, read_model
from everypath.project.compiled import open_class_directory
from everypath.project.files import files_below
from everypath.project.target import Part
from everypath.project.tests import ProjectTests, declared_frameworks, with_runners

_MAVEN_TIMEOUT: Final = 60
_MOST_MODULES: Final = 500


@dataclass(frozen=True)
class _Module:
    folder: Path
    model: Model

    @property
    def classes(self) -> Path:
        return self._folder("outputDirectory", f"{self.model.build.get('directory') or 'target'}/classes")

    @property
    def sources(self) -> Path:
        return self._folder("sourceDirectory", "src/main/java")

    @property
    def test_classes(self) -> Path:
        return self._folder("testOutputDirectory", f"{self.model.build.get('directory') or 'target'}/test-classes")

    @property
    def test_sources(self) -> Path:
        return self._folder("testSourceDirectory", "src/test/java")

    def _folder(self, key: str, otherwise: str) -> Path:
        text = self.model.build.get(key) or otherwise
        for name in ("${project.basedir}", "${basedir}", "${project.build.directory}"):
            text = text.replace(name, "target" if "build" in name else ".")
        return Path(os.path.normpath(self.folder / text))


def open_maven(folder: Path, repository: Path | None = None) -> Part:
    """The Maven project in a folder.

    The class path comes from the local repository; where something is missing there, Maven is asked offline, and what
    is missing then is noted. Raises ``UsageError`` if nothing is compiled.
    """
    locate = in_maven_repository(repository or maven_repository())
    modules = list(_modules(folder, locate))
    entries: list[Path] = []
    classes: list[str] = []
    notes: list[str] = []
    roots: list[Path] = []
    for module in modules:
        part = open_class_directory(module.classes) if module.classes.is_dir() else None
        if module.sources.is_dir():
            roots.append(module.sources)
        if part is not None:
            entries += part.entries
            classes += part.classes
            notes += part.notes
        elif module.sources.is_dir():
            notes.append(f"module {module.model.name}: nothing is compiled")
    if not classes:
        raise UsageError(f"{folder}: a Maven project without compiled classes: run mvn compile first")
    dependencies, missing = _dependencies(modules, locate)
    if missing:
        asked = _ask_maven(folder)
        if asked is not None:
            own = {entry.resolve() for entry in entries}
            dependencies, missing = [path for path in asked if path.resolve() not in own], []
    if missing:
        notes.append(_missing_note(missing))
    return Part(
        "Maven project",
        tuple(entries),
        tuple(sorted(set(classes))),
        tuple(dependencies),
        tuple(roots),
        tuple(notes),
        _tests(modules, locate),
    )


def maven_tests(folder: Path, repository: Path | None = None) -> ProjectTests:
    """The tests of the Maven project in a folder."""
    locate = in_maven_repository(repository or maven_repository())
    return _tests(list(_modules(folder, locate)), locate)


def _tests(modules: list[_Module], locate: Locator) -> ProjectTests:
    folders = [module.test_classes for module in modules if module.test_classes.is_dir()]
    uncompiled = [
        module.test_sources
        for module in modules
        if not module.test_classes.is_dir() and files_below(module.test_sources, ".java")
    ]
    jars, missing = _dependencies(modules, locate, tests=True)
    declared = declared_frameworks(
        (each.group, each.name) for module in modules for each in module.model.dependencies.values()
    )
    return ProjectTests(
        tuple(folders),
        with_runners(jars, locate),
        tuple(missing),
        declared,
        tuple(uncompiled),
        all(module.model.runs_with_assertions for module in modules),
    )


def maven_class_path(folder: Path, repository: Path | None = None) -> tuple[Path, ...]:
    """Compiled classes and dependencies of the Maven project in a folder, as far as they are there."""
    locate = in_maven_repository(repository or maven_repository())
    modules = list(_modules(folder, locate))
    classes = [module.classes for module in modules if module.classes.is_dir()]
    return (*classes, *_dependencies(modules, locate)[0])


def _modules(folder: Path, locate: Locator) -> Iterator[_Module]:
    """The module in the folder and those below it, each once."""
    work = [folder]
    seen: set[Path] = set()
    while work and len(seen) < _MOST_MODULES:
        current = work.pop(0)
        pom = current / "pom.xml" if current.is_dir() else current
        if pom.resolve() in seen or not pom.is_file():
            continue
        seen.add(pom.resolve())
        model = read_model(pom, locate)
        yield _Module(pom.parent, model)
        work += [pom.parent / model.fill(name) for name in model.modules]


def _dependencies(modules: list[_Module], locate: Locator, *, tests: bool = False) -> tuple[list[Path], list[str]]:
    own = [(module.model.group, module.model.name) for module in modules]
    jars: dict[Path, None] = {}
    missing: dict[str, None] = {}
    for module in modules:
        found, lacking = class_path(module.model, locate, own, tests=tests)
        jars.update(dict.fromkeys(found))
        missing.update(dict.fromkeys(lacking))
    return list(jars), list(missing)


def _ask_maven(folder: Path) -> list[Path] | None:
    """The class path by ``mvn -o dependency:build-classpath``; None if Maven fails."""
    mvn = shutil.which("mvn")
    if mvn is None:
        return None
    with tempfile.TemporaryDirectory(prefix="everypath-") as work:
        output = Path(work) / "classpath"
        command = [mvn, "-o", "-q", "-B", "dependency:build-classpath", f"-Dmdep.outputFile={output}"]
        command += ["-Dmdep.appendOutput=true", "-DincludeScope=test"]
        try:
            result = subprocess.run(
                command, cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=_MAVEN_TIMEOUT, check=False
            )
            text = output.read_text("utf-8", "replace")
        except (OSError, subprocess.SubprocessError):
            return None
    if result.returncode:
        return None
    paths = [Path(entry) for line in text.splitlines() for entry in line.split(os.pathsep) if entry]
    return list(dict.fromkeys(path for path in paths if path.exists()))


def _missing_note(missing: list[str]) -> str:
    first = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
    return f"the class path lacks {first}: run mvn dependency:resolve, or name them with --classpath"
