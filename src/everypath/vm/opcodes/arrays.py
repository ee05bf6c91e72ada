"""Arrays: element access, length and creation. Symbolic indexes, lengths and arrays are handled in
`everypath.vm.references.arrays`.
"""

from __future__ import annotations

from everypath.errors import EngineError
from everypath.state import Obj, State
from everypath.term import Symbolic, Value, and_, i2b, i2c, i2s
from everypath.vm.core import Handler
from everypath.vm.instructions import InstructionSite, opcode
from everypath.vm.references import create_array, create_nested_arrays, load_element, store_element

_NEWARRAY = {4: "[Z", 5: "[C", 6: "[F", 7: "[D", 8: "[B", 9: "[S", 10: "[I", 11: "[J"}


@opcode("iaload", "laload", "faload", "daload", "aaload", "baload", "caload", "saload")
def array_load(site: InstructionSite) -> Handler:
    """Replace array and index by the element."""
    here, following, machine = site.here, site.next, site.machine

    def slow(state: State, stack: list[Value]) -> int:
        state.frames[-1].pc = here
        value = load_element(machine, state, stack[-2], stack[-1])
        del stack[-1]
        stack[-1] = value
        return following

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        try:
            index = stack[-1]
            if index >= 0:
                value = state.heap[stack[-2]].fields[index]  # type: ignore[index]  # a term raises
                del stack[-1]
                stack[-1] = value
                return following
        except (LookupError, Symbolic):
            pass
        return slow(state, stack)

    return handler


def _storing(site: InstructionSite) -> Handler:
    here, following, machine = site.here, site.next, site.machine

    def slow(state: State, stack: list[Value], locals_: list[Value]) -> int:
        state.frames[-1].pc = here
        store_element(machine, state, stack[-3], stack[-2], stack[-1])
        del stack[-3:]
        return following

    return slow


@opcode("iastore", "lastore", "fastore", "dastore")
def array_store(site: InstructionSite) -> Handler:
    """Store an element that needs no conversion and no check."""
    following, slow = site.next, _storing(site)

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        try:
            index = stack[-2]
            if index >= 0:
                obj = state.heap[stack[-3]]  # type: ignore[index]  # a term raises
                if obj.owner is not state.token:
                    obj = state.writable(stack[-3])  # type: ignore[arg-type]  # it was a key of the heap
                obj.fields[index] = stack[-1]  # type: ignore[index]  # a term raises
                del stack[-3:]
                return following
        except (LookupError, Symbolic):
            pass
        return slow(state, stack, locals_)

    return handler


@opcode("bastore", "castore", "sastore")
def store_narrow(site: InstructionSite) -> Handler:
    """Store the low bits of an int; a boolean array keeps one bit (JVMS bastore)."""
    following, slow, narrow = site.next, _storing(site), {"b": i2b, "c": i2c, "s": i2s}[site.name[0]]

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        try:
            index = stack[-2]
            if index >= 0:
                obj = state.heap[stack[-3]]  # type: ignore[index]  # a term raises
                if obj.cls.name == "[Z":
                    value = and_(stack[-1], 1, 32)
                else:
                    value = narrow(stack[-1])
                if obj.owner is not state.token:
                    obj = state.writable(stack[-3])  # type: ignore[arg-type]  # it was a key of the heap
                obj.fields[index] = value  # type: ignore[index]  # a term raises
                del stack[-3:]
                return following
        except (LookupError, Symbolic):
            pass
        return slow(state, stack, locals_)

    return handler


@opcode("aastore")
def store_reference(site: InstructionSite) -> Handler:
    """Store a reference after the element type check."""
    return _storing(site)


@opcode("arraylength")
def array_length(site: InstructionSite) -> Handler:
    """Replace an array by its length."""
    here, following, machine = site.here, site.next, site.machine

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        obj = state.heap.get(stack[-1])  # type: ignore[arg-type]  # a term is no key
        if type(obj) is Obj:
            stack[-1] = len(obj.fields)
            return following
        state.frames[-1].pc = here
        address = machine.non_null(state, stack[-1])
        stack[-1] = state.object(address).array_length
        return following

    return handler


@opcode("newarray")
def new_primitive_array(site: InstructionSite) -> Handler:
    """Create an array of primitives."""
    name = _NEWARRAY.get(site.instruction.operand)
    if name is None:
        raise EngineError(f"newarray of type {site.instruction.operand}")
    return _creating(site, name)


@opcode("anewarray")
def new_reference_array(site: InstructionSite) -> Handler:
    """Create an array of references."""
    name = site.class_name()
    return _creating(site, f"[{name}" if name.startswith("[") else f"[L{name};")


def _creating(site: InstructionSite, name: str) -> Handler:
    here, following, machine = site.here, site.next, site.machine

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        state.frames[-1].pc = here
        stack[-1] = create_array(machine, state, site.named_class(name), stack[-1])
        return following

    return handler


@opcode("multianewarray")
def new_nested_array(site: InstructionSite) -> Handler:
    """Create an array of arrays; all lengths are checked before anything is created."""
    here, following, machine = site.here, site.next, site.machine
    name, dimensions = site.class_name(), site.instruction.second

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        state.frames[-1].pc = here
        address = create_nested_arrays(machine, state, site.named_class(name), stack[-dimensions:])
        del stack[-dimensions:]
        stack.append(address)
        return following

    return handler
