"""Class files with other names of classes."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping

from everypath.classfile.mutf8 import encode_modified_utf8
from everypath.classfile.pool import ConstantPool

__all__ = ["renamer"]


def renamer(names: Mapping[str, str]) -> Callable[[bytes], bytes]:
    """A function that gives a class file in which these classes (internal names) have other names, and so have the
    classes nested in them. Texts of the code that look like a class name change, too.
    """
    encoded = {encode_modified_utf8(old): encode_modified_utf8(new) for old, new in names.items()}
    choice = b"|".join(re.escape(each) for each in sorted(encoded, key=len, reverse=True))
    pattern = re.compile(rb"(\A|L)(" + choice + rb")(?=\Z|[;$<.])")

    def renamed(data: bytes) -> bytes:
        parts, done = list[bytes](), 0
        for start, end in ConstantPool(data).texts():
            text = data[start:end]
            changed = pattern.sub(lambda found: found[1] + encoded[found[2]], text)
            if changed != text:
                parts += data[done : start - 2], struct.pack(">H", len(changed)), changed
                done = end
        return b"".join((*parts, data[done:]))

    return renamed
