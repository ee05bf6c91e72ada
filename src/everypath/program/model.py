"""Linked classes, fields and methods, which the machine executes.

Objects here are compared by identity: one ``Program`` makes one ``Class`` per name, one ``Method`` per declaration.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from everypath.classfile import (
    Annotation,
    ClassFile,
    Code,
    Constant,
    FieldInfo,
    Handler,
    Instruction,
    MethodInfo,
    access,
    check_field_descriptor,
    decode,
    descriptor_of_class,
    package_of,
    parse_method_descriptor,
    simple_type,
    slot_size,
    usual_source_file,
)
from everypath.errors import ClassFormatError
from everypath.program.flow import Flow, control_flow

_WITHOUT_CODE = access.ABSTRACT | access.NATIVE
_POLYMORPHIC_OWNERS = ("java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle")


class Linked(Protocol):
    """The translation of a method that a machine stores with it; it maps its own positions to program counters."""

    def pc_of(self, index: int) -> int:
        """The program counter of the instruction at ``index``."""


class Field:
    """A declared field. ``slot`` is its index into an object's field list, -1 for a static field."""

    __slots__ = ("access", "descriptor", "info", "name", "owner", "slot")

    def __init__(self, owner: Class, info: FieldInfo) -> None:
        self.owner = owner
        self.info = info
        self.name = info.name
        self.descriptor = check_field_descriptor(info.descriptor)
        self.access = info.access
        self.slot = -1

    def __repr__(self) -> str:
        return f"{self.owner.name}.{self.name}"

    @property
    def is_static(self) -> bool:
        """True if the field is static."""
        return bool(self.access & access.STATIC)

    @property
    def is_final(self) -> bool:
        """True if the field is final."""
        return bool(self.access & access.FINAL)

    @property
    def is_private(self) -> bool:
        """True if the field is private."""
        return bool(self.access & access.PRIVATE)

    @property
    def is_synthetic(self) -> bool:
        """True if the compiler made it, such as ``this$0`` or ``$assertionsDisabled``."""
        return self.info.is_synthetic

    @property
    def constant_value(self) -> Constant | None:
        """The value a static field has before its class is initialised, if the class file gives one."""
        return self.info.constant_value

    @property
    def signature(self) -> str | None:
        """The generic signature, unparsed."""
        return self.info.signature

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        """The annotations of the declaration."""
        return self.info.annotations


class Method:
    """A declared method, constructor or class initialiser.

    ``linked`` belongs to the machine. ``parameters`` are descriptors without ``this``.
    """

    __slots__ = (
        "_flow",
        "_instructions",
        "_signature",
        "access",
        "descriptor",
        "info",
        "linked",
        "name",
        "owner",
    )

    def __init__(self, owner: Class, info: MethodInfo) -> None:
        self.owner = owner
        self.info = info
        self.name = info.name
        self.descriptor = info.descriptor
        self.access = info.access
        self.linked: Linked | None = None
        self._signature: tuple[tuple[str, ...], str] | None = None
        self._instructions: list[Instruction] | None = None
        self._flow: Flow | None = None

    def __repr__(self) -> str:
        return self.key

    def viewed_as(self, descriptor: str) -> Method:
        """The method under the descriptor of a call site that chooses one: signature polymorphic methods (JVMS 2.9.3)
        and methods that invokedynamic links.
        """
        view = Method(self.owner, self.info)
        view.descriptor = descriptor
        view.access = self.access
        return view

    @property
    def key(self) -> str:
        """A stable, unique and readable name: ``shop/Fee.fee(IZ)I``."""
        return f"{self.owner.name}.{self.name}{self.descriptor}"

    def pretty(self) -> str:
        """The method as people write it: ``Fee.fee(int, boolean)``, simple type names."""
        simple = [simple_type(descriptor) for descriptor in self.parameters]
        owner = self.owner.simple_name
        name = owner if self.name == "<init>" else f"{owner}.{self.name}"
        return f"{name}({', '.join(simple)})"

    @property
    def parameters(self) -> tuple[str, ...]:
        """The parameters' descriptors. Raises ``ClassFormatError`` if the method's is malformed."""
        return self._parsed()[0]

    @property
    def returns(self) -> str:
        """The descriptor of what is returned, ``V`` for nothing."""
        return self._parsed()[1]

    def _parsed(self) -> tuple[tuple[str, ...], str]:
        if self._signature is None:
            self._signature = parse_method_descriptor(self.descriptor)
        return self._signature

    @property
    def parameter_slots(self) -> tuple[int, ...]:
        """The local variable in which each parameter starts, ``this`` first where there is one."""
        slots = [] if self.is_static else [0]
        at = len(slots)
        for descriptor in self.parameters:
            slots.append(at)
            at += slot_size(descriptor)
        return tuple(slots)

    @property
    def is_static(self) -> bool:
        """True if the method is static."""
        return bool(self.access & access.STATIC)

    @property
    def is_abstract(self) -> bool:
        """True if the method is abstract."""
        return bool(self.access & access.ABSTRACT)

    @property
    def is_native(self) -> bool:
        """True if the method is native."""
        return bool(self.access & access.NATIVE)

    @property
    def is_private(self) -> bool:
        """True if the method is private."""
        return bool(self.access & access.PRIVATE)

    @property
    def is_final(self) -> bool:
        """True if the method is final."""
        return bool(self.access & access.FINAL)

    @property
    def is_synchronized(self) -> bool:
        """True if a call enters the monitor of the receiver or class."""
        return bool(self.access & access.SYNCHRONIZED)

    @property
    def is_varargs(self) -> bool:
        """True if the last parameter was declared with ``...``."""
        return bool(self.access & access.VARARGS)

    @property
    def is_synthetic(self) -> bool:
        """True if the compiler made it: bridges, lambda bodies, accessors."""
        return self.info.is_synthetic

    @property
    def is_constructor(self) -> bool:
        """True if it is ``<init>``."""
        return self.name == "<init>"

    @property
    def is_signature_polymorphic(self) -> bool:
        """True if a call may use any descriptor (JVMS 2.9.3): ``MethodHandle.invoke`` and its like."""
        return (
            self.owner.name in _POLYMORPHIC_OWNERS
            and self.access & (access.VARARGS | access.NATIVE) == access.VARARGS | access.NATIVE
            and self.info.descriptor.startswith("([Ljava/lang/Object;)")
        )

    @property
    def has_code(self) -> bool:
        """True if there is bytecode to execute."""
        return self.info.has_code

    @property
    def code(self) -> Code | None:
        """The ``Code`` attribute, ``None`` for abstract and native methods."""
        return self.info.code

    @property
    def signature(self) -> str | None:
        """The generic signature, unparsed."""
        return self.info.signature

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        """The annotations of the declaration."""
        return self.info.annotations

    @property
    def handlers(self) -> tuple[Handler, ...]:
        """The exception handlers, searched in order."""
        code = self.info.code
        return code.handlers if code is not None else ()

    @property
    def instructions(self) -> list[Instruction]:
        """The decoded bytecode, empty without code. Raises ``ClassFormatError`` if it is malformed."""
        if self._instructions is None:
            self._instructions = self._decode()
        return self._instructions

    def _decode(self) -> list[Instruction]:
        code = self.code
        if code is None:
            return []
        try:
            instructions = decode(code.bytecode)
        except ClassFormatError as error:
            raise ClassFormatError(f"{self.key}: {error}") from None
        if code.handlers:
            starts = {instruction.pc for instruction in instructions}
            ends = starts | {len(code.bytecode)}
            for handler in code.handlers:
                if handler.start not in starts or handler.handler not in starts or handler.end not in ends:
                    raise ClassFormatError(f"{self.key}: an exception handler does not start at an instruction")
        return instructions

    @property
    def flow(self) -> Flow:
        """Basic blocks and natural loops."""
        if self._flow is None:
            self._flow = control_flow(self.instructions, self.handlers)
        return self._flow

    def line(self, pc: int) -> int:
        """The source line of the instruction at ``pc``, -1 if the class file has none."""
        code = self.info.code
        if code is None or not code.line_numbers:
            return -1
        rows = code.line_numbers
        at = bisect_right(rows, pc, key=lambda row: row[0])
        return rows[at - 1][1] if at else -1

    @property
    def lines(self) -> tuple[int, ...]:
        """Every source line that has code, sorted, each once."""
        code = self.info.code
        return tuple(sorted({line for _, line in code.line_numbers})) if code is not None else ()


class Class:
    """A linked class, interface, array class or primitive.

    ``number`` is given by the program, dense over its classes, and indexes bit sets. ``instance_fields`` is the layout
    of an object, the superclass's fields first. ``supertypes`` holds the class itself, too; ``below`` is the bit set of
    the classes loaded so far that have this class among their supertypes. ``file`` is ``None`` and ``element`` set for
    arrays; primitives have neither. ``enclosing_files`` are the class files of the classes that enclose it, and of its
    package and module (`everypath.program.enclosing`); they are read when they are first used.
    """

    __slots__ = (
        "_enclosing_files",
        "_fields",
        "_methods",
        "access",
        "below",
        "element",
        "fields",
        "file",
        "instance_fields",
        "interfaces",
        "is_target",
        "major",
        "methods",
        "name",
        "number",
        "selected",
        "superclass",
        "supertypes",
    )

    def __init__(
        self,
        name: str,
        flags: int,
        superclass: Class | None,
        interfaces: tuple[Class, ...],
        file: ClassFile | None = None,
        element: Class | None = None,
        is_target: bool = False,
        enclosing_files: Callable[[], tuple[ClassFile, ...]] = tuple,
    ) -> None:
        self.name = name
        self._enclosing_files: Callable[[], tuple[ClassFile, ...]] | tuple[ClassFile, ...] = enclosing_files
        self.number = -1
        self.access = flags
        self.superclass = superclass
        self.interfaces = interfaces
        self.file = file
        self.element = element
        self.is_target = is_target
        self.major = file.major if file is not None else 0
        self.fields: tuple[Field, ...] = ()
        self.methods: tuple[Method, ...] = ()
        inherited = superclass.instance_fields if superclass is not None else ()
        self.instance_fields: tuple[Field, ...] = inherited
        if file is not None:
            self.fields = tuple([Field(self, info) for info in file.fields])
            self.methods = tuple([Method(self, info) for info in file.methods])
            self._lay_out(inherited)
        self._fields = {(field.name, field.descriptor): field for field in self.fields}
        self._methods = {(method.name, method.descriptor): method for method in self.methods}
        self._check_members()
        parents = (superclass, *interfaces) if superclass is not None else interfaces
        self.supertypes: frozenset[Class] = frozenset((self,)).union(*(parent.supertypes for parent in parents))
        self.below = 0
        self.selected: dict[Method, Method] = {}

    def _check_members(self) -> None:
        """Raise ``ClassFormatError`` if the JVM refuses the members of a class that it loads (JVMS 4.5, 4.6,
        4.7.3).
        """
        if len(self._fields) != len(self.fields) or len(self._methods) != len(self.methods):
            raise ClassFormatError("malformed class file: a field or method is declared twice")
        for method in self.methods:
            if method.info.has_code is bool(method.access & _WITHOUT_CODE) and method.name != "<clinit>":
                kind = "has" if method.info.has_code else "lacks"
                raise ClassFormatError(f"malformed class file: {method.name}{method.descriptor} {kind} code")

    def _lay_out(self, inherited: tuple[Field, ...]) -> None:
        own = [field for field in self.fields if not field.access & access.STATIC]
        for slot, field in enumerate(own, len(inherited)):
            field.slot = slot
        self.instance_fields = (*inherited, *own)

    def __repr__(self) -> str:
        return f"Class({self.name})"

    @property
    def enclosing_files(self) -> tuple[ClassFile, ...]:
        """The classes that enclose it, the innermost first, its package and its module, as far as they have files."""
        if not isinstance(self._enclosing_files, tuple):
            self._enclosing_files = self._enclosing_files()
        return self._enclosing_files

    @property
    def is_interface(self) -> bool:
        """True if it is an interface (annotation types are)."""
        return bool(self.access & access.INTERFACE)

    @property
    def is_abstract(self) -> bool:
        """True if it is abstract; interfaces are."""
        return bool(self.access & access.ABSTRACT) and self.element is None

    @property
    def is_final(self) -> bool:
        """True if it has no subclasses by declaration; an array is final where its innermost element is."""
        if self.element is not None:
            return self.element.is_final
        return bool(self.access & access.FINAL)

    @property
    def is_enum(self) -> bool:
        """True if it is an enum or the body of an enum constant."""
        return bool(self.access & access.ENUM)

    @property
    def is_record(self) -> bool:
        """True if it is a record."""
        return self.file is not None and self.file.is_record

    @property
    def is_array(self) -> bool:
        """True if it is an array class."""
        return self.element is not None

    @property
    def is_primitive(self) -> bool:
        """True if it is ``int``, ``void`` or its like."""
        return self.file is None and self.element is None

    @property
    def is_synthetic(self) -> bool:
        """True if the compiler made it."""
        return self.file is not None and self.file.is_synthetic

    @property
    def is_instantiable(self) -> bool:
        """True if objects of exactly this class may exist."""
        return not self.is_abstract and not self.is_primitive

    @property
    def descriptor(self) -> str:
        """The class as a field descriptor: ``Lshop/Fee;``, ``[I``, ``I``."""
        if self.is_primitive:
            return PRIMITIVE_DESCRIPTORS[self.name]
        return descriptor_of_class(self.name)

    @property
    def package(self) -> str:
        """The run time package in internal form, that of the element for arrays."""
        return self.element.package if self.element is not None else package_of(self.name)

    @property
    def simple_name(self) -> str:
        """The name without its package, nested classes with dots: ``Map.Entry``."""
        return simple_type(self.descriptor)

    @property
    def source_path(self) -> str:
        """The source file with its package: ``shop/Fee.java``; guessed from the name if the class file does not say."""
        package = self.package
        source = self.file.source_file if self.file is not None else None
        if source is None:
            source = usual_source_file(self.name)
        return f"{package}/{source}" if package else source

    @property
    def initializer(self) -> Method | None:
        """``<clinit>``."""
        method = self._methods.get(("<clinit>", "()V"))
        return method if method is not None and (method.access & access.STATIC or self.major < 51) else None

    def declared_method(self, name: str, descriptor: str) -> Method | None:
        """The method this class itself declares."""
        return self._methods.get((name, descriptor))

    def declared_field(self, name: str, descriptor: str) -> Field | None:
        """The field this class itself declares."""
        return self._fields.get((name, descriptor))

    def superclasses(self) -> Iterator[Class]:
        """The class itself, its superclass, and so on."""
        current: Class | None = self
        while current is not None:
            yield current
            current = current.superclass

    def superinterfaces(self) -> tuple[Class, ...]:
        """All direct and indirect superinterfaces, each once, in the order a depth-first search finds them."""
        return tuple(depth_first([interface for cls in self.superclasses() for interface in cls.interfaces]))

    def is_subtype_of(self, other: Class) -> bool:
        """True if a value of this class may be assigned to ``other`` without a cast (JVMS ``instanceof``)."""
        if other in self.supertypes:
            return True
        element, wanted = self.element, other.element
        return element is not None and wanted is not None and not wanted.is_primitive and element.is_subtype_of(wanted)


def depth_first(interfaces: Sequence[Class]) -> Iterator[Class]:
    """Interfaces and those above them, each once, in the order of a depth-first search."""
    seen: set[Class] = set()
    waiting = list(reversed(interfaces))
    while waiting:
        interface = waiting.pop()
        if interface not in seen:
            seen.add(interface)
            yield interface
            waiting += reversed(interface.interfaces)


PRIMITIVE_DESCRIPTORS = {
    "boolean": "Z",
    "byte": "B",
    "char": "C",
    "double": "D",
    "float": "F",
    "int": "I",
    "long": "J",
    "short": "S",
    "void": "V",
}
"""Descriptor letter by Java keyword."""
