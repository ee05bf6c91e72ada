"""Opening targets: from what the user wrote to classes, a class path and a JDK."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from everypath.bridge import begin_java_build
from everypath.classfile import Jar, Jdk, feature_for
from everypath.errors import ClassFormatError, NoJdkError, UsageError
from everypath.project.compiled import newest_major, open_class_directory, open_class_file, open_jar
from everypath.project.files import files_below
from everypath.project.gradle import gradle_class_path, gradle_tests, is_gradle, open_gradle
from everypath.project.javac import open_sources
from everypath.project.maven import maven_class_path, maven_tests, open_maven
from everypath.project.named import open_named, suggestion
from everypath.project.target import Part, Target
from everypath.project.tests import ProjectTests, merged

Say = Callable[[str], None]

_ARCHIVES: Final = (".jar", ".war", ".zip")


def find_jdk(home: Path | str | None = None, minimum: int = 17) -> Jdk:
    """``Jdk.find``. Raises ``NoJdkError``."""
    return Jdk.find(home, minimum=minimum)


def open_target(
    targets: Sequence[str],
    classpath: Iterable[Path | str] = (),
    jdk: Path | str | None = None,
    say: Say | None = None,
) -> Target:
    """Open what the user named; with nothing named, the project in the current directory.

    ``classpath`` comes before what the targets bring themselves. ``jdk`` is the home that was asked for. ``say`` gets a
    line while another process takes a second, such as a compiler, and may do something meanwhile.

    Raises ``UsageError``, one clear line, where there is nothing to analyse, and ``NoJdkError`` without a usable JDK.
    """
    given = tuple(_existing(classpath))
    chosen = find_jdk(jdk)
    begin_java_build(chosen)  # goes on while classes are found and sources compiled
    names = tuple(targets) or (".",)
    parts = [_open(name, chosen, given, say, is_default=not targets) for name in names]
    release = _release_of(parts, chosen)
    if release > chosen.feature:
        chosen = _newer_jdk(jdk, chosen, release)
        parts = [open_jar(part.entries[0], chosen.feature) if part.kind == "jar" else part for part in parts]
    entries = [entry for part in parts for entry in part.entries]
    dependencies = [path for part in parts for path in part.dependencies]
    return Target(
        kind=_kind(parts),
        names=names if targets else (Path.cwd().name or ".",),
        classes=tuple(sorted({name for part in parts for name in part.classes})),
        classpath=_unique([*entries, *given, *dependencies]),
        source_roots=_unique([root for part in parts for root in part.source_roots]),
        jdk=chosen,
        release=release,
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
        tests=merged(part.tests for part in parts),
    )


def holds_target(folder: Path) -> bool:
    """True if a folder holds something to analyse: a project, classes or sources."""
    is_project = (folder / "pom.xml").is_file() or is_gradle(folder)
    return is_project or any(files_below(folder, suffix) for suffix in (".class", ".java"))


def _open(text: str, jdk: Jdk, classpath: tuple[Path, ...], say: Say | None, is_default: bool) -> Part:
    if not text.strip():
        raise UsageError("a target is empty: name a file, a directory, a class or a package")
    path = Path(text).expanduser()
    try:
        if path.is_dir():
            return _open_directory(path, jdk, classpath, say, is_default)
        if path.exists():
            return _open_file(path, jdk, classpath, say)
    except PermissionError as error:
        raise UsageError(f"{error.filename or path}: permission denied") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{text}: cannot be opened: {error}") from None
    here = Path.cwd()
    found = open_named(text, jdk, (*classpath, *_project_class_path(here)))  # java.util.zip is a package
    if found is None and ("/" in text or "\\" in text or path.suffix in (".java", ".class", *_ARCHIVES)):
        raise UsageError(f"{text}: does not exist")
    if found is None:
        source = Path(f"{text}.java")
        hint = f"; did you mean {source}?" if source.is_file() else suggestion(text, jdk, classpath)
        raise UsageError(
            f"{text}: no such file, and no class or package of this name on the class path or in the JDK{hint}"
        )
    if found.dependencies or not found.entries:
        return found
    return _of_project(found, here if (here / "pom.xml").is_file() or is_gradle(here) else None)


def _of_project(part: Part, project: Path | None) -> Part:
    """The part with what the project around it needs and has for its tests."""
    return replace(part, dependencies=_class_path_of(project), tests=_tests_of(project))


def _open_directory(path: Path, jdk: Jdk, classpath: tuple[Path, ...], say: Say | None, is_default: bool) -> Part:
    if (path / "pom.xml").is_file():
        return open_maven(path)
    if is_gradle(path):
        return open_gradle(path)
    project = _project_above(path)
    part = open_class_directory(path)
    if part is not None:
        return _of_project(part, project) if project is not None else part
    part = open_sources(path, jdk, (*classpath, *_class_path_of(project)), say)
    if part is not None:
        return replace(part, tests=_tests_of(project))
    if is_default:
        raise UsageError(
            "no project here (no pom.xml, no Gradle build, no classes): name a target, see everypath --help"
        )
    jars = sorted(path.glob("*.jar"))
    hint = f"; it holds jars: name one, such as {jars[0]}" if jars else ""
    raise UsageError(f"{path}: a directory without classes{hint}")


def _open_file(path: Path, jdk: Jdk, classpath: tuple[Path, ...], say: Say | None) -> Part:
    if path.suffix == ".java":
        project = _project_above(path)
        part = open_sources(path, jdk, (*classpath, *_class_path_of(project)), say)
        if part is None:
            raise UsageError(f"{path}: declares no class")
        return replace(part, tests=_tests_of(project))
    if path.name == "pom.xml":
        return open_maven(path.parent)
    if path.suffix == ".class":
        return open_class_file(path)
    if path.suffix in _ARCHIVES:
        return open_jar(path, jdk.feature)
    head = path.open("rb").read(4) if path.is_file() else b""
    if head == b"\xca\xfe\xba\xbe":
        return open_class_file(path)
    if head[:2] == b"PK":
        return open_jar(path, jdk.feature)
    raise UsageError(f"{path}: not a Java source, class file, jar, directory or project")


def _project_above(path: Path) -> Path | None:
    """The nearest folder above with a build file, within the same repository or home."""
    for folder in path.absolute().parents:
        if (folder / "pom.xml").is_file() or is_gradle(folder):
            return folder
        if (folder / ".git").exists() or folder == Path.home():
            return None
    return None


def _class_path_of(project: Path | None) -> tuple[Path, ...]:
    """Classes and dependencies of a project; nothing where its build files cannot be read."""
    if project is None:
        return ()
    try:
        return maven_class_path(project) if (project / "pom.xml").is_file() else gradle_class_path(project)
    except UsageError:
        return ()


def _tests_of(project: Path | None) -> ProjectTests:
    """The tests of a project; none where its build files cannot be read."""
    if project is None:
        return ProjectTests()
    try:
        return maven_tests(project) if (project / "pom.xml").is_file() else gradle_tests(project)
    except UsageError:
        return ProjectTests()


def _project_class_path(folder: Path) -> tuple[Path, ...]:
    is_project = (folder / "pom.xml").is_file() or is_gradle(folder)
    return _class_path_of(folder) if is_project else ()


def _existing(classpath: Iterable[Path | str]) -> Iterable[Path]:
    for entry in classpath:
        path = Path(entry).expanduser()
        if not path.exists():
            raise UsageError(f"--classpath: {path} does not exist")
        if path.is_file():
            try:
                next(Jar(path).names(), None)
            except ClassFormatError as error:
                raise UsageError(f"--classpath: {error}") from None
        yield path


def _release_of(parts: Sequence[Part], jdk: Jdk) -> int:
    """The oldest release that runs all parts as this JDK sees them; that of the JDK if they hold no classes."""
    newest = (newest_major(part, jdk.feature) for part in parts if part.entries)
    return max(map(feature_for, newest), default=jdk.feature)


def _newer_jdk(home: Path | str | None, chosen: Jdk, release: int) -> Jdk:
    if home is not None:
        raise UsageError(
            f"the classes are compiled for Java {release}, --jdk is Java {chosen.feature}: a newer JDK is needed"
        )
    try:
        return find_jdk(None, release)
    except NoJdkError as error:
        raise NoJdkError(f"the classes are compiled for Java {release}: {error}") from None


def _kind(parts: Sequence[Part]) -> str:
    kinds = list(dict.fromkeys(part.kind for part in parts))
    return kinds[0] if len(kinds) == 1 else "several targets"


def _unique(paths: Iterable[Path]) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(path.absolute() for path in paths))
