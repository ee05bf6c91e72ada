"""The constant pool of a class file, read on demand (JVMS 4.4)."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Final, ParamSpec, TypeVar

import everypath.classfile.constants as c
from everypath.classfile.descriptors import check_field_descriptor, parse_method_descriptor
from everypath.classfile.mutf8 import decode_modified_utf8
from everypath.errors import ClassFormatError

_P = ParamSpec("_P")
_T = TypeVar("_T")

u2 = struct.Struct(">H").unpack_from
u2u2 = struct.Struct(">HH").unpack_from
_i4 = struct.Struct(">i").unpack_from
_i8 = struct.Struct(">q").unpack_from
_f4 = struct.Struct(">f").unpack_from
_f8 = struct.Struct(">d").unpack_from

_UTF8, _INTEGER, _FLOAT, _LONG, _DOUBLE, _CLASS, _STRING = 1, 3, 4, 5, 6, 7, 8
_FIELDREF, _METHODREF, _INTERFACE_METHODREF, _NAME_AND_TYPE = 9, 10, 11, 12
_METHOD_HANDLE, _METHOD_TYPE, _DYNAMIC, _INVOKE_DYNAMIC, _MODULE = 15, 16, 17, 18, 19

# The size of an entry by tag, 0 for no such tag and for Utf8.
_ENTRY_SIZES: Final = bytes((0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3)).ljust(256, b"\0")


_KINDS: Final[dict[int, type[c.Constant]]] = {
    _UTF8: str,
    _INTEGER: c.IntConst,
    _FLOAT: c.FloatConst,
    _LONG: c.LongConst,
    _DOUBLE: c.DoubleConst,
    _CLASS: c.ClassRef,
    _STRING: c.StringConst,
    _FIELDREF: c.MemberRef,
    _METHODREF: c.MemberRef,
    _INTERFACE_METHODREF: c.MemberRef,
    _NAME_AND_TYPE: c.NameAndType,
    _METHOD_HANDLE: c.MethodHandle,
    _METHOD_TYPE: c.MethodType,
    _DYNAMIC: c.Dynamic,
    _INVOKE_DYNAMIC: c.InvokeDynamic,
    _MODULE: c.ModuleRef,
    _MODULE + 1: c.PackageRef,
}
"""The kind of a constant by its tag."""


def reading(read: Callable[_P, _T]) -> Callable[_P, _T]:
    """Decorate a reader so that it raises ``ClassFormatError`` when it reads past the end of the bytes."""

    @wraps(read)
    def guarded(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        try:
            return read(*args, **kwargs)
        except (struct.error, IndexError):
            raise ClassFormatError("truncated or malformed class file") from None

    return guarded


class ConstantPool:
    """The constant pool: offsets of all entries, values on demand."""

    __slots__ = ("_memo", "_offsets", "data", "end")

    def __init__(self, data: bytes) -> None:
        self.data = data
        count = data[8] << 8 | data[9]
        sizes = _ENTRY_SIZES
        offsets = [0]
        add = offsets.append
        at = 10
        left = count - 1
        while left > 0:
            tag = data[at]
            add(at)
            if tag == _UTF8:
                at += 3 + (data[at + 1] << 8 | data[at + 2])
            else:
                size = sizes[tag]
                if not size:
                    raise ClassFormatError(f"malformed class file: unknown constant pool tag {tag}")
                at += size
                if size == 9:
                    add(0)
                    left -= 1
            left -= 1
        if at > len(data) or left < 0:
            raise IndexError
        self.end = at
        self._offsets = offsets
        self._memo: list[c.Constant | None] = [None] * len(offsets)

    def __len__(self) -> int:
        return len(self._offsets)

    def texts(self) -> Iterator[tuple[int, int]]:
        """Where the bytes of the ``CONSTANT_Utf8`` entries begin and end."""
        data = self.data
        for at in self._offsets:
            if at and data[at] == _UTF8:
                yield at + 3, at + 3 + (data[at + 1] << 8 | data[at + 2])

    @reading
    def get(self, index: int) -> c.Constant:
        """The constant at ``index``. Raises ``ClassFormatError`` if there is none or it is malformed."""
        value = self._memo[index]
        if value is None:
            value = self._memo[index] = self._read(index)
        return value

    def utf8(self, index: int) -> str:
        """The ``CONSTANT_Utf8`` at ``index``."""
        value = self._memo[index]
        if type(value) is str:
            return value
        data, at = self.data, self._offsets[index]
        if at == 0 or data[at] != _UTF8:
            return self._typed(index, str)
        start = at + 3
        text = self._memo[index] = decode_modified_utf8(data[start : start + (data[at + 1] << 8 | data[at + 2])])
        return text

    def class_name(self, index: int) -> str:
        """The name in the ``CONSTANT_Class`` at ``index``."""
        return self._typed(index, c.ClassRef).name

    def optional_utf8(self, index: int) -> str | None:
        """``utf8``, or ``None`` for index 0."""
        return self.utf8(index) if index else None

    def optional_class_name(self, index: int) -> str | None:
        """``class_name``, or ``None`` for index 0."""
        return self.class_name(index) if index else None

    def values(self) -> Iterator[c.Constant]:
        """Every constant in order."""
        return (self.get(index) for index, offset in enumerate(self._offsets) if offset)

    def _typed(self, index: int, kind: type[_T]) -> _T:
        """The constant at ``index``. Its kind is checked first: constants of the right kinds form no circle."""
        at = self._offsets[index]
        if at and _KINDS[self.data[at]] is not kind:
            raise _unexpected(_KINDS[self.data[at]], kind)
        return expect(self.get(index), kind)

    def _read(self, index: int) -> c.Constant:
        at = self._offsets[index]
        if at == 0:
            raise ClassFormatError(f"malformed class file: no constant at index {index}")
        data = self.data
        tag = data[at]
        if tag == _UTF8:
            return self.utf8(index)
        if tag == _CLASS:
            return c.ClassRef(self._name(at))
        if tag == _NAME_AND_TYPE:
            name, descriptor = u2u2(data, at + 1)
            return c.NameAndType(self.utf8(name), self.utf8(descriptor))
        if tag in (_FIELDREF, _METHODREF, _INTERFACE_METHODREF):
            return self._member(at, tag)
        return self._read_other(at, tag)

    def _read_other(self, at: int, tag: int) -> c.Constant:
        data = self.data
        if tag == _STRING:
            return c.StringConst(self._name(at))
        if tag == _INTEGER:
            return c.IntConst(_i4(data, at + 1)[0])
        if tag == _LONG:
            return c.LongConst(_i8(data, at + 1)[0])
        if tag == _FLOAT:
            return c.FloatConst(_f4(data, at + 1)[0])
        if tag == _DOUBLE:
            return c.DoubleConst(_f8(data, at + 1)[0])
        if tag in (_DYNAMIC, _INVOKE_DYNAMIC):
            bootstrap, index = u2u2(data, at + 1)
            pair = self._typed(index, c.NameAndType)
            if tag == _DYNAMIC:
                return c.Dynamic(bootstrap, pair.name, check_field_descriptor(pair.descriptor))
            parse_method_descriptor(pair.descriptor)
            return c.InvokeDynamic(bootstrap, pair.name, pair.descriptor)
        if tag == _METHOD_HANDLE:
            kind = data[at + 1]
            if not c.REF_GET_FIELD <= kind <= c.REF_INVOKE_INTERFACE:
                raise ClassFormatError(f"malformed class file: unknown method handle kind {kind}")
            member = self._typed(u2(data, at + 2)[0], c.MemberRef)
            if (member.descriptor[0] == "(") != (kind > c.REF_PUT_STATIC):
                raise ClassFormatError("malformed class file: a method handle of the wrong kind of member")
            return c.MethodHandle(kind, member)
        if tag == _METHOD_TYPE:
            descriptor = self._name(at)
            parse_method_descriptor(descriptor)
            return c.MethodType(descriptor)
        return c.ModuleRef(self._name(at)) if tag == _MODULE else c.PackageRef(self._name(at))

    def _name(self, at: int) -> str:
        return self.utf8(u2(self.data, at + 1)[0])

    def _member(self, at: int, tag: int) -> c.MemberRef:
        owner, index = u2u2(self.data, at + 1)
        pair = self._typed(index, c.NameAndType)
        if tag == _FIELDREF:
            check_field_descriptor(pair.descriptor)
        else:
            parse_method_descriptor(pair.descriptor)
        return c.MemberRef(self.class_name(owner), pair.name, pair.descriptor, tag == _INTERFACE_METHODREF)


def expect(value: c.Constant, kind: type[_T]) -> _T:
    """``value``, checked to be of ``kind``. Raises ``ClassFormatError``."""
    if isinstance(value, kind):
        return value
    raise _unexpected(type(value), kind)


def _unexpected(found: type, wanted: type) -> ClassFormatError:
    return ClassFormatError(f"malformed class file: a constant is {found.__name__} where {wanted.__name__} is needed")
