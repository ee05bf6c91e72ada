"""Fields and methods of a class file and their attributes (JVMS 4.5 to 4.7), read on demand."""

from __future__ import annotations

import struct
from typing import TypeAlias, TypeVar

import everypath.classfile.constants as c
from everypath.classfile import annotation_parser
from everypath.classfile.access import STATIC, SYNTHETIC
from everypath.classfile.annotations import Annotation, ElementValue, TypeAnnotation
from everypath.classfile.descriptors import parse_method_descriptor
from everypath.classfile.pool import ConstantPool, expect, reading, u2, u2u2
from everypath.dataclass import dataclass
from everypath.errors import ClassFormatError

Span: TypeAlias = tuple[int, int]
"""Offset and length of an attribute's content."""

_u4 = struct.Struct(">I").unpack_from
_u2x4 = struct.Struct(">HHHH").unpack_from
_u2x5 = struct.Struct(">HHHHH").unpack_from
_attribute_head = struct.Struct(">HI").unpack_from


def attribute_list(pool: ConstantPool, at: int) -> tuple[list[tuple[str, int, int]], int]:
    """The attributes in the table at ``at`` as (name, offset, length), and the offset of the table's end."""
    data = pool.data
    count = u2(data, at)[0]
    at += 2
    found = []
    for _ in range(count):
        name, length = _attribute_head(data, at)
        at += 6
        found.append((pool.utf8(name), at, length))
        at += length
    if at > len(data):
        raise ClassFormatError("truncated class file: an attribute runs past its end")
    return found, at


def attribute_table(pool: ConstantPool, at: int) -> tuple[dict[str, Span], int]:
    """``attribute_list`` by name."""
    found, end = attribute_list(pool, at)
    return {name: (start, length) for name, start, length in found}, end


@dataclass(frozen=True, slots=True)
class Handler:
    """An exception handler for ``start <= pc < end``; ``catch_type`` ``None`` catches everything."""

    start: int
    end: int
    handler: int
    catch_type: str | None


@dataclass(frozen=True, slots=True)
class LocalVariable:
    """A named local variable, live for ``start <= pc < start + length``."""

    start: int
    length: int
    name: str
    descriptor: str
    index: int


@dataclass(frozen=True, slots=True)
class MethodParameter:
    """A row of ``MethodParameters``; ``name`` is ``None`` where the compiler gave none."""

    name: str | None
    access: int


@dataclass(frozen=True, slots=True)
class Code:
    """The ``Code`` attribute (JVMS 4.7.3). ``line_numbers`` are (pc, line), sorted by pc."""

    max_stack: int
    max_locals: int
    bytecode: bytes
    handlers: tuple[Handler, ...]
    line_numbers: tuple[tuple[int, int], ...]
    local_variables: tuple[LocalVariable, ...]


class AttributeHolder:
    """The base of classes, members and record components: a table of attributes, kept as offsets."""

    __slots__ = ("pool",)

    def __init__(self, pool: ConstantPool) -> None:
        self.pool = pool

    def _spans(self) -> dict[str, Span]:
        """The position of each attribute's content, by the attribute's name."""
        raise NotImplementedError

    def has_attribute(self, name: str) -> bool:
        """True if there is an attribute of this name."""
        return name in self._spans()

    def attribute(self, name: str) -> bytes | None:
        """The raw content of the attribute of this name."""
        span = self._spans().get(name)
        return None if span is None else self.pool.data[span[0] : span[0] + span[1]]

    @property
    def signature(self) -> str | None:
        """The generic ``Signature``, unparsed."""
        return self._utf8_attribute("Signature")

    @property
    def is_deprecated(self) -> bool:
        """True if there is a ``Deprecated`` attribute."""
        return "Deprecated" in self._spans()

    @property
    @reading
    def annotations(self) -> tuple[Annotation, ...]:
        """Annotations, those visible at run time first."""
        return self._annotations("RuntimeVisibleAnnotations") + self._annotations("RuntimeInvisibleAnnotations")

    @property
    @reading
    def visible_annotations(self) -> tuple[Annotation, ...]:
        """Annotations that are visible at run time."""
        return self._annotations("RuntimeVisibleAnnotations")

    def _annotations(self, name: str) -> tuple[Annotation, ...]:
        span = self._spans().get(name)
        return () if span is None else annotation_parser.read_annotations(self.pool, span[0])[0]

    @property
    @reading
    def type_annotations(self) -> tuple[TypeAnnotation, ...]:
        """Annotations on uses of types, those visible at run time first."""
        found: tuple[TypeAnnotation, ...] = ()
        for name in ("RuntimeVisibleTypeAnnotations", "RuntimeInvisibleTypeAnnotations"):
            if (span := self._spans().get(name)) is not None:
                found += annotation_parser.read_type_annotations(self.pool, span[0])
        return found

    @reading
    def _utf8_attribute(self, name: str) -> str | None:
        span = self._spans().get(name)
        return None if span is None else self.pool.utf8(u2(self.pool.data, span[0])[0])

    @reading
    def _class_list(self, name: str) -> tuple[str, ...]:
        span = self._spans().get(name)
        if span is None:
            return ()
        data, at = self.pool.data, span[0]
        return tuple(self.pool.class_name(u2(data, at + 2 + 2 * i)[0]) for i in range(u2(data, at)[0]))


class MemberInfo(AttributeHolder):
    """A field or method as declared: ``access`` flags, ``name``, ``descriptor`` and attributes."""

    __slots__ = ("_table", "access", "descriptor", "name")

    def __init__(self, pool: ConstantPool, access: int, name: str, descriptor: str, spans: dict[str, Span]) -> None:
        super().__init__(pool)
        self._table = spans
        self.access = access
        self.name = name
        self.descriptor = descriptor

    def _spans(self) -> dict[str, Span]:
        return self._table

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name} {self.descriptor})"

    @property
    def is_synthetic(self) -> bool:
        """True if the compiler generated the member. Old class files say so by an attribute, not by a flag."""
        return bool(self.access & SYNTHETIC) or "Synthetic" in self._spans()


class FieldInfo(MemberInfo):
    """A declared field."""

    __slots__ = ()

    @property
    @reading
    def constant_value(self) -> c.Constant | None:
        """The ``ConstantValue`` of a static field."""
        span = self._spans().get("ConstantValue")
        if span is None or not self.access & STATIC:
            return None
        value = self.pool.get(u2(self.pool.data, span[0])[0])
        kinds = {"J": c.LongConst, "F": c.FloatConst, "D": c.DoubleConst, "Ljava/lang/String;": c.StringConst}
        expect(value, kinds.get(self.descriptor, c.IntConst))
        return value


class MethodInfo(MemberInfo):
    """A declared method."""

    __slots__ = ("_code",)

    def __init__(self, pool: ConstantPool, access: int, name: str, descriptor: str, spans: dict[str, Span]) -> None:
        super().__init__(pool, access, name, descriptor, spans)
        self._code: Code | None = None

    @property
    def has_code(self) -> bool:
        """True if there is a ``Code`` attribute, without reading it."""
        return "Code" in self._table

    @property
    def code(self) -> Code | None:
        """The ``Code`` attribute, ``None`` for abstract and native methods."""
        if self._code is None and "Code" in self._spans():
            self._code = self._read_code(self._spans()["Code"])
        return self._code

    @property
    def bytecode_offset(self) -> int:
        """The offset of the bytecode in the class file. Raises `KeyError` for a method without code (JVMS 4.7.3)."""
        return self._spans()["Code"][0] + 8

    @property
    def exceptions(self) -> tuple[str, ...]:
        """The declared exceptions' class names."""
        return self._class_list("Exceptions")

    @property
    @reading
    def parameter_annotations(self) -> tuple[tuple[Annotation, ...], ...]:
        """The annotations of each parameter. Leading synthetic parameters may be missing from the list."""
        merged: list[tuple[Annotation, ...]] = []
        for name in ("RuntimeVisibleParameterAnnotations", "RuntimeInvisibleParameterAnnotations"):
            if (span := self._spans().get(name)) is None:
                continue
            rows = annotation_parser.read_parameter_annotations(self.pool, span[0])
            merged += [()] * (len(rows) - len(merged))
            for index, row in enumerate(rows):
                merged[index] += row
        return tuple(merged)

    @property
    @reading
    def parameters(self) -> tuple[MethodParameter, ...]:
        """The ``MethodParameters`` attribute, empty if there is none."""
        span = self._spans().get("MethodParameters")
        if span is None:
            return ()
        data, at = self.pool.data, span[0]
        rows = (u2u2(data, at + 1 + 4 * index) for index in range(data[at]))
        return tuple(MethodParameter(self.pool.optional_utf8(name), access) for name, access in rows)

    @property
    def parameter_names(self) -> tuple[str | None, ...]:
        """The names of the parameters, from ``MethodParameters`` or the local variables. ``None`` if unknown."""
        descriptors = parse_method_descriptor(self.descriptor)[0]
        declared = self.parameters
        if len(declared) == len(descriptors):
            return tuple(parameter.name for parameter in declared)
        code = self.code
        at_start = {v.index: v.name for v in code.local_variables if v.start == 0} if code else {}
        names, slot = [], 0 if self.access & STATIC else 1
        for descriptor in descriptors:
            names.append(at_start.get(slot))
            slot += 2 if descriptor in "JD" else 1
        return tuple(names)

    @property
    @reading
    def annotation_default(self) -> ElementValue | None:
        """The default of an annotation's element."""
        span = self._spans().get("AnnotationDefault")
        return None if span is None else annotation_parser.read_element_value(self.pool, span[0])[0]

    @reading
    def _read_code(self, span: Span) -> Code:
        pool = self.pool
        data, at = pool.data, span[0]
        max_stack, max_locals = u2u2(data, at)
        size = _u4(data, at + 4)[0]
        start = at + 8
        at = start + size
        count = u2(data, at)[0]
        if not 0 < size < 65536:
            raise ClassFormatError(f"malformed class file: {size} bytes of code in {self.name}")
        handlers = []
        for row in range(at + 2, at + 2 + 8 * count, 8):
            first, last, handler, catch = _u2x4(data, row)
            if not (first < last <= size and handler < size):
                raise ClassFormatError(f"malformed class file: an exception handler outside the code of {self.name}")
            handlers.append(Handler(first, last, handler, pool.optional_class_name(catch)))
        spans, end = attribute_list(pool, at + 2 + 8 * count)
        if end != span[0] + span[1]:
            raise ClassFormatError(f"malformed class file: the code of {self.name} has a wrong length")
        lines, variables = self._debug_tables(spans)
        return Code(max_stack, max_locals, data[start : start + size], tuple(handlers), lines, variables)

    def _debug_tables(
        self, spans: list[tuple[str, int, int]]
    ) -> tuple[tuple[tuple[int, int], ...], tuple[LocalVariable, ...]]:
        pool = self.pool
        data = pool.data
        lines: list[tuple[int, int]] = []
        variables: list[LocalVariable] = []
        for name, at, _length in spans:
            if name == "LineNumberTable":
                lines += [u2u2(data, at + 2 + 4 * row) for row in range(u2(data, at)[0])]
            elif name == "LocalVariableTable":
                for row in range(u2(data, at)[0]):
                    start, length, name_index, descriptor, index = _u2x5(data, at + 2 + 10 * row)
                    variables.append(LocalVariable(start, length, pool.utf8(name_index), pool.utf8(descriptor), index))
        lines.sort(key=lambda row: row[0])
        return tuple(lines), tuple(variables)


_Member = TypeVar("_Member", bound=MemberInfo)


def read_members(pool: ConstantPool, at: int, kind: type[_Member]) -> tuple[tuple[_Member, ...], int]:
    """The fields or methods in the table at ``at``, and the offset of the table's end."""
    data = pool.data
    count = u2(data, at)[0]
    at += 2
    members = []
    for _ in range(count):
        access, name, descriptor, attributes = _u2x4(data, at)
        if attributes:
            spans, end = attribute_table(pool, at + 6)
        else:
            spans, end = {}, at + 8
        members.append(kind(pool, access, pool.utf8(name), pool.utf8(descriptor), spans))
        at = end
    return tuple(members), at
