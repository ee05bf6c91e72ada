"""Classes found by name: ``Class.forName`` and class loaders.

A name that no input decides finds its class. An unknown one is decided like the target of a call: one side for each
class that `everypath.program.ReflectTargets` declares, and one for all other names, for which there is no class (the
rules for ``forName`` of the patent; OO-SE, section 4). That there may be classes of other names makes this last side
partial.
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
    from everypath.vm.core.protocols import Call

LOADER, NOT_FOUND = "java/lang/ClassLoader", "java/lang/ClassNotFoundException"


@model(CLASS, "forName", "(Ljava/lang/String;)Ljava/lang/Class;")
def for_name(call: Call, name: Value) -> Value:
    """``forName``: finds the class and initialises it."""
    cls = _found(call, name)
    call.machine.ensure_initialised(call.state, cls)
    return call.class_object(cls)


@model(CLASS, "forName", "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;")
def for_name_by_loader(call: Call, name: Value, initialise: Value, loader: Value) -> Value:
    """``forName`` with a loader: the one that knows the analysed classes, or the boot loader."""
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
    """The declared class that an unknown name means; None for every other name."""
    for name in call.machine.program.reflect.classes:
        wanted = Constant(dotted(name))
        if call.decide(texts.equal(*one_limited(call, text, wanted)), f"{REFLECTED} {name}"):
            return call.machine.program.find(name)
    call.state.note("concretise", "java.lang.Class.forName of names that --reflect-targets does not declare")
    return None


@model(LOADER, "registerAsParallelCapable", "()Z")
def register_as_parallel_capable(call: Call) -> Value:
    """One thread is all there is."""
    return 1


@model(LOADER, "getPlatformClassLoader", "()Ljava/lang/ClassLoader;")
def platform_loader(call: Call) -> Value:
    """The platform class loader, an object that nothing is known about."""
    return known_loader(call, "Platform")


_STREAM, _URL = "(Ljava/lang/String;)Ljava/io/InputStream;", "(Ljava/lang/String;)Ljava/net/URL;"


@model(LOADER, "getSystemResourceAsStream", _STREAM)
@model(LOADER, "getSystemResource", _URL)
def find_system_resource(call: Call, name: Value) -> Value:
    """A resource by name: there is taken to be none, which makes the path partial; files of classes are not opened."""
    text = call.text(name)
    if text.constant is not None and text.constant.endswith(".class"):
        call.unsupported(method_name(call))
    call.state.note("concretise", "java.lang.ClassLoader.getResource: no resource has the name")
    return NULL


@model(LOADER, "getResourceAsStream", _STREAM)
@model(LOADER, "getResource", _URL)
def find_resource(call: Call, this: Value, name: Value) -> Value:
    """The same, asked of a loader."""
    call.non_null(this)
    return find_system_resource(call, name)


THREAD, CONTEXT = "java/lang/Thread", "library.context"


@model(THREAD, "getContextClassLoader", "()Ljava/lang/ClassLoader;")
def context_class_loader(call: Call, this: Value) -> Value:
    """The application's loader, or what was set."""
    loader = call.state.attachments.get(CONTEXT)
    return loader if isinstance(loader, int) else application_loader(call)


@model(THREAD, "setContextClassLoader", "(Ljava/lang/ClassLoader;)V")
def set_context_class_loader(call: Call, this: Value, loader: Value) -> None:
    """Of the one thread there is."""
    call.state.attach(CONTEXT, call.reference(loader))
