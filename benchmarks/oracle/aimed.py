"""Inputs of boundary values: small and large numbers, literals of the code, and the constants of the conditions.

They are made without the explorer's models: a condition only says which constants it has. Strings and arrays are built
of such values, objects by constructors; what a sweep does better, such as calls on objects, is left to it.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.bridge.messages import Call, GetStatic, Literal, New, NewArray, Step
from everypath.inputs.code_facts import literals_of
from everypath.inputs.construction import Api
from everypath.inputs.places import is_inner
from everypath.term import Term, walk

if TYPE_CHECKING:
    from benchmarks.oracle.claims import Claim
    from benchmarks.oracle.drivers import Driver

_RANGES = {"B": 8, "S": 16, "I": 32, "J": 64}
_EDGES = (0, 1, -1, 2, -2, 3, 4, 5, 7, 8, 9, 10, 12, 15, 16, 17, 31, 32, 33, 63, 64, 65, 97, 100, 127, 128, 255, 256)
_FLOATS = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.0,
    3.0,
    10.0,
    100.0,
    1e10,
    -1e30,
    float("inf"),
    float("-inf"),
    float("nan"),
)
_LONGEST = 4
_DEEPEST = 2
_BOXES = {
    f"java/lang/{name}": kind
    for name, kind in zip(
        ("Integer", "Long", "Short", "Byte", "Character", "Boolean", "Float", "Double"), "IJSBCZFD", strict=True
    )
}
_TEXTS = ("java/lang/String", "java/lang/Object", "java/lang/CharSequence", "java/lang/Comparable")
_HASHED = {
    f"java/util/{kind}": tuple(f"java/util/{each}" for each in classes)
    for kind, classes in {
        "Set": ("HashSet", "LinkedHashSet", "TreeSet"),
        "HashSet": ("HashSet", "LinkedHashSet"),
        "LinkedHashSet": ("LinkedHashSet",),
        "Map": ("HashMap", "LinkedHashMap", "TreeMap"),
        "HashMap": ("HashMap", "LinkedHashMap"),
        "LinkedHashMap": ("LinkedHashMap",),
    }.items()
}
"""The classes of sets and maps for a type."""
_LISTS = ("java/util/List", "java/util/Collection", "java/lang/Iterable", "java/util/ArrayList")


def aimed(driver: Driver, count: int, seed: int = 0) -> Iterator[tuple[Step, ...]]:
    """Inputs for a driver, as sequences of which the last step asks. Their number is at most ``count``, and less where
    few values are possible.
    """
    made: dict[tuple[Step, ...], None] = {}
    source = _Values(driver.claim, random.Random(f"{driver.claim.name}{seed}"))
    for _ in range(2 * count):
        steps: list[Step] = []
        arguments = source.arguments(driver.descriptors, steps)
        made[(*steps, driver.question(arguments))] = None
        if len(made) == count:
            break
    yield from made


class _Values:
    """Makes values of types."""

    def __init__(self, claim: Claim, choice: random.Random) -> None:
        self._choice = choice
        self._api = Api(claim.program, "")
        literals = literals_of(claim.program, claim.method)
        constants = _constants(claim)
        self._numbers = (*dict.fromkeys((*literals.numbers, *(n + d for n in constants for d in (0, 1, -1)))),)
        self._texts = literals.texts

    def arguments(self, descriptors: Sequence[str], steps: list[Step]) -> tuple[int, ...]:
        """Append the steps that make values of types; some objects are several of them. Returns their numbers."""
        found: list[int] = []
        for at, descriptor in enumerate(descriptors):
            alike = [found[other] for other in range(at) if descriptors[other] == descriptor and descriptor[0] in "L["]
            if alike and self._choice.random() < 0.25:
                found.append(self._choice.choice(alike))
            else:
                found.append(self.value(descriptor, steps))
        return tuple(found)

    def value(self, descriptor: str, steps: list[Step], depth: int = 0) -> int:
        """Append the steps that make a value of a type. Returns the number of the last one."""
        kind = descriptor[0]
        if kind == "[":
            return self._array(descriptor, steps, depth)
        if kind == "L":
            return self._object(descriptor[1:-1], steps, depth)
        steps.append(self._primitive(kind))
        return len(steps) - 1

    def _primitive(self, kind: str) -> Literal:
        choose = self._choice.choice
        if kind == "Z":
            return Literal("Z", choose((0, 1)))
        if kind in "FD":
            value = choose(_FLOATS) if self._choice.random() < 0.5 else float(choose(self._numbers))
            if kind == "F":
                value = struct.unpack("f", struct.pack("f", max(-3e38, min(value, 3e38)) if value == value else value))[
                    0
                ]
            return Literal.of(kind, value)
        number = choose(_EDGES) if self._choice.random() < 0.3 else choose(self._numbers)
        if kind == "C":
            return Literal("C", number & 0xFFFF)
        bits = _RANGES[kind]
        if self._choice.random() < 0.1:
            number = choose((-(1 << bits - 1), (1 << bits - 1) - 1))
        return Literal(kind, (number + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1))

    def _null(self, steps: list[Step]) -> int:
        steps.append(Literal("N", None))
        return len(steps) - 1

    def _array(self, descriptor: str, steps: list[Step], depth: int) -> int:
        if self._choice.random() < 0.1 or depth > _DEEPEST:
            return self._null(steps)
        length = self._choice.randrange(_LONGEST + 1)
        elements = tuple((at, self.value(descriptor[1:], steps, depth + 1)) for at in range(length))
        steps.append(NewArray(descriptor[1:], length, elements))
        return len(steps) - 1

    def _object(self, name: str, steps: list[Step], depth: int) -> int:
        share = self._choice.random()
        if share < 0.1 or depth > _DEEPEST:
            return self._null(steps)
        if name in _BOXES or (name == "java/lang/Object" and share < 0.4):
            box = name if name in _BOXES else "java/lang/Integer"
            kind = _BOXES[box]
            at = self.value(kind, steps)
            steps.append(Call(box, "valueOf", f"({kind})L{box};", None, (at,)))
            return len(steps) - 1
        if name in _TEXTS:
            steps.append(Literal.text(self._text()))
            return len(steps) - 1
        if name in _LISTS:
            return self._list(steps, depth)
        if name in _HASHED:
            return self._hashed(self._choice.choice(_HASHED[name]), steps, depth)
        return self._constructed(name, steps, depth)

    def _hashed(self, name: str, steps: list[Step], depth: int) -> int:
        """A set or map with keys of one class."""
        steps.append(New(name, "()V", ()))
        made = len(steps) - 1
        share = self._choice.random()
        box = (
            "java/lang/String"
            if share < 0.5
            else "java/lang/Integer"
            if share < 0.8
            else self._choice.choice([*_BOXES])
        )
        for _ in range(self._choice.randrange(4)):
            key = self._object(box, steps, depth + 1)
            if name.endswith("Set"):
                steps.append(Call(name, "add", "(Ljava/lang/Object;)Z", made, (key,)))
                continue
            given = key, self._object(self._choice.choice((box, "java/lang/Integer")), steps, depth + 1)
            put = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"
            steps.append(Call(name, "put", put, made, given))
        return made

    def _text(self) -> str:
        if self._choice.random() < 0.6:
            return self._choice.choice(self._texts)
        return "".join(self._choice.choice(self._texts) for _ in range(3))[:12]

    def _list(self, steps: list[Step], depth: int) -> int:
        """A list that `Arrays.asList` makes into an `ArrayList`."""
        elements = [self._object("java/lang/Object", steps, depth + 1) for _ in range(self._choice.randrange(3))]
        steps.append(NewArray("Ljava/lang/Object;", len(elements), tuple(enumerate(elements))))
        steps.append(
            Call("java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;", None, (len(steps) - 1,))
        )
        if self._choice.random() < 0.7:
            steps.append(New("java/util/ArrayList", "(Ljava/util/Collection;)V", (len(steps) - 1,)))
        return len(steps) - 1

    def _constructed(self, name: str, steps: list[Step], depth: int) -> int:
        """An object that a public constructor makes, a constant of an enum, or null."""
        cls, accessibility = self._api.program.find(name), self._api.accessibility
        if cls is None or not accessibility.class_accessible(cls):
            return self._null(steps)
        constants = [each for each in cls.fields if each.is_static and each.descriptor == f"L{name};"]
        if cls.is_enum and constants:
            steps.append(GetStatic(name, self._choice.choice(constants).name))
            return len(steps) - 1
        usable = [each for each in cls.methods if each.is_constructor and accessibility.usable(each)]
        if not usable or cls.is_abstract:
            return self._null(steps)
        chosen = self._choice.choice(usable)
        given = [self.value(each, steps, depth + 1) for each in chosen.parameters]
        if is_inner(cls) and given and steps[given[0]] == Literal("N", None):
            return given[0]  # Java makes no inner object without an outer one
        steps.append(New(name, chosen.descriptor, tuple(given)))
        return len(steps) - 1


def _constants(claim: Claim) -> Sequence[int]:
    """The constants of the conditions of a claim."""
    found: dict[int, None] = {}
    for path in claim.paths:
        for condition in path.constraints:
            for node in walk(condition):
                found |= dict.fromkeys(each for each in node.args if type(each) is int and not isinstance(each, Term))
    return sorted(found)[:200]
