"""What generated code looks up: class tests, the targets of calls, and cases of switches, each in a dictionary that
fills itself.
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
    """Whether a class is a subtype of this one: 1 or 0."""

    def __init__(self, cls: Class) -> None:
        super().__init__()
        self.cls = cls

    def __missing__(self, found: Class) -> int:
        answer = self[found] = int(found.is_subtype_of(self.cls))
        return answer


class Storable(dict[tuple["Class", "Class"], bool]):
    """Whether arrays of the first class take objects of the second."""

    def __missing__(self, pair: tuple[Class, Class]) -> bool:
        array, found = pair
        element = array.element
        answer = self[pair] = element is not None and found.is_subtype_of(element)
        return answer


class Targets(dict["Class", Function]):
    """The function that a call runs, by the receiver's class.

    ``known`` is what tier 0 has found at this instruction: the first call on each class is made there.
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
    """The number of the way that a switch goes; a symbolic key is for tier 0."""

    def __init__(self, cases: dict[int, int], default: int) -> None:
        super().__init__(cases)
        self.default = default

    def __missing__(self, key: int) -> int:
        if type(key) is not int:
            raise Symbolic
        return self.default


def same(state: State, left: Value, right: Value) -> bool:
    """Whether two references are one object, as `State.same` says; undecided ones are for tier 0."""
    if type(left) is not int or type(right) is not int:
        raise Symbolic
    if left == right:
        return True
    return bool(left and right and same_object(state, left, right))


FOREVER = itertools.repeat(None)
"""For loops whose rounds are not counted at their head."""
