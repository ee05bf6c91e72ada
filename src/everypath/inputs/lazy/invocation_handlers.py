"""Inputs of an ``InvocationHandler``: the arguments that the JDK passes to ``invoke``, by its contract.

The first argument is a proxy over the receiver, the second a method that a proxy forwards: one of the three of
``Object``, or of an interface that the proxy has. Its interfaces are those that the handler's code tests for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, replace
from everypath.inputs.candidates import MOST_MEMBERS, Candidate, Kind, reflectable_members
from everypath.inputs.places import parameter_places
from everypath.inputs.shapes import (
    Alias,
    CallInput,
    ClassLiteral,
    Node,
    Null,
    RecipeInput,
    ReferenceArrayInput,
    Slot,
    record,
)
from everypath.library.reflection import HANDLER, METHOD, OF_OBJECT, PROXY, proxy_class
from everypath.state import Obj
from everypath.term import ref_var

if TYPE_CHECKING:
    from everypath.inputs.candidates import Candidates
    from everypath.inputs.construction import Api
    from everypath.program import Class, Field, Method, Program
    from everypath.state import State
    from everypath.term import Term, Value

INVOKE = ("invoke", f"(Ljava/lang/Object;L{METHOD};[Ljava/lang/Object;)Ljava/lang/Object;")
MOST_INTERFACES = 3

_NEW = f"(Ljava/lang/ClassLoader;[Ljava/lang/Class;L{HANDLER};)Ljava/lang/Object;"
_LOADER, _CLASSES, _CLASS = "Ljava/lang/ClassLoader;", "[Ljava/lang/Class;", "Ljava/lang/Class;"
_OBJECT = "java/lang/Object"


@dataclass(frozen=True)
class Handled:
    """The places of the proxy and of the method among the arguments of a handler, and their candidates."""

    proxy: str
    method: str
    proxies: tuple[Candidate, ...]
    methods: tuple[Method | Field, ...]


def handled(program: Program, api: Api, known: Candidates, entry: Method | None) -> Handled | None:
    """The proxies and methods passed to an entry that is a handler's ``invoke``; None for every other entry."""
    if entry is None or (entry.name, entry.descriptor) != INVOKE or entry.is_static:
        return None
    if not entry.owner.is_subtype_of(program.klass(HANDLER)):
        return None
    tested = (program.find(name) for name in known.type_tests.tested)
    interfaces = [cls for cls in tested if cls is not None and _is_offered(api, cls)][:MOST_INTERFACES]
    chosen = [interfaces, []] if interfaces else [[]]
    proxies = [Candidate(proxy_class(program, each), Kind.PROXY) for each in chosen]
    proxy, method, _ = parameter_places(entry)
    members = (*_handed_on(program, interfaces), *reflectable_members(program, api, METHOD))
    methods = tuple(dict.fromkeys(members))[:MOST_MEMBERS]
    return Handled(proxy.name, method.name, tuple(proxies[: known.most]), methods)


def _is_offered(api: Api, cls: Class) -> bool:
    closed = cls.file is None or bool(cls.file.permitted_subclasses)
    return cls.is_interface and not closed and cls.name != HANDLER and api.accessibility.class_accessible(cls)


def _handed_on(program: Program, interfaces: list[Class]) -> Iterator[Method]:
    """The methods of ``Object`` that a proxy forwards, and those of its interfaces."""
    of_all = program.klass(_OBJECT)
    for name, descriptor in OF_OBJECT:
        method = of_all.declared_method(name, descriptor)
        if method is not None:
            yield method
    for cls in interfaces:
        yield from (each for each in cls.methods if each.is_abstract)


def make(state: State, ref: Term, node: Node, cls: Class) -> int:
    """The address of a proxy over the receiver."""
    build, nodes = parts(node.name, cls)
    for each in nodes:
        record(state, each)
    record(state, replace(node, build=build))
    receiver = ref_var("this")
    held: Value = state.decided.get(receiver, receiver)
    fields: list[Value] = [held if each.name == "h" else 0 for each in cls.instance_fields]
    return state.add_input(ref, Obj(cls, fields, state.token), settled=True)


def parts(name: str, cls: Class) -> tuple[RecipeInput, list[Node]]:
    """The call of ``Proxy.newProxyInstance`` for a proxy class, and the nodes of its arguments."""
    loader, classes, handler = (f"{name}.new.{each}" for each in ("loader", "interfaces", "h"))
    elements = tuple((at, Slot(f"{classes}[{at}]", _CLASS)) for at in range(len(cls.interfaces)))
    literals = [ClassLiteral(each.name) for each in cls.interfaces]
    nodes = [Node(slot.name, _CLASS, each) for (_, slot), each in zip(elements, literals, strict=True)]
    of_thread = RecipeInput(
        "java/lang/ClassLoader",
        CallInput("java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", (), is_static=True),
        (CallInput("java/lang/Thread", "getContextClassLoader", f"(){_LOADER}", (), follows=True),),
    )
    nodes += [
        Node(loader, _LOADER, of_thread if elements else Null(), nullable=True),
        Node(classes, _CLASSES, ReferenceArrayInput(_CLASSES, len(elements), elements)),
        Node(handler, f"L{HANDLER};", Alias("this")),
    ]
    arguments = (Slot(loader, _LOADER), Slot(classes, _CLASSES), Slot(handler, f"L{HANDLER};"))
    return RecipeInput(_OBJECT, CallInput(PROXY, "newProxyInstance", _NEW, arguments, is_static=True)), nodes
