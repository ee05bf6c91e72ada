"""Class paths: directories, jars and the JDK's image, searched in order."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from everypath.classfile.names import without_package
from everypath.errors import ClassFormatError

_SUFFIX: Final = ".class"
_VERSIONS: Final = "META-INF/versions/"
_NOT_CLASSES: Final = ("module-info", "package-info")
_ARCHIVE_ERRORS = (OSError, EOFError, zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError)


class ClassSource(Protocol):
    """An entry of a class path."""

    @property
    def path(self) -> Path:
        """The directory or file."""

    def find(self, name: str) -> bytes | None:
        """The class file of the class by internal name, ``None`` where this entry has none."""

    def names(self) -> Iterator[str]:
        """The internal names of all classes, sorted, without ``module-info`` and ``package-info``."""


class Directory:
    """A directory of class files, laid out by package."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._root = str(self.path)

    def __repr__(self) -> str:
        return f"Directory({self._root!r})"

    def find(self, name: str) -> bytes | None:
        """See ``ClassSource.find``."""
        try:
            with open(f"{self._root}/{name}{_SUFFIX}", "rb") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError, ValueError):
            return None
        except OSError as error:
            raise ClassFormatError(f"{error.filename}: cannot be read: {error.strerror}") from None

    def names(self) -> Iterator[str]:
        """See ``ClassSource.names``."""
        found = (file.relative_to(self.path).as_posix() for file in self.path.rglob("*" + _SUFFIX) if file.is_file())
        return iter(sorted(_class_names(found)))


class Jar:
    """A jar, opened at the first access. A multi-release jar gives its classes for ``release``.

    Raises ``ClassFormatError`` for a file that is no readable jar.
    """

    def __init__(self, path: Path | str, release: int = 25) -> None:
        self.path = Path(path)
        self.release = release
        self._archive: zipfile.ZipFile | None = None
        self._entries: dict[str, zipfile.ZipInfo] = {}

    def __repr__(self) -> str:
        return f"Jar({str(self.path)!r})"

    def find(self, name: str) -> bytes | None:
        """See ``ClassSource.find``."""
        archive = self._open()
        entry = self._entries.get(name)
        return None if entry is None else self._read(archive, entry)

    def names(self) -> Iterator[str]:
        """See ``ClassSource.names``."""
        self._open()
        return iter(sorted(_class_names(name + _SUFFIX for name in self._entries)))

    def class_path(self) -> tuple[Path, ...]:
        """The existing files that the manifest's ``Class-Path`` names."""
        value = self._manifest(self._open()).get("class-path", "")
        candidates = (self.path.parent / entry.removeprefix("file:") for entry in value.split())
        return tuple(path for path in candidates if path.exists())

    def is_closed(self) -> bool:
        """True if classes elsewhere cannot be in its packages: they are sealed, or its classes are signed."""
        archive = self._open()
        signed = (name.startswith("META-INF/") and name.upper().endswith(".SF") for name in archive.namelist())
        return self._manifest(archive).get("sealed", "").lower() == "true" or any(signed)

    def _open(self) -> zipfile.ZipFile:
        if self._archive is None:
            try:
                archive = zipfile.ZipFile(self.path)
            except _ARCHIVE_ERRORS as error:
                raise ClassFormatError(f"{self.path}: not a readable jar: {error}") from None
            self._entries = self._class_entries(archive)
            self._archive = archive
        return self._archive

    def _class_entries(self, archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
        """Class name to entry; an entry below ``META-INF/versions/N`` replaces those of smaller N."""
        entries: dict[str, zipfile.ZipInfo] = {}
        versioned: list[tuple[int, str, zipfile.ZipInfo]] = []
        for entry in archive.infolist():
            name = entry.filename
            if not name.endswith(_SUFFIX):
                continue
            if not name.startswith("META-INF/"):
                entries[name.removesuffix(_SUFFIX)] = entry
            elif name.startswith(_VERSIONS):
                number, _, rest = name.removeprefix(_VERSIONS).partition("/")
                if rest and number.isascii() and number.isdigit():
                    versioned.append((int(number), rest.removesuffix(_SUFFIX), entry))
        if versioned and self._manifest(archive).get("multi-release", "").lower() == "true":
            versioned.sort(key=lambda row: row[0])
            entries.update({name: entry for number, name, entry in versioned if 8 < number <= self.release})
        return entries

    def _manifest(self, archive: zipfile.ZipFile) -> dict[str, str]:
        """The main attributes of the manifest, keys in lower case."""
        try:
            entry = archive.getinfo("META-INF/MANIFEST.MF")
        except KeyError:
            return {}
        text = self._read(archive, entry).decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
        main = text.partition("\n\n")[0].replace("\n ", "")
        pairs = (line.partition(":") for line in main.split("\n"))
        return {key.strip().lower(): value.strip() for key, _, value in pairs}

    def _read(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
        try:
            return archive.read(entry)
        except _ARCHIVE_ERRORS as error:
            raise ClassFormatError(f"{self.path}: {entry.filename} cannot be read: {error}") from None


class ClassPath:
    """Entries searched in order. A path that does not exist is skipped, as the JVM does."""

    def __init__(self, entries: Iterable[ClassSource | Path | str], release: int = 25) -> None:
        self.entries: tuple[ClassSource, ...] = tuple(
            source for entry in entries if (source := _source(entry, release)) is not None
        )

    def __repr__(self) -> str:
        return f"ClassPath({list(self.entries)!r})"

    @property
    def paths(self) -> tuple[Path, ...]:
        """The entries' directories and files."""
        return tuple(entry.path for entry in self.entries)

    def find(self, name: str) -> bytes | None:
        """The class file of the class by internal name. Raises ``ClassFormatError`` for a damaged entry."""
        for entry in self.entries:
            data = entry.find(name)
            if data is not None:
                return data
        return None

    def source_of(self, name: str) -> ClassSource | None:
        """The entry that ``find`` takes the class from."""
        return next((entry for entry in self.entries if entry.find(name) is not None), None)

    def is_closed(self, name: str) -> bool:
        """True if the class (internal name) lies in a jar whose packages no other class can be in."""
        source = self.source_of(name)
        return isinstance(source, Jar) and source.is_closed()

    def names(self) -> Iterator[str]:
        """The internal names of all classes, each once, entry by entry."""
        seen: set[str] = set()
        for entry in self.entries:
            for name in entry.names():
                if name not in seen:
                    seen.add(name)
                    yield name


SourceLike: TypeAlias = ClassSource | Path | str


def _source(entry: SourceLike, release: int) -> ClassSource | None:
    if not isinstance(entry, str | Path):
        return entry
    path = Path(entry)
    if path.is_dir():
        return Directory(path)
    return Jar(path, release) if path.exists() else None


def _class_names(files: Iterable[str]) -> Iterator[str]:
    for file in files:
        name = file.removesuffix(_SUFFIX)
        if without_package(name) not in _NOT_CLASSES:
            yield name
