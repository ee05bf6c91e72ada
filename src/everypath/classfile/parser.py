"""A lazy reader of class files (JVMS chapter 4).

`ClassFile` scans the constant pool once and records offsets. It decodes constants and attributes when they are first
used. Malformed bytes raise ``ClassFormatError`` at the first access that needs them, and no other exception.
``ClassFile.check()`` reads everything at once.
"""

from __future__ import annotations

import struct
from functools import cached_property
from typing import Final

from everypath.classfile.access import PUBLIC, SYNTHETIC
from everypath.classfile.annotations import Annotation, TypeAnnotation
from everypath.classfile.constants import Constant, Loadable, MethodHandle, NameAndType, PackageRef
from everypath.classfile.descriptors import check_field_descriptor, parse_method_descriptor
from everypath.classfile.members import (
    AttributeHolder,
    FieldInfo,
    MemberInfo,
    MethodInfo,
    Span,
    attribute_table,
    read_members,
)
from everypath.classfile.opcodes import decode
from everypath.classfile.pool import ConstantPool, expect, reading, u2, u2u2
from everypath.dataclass import dataclass
from everypath.errors import ClassFormatError

OLDEST_MAJOR: Final = 45
NEWEST_MAJOR: Final = 69
"""The class file versions that can be analysed: JDK 1.0 to 25."""

_u2x3 = struct.Struct(">HHH").unpack_from
_u2x4 = struct.Struct(">HHHH").unpack_from


class UnsupportedVersionError(ClassFormatError):
    """A class file of a version that is not supported, usually newer than ``NEWEST_MAJOR``."""

    def __init__(self, major: int) -> None:
        if major > NEWEST_MAJOR:
            text = (
                f"class file version {major} (Java {major - 44}) is newer than the newest supported, "
                f"{NEWEST_MAJOR} (Java {NEWEST_MAJOR - 44})"
            )
        else:
            text = f"class file version {major} does not exist"
        super().__init__(text)
        self.major = major


@dataclass(frozen=True, slots=True)
class InnerClass:
    """A row of ``InnerClasses``: ``outer`` and ``name`` are ``None`` for local and anonymous classes."""

    inner: str
    outer: str | None
    name: str | None
    access: int


@dataclass(frozen=True, slots=True)
class EnclosingMethod:
    """The class that encloses a local or anonymous class, and the method, None if it is not in a method."""

    owner: str
    name: str | None
    descriptor: str | None


@dataclass(frozen=True, slots=True)
class RecordComponent:
    """A component of a record."""

    name: str
    descriptor: str
    signature: str | None
    annotations: tuple[Annotation, ...]
    type_annotations: tuple[TypeAnnotation, ...]


@dataclass(frozen=True, slots=True)
class BootstrapMethod:
    """A row of ``BootstrapMethods``."""

    method: MethodHandle
    arguments: tuple[Loadable, ...]


class ClassFile(AttributeHolder):
    """A class file. Raises ``ClassFormatError`` here or at the first access to a malformed part.

    ``name``, ``super_name`` and ``interfaces`` are internal names; ``super_name`` is ``None`` for ``java/lang/Object``
    and ``module-info`` only.
    """

    @reading
    def __init__(self, data: bytes) -> None:
        if data[:4] != b"\xca\xfe\xba\xbe":
            raise ClassFormatError("not a class file: it does not start with CAFEBABE")
        self.minor: int
        self.major: int
        self.minor, self.major = u2u2(data, 4)
        if not OLDEST_MAJOR <= self.major <= NEWEST_MAJOR:
            raise UnsupportedVersionError(self.major)
        pool = ConstantPool(data)
        super().__init__(pool)
        at = pool.end
        self.access: int
        self.access, this, parent, count = _u2x4(data, at)
        self.name = pool.class_name(this)
        self.super_name = pool.optional_class_name(parent)
        at += 8
        self.interfaces = tuple([pool.class_name(u2(data, at + 2 * i)[0]) for i in range(count)])
        self._members_at = at + 2 * count

    def __repr__(self) -> str:
        return f"ClassFile({self.name})"

    def constant(self, index: int) -> Constant:
        """The constant pool entry at ``index``. Raises ``ClassFormatError``."""
        return self.pool.get(index)

    @property
    def fields(self) -> tuple[FieldInfo, ...]:
        """The declared fields in order."""
        return self._members[0]

    @property
    def methods(self) -> tuple[MethodInfo, ...]:
        """The declared methods, constructors and ``<clinit>`` included, in order."""
        return self._members[1]

    @cached_property
    def _members(self) -> tuple[tuple[FieldInfo, ...], tuple[MethodInfo, ...], dict[str, Span]]:
        return self._read_members()

    def _spans(self) -> dict[str, Span]:
        return self._members[2]

    @reading
    def _read_members(self) -> tuple[tuple[FieldInfo, ...], tuple[MethodInfo, ...], dict[str, Span]]:
        pool, data = self.pool, self.pool.data
        fields, at = read_members(pool, self._members_at, FieldInfo)
        methods, at = read_members(pool, at, MethodInfo)
        spans, at = attribute_table(pool, at)
        if at != len(data):
            raise ClassFormatError("malformed class file: bytes after its end")
        return fields, methods, spans

    @property
    def source_file(self) -> str | None:
        """The name in ``SourceFile``, without directories."""
        return self._utf8_attribute("SourceFile")

    @property
    def is_synthetic(self) -> bool:
        """True if the compiler generated the class. Old class files say so by an attribute, not by a flag."""
        return bool(self.access & SYNTHETIC) or self.has_attribute("Synthetic")

    @property
    def is_open(self) -> bool:
        """True if the class and all classes around it are public, so that code of other packages can name it."""
        if not self.access & PUBLIC or self.is_synthetic:
            return False
        rows = {row.inner: row for row in self.inner_classes}
        row = rows.get(self.name)
        while row is not None:
            if row.name is None or not row.access & PUBLIC:
                return False
            row = rows.get(row.outer) if row.outer is not None else None
        return True

    @cached_property
    def bootstrap_methods(self) -> tuple[BootstrapMethod, ...]:
        """The rows of ``BootstrapMethods``."""
        return self._read_bootstrap_methods()

    @cached_property
    def inner_classes(self) -> tuple[InnerClass, ...]:
        """The rows of ``InnerClasses``."""
        return self._read_inner_classes()

    @property
    @reading
    def enclosing_method(self) -> EnclosingMethod | None:
        """The class and method in which a local or anonymous class is declared. None for other classes."""
        span = self._spans().get("EnclosingMethod")
        if span is None:
            return None
        owner, method = u2u2(self.pool.data, span[0])
        if not method:
            return EnclosingMethod(self.pool.class_name(owner), None, None)
        pair = expect(self.pool.get(method), NameAndType)
        return EnclosingMethod(self.pool.class_name(owner), pair.name, pair.descriptor)

    @property
    @reading
    def nest_host(self) -> str | None:
        """The class that hosts this class's nest. ``None`` if the class is its own host."""
        span = self._spans().get("NestHost")
        return None if span is None else self.pool.class_name(u2(self.pool.data, span[0])[0])

    @property
    def nest_members(self) -> tuple[str, ...]:
        """The other members of the nest that this class hosts."""
        return self._class_list("NestMembers")

    @property
    def permitted_subclasses(self) -> tuple[str, ...]:
        """The direct subclasses of a sealed class; empty if it is not sealed."""
        return self._class_list("PermittedSubclasses")

    @property
    def is_record(self) -> bool:
        """True if the class is a record, with or without components."""
        return self.has_attribute("Record")

    @cached_property
    def record_components(self) -> tuple[RecordComponent, ...]:
        """The components of a record in order."""
        return self._read_record_components()

    @cached_property
    def exported_packages(self) -> frozenset[str]:
        """The packages that a ``module-info`` exports to all modules, in internal form."""
        return self._read_exports()

    def check(self) -> None:
        """Read everything, bytecode included. Raises ``ClassFormatError`` if any part is malformed."""
        for _ in self.pool.values():
            pass
        for holder in (self, *self.fields, *self.methods):
            _ = holder.signature, holder.annotations, holder.type_annotations
        for field in self.fields:
            check_field_descriptor(field.descriptor)
            _ = field.constant_value
        for method in self.methods:
            parse_method_descriptor(method.descriptor)
            _ = method.exceptions, method.parameter_names, method.parameter_annotations, method.annotation_default
            if method.code is not None:
                decode(method.code.bytecode)
        _ = self.source_file, self.bootstrap_methods, self.inner_classes, self.enclosing_method, self.nest_host
        _ = self.nest_members, self.exported_packages, self.permitted_subclasses, self.record_components

    @reading
    def _read_bootstrap_methods(self) -> tuple[BootstrapMethod, ...]:
        span = self._spans().get("BootstrapMethods")
        if span is None:
            return ()
        pool = self.pool
        data, at = pool.data, span[0]
        rows = []
        count = u2(data, at)[0]
        at += 2
        for _ in range(count):
            method, arguments = u2u2(data, at)
            values: list[Loadable] = []
            for i in range(arguments):
                value = pool.get(u2(data, at + 4 + 2 * i)[0])
                if not isinstance(value, Loadable):
                    raise ClassFormatError("malformed class file: a bootstrap argument that cannot be loaded")
                values.append(value)
            rows.append(BootstrapMethod(expect(pool.get(method), MethodHandle), tuple(values)))
            at += 4 + 2 * arguments
        return tuple(rows)

    @reading
    def _read_exports(self) -> frozenset[str]:
        span = self._spans().get("Module")
        if span is None:
            return frozenset()
        pool = self.pool
        data, at = pool.data, span[0] + 6
        at += 2 + 6 * u2(data, at)[0]
        count = u2(data, at)[0]
        at += 2
        packages = []
        for _ in range(count):
            package, _flags, receivers = _u2x3(data, at)
            at += 6 + 2 * receivers
            if not receivers:
                packages.append(expect(pool.get(package), PackageRef).name)
        return frozenset(packages)

    @reading
    def _read_inner_classes(self) -> tuple[InnerClass, ...]:
        span = self._spans().get("InnerClasses")
        if span is None:
            return ()
        pool = self.pool
        data, at = pool.data, span[0]
        rows = []
        for row in range(u2(data, at)[0]):
            inner, outer, name, access = _u2x4(data, at + 2 + 8 * row)
            rows.append(
                InnerClass(pool.class_name(inner), pool.optional_class_name(outer), pool.optional_utf8(name), access)
            )
        return tuple(rows)

    @reading
    def _read_record_components(self) -> tuple[RecordComponent, ...]:
        span = self._spans().get("Record")
        if span is None:
            return ()
        pool = self.pool
        data, at = pool.data, span[0]
        count = u2(data, at)[0]
        at += 2
        components = []
        for _ in range(count):
            name, descriptor = u2u2(data, at)
            spans, at = attribute_table(pool, at + 4)
            component = MemberInfo(pool, 0, pool.utf8(name), pool.utf8(descriptor), spans)
            components.append(
                RecordComponent(
                    component.name,
                    check_field_descriptor(component.descriptor),
                    component.signature,
                    component.annotations,
                    component.type_annotations,
                )
            )
        return tuple(components)
