"""Models for object streams. The JDK's code runs, except where it creates objects without their own constructor."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import TYPE_CHECKING

from everypath.classfile import access, dotted
from everypath.library.classes import application_loader, modifiers_of, represented_class
from everypath.library.jdk import ask_this
from everypath.library.models import in_java_static, model
from everypath.library.reflection.members import CONSTRUCTOR
from everypath.library.reflection.proxies import PROXY
from everypath.state import NULL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from everypath.program import Class, Method
    from everypath.term import Value
    from everypath.vm.core import Call

STREAM_CLASS = "java/io/ObjectStreamClass"

_IN_JAVA = "everypath/library/Serials"
in_java_static("java/io/ObjectOutputStream", _IN_JAVA, "floatsToBytes([FI[BII)V", "doublesToBytes([DI[BII)V")
in_java_static("java/io/ObjectInputStream", _IN_JAVA, "bytesToFloats([BI[FII)V", "bytesToDoubles([BI[DII)V")

in_java_static(
    "java/lang/System", "everypath/library/SilentLogger", "getLogger(Ljava/lang/String;)Ljava/lang/System$Logger;"
)


@model("jdk/internal/misc/VM", "latestUserDefinedLoader", "()Ljava/lang/ClassLoader;")
def latest_loader(call: Call) -> Value:
    """The loader that finds classes while objects are read: the application's."""
    return application_loader(call)


@model("java/io/ObjectOutputStream$HandleTable", "hash", "(Ljava/lang/Object;)I")
def bucket_of_handle(call: Call, this: Value, written: Value) -> Value:
    """0, one bucket for all: handles are found by identity, and nothing reads the order of the table."""
    return 0


@model("java/security/Security", "getProperty", "(Ljava/lang/String;)Ljava/lang/String;")
def security_property(call: Call, key: Value) -> Value:
    """A security property of the JDK's configuration, such as the filter of object streams."""
    if call.state.frames[-1].method.owner.is_target:
        call.state.note("boot", "security properties")
    return ask_this(call, key)


@model(
    "jdk/internal/reflect/ReflectionFactory",
    "generateConstructor",
    f"(Ljava/lang/Class;L{CONSTRUCTOR};)L{CONSTRUCTOR};",
)
def constructor_for_serialization(call: Call, this: Value, cls: Value, constructor: Value) -> Value:
    """A copy of the constructor, which `new_instance` runs on an object of a subclass."""
    copy = call.state.allocate(call.state.object(call.non_null(constructor)).copy(call.state.token))
    call.put_field(copy, "override", 1)
    return copy


@model(STREAM_CLASS, "newInstance", "()Ljava/lang/Object;")
def new_instance(call: Call, this: Value) -> Value | None:
    """A new object of the described class. Only the constructor of its first non-serializable superclass runs."""
    described = call.non_null(this)
    constructor = call.reference(call.get_field(described, "cons"))
    if constructor == NULL:
        call.throw("java/lang/UnsupportedOperationException")
    cls = represented_class(call, call.get_field(described, "cl"))
    owner = represented_class(call, call.get_field(constructor, "clazz"))
    method = owner.methods[int(call.get_field(constructor, "slot"))]
    call.machine.ensure_initialised(call.state, cls)
    made = call.machine.new_instance(call.state, cls)
    return call.then(method, [made], partial(_made, made))


def _made(address: int, call: Call, value: Value | None) -> Value:
    return address


@model(STREAM_CLASS, "computeDefaultSUID", "(Ljava/lang/Class;)J")
def default_version(call: Call, described: Value) -> Value:
    """The default ``serialVersionUID`` of a class (Java Object Serialization Specification, 4.6)."""
    cls = represented_class(call, described)
    serializable = cls.is_subtype_of(call.klass("java/io/Serializable"))
    if not serializable or (cls.superclass is not None and cls.superclass.name == PROXY):
        return 0
    digest = hashlib.sha1(b"".join(_described(cls)), usedforsecurity=False).digest()
    return int.from_bytes(digest[:8], "little", signed=True)


_OF_CLASSES, _OF_FIELDS, _OF_METHODS = 0x0611, 0x00DF, 0x0D3F
"""The access flags of classes, fields and methods that are part of the digest."""


def _described(cls: Class) -> Iterator[bytes]:
    """The bytes of which the default version of a class is the digest."""
    methods = [each for each in cls.methods if not each.name.startswith("<")]
    flags = modifiers_of(cls) & _OF_CLASSES
    if flags & access.INTERFACE:
        flags = flags | access.ABSTRACT if methods else flags & ~access.ABSTRACT
    yield _text(dotted(cls.name))
    yield _number(flags)
    if not cls.is_array:
        yield from (_text(name) for name in sorted(dotted(each.name) for each in cls.interfaces))
    for field in sorted(cls.fields, key=lambda each: each.name):
        flags = field.access & _OF_FIELDS
        if not flags & access.PRIVATE or not flags & (access.STATIC | access.TRANSIENT):
            yield _text(field.name) + _number(flags) + _text(field.descriptor)
    if cls.initializer is not None:
        yield _text("<clinit>") + _number(access.STATIC) + _text("()V")
    constructors = [each for each in cls.methods if each.is_constructor]
    for method in (*sorted(constructors, key=_order), *sorted(methods, key=_order)):
        flags = method.access & _OF_METHODS
        if not flags & access.PRIVATE:
            yield _text(method.name) + _number(flags) + _text(method.descriptor.replace("/", "."))


def _order(method: Method) -> tuple[str, str]:
    return method.name, method.descriptor


def _number(value: int) -> bytes:
    return value.to_bytes(4, "big")


def _text(text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return len(data).to_bytes(2, "big") + data
