"""Objects that all replays in one JVM share: those in static fields of analysed JDK classes.

The bridge gives every replay its own copy of the user's classes, but not of the JDK's. So such an object may have state
from an earlier replay, such as a hash code or bit count computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from everypath.classfile import is_reference
from everypath.state import LazyArray, Obj, State, SymbolicArray, TextObject
from everypath.term import Value

__all__ = ["references_of", "shared_objects"]

_MOST = 20_000


def shared_objects(state: State, is_jdk: Callable[[str], bool]) -> frozenset[int]:
    """The addresses of all objects reachable from static fields of the analysed JDK classes."""
    found: set[int] = set()
    work = [
        value
        for field, value in state.statics.items()
        if field.owner.is_target and is_reference(field.descriptor) and is_jdk(field.owner.name)
    ]
    while work and len(found) < _MOST:
        value = work.pop()
        if isinstance(value, int) and value != 0 and value not in found:
            found.add(value)
            work += references_of(state.object(value))
    return frozenset(found)


def references_of(obj: Obj) -> Iterator[Value]:
    """The references that an object holds, as far as the path read them."""
    if isinstance(obj, SymbolicArray | TextObject):
        return
    if isinstance(obj, LazyArray):
        yield from obj.slots.values()
    elif obj.cls.element is not None:
        if is_reference(obj.cls.element.descriptor):
            yield from obj.fields
    else:
        for field, held in obj.held():
            if is_reference(field.descriptor) and held is not None:
                yield held
