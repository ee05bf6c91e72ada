"""Objects as bytes for another process, in which equal strings become one.

A report names the same classes, members and fields thousands of times. The strings of a process that makes reports are
objects of their own, and so would be those of the process that gets them.
"""

from __future__ import annotations

import pickle
import sys
from io import BytesIO

__all__ = ["packed", "unpacked"]


def packed(value: object) -> bytes:
    """The bytes of an object that can be pickled. Each string is in them once. Raises what `pickle.dumps` raises."""
    buffer = BytesIO()
    _Packer(buffer, pickle.HIGHEST_PROTOCOL).dump(value)
    return buffer.getvalue()


def unpacked(data: bytes) -> object:
    """The object that was packed. Equal strings of all that this process unpacks are one: they are interned."""
    return _Unpacker(BytesIO(data)).load()


class _Packer(pickle.Pickler):
    """Pickles a string as the persistent id of itself, which is what `_Unpacker` gets to see."""

    def __init__(self, buffer: BytesIO, protocol: int) -> None:
        super().__init__(buffer, protocol)
        self._strings: dict[str, str] = {}

    def persistent_id(self, value: object) -> str | None:
        """The first of equal strings; None for other objects."""
        return self._strings.setdefault(value, value) if type(value) is str else None


class _Unpacker(pickle.Unpickler):
    """Reads what `_Packer` has written."""

    def persistent_load(self, text: str) -> str:
        """The interned string."""
        return sys.intern(text)
