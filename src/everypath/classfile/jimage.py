"""The JDK's run time image, ``lib/modules``: every class of the JDK in one mapped file.

The format (magic ``CAFEDADA``, version 1.0, a perfect hash over resource names) is that of the JDK's
``src/java.base/share/native/libjimage/imageFile.hpp``. Resources may be compressed by the ``zip`` plugin of ``jlink``.
"""

from __future__ import annotations

import mmap
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from everypath.classfile.names import dotted, package_of
from everypath.classfile.parser import ClassFile
from everypath.errors import ClassFormatError

_MAGIC: Final = 0xCAFEDADA
_COMPRESSED_MAGIC: Final = 0xCAFEFAFA
_HASH_SEED: Final = 0x01000193
_HEADER_SIZE: Final = 28

# Attributes of a resource's location.
_MODULE, _PARENT, _BASE, _EXTENSION, _OFFSET, _COMPRESSED, _UNCOMPRESSED = 1, 2, 3, 4, 5, 6, 7

_Location = list[int]


class JImage:
    """A mapped ``lib/modules``. Raises ``ClassFormatError`` if the file is none or is damaged.

    Classes are found by internal name. ``names`` and ``packages`` read the whole index once (about 50 ms), ``find``
    needs none of it.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        try:
            with self.path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self._read_header()
        except (OSError, ValueError, struct.error) as error:
            raise ClassFormatError(f"{self.path}: not a readable run time image: {error}") from None
        self._module_of_package: dict[str, str | None] = {}
        self._exported: dict[str, bool] = {}
        self._index: dict[str, _Location] | None = None

    def __repr__(self) -> str:
        return f"JImage({str(self.path)!r})"

    def _read_header(self) -> None:
        data = self._map
        self._order = "<" if struct.unpack_from("<I", data, 0)[0] == _MAGIC else ">"
        magic, version, _flags, _count, table, locations, strings = struct.unpack_from(self._order + "7I", data, 0)
        if magic != _MAGIC:
            raise ValueError("it does not start with CAFEDADA")
        if version != 1 << 16 or table == 0:
            raise ValueError(f"unknown version {version >> 16}.{version & 0xFFFF}")
        end = _HEADER_SIZE + 8 * table + locations + strings
        if end > len(data):
            raise ValueError("it is truncated")
        self._size = table
        self._redirect = self._numbers("i", _HEADER_SIZE)
        self._offsets = self._numbers("I", _HEADER_SIZE + 4 * table)
        self._locations = _HEADER_SIZE + 8 * table
        self._strings = self._locations + locations
        self._resources = end

    def _numbers(self, code: str, at: int) -> tuple[int, ...]:
        return struct.unpack_from(f"{self._order}{self._size}{code}", self._map, at)

    def find(self, name: str) -> bytes | None:
        """The class file of the class ``name``, ``None`` if the JDK has none."""
        if self._index is not None:
            location = self._index.get(name)
            return None if location is None else self._content(location)
        module = self.module_of(package_of(name))
        return None if module is None else self.resource(f"/{module}/{name}.class")

    def resource(self, path: str) -> bytes | None:
        """The content of a resource by its full path, such as ``/java.base/java/lang/Object.class``."""
        try:
            key = path.encode()
            location = self._lookup(path, key)
        except UnicodeEncodeError:
            return None
        except (IndexError, UnicodeDecodeError) as error:
            raise ClassFormatError(f"{self.path}: damaged run time image: {error}") from None
        return None if location is None else self._content(location)

    def _content(self, location: _Location) -> bytes:
        try:
            return self._read(location)
        except (IndexError, UnicodeDecodeError, ValueError, struct.error, zlib.error) as error:
            raise ClassFormatError(f"{self.path}: damaged run time image: {error}") from None

    def module_of(self, package: str) -> str | None:
        """The module that holds classes of the package (``java/util``)."""
        try:
            return self._module_of_package[package]
        except KeyError:
            module = self._module_of_package[package] = self._find_module(package)
            return module

    def is_exported(self, package: str) -> bool:
        """True if the package (``java/util``) is exported to everyone: user code may name its public classes."""
        if package not in self._exported:
            module = self.module_of(package)
            data = self.resource(f"/{module}/module-info.class") if module is not None else None
            self._exported[package] = data is not None and package in ClassFile(data).exported_packages
        return self._exported[package]

    def module_names(self) -> tuple[str, ...]:
        """The names of all modules, sorted."""
        return tuple(sorted({self._string(location[_MODULE]) for location in self._classes().values()}))

    def names(self) -> Iterator[str]:
        """The internal names of all classes, sorted, without ``module-info``."""
        return iter(self._classes())

    def _classes(self) -> dict[str, _Location]:
        if self._index is None:
            try:
                self._index = self._read_index()
            except (IndexError, UnicodeDecodeError) as error:
                raise ClassFormatError(f"{self.path}: damaged run time image: {error}") from None
        return self._index

    def _find_module(self, package: str) -> str | None:
        """Read ``/packages/…``: pairs of (is empty, offset of the module's name)."""
        content = self.resource("/packages/" + dotted(package))
        if content is None:
            return None
        for at in range(0, len(content) - 7, 8):
            is_empty, name = struct.unpack_from(self._order + "II", content, at)
            if not is_empty:
                return self._string(name)
        return None

    def _lookup(self, path: str, key: bytes) -> _Location | None:
        redirect = self._redirect[_hash(key, _HASH_SEED) % self._size]
        if redirect == 0:
            return None
        slot = -1 - redirect if redirect < 0 else _hash(key, redirect) % self._size
        location = self._location(self._offsets[slot])
        return location if self._full_name(location) == path else None

    def _location(self, offset: int) -> _Location:
        data = self._map
        at = self._locations + offset
        location = [0] * 8
        head = data[at]
        while head > 7:
            size = (head & 7) + 2
            location[head >> 3] = int.from_bytes(data[at + 1 : at + size], "big")
            at += size
            head = data[at]
        return location

    def _string(self, offset: int) -> str:
        start = self._strings + offset
        return self._map[start : self._map.find(b"\0", start)].decode()

    def _full_name(self, location: _Location) -> str:
        module, parent = self._string(location[_MODULE]), self._string(location[_PARENT])
        extension = self._string(location[_EXTENSION])
        return (
            (f"/{module}/" if module else "")
            + (f"{parent}/" if parent else "")
            + self._string(location[_BASE])
            + (f".{extension}" if extension else "")
        )

    def _read(self, location: _Location) -> bytes:
        start = self._resources + location[_OFFSET]
        size = location[_COMPRESSED] or location[_UNCOMPRESSED]
        data = self._map[start : start + size]
        if len(data) != size:
            raise IndexError("a resource runs past its end")
        return self._decompress(data) if location[_COMPRESSED] else data

    def _decompress(self, data: bytes) -> bytes:
        while len(data) >= 29 and struct.unpack_from(self._order + "I", data, 0)[0] == _COMPRESSED_MAGIC:
            _, size, _full_size, name, _config, _last = struct.unpack_from(self._order + "IQQIIB", data, 0)
            plugin = self._string(name)
            if plugin != "zip":
                raise ClassFormatError(f"{self.path}: resources compressed by {plugin!r} are not supported")
            data = zlib.decompress(data[29 : 29 + size])
        return data

    def _read_index(self) -> dict[str, _Location]:
        strings: dict[int, str] = {}

        def string(offset: int) -> str:
            text = strings.get(offset)
            if text is None:
                text = strings[offset] = self._string(offset)
            return text

        found: dict[str, _Location] = {}
        for offset in self._offsets:
            location = self._location(offset)
            if string(location[_EXTENSION]) == "class" and location[_MODULE]:
                base = string(location[_BASE])
                if base != "module-info":
                    parent = string(location[_PARENT])
                    found[f"{parent}/{base}" if parent else base] = location
        return dict(sorted(found.items()))


def _hash(key: bytes, seed: int) -> int:
    for byte in key:
        seed = (seed * _HASH_SEED ^ byte) & 0xFFFFFFFF
    return seed & 0x7FFFFFFF
