"""The entries of a constant pool as small typed values (JVMS 4.4).

``CONSTANT_Utf8`` is a plain ``str``. Numbers keep their Java type, so ``IntConst(1) != LongConst(1)``.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from everypath.dataclass import dataclass

# Kinds of a method handle (JVMS table 5.4.3.5-A).
REF_GET_FIELD: Final = 1
REF_GET_STATIC: Final = 2
REF_PUT_FIELD: Final = 3
REF_PUT_STATIC: Final = 4
REF_INVOKE_VIRTUAL: Final = 5
REF_INVOKE_STATIC: Final = 6
REF_INVOKE_SPECIAL: Final = 7
REF_NEW_INVOKE_SPECIAL: Final = 8
REF_INVOKE_INTERFACE: Final = 9


@dataclass(frozen=True, slots=True)
class IntConst:
    """``CONSTANT_Integer``; the value is in the range of a Java int."""

    value: int


@dataclass(frozen=True, slots=True)
class LongConst:
    """``CONSTANT_Long``; the value is in the range of a Java long."""

    value: int


@dataclass(frozen=True, slots=True)
class FloatConst:
    """``CONSTANT_Float``; a Python float that a single precision float represents exactly."""

    value: float


@dataclass(frozen=True, slots=True)
class DoubleConst:
    """``CONSTANT_Double``."""

    value: float


@dataclass(frozen=True, slots=True)
class StringConst:
    """``CONSTANT_String``."""

    value: str


@dataclass(frozen=True, slots=True)
class ClassRef:
    """``CONSTANT_Class``: an internal class name, or an array's descriptor (``[I``)."""

    name: str


@dataclass(frozen=True, slots=True)
class NameAndType:
    """``CONSTANT_NameAndType``."""

    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class MemberRef:
    """``CONSTANT_Fieldref``, ``Methodref`` or ``InterfaceMethodref``; a method's descriptor starts with ``(``."""

    owner: str
    name: str
    descriptor: str
    is_interface: bool


@dataclass(frozen=True, slots=True)
class MethodHandle:
    """``CONSTANT_MethodHandle``: ``kind`` is one of the ``REF_…`` numbers."""

    kind: int
    member: MemberRef


@dataclass(frozen=True, slots=True)
class MethodType:
    """``CONSTANT_MethodType``."""

    descriptor: str


@dataclass(frozen=True, slots=True)
class Dynamic:
    """``CONSTANT_Dynamic``: ``bootstrap`` indexes ``ClassFile.bootstrap_methods``."""

    bootstrap: int
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class InvokeDynamic:
    """``CONSTANT_InvokeDynamic``: ``bootstrap`` indexes ``ClassFile.bootstrap_methods``."""

    bootstrap: int
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class ModuleRef:
    """``CONSTANT_Module``."""

    name: str


@dataclass(frozen=True, slots=True)
class PackageRef:
    """``CONSTANT_Package``: a package in internal form (``java/util``)."""

    name: str


Loadable: TypeAlias = (
    IntConst | LongConst | FloatConst | DoubleConst | StringConst | ClassRef | MethodHandle | MethodType | Dynamic
)
"""The constants that ``ldc`` can push and that a bootstrap method can take as arguments."""

Constant: TypeAlias = Loadable | str | NameAndType | MemberRef | InvokeDynamic | ModuleRef | PackageRef
