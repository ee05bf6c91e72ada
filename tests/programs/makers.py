"""Which calls make a value of a type: an index over the classes of the libraries."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tests.programs.population import Classes, depends_on_machine, public_methods

from everypath.classfile import (
    GenericType,
    PrimitiveType,
    TypeVariable,
    access,
    descriptor_of_class,
    parse_field_signature,
    parse_method_descriptor,
    parse_method_signature,
)
from everypath.errors import ClassFormatError

LAMBDAS = "programs/Lambdas"
DEEPEST = 4
"""Nesting of calls that make one value."""


@dataclass(frozen=True, slots=True)
class Producer:
    """A public constructor (``name`` is ``<init>``), static factory, or constant (no descriptor) that gives a value."""

    owner: str
    name: str
    descriptor: str
    generic: tuple[GenericType, ...]
    gives: str

    @property
    def parameters(self) -> tuple[str, ...]:
        """Descriptors of the arguments; none for a constant."""
        return parse_method_descriptor(self.descriptor)[0] if self.descriptor else ()


class Makers:
    """Knows for each type how a value of it can be made, and how deep the calls nest at least.

    ``everyday`` are classes that have makers of their own.
    """

    def __init__(self, classes: Classes, everyday: Collection[str]) -> None:
        self.classes = classes
        self.everyday = frozenset(everyday)
        self._producers: dict[str, list[Producer]] = {}
        self._index()
        self._ranks: dict[str, int] = {}
        self._rank_all()

    def __call__(self, descriptor: str) -> bool:
        """Whether a value of this type can be made."""
        return self.rank(descriptor) < DEEPEST

    def rank(self, descriptor: str) -> int:
        """How deep the calls nest that make a value of this type, `DEEPEST` and more where there are none."""
        element = descriptor.lstrip("[")
        if element[0] != "L":
            return 0
        name = element[1:-1]
        return 0 if name in self.everyday else self._ranks.get(name, DEEPEST)

    def producers(self, name: str, depth: int) -> list[Producer]:
        """What makes an object of this class or one below it within this depth, or else at the least depth."""
        most = max(depth, self._ranks.get(name, DEEPEST - 1))
        return [each for each in self._producers.get(name, ()) if self._rank_of(each) <= min(most, DEEPEST - 1)]

    def _rank_of(self, producer: Producer) -> int:
        return 1 + max((self.rank(each) for each in producer.parameters), default=-1)

    def _index(self) -> None:
        own: list[Producer] = []
        for name in self.classes.public:
            own += self._own(name)
        own += self._lambdas()
        foreign = list(self._foreign())
        for producer in own:
            for above in self.classes.supertypes(producer.gives):
                self._producers.setdefault(above, []).append(producer)
        for producer in foreign:
            for above in self.classes.supertypes(producer.gives):
                if above not in self._producers and above != "java/lang/Object":
                    self._producers.setdefault(above, []).append(producer)

    def _own(self, name: str) -> list[Producer]:
        """Constructors, factories and constants by which a class gives objects of itself."""
        file = self.classes.find(name)
        assert file is not None
        found = []
        for method in file.methods:
            if not method.access & access.PUBLIC or method.access & access.SYNTHETIC:
                continue
            if depends_on_machine(name, method.name, method.descriptor):
                continue
            is_new = method.name == "<init>" and not file.access & access.ABSTRACT
            returned = parse_method_descriptor(method.descriptor)[1]
            if is_new or (method.access & access.STATIC and returned == descriptor_of_class(name)):
                found.append(Producer(name, method.name, method.descriptor, generic_parameters(method), name))
        for field in file.fields:
            public = field.access & access.PUBLIC and field.access & access.STATIC and field.access & access.FINAL
            if public and field.descriptor == descriptor_of_class(name):
                found.append(Producer(name, field.name, "", (), name))
        return found

    def _foreign(self) -> list[Producer]:
        """Factories of other classes: for types that no class of their own makes."""
        found = []
        for name in self.classes.public:
            file = self.classes.find(name)
            assert file is not None
            for method in public_methods(file):
                returned = parse_method_descriptor(method.descriptor)[1]
                if not method.access & access.STATIC or returned[0] != "L" or returned == descriptor_of_class(name):
                    continue
                if not depends_on_machine(name, method.name, method.descriptor):
                    generic = generic_parameters(method)
                    found.append(Producer(name, method.name, method.descriptor, generic, returned[1:-1]))
        return found

    def _lambdas(self) -> list[Producer]:
        file = self.classes.find(LAMBDAS)
        assert file is not None
        return [
            Producer(LAMBDAS, each.name, each.descriptor, (PrimitiveType("I"),), each.descriptor[4:-1])
            for each in public_methods(file)
            if each.descriptor.startswith("(I)L")
        ]

    def _rank_all(self) -> None:
        """The least fixpoint: a type's rank is that of its best producer."""
        for depth in range(1, DEEPEST):
            found = {
                name: depth
                for name, producers in self._producers.items()
                if name not in self._ranks and any(self._rank_of(each) <= depth for each in producers)
            }
            self._ranks.update(found)


def generic_parameters(method) -> tuple[GenericType, ...]:
    """The parameters with their type arguments, where the class file has them all."""
    plain = tuple(parse_field_signature(each) for each in parse_method_descriptor(method.descriptor)[0])
    if method.signature is None:
        return plain
    try:
        parameters = parse_method_signature(method.signature).parameters
    except ClassFormatError:
        return plain
    if len(parameters) != len(plain):
        return plain
    return tuple(
        erased if isinstance(given, TypeVariable) else given for given, erased in zip(parameters, plain, strict=True)
    )
