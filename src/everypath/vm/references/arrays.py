"""Array accesses beyond the fast paths: symbolic index or length, input arrays, null, bounds, element types.

Order of checks as in JVMS 6.5: null, bounds, then (aastore) the element type. All are decided before anything is
written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from everypath.classfile import dotted
from everypath.errors import EngineError, WitnessContradictionError
from everypath.state import CAPACITY, NEW, NULL, LazyArray, Obj, State, SymbolicArray, equal_index, log_read, log_write
from everypath.state.text import Constant, concat, decimal
from everypath.term import (
    ELEMENT_SORTS,
    OPERAND_SORTS,
    Term,
    Value,
    and_,
    array_sort,
    const_array,
    disj,
    eq,
    evaluate,
    i2b,
    i2c,
    i2s,
    ite,
    le,
    lt,
    mul,
    select,
    sext,
    size,
    zext,
)
from everypath.term import store as store_term
from everypath.vm.core import JavaThrow
from everypath.vm.references import lazy_references
from everypath.vm.references.class_objects import runtime_class

if TYPE_CHECKING:
    from everypath.program import Class
    from everypath.vm.core import MachineServices

LONGEST_ITE_CHAIN = 32
"""A concrete array of at most this many elements is read and written by chains of ites; a longer one becomes
symbolic.
"""

LARGEST_INDEX = 12
"""An index into an array of references with more nodes than this is decided to be a number."""

SIZES = {"Z": 1, "B": 1, "C": 2, "S": 2, "I": 4, "J": 8, "F": 4, "D": 8}


def load_element(machine: MachineServices, state: State, array: Value, index: Value) -> Value:
    """The element, after the null and bounds checks."""
    address = machine.non_null(state, array)
    obj = state.object(address)
    check_index(state, index, obj.array_length)
    return read_element(machine, state, address, index)


def read_element(machine: MachineServices, state: State, address: int, index: Value) -> Value:
    """The element at an index that was decided to be within bounds."""
    obj = state.object(address)
    if address in state.open:
        log_read(state, address, obj.cls)
    code = obj.cls.name[1]
    if isinstance(obj, SymbolicArray):
        return widen_element(select(obj.elements, index), code)
    if isinstance(obj, LazyArray):
        return _lazy_element(machine, state, address, obj, index)
    if not isinstance(index, Term):
        return obj.fields[int(index)]
    if code in "L[":
        return _one_of(state, obj.fields, index)
    if len(obj.fields) <= LONGEST_ITE_CHAIN:
        return _chain(obj.fields, index, code)
    return widen_element(select(as_symbolic(state, address).elements, index), code)


def _lazy_element(machine: MachineServices, state: State, address: int, obj: LazyArray, index: Value) -> Value:
    """The element of an array of references that is an input, or has an unknown length."""
    index = _plain_index(state, index)
    known = equal_index(state, obj.slots, index)
    if known is not None:
        return obj.slots[known]
    if obj.origin == NEW:
        return NULL
    value = machine.inputs.element(state, obj.origin or address, index)
    lazy = state.writable(address)
    assert isinstance(lazy, LazyArray)
    lazy.slots[index] = value
    return value


def _plain_index(state: State, index: Value) -> Value:
    """The index itself, or its value if it is a large term, which is decided then."""
    if isinstance(index, Term) and size(index) > LARGEST_INDEX:
        state.decide_limit(cast("bool | Term", lt(index, state.control.bounds.length)), "length")
        return concrete_index(state, index)
    return index


def array_contents(state: State, address: int) -> Term:
    """All elements of an array of primitives, read at once."""
    obj = state.object(address)
    assert isinstance(obj, SymbolicArray)
    if address in state.open:
        log_read(state, address, obj.cls)
    return obj.elements


def set_array_contents(state: State, address: int, elements: Term) -> None:
    """Write all elements of an array of primitives at once."""
    obj = state.writable(address)
    assert isinstance(obj, SymbolicArray)
    if address in state.open:
        log_write(state, address, obj.cls)
    obj.elements = elements


def store_element(machine: MachineServices, state: State, array: Value, index: Value, value: Value) -> None:
    """Write an element, after the null, bounds and element type checks."""
    address = machine.non_null(state, array)
    obj = state.object(address)
    check_index(state, index, obj.array_length)
    if obj.cls.name[1] in "L[":
        check_element(machine, state, address, value)
    write_element(state, address, index, value)


def write_element(state: State, address: int, index: Value, value: Value) -> None:
    """Write an element at an index decided to be within bounds, of a type decided to fit."""
    before = state.object(address)
    code = before.cls.name[1]
    if isinstance(before, LazyArray):
        index = _plain_index(state, index)
        known = equal_index(state, before.slots, index)
        index = index if known is None else known
    elif code in "L[":
        index = concrete_index(state, index)
    value = narrow_element(value, code)
    obj = state.writable(address)
    if address in state.open:
        log_write(state, address, obj.cls)
    if isinstance(obj, LazyArray):
        obj.slots[index] = value
    elif isinstance(obj, SymbolicArray):
        obj.elements = _stored(obj.elements, index, value)
    elif not isinstance(index, Term):
        obj.fields[int(index)] = value
    elif len(obj.fields) <= LONGEST_ITE_CHAIN:
        sort = OPERAND_SORTS[code]
        for position, old in enumerate(obj.fields):
            obj.fields[position] = ite(eq(index, position), value, old, sort)
    else:
        symbolic = as_symbolic(state, address)
        symbolic.elements = _stored(symbolic.elements, index, value)


def _stored(elements: Term, index: Value, value: Value) -> Term:
    stored = store_term(elements, index, value)
    if not isinstance(stored, Term):
        raise EngineError("a store into an array term gave no term")
    return stored


def narrow_element(value: Value, code: str) -> Value:
    """An operand as an element of type ``code``: the low bits (JVMS bastore, castore, sastore)."""
    if code == "B":
        return i2b(value)
    if code == "C":
        return i2c(value)
    if code == "S":
        return i2s(value)
    if code == "Z":
        return and_(value, 1, 32)
    return value


def widen_element(element: Value, code: str) -> Value:
    """An element of a solver array as an operand."""
    if code in "BS":
        return sext(element, 32)
    if code == "C":
        return zext(element, 32)
    if code == "Z":  # one bit, as in `narrow`: whatever a witness has in the others means nothing
        return and_(zext(element, 32), 1, 32)
    return element


def _chain(elements: list[Value], index: Term, code: str) -> Value:
    """One of ``elements``, by a balanced tree of ites over the index."""
    sort = OPERAND_SORTS[code]

    def pick(low: int, high: int) -> Value:
        if high - low == 1:
            return elements[low]
        middle = (low + high) // 2
        return ite(lt(index, middle), pick(low, middle), pick(middle, high), sort)

    return pick(0, len(elements))


def _one_of(state: State, elements: list[Value], index: Term) -> Value:
    """One of the references in an array: equal ones are one choice, so that empty places are one path."""
    position = evaluate(index, state.witness)
    assert isinstance(position, int)
    if not 0 <= position < len(elements):
        raise WitnessContradictionError("the witness does not satisfy the path condition")
    chosen = elements[position]
    same = [eq(index, place) for place, element in enumerate(elements) if element is chosen or element == chosen]
    if len(same) < len(elements) and not state.decide(cast("bool | Term", disj(*same)), "index"):
        raise WitnessContradictionError("the witness does not satisfy the path condition")
    return chosen


def as_symbolic(state: State, address: int) -> SymbolicArray:
    """Turn a concrete array of primitives into a solver array, in place."""
    obj = state.object(address)
    if isinstance(obj, SymbolicArray):
        writable = state.writable(address)
        assert isinstance(writable, SymbolicArray)
        return writable
    symbolic = SymbolicArray(obj.cls, len(obj.fields), elements_of(obj), state.token, obj.extra)
    if address in state.open:
        state.open[address] = symbolic
    else:
        state.heap[address] = symbolic
    return symbolic


def elements_of(obj: Obj) -> Term:
    """The elements of a concrete array of primitives as a solver array."""
    code = obj.cls.name[1]
    elements = const_array(array_sort(ELEMENT_SORTS[code]), 0.0 if code in "FD" else 0)
    assert isinstance(elements, Term)
    for position, value in enumerate(obj.fields):
        if isinstance(value, Term) or value != 0 or code in "FD":
            elements = _stored(elements, position, value)
    return elements


def concrete_index(state: State, index: Value) -> int:
    """The index as a number: a symbolic one is decided equal to its value under the witness, the rest is forked off."""
    if not isinstance(index, Term):
        return int(index)
    value = evaluate(index, state.witness)
    assert isinstance(value, int)
    if not state.decide(eq(index, value), "index"):
        raise WitnessContradictionError("the witness does not satisfy the path condition")
    return value


def _concrete(value: Value) -> int:
    if isinstance(value, Term):
        raise EngineError("a concrete index was expected")
    return int(value)


def check_index(state: State, index: Value, length: Value) -> None:
    """Raise an ArrayIndexOutOfBoundsException unless 0 <= index < length."""
    if not isinstance(index, Term) and not isinstance(length, Term):
        inside = 0 <= index < length
    else:
        is_within = not isinstance(length, Term) and length == CAPACITY
        inside = not state.decide(lt(index, 0), "bounds") and (is_within or state.decide(lt(index, length), "bounds"))
    if not inside:
        message = concat(
            Constant("Index "), decimal(index, 32), Constant(" out of bounds for length "), decimal(length, 32)
        )
        raise JavaThrow("java/lang/ArrayIndexOutOfBoundsException", message)


STORES = "vm.stores"
"""The attachment of a path on which a store into an array depended on a class."""


def check_element(machine: MachineServices, state: State, address: int, value: Value) -> None:
    """Raise an ArrayStoreException unless a reference may be an element of an array (JVMS aastore).

    An input array may be of any subclass of its type: its class is decided, except for null and its own elements.
    """
    obj = state.object(address)
    if type(value) is int and value == NULL:
        return
    element = obj.cls.element
    if element is None:
        raise EngineError(f"{obj.cls.name} has no element class")
    origin = _input_array(state, address)
    if origin is not None and machine.inputs.is_element(state, origin, value):
        return
    is_plain = element.name == "java/lang/Object" or lazy_references.lazy_conforms(machine, state, value, element)
    if is_plain and (origin is None or element.is_final):
        return
    state.attach(STORES, True)
    if machine.is_null(state, value):
        return
    if origin is not None:
        element = runtime_class(machine, state, address).element
        assert element is not None
    if element.name == "java/lang/Object" or lazy_references.lazy_conforms(machine, state, value, element):
        return
    if not lazy_references.lazy_is_instance(machine, state, value, element, "array-store"):
        stored = runtime_class(machine, state, machine.address(state, value))
        raise JavaThrow("java/lang/ArrayStoreException", dotted(stored.name))


def _input_array(state: State, address: int) -> int | None:
    """The input that an array of references is, or is a clone of; None if the array is of exactly its class."""
    obj = state.object(address)
    if not isinstance(obj, LazyArray) or obj.origin == NEW:
        return None
    origin = obj.origin or address
    return origin if state.refs[origin] in state.types else None


def check_length(state: State, length: Value) -> None:
    """Raise a NegativeArraySizeException for a negative length."""
    negative = length < 0 if not isinstance(length, Term) else state.decide(lt(length, 0), "negative-size")
    if negative:
        raise JavaThrow("java/lang/NegativeArraySizeException", decimal(length, 32))


def create_array(machine: MachineServices, state: State, cls: Class, length: Value) -> int:
    """A new array of default elements."""
    length = _chosen(state, length)
    check_length(state, length)
    return _allocate(state, cls, length)


def _chosen(state: State, length: Value) -> Value:
    """A length that is one of a few constants (sides of a branch were merged) as that constant, by forks."""
    while isinstance(length, Term) and _is_choice(length, 8):
        condition, left, right = length.args
        assert isinstance(condition, Term)
        length = left if state.decide(condition, "library") else right
    return length


def _is_choice(length: Term, depth: int) -> bool:
    return (
        depth > 0
        and length.op == "ite"
        and all(not isinstance(arm, Term) or _is_choice(arm, depth - 1) for arm in length.args[1:])
    )


def _allocate(state: State, cls: Class, length: Value) -> int:
    code = cls.name[1]
    bounds = state.control.bounds
    size = SIZES.get(code, 4)
    if isinstance(length, Term):
        state.assume_memory(length, size)
        if code in "L[" and any(frame.method.owner.is_target for frame in state.frames[-2:]):
            return state.allocate(LazyArray(cls, length, state.token, origin=NEW))
        if code in "L[":
            state.decide_limit(le(length, bounds.length), "length")
            length = concrete_index(state, length)
    elif length * size > bounds.heap:
        raise JavaThrow("java/lang/OutOfMemoryError", "Java heap space")
    if code not in "L[" and (isinstance(length, Term) or length > bounds.elements):
        elements = const_array(array_sort(ELEMENT_SORTS[code]), 0.0 if code in "FD" else 0)
        assert isinstance(elements, Term)
        return state.allocate(SymbolicArray(cls, length, elements, state.token))
    count = int(_concrete(length))
    state.reserve_memory(8 * count)
    return state.new_array(cls, [0.0 if code in "FD" else 0] * count)


def create_nested_arrays(machine: MachineServices, state: State, cls: Class, lengths: list[Value]) -> int:
    """A new array of arrays (JVMS multianewarray): one level for each given length, null below.

    Symbolic lengths of all levels but the innermost are made concrete by forks.
    """
    for length in lengths:
        check_length(state, length)
    fixed: list[Value] = []
    for length in lengths[:-1]:
        if isinstance(length, Term):
            state.decide_limit(le(length, state.control.bounds.length), "length")
        fixed.append(concrete_index(state, length))
    fixed.append(lengths[-1])
    count: Value = 1
    for length in fixed:
        if isinstance(length, Term):
            break
        count = mul(count, length, 64)
        if not isinstance(count, Term) and count * 4 > state.control.bounds.heap:
            raise JavaThrow("java/lang/OutOfMemoryError", "Java heap space")
    with state.atomic():
        return _nest(machine, state, cls, fixed)


def _nest(machine: MachineServices, state: State, cls: Class, lengths: list[Value]) -> int:
    address = _allocate(state, cls, lengths[0])
    if len(lengths) > 1:
        element = cls.element
        if element is None:
            raise EngineError(f"{cls.name} has no element class")
        children: list[Value] = [_nest(machine, state, element, lengths[1:]) for _ in range(int(_concrete(lengths[0])))]
        obj: Obj = state.writable(address)
        obj.fields[:] = children
    return address
