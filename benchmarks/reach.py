"""What class hierarchy analysis reaches: the code that a benchmark's coverage is measured over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from everypath.classfile import INVOKES, InvokeDynamic, MemberRef, MethodHandle
from everypath.errors import EverypathError
from everypath.program import Method, Program


def reachable(program: Program, entries: Iterable[Method]) -> set[Method]:
    """The methods of the analysed code that a run of some entries may come to: a call may run what any subclass has.

    Class initialisers and lambdas are among them; what cannot be linked is left out.
    """
    found: set[Method] = set()
    waiting = list(entries)
    while waiting:
        method = waiting.pop()
        if method in found or not method.has_code or not method.owner.is_target:
            continue
        found.add(method)
        initialiser = method.owner.declared_method("<clinit>", "()V")
        waiting += [initialiser] if initialiser is not None else []
        for kind, member in _calls(method):
            try:
                waiting += _called(program, kind, member)
            except EverypathError:
                continue
    return found


def _calls(method: Method) -> Iterator[tuple[str, MemberRef]]:
    file = method.owner.file
    assert file is not None
    for each in method.instructions:
        if each.opcode not in INVOKES:
            continue
        named = file.constant(each.operand)
        if isinstance(named, MemberRef):
            yield each.name, named
        elif isinstance(named, InvokeDynamic):
            arguments = file.bootstrap_methods[named.bootstrap].arguments
            yield from (("handle", one.member) for one in arguments if isinstance(one, MethodHandle))


def _called(program: Program, kind: str, member: MemberRef) -> Iterator[Method]:
    cls = program.klass(member.owner)
    resolve = program.resolve_interface_method if cls.is_interface else program.resolve_method
    method = cls.declared_method(member.name, member.descriptor) or resolve(cls, member.name, member.descriptor)
    yield method
    if kind in ("invokestatic", "invokespecial") or method.is_static or method.is_constructor:
        return
    for below in program.classes_of(program.subtypes(cls)):
        if below.is_target and not below.is_interface:
            yield program.select(below, method)
