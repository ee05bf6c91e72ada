"""The call graph: the methods that each instruction of a method may call (class hierarchy analysis)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from everypath.classfile import InvokeDynamic, MemberRef, MethodHandle, access, parse_method_descriptor
from everypath.errors import TargetError
from everypath.program.caching import program_cache

if TYPE_CHECKING:
    from collections.abc import Iterator

    from everypath.classfile import Instruction
    from everypath.program.model import Class, Method
    from everypath.program.program import Program


_CALLS = frozenset({"invokestatic", "invokespecial", "invokevirtual", "invokeinterface"})


class Callees(NamedTuple):
    """The callees of one instruction: ``methods`` of the analysed code that have code, in a fixed order.

    ``is_open``: the instruction also calls other code, which may call back any method of the analysed code.
    """

    methods: tuple[Method, ...]
    is_open: bool


@program_cache(4096)
def callees(program: Program, method: Method) -> Mapping[int, Callees]:
    """The calls of a method by pc. An instruction that links a call site also calls its method handles."""
    file = method.owner.file
    found: dict[int, Callees] = {}
    if file is None or not method.has_code:
        return found
    for each in method.instructions:
        if not each.name.startswith("invoke"):
            continue
        constant = file.constant(each.operand)
        if isinstance(constant, MemberRef):
            found[each.pc] = _called(program, each, constant)
        elif isinstance(constant, InvokeDynamic):
            handles = file.bootstrap_methods[constant.bootstrap].arguments
            named = [one for handle in handles if isinstance(handle, MethodHandle) for one in _handled(program, handle)]
            found[each.pc] = Callees(_with_code(named), is_open=False)
    return found


def direct_calls(program: Program, method: Method) -> list[tuple[int, Method]]:
    """The calls of a method that select the same method for every class of the receiver, by pc."""
    found: list[tuple[int, Method]] = []
    for each, member in _members_called(method):
        try:
            called = _resolved(program, member)
        except TargetError:
            continue
        if _is_direct(each, called) or (called.access | called.owner.access) & access.FINAL:
            found.append((each.pc, called))
    return found


def called_from(program: Program, entry: Method, most: int) -> tuple[Method, ...]:
    """The entry and the methods of the analysed code that it may call, the nearest first, at most ``most``."""
    found = {entry: None}
    waiting = deque([entry])
    while waiting:
        for calls in callees(program, waiting.popleft()).values():
            for each in calls.methods:
                if each not in found and len(found) < most:
                    found[each] = None
                    waiting.append(each)
    return tuple(found)


def often_called(program: Program, entry: Method, most: int = 200) -> frozenset[Method]:
    """The methods that one call of the entry may call more than once, by the calls in the code and the loops around
    them. Only the ``most`` methods nearest to the entry are examined.
    """
    methods = called_from(program, entry, most)
    often: dict[Method, int] = dict.fromkeys(methods, 0)
    often[entry] = 1
    while True:
        found = dict.fromkeys(methods, 0)
        found[entry] = 1
        for method in methods:
            for pc, calls in callees(program, method).items():
                times = 2 if method.flow.loop_at(pc) is not None else 1
                for each in calls.methods:
                    if each in found:
                        found[each] = min(2, found[each] + times * often[method])
        if found == often:
            return frozenset(each for each, times in often.items() if times > 1)
        often = found


def _called(program: Program, instruction: Instruction, member: MemberRef) -> Callees:
    try:
        owner = program.klass(member.owner)
        method = _resolved(program, member)
        if _is_direct(instruction, method):
            return Callees(_with_code([method]), is_open=not (method.owner.is_target or _is_closed(program, method)))
        if owner.is_final and not method.owner.is_target:
            return Callees((), is_open=not _is_closed(program, method))
        targets = list(program.dispatch(program.hierarchy.analysed(owner), method))
    except TargetError:
        return Callees((), is_open=True)
    outside = _of_others(targets)
    if not owner.is_target:  # its other subtypes do what the method may do, which saves reading all classes of the JDK
        outside = (*outside, method)
    return Callees(_with_code([method, *targets]), is_open=not all(_is_closed(program, each) for each in outside))


def others_called(program: Program, method: Method) -> Iterator[tuple[int, tuple[Method, ...]]]:
    """The known methods outside the analysed code that a method may call, by the pc of the call."""
    for each, member in _members_called(method):
        try:
            owner = program.klass(member.owner)
            called = _resolved(program, member)
            is_one = _is_direct(each, called) or (owner.is_final and not called.owner.is_target)
            targets = [called] if is_one else list(program.dispatch(program.candidates(owner), called))
        except TargetError:
            continue
        yield each.pc, _of_others(targets)


def _members_called(method: Method) -> Iterator[tuple[Instruction, MemberRef]]:
    """The call instructions of a method that name a method, with its name."""
    file = method.owner.file
    for each in method.instructions:
        named = file.constant(each.operand) if file is not None and each.name in _CALLS else None
        if isinstance(named, MemberRef):
            yield each, named


def _resolved(program: Program, member: MemberRef) -> Method:
    resolve = program.resolve_interface_method if member.is_interface else program.resolve_method
    return resolve(program.klass(member.owner), member.name, member.descriptor)


def _is_direct(instruction: Instruction, method: Method) -> bool:
    return instruction.name in ("invokestatic", "invokespecial") or method.is_private


def _is_closed(program: Program, method: Method) -> bool:
    """True if no argument of a method of other code can call back: all are objects of final classes."""
    given = parse_method_descriptor(method.descriptor)[0]
    owner: Class = method.owner
    if not (method.is_static or method.is_constructor or owner.is_final):
        return owner.name == "java/lang/Object" and method.name != "toString"
    return all(_is_plain(program, each) for each in given)


def _is_plain(program: Program, descriptor: str) -> bool:
    element = descriptor.lstrip("[")
    return element[0] != "L" or program.klass(element[1:-1]).is_final


def _handled(program: Program, handle: MethodHandle) -> Iterator[Method]:
    member = handle.member
    if "(" not in member.descriptor:
        return
    try:
        owner = program.klass(member.owner)
        yield (program.resolve_interface_method if owner.is_interface else program.resolve_method)(
            owner, member.name, member.descriptor
        )
    except TargetError:
        return


def _of_others(methods: list[Method]) -> tuple[Method, ...]:
    return tuple(sorted((each for each in methods if not each.owner.is_target), key=lambda each: each.key))


def _with_code(methods: list[Method]) -> tuple[Method, ...]:
    kept = [each for each in methods if each.owner.is_target and each.has_code and not each.access & access.ABSTRACT]
    return tuple(sorted(dict.fromkeys(kept), key=lambda each: each.key))
