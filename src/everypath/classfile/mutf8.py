"""Modified UTF-8, the encoding of every name and string in a class file (JVMS 4.4.7).

Python strings here hold Java strings by code *point*: a surrogate pair becomes one supplementary character, an
unpaired surrogate stays as it is, and ``encode(decode(b)) == b`` for every valid ``b``.
"""

from __future__ import annotations

import re

from everypath.errors import ClassFormatError

# Bytes that are valid in UTF-8 but not in modified UTF-8: zero, and those of four-byte sequences.
_FORBIDDEN = re.compile(rb"[\x00\xf0-\xff]")


def decode_modified_utf8(data: bytes) -> str:
    """The string that ``data`` encodes. Raises ``ClassFormatError`` if it is no modified UTF-8."""
    if data.isascii():
        if b"\x00" in data:
            raise ClassFormatError("malformed modified UTF-8: a zero byte")
        return data.decode("ascii")
    if _FORBIDDEN.search(data):
        raise ClassFormatError("malformed modified UTF-8: a zero byte or a sequence of four bytes")
    try:
        text = data.replace(b"\xc0\x80", b"\x00").decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise ClassFormatError(f"malformed modified UTF-8: {error.reason} at byte {error.start}") from None
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def encode_modified_utf8(text: str) -> bytes:
    """The modified UTF-8 of ``text``: zero in two bytes, supplementary characters as surrogate pairs."""
    if text.isascii() and "\x00" not in text:
        return text.encode("ascii")
    out = bytearray()
    units = text.encode("utf-16-be", "surrogatepass")
    for high, low in zip(units[::2], units[1::2], strict=True):
        unit = high << 8 | low
        if 0 < unit < 0x80:
            out.append(unit)
        elif unit < 0x800:
            out += bytes((0xC0 | unit >> 6, 0x80 | unit & 0x3F))
        else:
            out += bytes((0xE0 | unit >> 12, 0x80 | unit >> 6 & 0x3F, 0x80 | unit & 0x3F))
    return bytes(out)
