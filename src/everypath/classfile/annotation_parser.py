"""Reading annotations from a class file (JVMS 4.7.16 to 4.7.22).

Each function takes the offset of an item. Most return the item and the offset of its end. They raise ``struct.error``
or ``IndexError`` past the end of the bytes; their callers turn these into ``ClassFormatError``.
"""

from __future__ import annotations

from everypath.classfile.annotations import Annotation, ClassValue, ElementValue, EnumValue, TypeAnnotation
from everypath.classfile.constants import DoubleConst, FloatConst, IntConst, LongConst
from everypath.classfile.descriptors import check_field_descriptor
from everypath.classfile.pool import ConstantPool, expect, u2, u2u2
from everypath.errors import ClassFormatError


def read_annotations(pool: ConstantPool, at: int) -> tuple[tuple[Annotation, ...], int]:
    """A counted list of annotations."""
    count = u2(pool.data, at)[0]
    at += 2
    found = []
    for _ in range(count):
        annotation, at = read_annotation(pool, at)
        found.append(annotation)
    return tuple(found), at


MOST_NESTED = 100
"""Annotations and arrays of elements nested deeper than this are malformed: no compiler writes them."""


def read_annotation(pool: ConstantPool, at: int, depth: int = 0) -> tuple[Annotation, int]:
    """One annotation."""
    kind, count = u2u2(pool.data, at)
    at += 4
    values = []
    for _ in range(count):
        name = pool.utf8(u2(pool.data, at)[0])
        value, at = read_element_value(pool, at + 2, depth + 1)
        values.append((name, value))
    return Annotation(check_field_descriptor(pool.utf8(kind)), tuple(values)), at


def read_element_value(pool: ConstantPool, at: int, depth: int = 0) -> tuple[ElementValue, int]:
    """One element value."""
    if depth > MOST_NESTED:
        raise ClassFormatError("malformed class file: annotations nested too deeply")
    data = pool.data
    tag = chr(data[at])
    at += 1
    if tag == "@":
        return read_annotation(pool, at, depth)
    if tag == "[":
        count = u2(data, at)[0]
        at += 2
        items = []
        for _ in range(count):
            item, at = read_element_value(pool, at, depth + 1)
            items.append(item)
        return tuple(items), at
    index = u2(data, at)[0]
    if tag == "e":
        return EnumValue(pool.utf8(index), pool.utf8(u2(data, at + 2)[0])), at + 4
    return _constant_element(pool, tag, index), at + 2


def _constant_element(pool: ConstantPool, tag: str, index: int) -> ElementValue:
    if tag == "s":
        return pool.utf8(index)
    if tag == "c":
        return ClassValue(pool.utf8(index))
    value = pool.get(index)
    if tag == "J":
        return expect(value, LongConst).value
    if tag == "F":
        return expect(value, FloatConst).value
    if tag == "D":
        return expect(value, DoubleConst).value
    if tag not in ("B", "C", "I", "S", "Z"):
        raise ClassFormatError(f"malformed class file: unknown annotation element {tag!r}")
    number = expect(value, IntConst).value
    if tag == "Z":
        return number != 0
    return chr(number & 0xFFFF) if tag == "C" else number


def read_parameter_annotations(pool: ConstantPool, at: int) -> list[tuple[Annotation, ...]]:
    """The annotations of each parameter."""
    count = pool.data[at]
    at += 1
    rows = []
    for _ in range(count):
        row, at = read_annotations(pool, at)
        rows.append(row)
    return rows


# Bytes of ``target_info`` by ``target_type`` (JVMS table 4.7.20-A); localvar_target is counted.
_TARGET_SIZES = {0x00: 1, 0x01: 1, 0x10: 2, 0x11: 2, 0x12: 2, 0x13: 0, 0x14: 0, 0x15: 0, 0x16: 1, 0x17: 2, 0x42: 2}
_TARGET_SIZES |= dict.fromkeys(range(0x43, 0x47), 2) | dict.fromkeys(range(0x47, 0x4C), 3)
_LOCAL_TARGETS = (0x40, 0x41)


def read_type_annotations(pool: ConstantPool, at: int) -> tuple[TypeAnnotation, ...]:
    """A counted list of type annotations."""
    data = pool.data
    count = u2(data, at)[0]
    at += 2
    found = []
    for _ in range(count):
        target = data[at]
        if target in _LOCAL_TARGETS:
            size = 2 + 6 * u2(data, at + 1)[0]
        elif target in _TARGET_SIZES:
            size = _TARGET_SIZES[target]
        else:
            raise ClassFormatError(f"malformed class file: unknown type annotation target {target}")
        index = data[at + 1] if size == 1 else 0
        at += 1 + size
        steps = data[at]
        path = tuple((data[at + 1 + 2 * i], data[at + 2 + 2 * i]) for i in range(steps))
        annotation, at = read_annotation(pool, at + 1 + 2 * steps)
        found.append(TypeAnnotation(target, index, path, annotation))
    return tuple(found)
