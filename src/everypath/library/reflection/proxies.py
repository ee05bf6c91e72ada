"""Dynamic proxies: objects of classes that are defined here and whose methods all call the invocation handler."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import TYPE_CHECKING

from everypath.classfile import BOX_CLASSES, dotted, is_reference
from everypath.library.classes import represented_class
from everypath.library.handles import boxed_array, elements
from everypath.library.models import model
from everypath.library.reflection.members import METHOD, REFLECT, executable
from everypath.state import NULL
from everypath.vm.invokedynamic import cast, class_file, require_non_null

if TYPE_CHECKING:
    from everypath.program import Class, Method, Program
    from everypath.term import Value
    from everypath.vm.core import Call

PROXY, HANDLER = f"{REFLECT}Proxy", f"{REFLECT}InvocationHandler"
HELPER = "everypath/library/Reflected"
_OBJECTS = "[Ljava/lang/Object;"
OF_OBJECT = (("hashCode", "()I"), ("equals", "(Ljava/lang/Object;)Z"), ("toString", "()Ljava/lang/String;"))
"""The methods of ``Object`` that a proxy passes to its handler."""


@model(PROXY, "newProxyInstance", f"(Ljava/lang/ClassLoader;[Ljava/lang/Class;L{HANDLER};)Ljava/lang/Object;")
def new_proxy(call: Call, loader: Value, interfaces: Value, handler: Value) -> Value:
    """``Proxy.newProxyInstance``; the loader is ignored."""
    address = require_non_null(call, handler)
    chosen = [represented_class(call, each) for each in elements(call, interfaces)]
    for position, cls in enumerate(chosen):
        if not cls.is_interface:
            call.throw("java/lang/IllegalArgumentException", f"{dotted(cls.name)} is not an interface")
        if cls in chosen[:position]:
            call.throw("java/lang/IllegalArgumentException", f"repeated interface: {dotted(cls.name)}")
    return new_proxy_of(call, chosen, address)


def new_proxy_of(call: Call, interfaces: list[Class], handler: int) -> int:
    """A proxy of some interfaces with this handler."""
    proxy = call.state.new_object(proxy_class(call.machine.program, interfaces))
    call.put_field(proxy, "h", handler)
    return proxy


def proxy_class(program: Program, interfaces: list[Class]) -> Class:
    """The class of proxies with these interfaces."""
    names = [cls.name for cls in interfaces]
    methods = dict.fromkeys(OF_OBJECT)
    for cls in _all(interfaces):
        own = (each for each in cls.methods if not (each.is_static or each.is_private or each.name == "<clinit>"))
        methods.update(dict.fromkeys((each.name, each.descriptor) for each in own))
    number = hashlib.sha256(" ".join(names).encode()).hexdigest()[:8]
    data = class_file(f"jdk/proxy1/$Proxy{number}", names, PROXY, list(methods))
    return program.define(data, is_target=False)


def _all(interfaces: list[Class]) -> list[Class]:
    """The interfaces and all their superinterfaces, in the order in which a proxy looks up a method."""
    found: dict[Class, None] = {}
    for cls in interfaces:
        found.update(dict.fromkeys((cls, *cls.superinterfaces())))
    return list(found)


def is_proxy_method(method: Method) -> bool:
    """True if a method belongs to a class of proxies."""
    superclass = method.owner.superclass
    return superclass is not None and superclass.name == PROXY and method.is_native


def call_handler(call: Call, this: Value, *args: Value) -> Value | None:
    """A call of any method of a proxy."""
    address, method = call.non_null(this), call.method
    declared = _declaration(call, method)
    handler = call.get_field(address, "h")
    reflected = executable(call, declared.owner, declared.owner.methods.index(declared), METHOD)
    array = boxed_array(call, args, method.parameters) if args else NULL
    helper = call.klass(HELPER).declared_method(
        "proxied", f"(L{HANDLER};Ljava/lang/Object;L{METHOD};{_OBJECTS})Ljava/lang/Object;"
    )
    assert helper is not None
    return call.then(helper, [handler, address, reflected, array], partial(_answered, method.returns))


def _declaration(call: Call, method: Method) -> Method:
    """The method that the handler gets: that of ``Object``, or of the first interface that declares it."""
    for cls in (call.klass("java/lang/Object"), *_all(list(method.owner.interfaces))):
        found = cls.declared_method(method.name, method.descriptor)
        if found is not None:
            return found
    call.unsupported(f"a proxy's {method.name}")
    raise AssertionError


def _answered(returns: str, call: Call, value: Value | None) -> Value | None:
    if returns == "V":
        return None
    assert value is not None
    if is_reference(returns):
        cast(call, value, returns)
        return value
    cast(call, value, f"L{BOX_CLASSES[returns]};")
    return call.get_field(require_non_null(call, value), "value")


@model(PROXY, "isProxyClass", "(Ljava/lang/Class;)Z")
def is_proxy_class(call: Call, cls: Value) -> Value:
    """``Proxy.isProxyClass``."""
    superclass = represented_class(call, cls).superclass
    return int(superclass is not None and superclass.name == PROXY)


@model(PROXY, "getInvocationHandler", f"(Ljava/lang/Object;)L{HANDLER};")
def get_handler(call: Call, proxy: Value) -> Value:
    """``Proxy.getInvocationHandler``."""
    address = call.non_null(proxy)
    superclass = call.class_of(address).superclass
    if superclass is None or superclass.name != PROXY:
        call.throw("java/lang/IllegalArgumentException", "not a proxy instance")
    return call.get_field(address, "h")
