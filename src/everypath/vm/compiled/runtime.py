"""Run-time tables of generated code: class tests, targets of calls, cases of switches.

Each is a dictionary whose ``__missing__`` computes an entry on the first look-up.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

from everypath.state import same_object
from everypath.term import Symbolic, Value
from everypath.vm.compiled.deoptimisation import Function, Interpreted

if TYPE_CHECKING:
    from everypath.program import Class, Method
    from everypath.state import State


class Subtypes(dict["Class", int]):
    """Class -> 1 if it is a subtype of ``cls``, else 0."""

    def __init__(self, cls: Class) -> None:
        super().__init__()
        self.cls = cls

    def __missing__(self, found: Class) -> int:
        answer = self[found] = int(found.is_subtype_of(self.cls))
        return answer


class Storable(dict[tuple["Class", "Class"], bool]):
    """(Array class, class) -> True if an object of the class may be stored in such an array."""

    def __missing__(self, pair: tuple[Class, Class]) -> bool:
        array, found = pair
        element = array.element
        answer = self[pair] = element is not None and found.is_subtype_of(element)
        return answer


class Targets(dict["Class", Function]):
    """Class of the receiver -> the function that a call runs.

    ``known`` holds the targets that tier 0 has found at this instruction. The first call on each class is made in
    tier 0.
    """

    def __init__(self, known: dict[Class, Method], function: Callable[[Targets, Class, Method], Function]) -> None:
        super().__init__()
        self.known = known
        self.function = function

    def __missing__(self, cls: Class) -> Function:
        method = self.known.get(cls)
        if method is None:
            raise Interpreted
        found = self[cls] = self.function(self, cls, method)
        return found


class Cases(dict[int, int]):
    """Key of a switch -> the number of its target. Raises `Symbolic` for a symbolic key, which tier 0 decides."""

    def __init__(self, cases: dict[int, int], default: int) -> None:
        super().__init__(cases)
        self.default = default

    def __missing__(self, key: int) -> int:
        if type(key) is not int:
            raise Symbolic
        return self.default


def same(state: State, left: Value, right: Value) -> bool:
    """Test the identity of two references as `State.same` does. Raises `Symbolic` for undecided ones."""
    if type(left) is not int or type(right) is not int:
        raise Symbolic
    if left == right:
        return True
    return bool(left and right and same_object(state, left, right))


FOREVER = itertools.repeat(None)
"""The iterable of generated ``for`` loops whose iterations are not counted at the head."""
