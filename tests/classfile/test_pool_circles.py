"""Constants that refer to each other in a circle are malformed, however long the circle is."""

from __future__ import annotations

import struct

import pytest

from everypath.classfile.pool import ConstantPool
from everypath.errors import ClassFormatError

CLASS, STRING, METHODREF, NAME_AND_TYPE, METHOD_HANDLE = 7, 8, 10, 12, 15


def pool_of(*entries: bytes) -> ConstantPool:
    return ConstantPool(bytes(8) + struct.pack(">H", len(entries) + 1) + b"".join(entries))


@pytest.mark.parametrize(
    "entries",
    [
        (struct.pack(">BH", CLASS, 1),),
        (struct.pack(">BH", STRING, 1),),
        (struct.pack(">BBH", METHOD_HANDLE, 5, 1),),
        (struct.pack(">BHH", NAME_AND_TYPE, 1, 1),),
        (struct.pack(">BHH", METHODREF, 1, 1),),
        (struct.pack(">BH", CLASS, 2), struct.pack(">BHH", METHODREF, 1, 3), struct.pack(">BHH", NAME_AND_TYPE, 1, 1)),
    ],
)
def test_a_circle_of_constants_is_malformed(entries: tuple[bytes, ...]) -> None:
    with pytest.raises(ClassFormatError, match="a constant is"):
        list(pool_of(*entries).values())
