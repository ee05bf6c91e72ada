"""Classes found by name: ``Class.forName`` and class loaders.

A constant name is looked up. A symbolic name forks the state: one side for each class that
`everypath.program.ReflectTargets` declares, and one side for all other names, on which no class is found (the rules for
``forName`` of the patent; OO-SE, section 4). The last side is partial, as classes of other names may exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import dotted, internal_name
from everypath.library.classes.classes import CLASS, application_loader, known_loader
from everypath.library.models import method_name, model, one_limited
from everypath.state import NULL, REFLECTED
from everypath.state import text as texts
from everypath.state.text import Constant

if TYPE_CHECKING:
    from everypath.program import Class
    from everypath.state.text import Text
    from everypath.term import Value
    from everypath.vm.core import Call

LOADER, NOT_FOUND = "java/lang/ClassLoader", "java/lang/ClassNotFoundException"


@model(CLASS, "forName", "(Ljava/lang/String;)Ljava/lang/Class;")
def for_name(call: Call, name: Value) -> Value:
    """``forName``: finds the class and initialises it."""
    cls = _found(call, name)
    call.machine.ensure_initialised(call.state, cls)
    return call.class_object(cls)


@model(CLASS, "forName", "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;")
def for_name_by_loader(call: Call, name: Value, initialise: Value, loader: Value) -> Value:
    """``forName`` with a loader: the application's, which finds the analysed classes, or the boot loader (null)."""
    cls = _found(call, name)
    if call.reference(loader) == NULL and cls.is_target:
        return call.throw(NOT_FOUND, dotted(cls.name))
    if call.decide(initialise):
        call.machine.ensure_initialised(call.state, cls)
    return call.class_object(cls)


def _found(call: Call, name: Value) -> Class:
    text = call.text(name)
    found = _decided(call, text) if text.constant is None else _class_named(call, text.constant)
    if found is None or found.is_primitive:
        call.throw(NOT_FOUND, text)
    return found


def _class_named(call: Call, name: str) -> Class | None:
    internal = internal_name(name)
    element = internal.lstrip("[")
    if element != internal and element[:1] == "L":
        element = element[1:].removesuffix(";")
    program = call.machine.program
    known = "/" not in name and bool(name) and (element in "ZBCSIJFD" or program.find(element) is not None)
    return program.find(internal) if known else None


def _decided(call: Call, text: Text) -> Class | None:
    """Decide which declared class a symbolic name is the name of. None if it is none of them."""
    for name in call.machine.program.reflect.classes:
        wanted = Constant(dotted(name))
        if call.decide(texts.equal(*one_limited(call, text, wanted)), f"{REFLECTED} {name}"):
            return call.machine.program.find(name)
    call.state.note("concretise", "java.lang.Class.forName of names that --reflect-targets does not declare")
    return None


@model(LOADER, "registerAsParallelCapable", "()Z")
def register_as_parallel_capable(call: Call) -> Value:
    """True: there is only one thread."""
    return 1


@model(LOADER, "getPlatformClassLoader", "()Ljava/lang/ClassLoader;")
def platform_loader(call: Call) -> Value:
    """The platform class loader, an object without known content."""
    return known_loader(call, "Platform")


_STREAM, _URL = "(Ljava/lang/String;)Ljava/io/InputStream;", "(Ljava/lang/String;)Ljava/net/URL;"


@model(LOADER, "getSystemResourceAsStream", _STREAM)
@model(LOADER, "getSystemResource", _URL)
def find_system_resource(call: Call, name: Value) -> Value:
    """A resource by name: null, as if there were none, which makes the path partial. Class files are unsupported."""
    text = call.text(name)
    if text.constant is not None and text.constant.endswith(".class"):
        call.unsupported(method_name(call))
    call.state.note("concretise", "java.lang.ClassLoader.getResource: no resource has the name")
    return NULL


@model(LOADER, "getResourceAsStream", _STREAM)
@model(LOADER, "getResource", _URL)
def find_resource(call: Call, this: Value, name: Value) -> Value:
    """The same for a class loader."""
    call.non_null(this)
    return find_system_resource(call, name)


THREAD, CONTEXT = "java/lang/Thread", "library.context"


@model(THREAD, "getContextClassLoader", "()Ljava/lang/ClassLoader;")
def context_class_loader(call: Call, this: Value) -> Value:
    """The loader that the path has set, else the application's."""
    loader = call.state.attachments.get(CONTEXT)
    return loader if isinstance(loader, int) else application_loader(call)


@model(THREAD, "setContextClassLoader", "(Ljava/lang/ClassLoader;)V")
def set_context_class_loader(call: Call, this: Value, loader: Value) -> None:
    """Remember the loader of the only thread."""
    call.state.attach(CONTEXT, call.reference(loader))
