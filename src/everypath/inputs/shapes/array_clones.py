"""Clones of input arrays: elements that were materialised in the original after it was cloned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.inputs.shapes.aliasing import alias_of
from everypath.inputs.shapes.shape import ReferenceArrayInput
from everypath.inputs.shapes.symbols import name_of, shape_of
from everypath.state import LazyArray
from everypath.term import ref_var

if TYPE_CHECKING:
    from everypath.state import State


def complete_clones(state: State) -> None:
    """Copy each materialised element of an input array to those clones of it that did not read the element."""
    clones = [
        (address, obj.origin) for address, obj in state.heap.items() if isinstance(obj, LazyArray) and obj.origin > 0
    ]
    for address, origin in clones:
        build = shape_of(state).node(name_of(state.refs[origin])).build
        clone = state.writable(address)
        assert isinstance(clone, LazyArray)
        assert isinstance(build, ReferenceArrayInput)
        for index, slot in build.elements:
            ref = ref_var(alias_of(state, slot.name) or slot.name)
            clone.slots.setdefault(index, state.decided.get(ref, ref))
