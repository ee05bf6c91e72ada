"""Targets that are names: a class, nested class or package on the class path or in the JDK."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path

from everypath.classfile import (
    ClassFile,
    ClassPath,
    Jdk,
    JImage,
    dotted,
    internal_name,
    package_of,
    without_package,
)
from everypath.errors import ClassFormatError, UsageError
from everypath.project.target import Part


def open_named(text: str, jdk: Jdk, classpath: Sequence[Path]) -> Part | None:
    """The class or the package (``java.sql`` or ``java.sql.*``, without its subpackages) of this name.

    A class of the class path comes with its nested classes; of the JDK, it comes alone. ``None`` if there is no such
    class or package.
    """
    name = internal_name(text.removesuffix(".*"))
    if not name or not all(part.replace("$", "_").replace("-", "_").isidentifier() for part in name.split("/")):
        return None
    path, image = ClassPath(classpath, release=jdk.feature), jdk.image()
    try:
        if not text.endswith(".*"):
            found = _as_class(name, path, image)
            if found is not None:
                return found
        return _as_package(name, path, image)
    except ClassFormatError as error:
        raise UsageError(str(error)) from None


def suggestion(text: str, jdk: Jdk, classpath: Sequence[Path]) -> str:
    """``; did you mean …?`` where a class has the same or nearly the same simple name, else nothing."""
    simple = text.rpartition(".")[2].rpartition("/")[2]
    image = jdk.image()
    names = list(ClassPath(classpath, release=jdk.feature).names())
    names += [name for name in image.names() if name.startswith("java/") and image.is_exported(package_of(name))]
    by_simple: dict[str, str] = {}
    for name in names:
        by_simple.setdefault(without_package(name), name)
    close = difflib.get_close_matches(simple, by_simple, n=1, cutoff=0.8)
    return f"; did you mean {dotted(by_simple[close[0]])}?" if close else ""


def _as_class(name: str, path: ClassPath, image: JImage) -> Part | None:
    for candidate in _spellings(name):
        if image.find(candidate) is not None:
            return Part("JDK class", (), (candidate,))
        source = path.source_of(candidate)
        if source is not None:
            nested = [other for other in source.names() if other.startswith(candidate + "$")]
            return Part("class", (source.path,), (candidate, *nested))
    return None


def _spellings(name: str) -> Iterator[str]:
    """``java/util/Map/Entry`` as a top-level class, then as a nested one, and so on inwards."""
    yield name
    while "/" in name:
        head, _, tail = name.rpartition("/")
        name = f"{head}${tail}"
        yield name


def _as_package(package: str, path: ClassPath, image: JImage) -> Part | None:
    prefix = package + "/"
    names = [name for name in path.names() if package_of(name) == package]
    if names:
        entries = tuple(entry.path for entry in path.entries if any(name.startswith(prefix) for name in entry.names()))
        return Part("package", entries, tuple(sorted(names)))
    if image.module_of(package) is None:
        return None
    names = [name for name in image.names() if package_of(name) == package and "-" not in name]
    if not any(_is_open(image, name) for name in names):
        raise UsageError(f"{dotted(package)}: a package of the JDK without public classes")
    return Part("JDK package", (), tuple(names))


def _is_open(image: JImage, name: str) -> bool:
    """True if all code can name the class."""
    data = image.find(name)
    return data is not None and image.is_exported(package_of(name)) and ClassFile(data).is_open
