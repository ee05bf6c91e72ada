"""Longer sequences: calls of methods with open sides on objects that a sequence makes.

The arguments are values of the sequence, or of other sequences that make an object of the type, and literals, which
become symbols when the longer sequence is run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from everypath.bridge import Call, Handed, Literal, New, NewArray, NewStub
from everypath.classfile import UNBOXED, access, is_reference, parse_method_descriptor
from everypath.errors import TargetError

if TYPE_CHECKING:
    from everypath.bridge import Step
    from everypath.program import Class, Method, Program

__all__ = ["Extender", "public_methods"]

Steps: TypeAlias = "tuple[Step, ...]"

MOST_STEPS = 70
"""Longer sequences are not made."""

MOST_OF_METHOD = 3
"""The most sequences that end with a call of one method, for each number of its open sides."""

MOST_OF_SEQUENCE = 3
"""The most sequences that begin with one sequence."""

_TEXTS = frozenset({"Ljava/lang/String;", "Ljava/lang/CharSequence;", "Ljava/lang/Object;", "Ljava/lang/Comparable;"})
_ELEMENTS = 3


class Extender:
    """Makes longer sequences of one target. ``open_sides`` counts the open sides of a method."""

    def __init__(self, program: Program, open_sides: Callable[[Method], int]) -> None:
        self._program = program
        self.open_sides = open_sides
        self._made: Counter[tuple[Method, int]] = Counter()

    def extensions(self, steps: Sequence[Step], donors: Sequence[Sequence[Step]]) -> Iterator[Steps]:
        """Yield sequences that begin with these steps; those whose last call has most open sides first. ``donors`` are
        other sequences, whose objects may be arguments.
        """
        found = [
            (-count, self._made[method, count], at, method)
            for at, cls in self._objects(steps)
            for method, count in self._methods(cls)
        ]
        made = 0
        for left, _, at, method in sorted(found, key=lambda each: each[:3]):
            if made >= MOST_OF_SEQUENCE:
                break
            if self._made[method, -left] < MOST_OF_METHOD:
                self._made[method, -left] += 1
                longer = self.called(steps, at, method, donors)
                if longer is not None:
                    made += 1
                    yield longer

    def _objects(self, steps: Sequence[Step]) -> Iterator[tuple[int, Class]]:
        """The steps that make objects of target classes; of each class the last."""
        found: dict[Class, int] = {}
        for at, step in enumerate(steps):
            cls = self.class_of(step)
            if cls is not None and cls.is_target:
                found[cls] = at
        return ((at, cls) for cls, at in found.items())

    def class_of(self, step: Step) -> Class | None:
        """The declared class of the object that a step makes; None for other steps."""
        name = ""
        if isinstance(step, New):
            name = step.owner
        elif isinstance(step, Call):
            result = parse_method_descriptor(step.descriptor)[1]
            name = result[1:-1] if result.startswith("L") else ""
        elif isinstance(step, Handed):
            given = parse_method_descriptor(step.descriptor)[0][step.parameter]
            name = given[1:-1] if given.startswith("L") else ""
        try:
            return self._program.find(name) if name else None
        except TargetError:
            return None

    def _methods(self, cls: Class) -> Iterator[tuple[Method, int]]:
        """The public methods of an object with open sides, each with their number."""
        for method in public_methods(cls.superclasses()):
            count = self.open_sides(method) if method.has_code else 0
            if count and self._made[method, count] < MOST_OF_METHOD:
                yield method, count

    def called(
        self,
        steps: Sequence[Step],
        at: int,
        method: Method,
        donors: Sequence[Sequence[Step]],
        given: Mapping[int, Literal] | None = None,
    ) -> Steps | None:
        """Append a call of a method on the object of the step ``at``. Some arguments are ``given``, by their position.
        None if the sequence is too long.
        """
        longer = tuple(steps)
        arguments: list[int] = []
        for position, kind in enumerate(parse_method_descriptor(method.descriptor)[0]):
            literal = given.get(position) if given is not None else None
            if literal is not None:
                longer, place = (*longer, literal), len(longer)
            else:
                longer, place = self._argument(longer, kind, donors)
            arguments.append(place)
        call = Call(method.owner.name, method.name, method.descriptor, at, tuple(arguments))
        return (*longer, call) if len(longer) < MOST_STEPS else None

    def _argument(self, steps: Steps, kind: str, donors: Sequence[Sequence[Step]]) -> tuple[Steps, int]:
        """Steps with a value of a type, and its place in them."""
        unboxed = UNBOXED.get(kind[1:-1]) if kind.startswith("L") else None
        if not is_reference(kind) or unboxed is not None:
            return (*steps, Literal.of(unboxed or kind, 1)), len(steps)
        if kind in _TEXTS:
            return (*steps, Literal.text("a")), len(steps)
        if kind == "Ljava/lang/Class;":
            return (*steps, Literal.klass("Ljava/lang/Object;")), len(steps)
        if kind.startswith("[") and not is_reference(kind[1:]):
            first = len(steps)
            elements = tuple((number, first + number) for number in range(_ELEMENTS))
            literals = [Literal.of(kind[1:], number + 1) for number in range(_ELEMENTS)]
            return (*steps, *literals, NewArray(kind[1:], _ELEMENTS, elements)), first + _ELEMENTS
        for place in range(len(steps) - 1, -1, -1):
            if self._fits(steps[place], kind):
                return steps, place
        for donor in donors:
            place = next((at for at, step in enumerate(donor) if self._fits(step, kind)), -1)
            if place >= 0 and len(steps) + place < MOST_STEPS:
                return (*steps, *_moved(donor[: place + 1], len(steps))), len(steps) + place
        return (*steps, Literal.null()), len(steps)

    def _fits(self, step: Step, kind: str) -> bool:
        cls = self.class_of(step)
        if cls is None or not kind.startswith("L"):
            return False
        try:
            wanted = self._program.find(kind[1:-1])
        except TargetError:
            return False
        return wanted is not None and cls.is_subtype_of(wanted)


def public_methods(owners: Iterable[Class]) -> Iterator[Method]:
    """The public instance methods that classes of the target declare, each once: that of the first class."""
    seen: set[tuple[str, str]] = set()
    for owner in owners:
        for method in owner.methods if owner.is_target else ():
            key = method.name, method.descriptor
            is_public = bool(method.access & access.PUBLIC) and not (method.is_static or method.is_constructor)
            if is_public and key not in seen and not method.access & access.SYNTHETIC:
                seen.add(key)
                yield method


def _moved(steps: Sequence[Step], by: int) -> Iterator[Step]:
    """The steps with all numbers of steps raised."""
    for step in steps:
        if isinstance(step, Call):
            receiver = None if step.receiver is None else step.receiver + by
            yield step._replace(receiver=receiver, arguments=tuple(each + by for each in step.arguments))
        elif isinstance(step, New):
            yield step._replace(arguments=tuple(each + by for each in step.arguments))
        elif isinstance(step, NewArray):
            yield step._replace(elements=tuple((at, each + by) for at, each in step.elements))
        elif isinstance(step, NewStub):
            answers = tuple((name, kind, each + by) for name, kind, each in step.answers)
            yield step._replace(answers=answers, arguments=tuple(each + by for each in step.arguments))
        elif isinstance(step, Handed):
            yield step._replace(stub=step.stub + by, call=step.call + by)
        else:
            yield step
