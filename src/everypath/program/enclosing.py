"""The class files around a class: its enclosing classes, its package and its module. Annotations there apply to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import ClassFile, package_of
from everypath.errors import ClassFormatError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from everypath.classfile import ClassPath, ClassSource


def enclosing_files(file: ClassFile, classpath: ClassPath) -> tuple[ClassFile, ...]:
    """The class files of the classes around one, the innermost first, then ``package-info`` and ``module-info``, where
    these lie beside it: in the same directory or jar.
    """
    source = classpath.source_of(file.name)
    if source is None:
        return ()
    package = package_of(file.name)
    info = f"{package}/package-info" if package else "package-info"
    names = (_read(source, info), _read(source, "module-info"))
    return (*_enclosing(file, source), *(each for each in names if each is not None))


def _enclosing(file: ClassFile, source: ClassSource) -> Iterator[ClassFile]:
    seen = {file.name}
    while True:
        outer = _outer(file)
        if outer is None or outer in seen:
            return
        seen.add(outer)
        found = _read(source, outer)
        if found is None:
            return
        yield found
        file = found


def _outer(file: ClassFile) -> str | None:
    """The class in which a member class, a local or an anonymous one is declared."""
    declared = next((each.outer for each in file.inner_classes if each.inner == file.name), None)
    if declared is not None:
        return declared
    return file.enclosing_method.owner if file.enclosing_method is not None else None


def _read(source: ClassSource, name: str) -> ClassFile | None:
    try:
        data = source.find(name)
        return None if data is None else ClassFile(data)
    except ClassFormatError:
        return None
