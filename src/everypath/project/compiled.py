"""Opens targets that are compiled: class files, folders of class files, jars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from everypath import usercache
from everypath.classfile import NEWEST_MAJOR, ClassFile, Jar, UnsupportedVersionError, dotted
from everypath.errors import ClassFormatError, UsageError
from everypath.project.files import files_below
from everypath.project.target import Part

_HEAD: Final = 8
_NOT_CLASSES: Final = ("module-info.class", "package-info.class")
_JAR_SAMPLES: Final = 64


def open_class_file(path: Path) -> Part:
    """A single class file; its neighbours are on the class path, too, where it lies in its package's folder."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    try:
        file = ClassFile(data)
        file.check()
    except ClassFormatError as error:
        raise UsageError(f"{path}: {error}") from None
    root = root_of(path, file.name) or _copied(file.name, data)
    return Part("class file", (root,), (file.name,), (), source_roots_of(root))


def open_class_directory(path: Path) -> Part | None:
    """A directory with class files below it, or a package's folder in one; ``None`` if there are no class files.

    Class files that cannot be read, or lie in another folder than that of their package, are noted and left out.
    """
    files = [file for file in files_below(path, ".class") if file.name not in _NOT_CLASSES]
    if not files:
        return None
    roots: dict[Path, list[str]] = {}
    problems: list[tuple[Path, str]] = []
    for file in files:
        try:
            name = ClassFile(file.read_bytes()).name
        except (ClassFormatError, OSError) as error:
            problems.append((file, str(error)))
            continue
        root = root_of(file, name)
        if root is None:
            problems.append((file, f"it holds the class {dotted(name)}, whose package is another folder"))
        else:
            roots.setdefault(root, []).append(name)
    if not roots:
        raise UsageError(f"{problems[0][0]}: {problems[0][1]}")
    notes = [f"{file}: {problem}" for file, problem in problems[:3]]
    if len(problems) > 3:
        notes.append(f"{len(problems) - 3} more class files cannot be read")
    source_roots = tuple(dict.fromkeys(folder for root in roots for folder in source_roots_of(root)))
    for root, names in roots.items():
        notes += stale(root, names, source_roots)
    classes = tuple(sorted({name for names in roots.values() for name in names}))
    return Part("class directory", tuple(roots), classes, (), source_roots, tuple(notes))


def open_jar(path: Path, feature: int) -> Part:
    """A jar as a JDK of this release sees it, and what its manifest's ``Class-Path`` names."""
    jar = Jar(path, feature)
    try:
        classes = tuple(jar.names())
        dependencies = jar.class_path()
    except ClassFormatError as error:
        raise UsageError(str(error)) from None
    if not classes:
        raise UsageError(f"{path}: a jar without classes")
    return Part("jar", (path,), classes, dependencies)


def newest_major(part: Part, feature: int) -> int:
    """The newest class file version in the part: of all classes in directories, of a sample of those in jars.

    A multi-release jar has the classes that a JDK of the release ``feature`` sees. Raises ``UsageError`` if every
    class looked at is damaged, or one is newer than supported and none is not.
    """
    majors: list[int] = []
    problem: str | None = None
    for entry in part.entries:
        names = [name for name in part.classes if len(part.entries) == 1 or (entry / f"{name}.class").is_file()]
        for name, data in _heads(entry, names, feature):
            try:
                majors.append(_major(data))
            except ClassFormatError as error:
                problem = problem or f"{entry}: {dotted(name)}: {error}"
    if not majors:
        raise UsageError(problem or f"{part.entries[0]}: no class that can be read")
    return max(majors)


def _heads(entry: Path, names: Sequence[str], feature: int) -> Iterator[tuple[str, bytes]]:
    if entry.is_dir():
        for name in names:
            try:
                with (entry / f"{name}.class").open("rb") as file:
                    yield name, file.read(_HEAD)
            except OSError:
                continue
        return
    jar = Jar(entry, feature)
    for name in islice(names, 0, None, max(1, len(names) // _JAR_SAMPLES)):
        try:
            yield name, (jar.find(name) or b"")[:_HEAD]
        except ClassFormatError:
            yield name, b""


def _major(head: bytes) -> int:
    if len(head) < _HEAD or head[:4] != b"\xca\xfe\xba\xbe":
        raise ClassFormatError("damaged, or not a class file")
    major = head[6] << 8 | head[7]
    if major > NEWEST_MAJOR:
        raise UnsupportedVersionError(major)
    return major


def root_of(file: Path, name: str) -> Path | None:
    """The folder below which a class file lies by its package, ``None`` if it does not."""
    absolute = file.absolute()
    parts = (name + ".class").split("/")
    if list(absolute.parts[-len(parts) :]) != parts:
        return None
    return absolute.parents[len(parts) - 1]


def source_roots_of(root: Path) -> tuple[Path, ...]:
    """Folders that may hold the sources of a class directory: by the usual layouts, or itself."""
    absolute = root.absolute()
    candidates = [absolute]
    if absolute.name == "classes":
        candidates.append(absolute.parent.parent / "src" / "main" / "java")
    elif absolute.name == "test-classes":
        candidates.append(absolute.parent.parent / "src" / "test" / "java")
    elif len(absolute.parts) > 4 and absolute.parts[-3] == "classes":
        candidates.append(absolute.parents[3] / "src" / absolute.name / absolute.parent.name)
    candidates += [absolute.parent / "src" / "main" / "java", absolute.parent / "src"]
    return tuple(dict.fromkeys(folder for folder in candidates if folder.is_dir()))


def stale(root: Path, classes: Iterable[str], source_roots: Sequence[Path]) -> list[str]:
    """A note where sources were changed after they were compiled."""
    outdated = []
    for name in classes:
        if "$" in name:
            continue
        compiled = _changed(root / f"{name}.class")
        sources = (_changed(folder / f"{name}.java") for folder in source_roots)
        newest = max((time for time in sources if time is not None), default=None)
        if compiled is not None and newest is not None and newest > compiled + 1:
            outdated.append(dotted(name))
    if not outdated:
        return []
    first = outdated[0] if len(outdated) == 1 else f"{outdated[0]} and {len(outdated) - 1} more"
    return [f"compiled classes are older than their sources ({first}): compile before you trust the result"]


def _changed(path: Path) -> float | None:
    try:
        return path.stat().st_mtime
    except OSError:
        return None


def _copied(name: str, data: bytes) -> Path:
    """A class file that lies outside its package's folder, copied to where it is found by name."""
    digest = usercache.digest_of(name, data)
    try:
        known = usercache.folder("classes", digest)
        if known is not None:
            return known
        work = usercache.new_folder("classes")
        goal = work / f"{name}.class"
        goal.parent.mkdir(parents=True, exist_ok=True)
        goal.write_bytes(data)
        return usercache.keep_folder("classes", digest, work)
    except (OSError, ValueError) as error:
        raise UsageError(f"{dotted(name)}: lies outside its package's folder and cannot be copied: {error}") from None
