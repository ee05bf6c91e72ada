"""Input arrays and their clones: elements that were read in one of them only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.inputs.shapes.aliasing import alias_of
from everypath.inputs.shapes.builds import ReferenceArrayInput
from everypath.inputs.shapes.symbols import name_of, shape_of
from everypath.state import LazyArray
from everypath.term import evaluate, ref_var

if TYPE_CHECKING:
    from everypath.state import State


def complete_clones(state: State) -> None:
    """Enter each element that an input array or a clone of it read in all of them that did not read or write it."""
    clones = {
        address: obj.origin for address, obj in state.heap.items() if isinstance(obj, LazyArray) and obj.origin > 0
    }
    for address, origin in {**clones, **{origin: origin for origin in clones.values()}}.items():
        build = shape_of(state).node(name_of(state.refs[origin])).build
        array = state.writable(address)
        assert isinstance(array, LazyArray)
        assert isinstance(build, ReferenceArrayInput)
        known = {evaluate(index, state.witness) for index in array.slots}
        for index, slot in build.elements:
            if evaluate(index, state.witness) not in known:
                ref = ref_var(alias_of(state, slot.name) or slot.name)
                array.slots[index] = state.decided.get(ref, ref)
