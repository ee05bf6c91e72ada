"""``Module`` objects, of which only the name is known, and the resource files in the JDK's image.

The module graph depends on how a JVM was started. Methods that need more than a name or a file are unsupported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import JImage, internal_name
from everypath.library.classes.classes import represented_class
from everypath.library.models import concrete_text, method_name, model
from everypath.state import NULL, TextObject

if TYPE_CHECKING:
    from everypath.term import Value
    from everypath.vm.core import Call

CLASS, MODULE, STREAM = "java/lang/Class", "java/lang/Module", "java/io/ByteArrayInputStream"
UNNAMED = ""


@model(CLASS, "getModule", "()Ljava/lang/Module;")
def get_module(call: Call, this: Value) -> Value:
    """The module of the JDK that a class belongs to, or the unnamed module of the class path."""
    cls = represented_class(call, this)
    while cls.element is not None:
        cls = cls.element
    name = "java.base" if cls.is_primitive else call.machine.program.jdk_module(cls) or UNNAMED
    key = f"library.module.{name}"
    address = call.state.attachments.get(key)
    if not isinstance(address, int):
        address = call.state.new_object(call.klass(MODULE), name)
        if name:
            call.put_field(address, "name", call.intern(name))
        call.state.attach(key, address)
    return address


@model(MODULE, "getName", "()Ljava/lang/String;")
def get_name(call: Call, this: Value) -> Value:
    """The name, null for the unnamed module."""
    return call.get_field(call.non_null(this), "name")


@model(MODULE, "isNamed", "()Z")
def is_named(call: Call, this: Value) -> Value:
    """True if the module has a name."""
    return int(call.state.object(call.non_null(this)).extra != UNNAMED)


@model(MODULE, "isExported", "(Ljava/lang/String;)Z")
def is_exported(call: Call, this: Value, package: Value) -> Value:
    """True if a package is exported to all modules. The unnamed module exports all packages."""
    module, image = call.state.object(call.non_null(this)).extra, call.machine.program.jdk
    if module == UNNAMED:
        return 1
    if not isinstance(image, JImage):
        return call.unsupported(method_name(call))
    return int(image.is_exported(internal_name(_name(call, package))))


@model(MODULE, "getResourceAsStream", "(Ljava/lang/String;)Ljava/io/InputStream;")
def module_resource(call: Call, this: Value, name: Value) -> Value:
    """A file of a module of the JDK."""
    module = call.state.object(call.non_null(this)).extra
    return _stream(call, str(module or UNNAMED), _name(call, name).removeprefix("/"))


@model(CLASS, "getResourceAsStream", "(Ljava/lang/String;)Ljava/io/InputStream;")
def class_resource(call: Call, this: Value, name: Value) -> Value:
    """A file beside a class of the JDK, or from the root of its module."""
    cls, path = represented_class(call, this), _name(call, name)
    path = path[1:] if path.startswith("/") else f"{cls.package}/{path}"
    return _stream(call, call.machine.program.jdk_module(cls) or UNNAMED, path)


def _name(call: Call, name: Value) -> str:
    obj = call.state.object(call.non_null(name))
    assert isinstance(obj, TextObject)
    return concrete_text(call, obj.text, method_name(call))


def _stream(call: Call, module: str, path: str) -> Value:
    """A stream over a file of the JDK's image, null if there is none. Files on the class path are unsupported."""
    image = call.machine.program.jdk
    if not module or not isinstance(image, JImage):
        return call.unsupported(method_name(call))
    data = image.resource(f"/{module}/{path}")
    if data is None:
        return NULL
    stream = call.new_object(STREAM)
    signed = [byte - 256 if byte > 127 else byte for byte in data]
    call.put_field(stream, "buf", call.state.new_array(call.klass("[B"), [*signed]))
    call.put_field(stream, "count", len(data))
    return stream
