"""Inserts calls at the beginning of methods of a class file.

A call loads some arguments and a number and calls a static method of the guard. The inserted code is a multiple of four
bytes long, so that the padding of switches stays as it is; jumps are relative. Only tables that name absolute places in
the code are moved: exception handlers, line numbers, local variables, stack maps and type annotations are kept in step
or, where the JVM does not need them, left out.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

from everypath.classfile import encode_modified_utf8, parse_method_descriptor, slot_size
from everypath.dataclass import dataclass
from everypath.errors import ClassFormatError

__all__ = ["GUARD", "Insertion", "insert_calls"]

GUARD = "java/lang/SinkGuard"
"""The class that is called."""

_U1, _U2, _U4 = struct.Struct(">B"), struct.Struct(">H"), struct.Struct(">I")
_SIZES = {3: 5, 4: 5, 9: 5, 10: 5, 11: 5, 12: 5, 17: 5, 18: 5, 7: 3, 8: 3, 16: 3, 19: 3, 20: 3, 15: 4, 5: 9, 6: 9}
"""The sizes of constants by their tags, but for texts."""
_WIDE_CONSTANTS = (5, 6)
_STATIC, _NATIVE, _ABSTRACT = 0x0008, 0x0100, 0x0400
_LOADS = {"I": 21, "Z": 21, "B": 21, "C": 21, "S": 21, "J": 22, "F": 23, "D": 24}
_ALOAD, _GETFIELD, _SIPUSH, _INVOKESTATIC, _NOP = 25, 180, 17, 184, 0
_MOVED = frozenset({"LineNumberTable", "LocalVariableTable", "LocalVariableTypeTable", "StackMapTable"})
_UNINITIALIZED, _OBJECT = 8, 7
THIS = -1


@dataclass(frozen=True, slots=True)
class Insertion:
    """A call of a static method of `GUARD`.

    ``arguments`` are numbers of parameters (`THIS`: the object) or ``(name, descriptor)`` of a field of the object. The
    last argument is ``number``. ``descriptor`` is that of the called method.
    """

    method: str
    descriptor: str
    arguments: Sequence[int | tuple[str, str]]
    number: int


Choose = Callable[[str, str], "Insertion | None"]
"""The insertion for a method, given by name and descriptor."""


def insert_calls(data: bytes, choose: Choose) -> tuple[bytes, frozenset[int]]:
    """The class file with the calls that ``choose`` names, and the numbers that were inserted.

    Methods without code get none. Raises ``ClassFormatError`` where the class file is malformed.
    """
    try:
        return _Patcher(data).patched(choose)
    except (IndexError, struct.error) as error:
        raise ClassFormatError(f"the class file ends early: {error}") from error


class _Patcher:
    def __init__(self, data: bytes) -> None:
        self._data = data
        count = self._u2(8)
        self._offsets = [0] * count
        position, at = 10, 1
        while at < count:
            self._offsets[at] = position
            tag = data[position]
            if tag != 1 and tag not in _SIZES:
                raise ClassFormatError(f"constant pool tag {tag}")
            position += 3 + self._u2(position + 1) if tag == 1 else _SIZES[tag]
            at += 2 if tag in _WIDE_CONSTANTS else 1
        self._pool_end = position
        self._added = bytearray()
        self._next = count
        self._known: dict[bytes, int] = {}

    def _u2(self, position: int) -> int:
        return int(_U2.unpack_from(self._data, position)[0])

    def _u4(self, position: int) -> int:
        return int(_U4.unpack_from(self._data, position)[0])

    def _text(self, index: int) -> str:
        start = self._offsets[index]
        return self._data[start + 3 : start + 3 + self._u2(start + 1)].decode("utf-8", "replace")

    # ---- constants

    def _constant(self, content: bytes) -> int:
        known = self._known.get(content)
        if known is None:
            known = self._known[content] = self._next
            self._next += 1
            self._added += content
        return known

    def _utf8(self, text: str) -> int:
        encoded = encode_modified_utf8(text)
        return self._constant(b"\x01" + _U2.pack(len(encoded)) + encoded)

    def _member(self, tag: int, owner: int, name: str, descriptor: str) -> int:
        pair = self._constant(b"\x0c" + _U2.pack(self._utf8(name)) + _U2.pack(self._utf8(descriptor)))
        return self._constant(bytes([tag]) + _U2.pack(owner) + _U2.pack(pair))

    # ---- the class

    def patched(self, choose: Choose) -> tuple[bytes, frozenset[int]]:
        position = self._pool_end + 6
        position += 2 + 2 * self._u2(position)
        fields = self._u2(position)
        position += 2
        for _ in range(fields):
            position = self._after_member(position)
        body = bytearray(self._data[self._pool_end : position + 2])
        numbers = set()
        count = self._u2(position)
        position += 2
        for _ in range(count):
            end = self._after_member(position)
            flags = self._u2(position)
            wanted = choose(self._text(self._u2(position + 2)), self._text(self._u2(position + 4)))
            if wanted is None or flags & (_NATIVE | _ABSTRACT):
                body += self._data[position:end]
            else:
                body += self._method(position, wanted)
                numbers.add(wanted.number)
            position = end
        if not numbers:
            return self._data, frozenset()
        body += self._data[position:]
        head = self._data[:8] + _U2.pack(self._next) + self._data[10 : self._pool_end]
        return head + bytes(self._added) + bytes(body), frozenset(numbers)

    def _after_member(self, position: int) -> int:
        return self._after_attributes(position + 6)

    def _after_attributes(self, position: int) -> int:
        count = self._u2(position)
        position += 2
        for _ in range(count):
            position += 6 + self._u4(position + 2)
        return position

    def _method(self, position: int, wanted: Insertion) -> bytes:
        count = self._u2(position + 6)
        result = bytearray(self._data[position : position + 8])
        descriptor = self._text(self._u2(position + 4))
        code = self._inserted(wanted, descriptor, bool(self._u2(position) & _STATIC))
        at = position + 8
        for _ in range(count):
            end = at + 6 + self._u4(at + 2)
            if self._text(self._u2(at)) == "Code":
                content = self._code(at + 6, code)
                result += self._data[at : at + 2] + _U4.pack(len(content)) + content
            else:
                result += self._data[at:end]
            at = end
        return bytes(result)

    def _inserted(self, wanted: Insertion, descriptor: str, is_static: bool) -> bytes:
        """The inserted code: a multiple of four bytes."""
        slots = [] if is_static else [0]
        kinds = [] if is_static else ["L"]
        slot = len(slots)
        for kind in parse_method_descriptor(descriptor)[0]:
            slots.append(slot)
            kinds.append(kind)
            slot += slot_size(kind)
        code = bytearray()
        for each in wanted.arguments:
            if isinstance(each, tuple):
                this_class = self._u2(self._pool_end + 2)
                code += bytes([_ALOAD, 0, _GETFIELD]) + _U2.pack(self._member(9, this_class, *each))
                continue
            at = each + (0 if is_static else 1)
            code += bytes([_LOADS.get(kinds[at][0], _ALOAD), slots[at]])
        owner = self._constant(b"\x07" + _U2.pack(self._utf8(GUARD)))
        called = self._member(10, owner, wanted.method, wanted.descriptor)
        code += bytes([_SIPUSH]) + _U2.pack(wanted.number) + bytes([_INVOKESTATIC]) + _U2.pack(called)
        return bytes(code) + bytes([_NOP]) * (-len(code) % 4)

    def _code(self, start: int, inserted: bytes) -> bytes:
        """The content of a Code attribute with code inserted at the beginning."""
        shift = len(inserted)
        length = self._u4(start + 4)
        needed = 8  # at most four values of two slots
        head = _U2.pack(max(self._u2(start), needed)) + self._data[start + 2 : start + 4]
        result = bytearray(head + _U4.pack(length + shift) + inserted + self._data[start + 8 : start + 8 + length])
        at = start + 8 + length
        handlers = self._u2(at)
        result += self._data[at : at + 2]
        at += 2
        for _ in range(handlers):
            result += b"".join(_U2.pack(self._u2(at + 2 * part) + shift) for part in range(3))
            result += self._data[at + 6 : at + 8]
            at += 8
        attributes = []
        count = self._u2(at)
        at += 2
        for _ in range(count):
            name, size = self._text(self._u2(at)), self._u4(at + 2)
            if name in _MOVED:
                content = self._moved(name, at + 6, size, shift)
                attributes.append(self._data[at : at + 2] + _U4.pack(len(content)) + content)
            at += 6 + size
        return bytes(result) + _U2.pack(len(attributes)) + b"".join(attributes)

    def _moved(self, name: str, start: int, size: int, shift: int) -> bytes:
        if name == "StackMapTable":
            return self._stack_maps(start, shift)
        entry = 4 if name == "LineNumberTable" else 10
        result = bytearray(self._data[start : start + size])
        for at in range(2, size, entry):
            moved = int(_U2.unpack_from(result, at)[0])
            if entry == 4 or moved:  # parameters are there from the start
                _U2.pack_into(result, at, moved + shift)
            else:
                _U2.pack_into(result, at + 2, int(_U2.unpack_from(result, at + 2)[0]) + shift)
        return bytes(result)

    def _stack_maps(self, start: int, shift: int) -> bytes:
        """Stack maps (JVMS 4.7.4): the first frame is moved, and places of ``new`` in all."""
        count = self._u2(start)
        result = bytearray(_U2.pack(count))
        at = start + 2
        for number in range(count):
            added = shift if number == 0 else 0
            tag = self._data[at]
            if tag < 128:
                delta, kinds = tag & 63, tag >> 6
                at += 1
                result += bytes([247 if kinds else 251]) + _U2.pack(delta + added)
                at = self._types(at, kinds, result, shift)
                continue
            delta = self._u2(at + 1)
            at += 3
            result += bytes([tag]) + _U2.pack(delta + added)
            if tag == 247:
                at = self._types(at, 1, result, shift)
            elif 252 <= tag < 255:
                at = self._types(at, tag - 251, result, shift)
            elif tag == 255:
                for _ in range(2):
                    number_of_types = self._u2(at)
                    result += _U2.pack(number_of_types)
                    at = self._types(at + 2, number_of_types, result, shift)
        return bytes(result)

    def _types(self, at: int, count: int, result: bytearray, shift: int) -> int:
        """Copy verification types; returns the position behind them."""
        for _ in range(count):
            tag = self._data[at]
            if tag == _UNINITIALIZED:
                result += bytes([tag]) + _U2.pack(self._u2(at + 1) + shift)
                at += 3
            else:
                size = 3 if tag == _OBJECT else 1
                result += self._data[at : at + size]
                at += size
        return at
