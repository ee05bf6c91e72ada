"""Random call sequences on the classes of a jar, as plans: constructors, static and instance methods, simple values."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from everypath.bridge import Call, Literal, New, NewArray, Plan, Step
from everypath.classfile import ClassFile, Jar, MethodInfo, access, class_of_descriptor, parse_method_descriptor

_TEXTS = (
    "",
    "a",
    "-b",
    "abc",
    "1",
    "-12",
    "true",
    "null",
    "{}",
    "[1]",
    '{"a":1}',
    "2020-01-02",
    "x=y",
    "--long",
    "%",
    "é",
)
_NUMBERS = (-1, 0, 1, 2, 3, 7, 16, 100, 65, -128, 2147483647, -2147483648)
_OF_JDK = {
    "java/util/List": "java/util/ArrayList",
    "java/util/Collection": "java/util/ArrayList",
    "java/lang/Iterable": "java/util/ArrayList",
    "java/util/Map": "java/util/LinkedHashMap",
    "java/util/Set": "java/util/LinkedHashSet",
    "java/lang/Object": "java/lang/Object",
    "java/lang/StringBuilder": "java/lang/StringBuilder",
    "java/lang/StringBuffer": "java/lang/StringBuffer",
    "java/util/Properties": "java/util/Properties",
    "java/io/Writer": "java/io/StringWriter",
    "java/io/OutputStream": "java/io/ByteArrayOutputStream",
    "java/lang/Appendable": "java/lang/StringBuilder",
}
_MOST_STEPS = 40


class RandomPlans:
    """Draws plans that call the classes of a jar."""

    def __init__(self, jar: Path, seed: int = 1) -> None:
        self._random = random.Random(seed)
        self._statics: list[tuple[str, MethodInfo]] = []
        self._methods: dict[str, list[tuple[str, MethodInfo]]] = defaultdict(list)
        self._constructors: dict[str, list[MethodInfo]] = defaultdict(list)
        self._makers: dict[str, list[tuple[str, MethodInfo]]] = defaultdict(list)
        """Static methods by the class that they return."""
        self._subclasses: dict[str, list[str]] = defaultdict(list)
        source = Jar(jar)
        for name in sorted(source.names()):
            data = source.find(name)
            if data is not None and not name.endswith("-info"):
                self._add(data)
        self._classes = sorted({*self._constructors, *(owner for owner, _ in self._statics)})

    def _add(self, data: bytes) -> None:
        found = ClassFile(data)
        for parent in (found.super_name, *found.interfaces):
            if parent is not None:
                self._subclasses[parent].append(found.name)
        for method in found.methods:
            if method.access & access.PRIVATE or method.is_synthetic or method.name == "<clinit>":
                continue
            if method.name == "<init>":
                if not found.access & access.ABSTRACT:
                    self._constructors[found.name].append(method)
            elif method.access & access.STATIC:
                self._statics.append((found.name, method))
                returned = parse_method_descriptor(method.descriptor)[1]
                if returned.startswith("L"):
                    self._makers[class_of_descriptor(returned)].append((found.name, method))
            else:
                self._methods[found.name].append((found.name, method))

    def __iter__(self) -> Iterator[Plan]:
        while True:
            plan = self._plan()
            if plan is not None:
                yield plan

    def _plan(self) -> Plan | None:
        steps: list[Step] = []
        types: dict[str, list[int]] = defaultdict(list)
        for _ in range(self._random.randint(1, 6)):
            self._call(steps, types)
            if len(steps) > _MOST_STEPS:
                break
        calls = [at for at, step in enumerate(steps) if isinstance(step, Call | New)]
        return Plan(tuple(steps[: calls[-1] + 1]), calls[-1]) if calls else None

    def _call(self, steps: list[Step], types: dict[str, list[int]]) -> None:
        known = [name for name in types if self._methods.get(name) and types[name]]
        if self._statics and self._random.random() < 0.2:
            owner, method = self._random.choice(self._statics)
            self._invoke(owner, method, None, steps, types)
            return
        if known and self._random.random() < 0.7:
            name = self._random.choice(known)
            receiver: int | None = self._random.choice(types[name])
        else:
            name = self._random.choice(self._classes)
            receiver = self._object(name, steps, types, 0)
        if receiver is not None and self._methods.get(name):
            owner, method = self._random.choice(self._methods[name])
            self._invoke(owner, method, receiver, steps, types)

    def _invoke(
        self,
        owner: str,
        method: MethodInfo,
        receiver: int | None,
        steps: list[Step],
        types: dict[str, list[int]],
        depth: int = 0,
    ) -> int:
        parameters, returned = parse_method_descriptor(method.descriptor)
        arguments = tuple(self._value(each, steps, types, depth + 1) for each in parameters)
        if method.name == "<init>":
            steps.append(New(owner, method.descriptor, arguments))
            returned = f"L{owner};"
        else:
            steps.append(Call(owner, method.name, method.descriptor, receiver, arguments))
        at = len(steps) - 1
        if returned.startswith("L"):
            types[class_of_descriptor(returned)].append(at)
        return at

    def _object(self, name: str, steps: list[Step], types: dict[str, list[int]], depth: int) -> int | None:
        if types.get(name) and self._random.random() < 0.6:
            return self._random.choice(types[name])
        makers: list[tuple[str, MethodInfo]] = [(name, each) for each in self._constructors.get(name, ())]
        makers += self._makers.get(name, ())
        if not makers:
            below = self._subclasses.get(name, ())
            if below and depth < 3:
                return self._object(self._random.choice(below), steps, types, depth + 1)
            return None
        if depth >= 2:
            makers.sort(key=lambda each: len(each[1].descriptor))
            makers = makers[:2]
        owner, method = self._random.choice(makers)
        return self._invoke(owner, method, None, steps, types, depth)

    def _value(self, descriptor: str, steps: list[Step], types: dict[str, list[int]], depth: int) -> int:
        made = self._reference(descriptor, steps, types, depth)
        if made is not None:
            return made
        if descriptor == "Z":
            literal = Literal.boolean(self._random.random() < 0.5)
        elif descriptor in "FD":
            literal = Literal.of(descriptor, self._random.choice((0.0, 1.5, -2.0, 1e9)))
        elif descriptor in "BSCIJ":
            bits = {"B": 8, "S": 16, "C": 16}.get(descriptor, 32)
            value = self._random.choice(_NUMBERS) & (1 << bits) - 1
            if descriptor != "C" and value >> bits - 1:
                value -= 1 << bits
            literal = Literal.of(descriptor, value)
        elif descriptor in ("Ljava/lang/String;", "Ljava/lang/CharSequence;", "Ljava/lang/Comparable;"):
            literal = Literal.text(self._random.choice(_TEXTS))
        elif descriptor == "Ljava/lang/Class;":
            literal = Literal.klass(self._random.choice(("I", "Ljava/lang/String;", "Ljava/util/List;")))
        else:
            literal = Literal.null()
        steps.append(literal)
        return len(steps) - 1

    def _reference(self, descriptor: str, steps: list[Step], types: dict[str, list[int]], depth: int) -> int | None:
        if descriptor.startswith("["):
            length = self._random.randint(0, 2)
            elements = (
                [] if depth > 3 else [self._value(descriptor[1:], steps, types, depth + 1) for _ in range(length)]
            )
            steps.append(NewArray(descriptor[1:], length, tuple(enumerate(elements))))
            return len(steps) - 1
        if not descriptor.startswith("L") or depth > 4 or self._random.random() < 0.05:
            return None
        name = class_of_descriptor(descriptor)
        if name in _OF_JDK:
            steps.append(New(_OF_JDK[name], "()V"))
            return len(steps) - 1
        if name in self._constructors or name in self._makers or name in self._subclasses:
            return self._object(name, steps, types, depth)
        return None
