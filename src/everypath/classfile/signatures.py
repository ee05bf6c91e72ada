"""Generic signatures of classes, methods and fields (JVMS 4.7.9.1) as frozen dataclasses."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias, TypeVar

from everypath.dataclass import dataclass
from everypath.errors import ClassFormatError

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class PrimitiveType:
    """A primitive type or ``void`` by its descriptor letter."""

    descriptor: str


@dataclass(frozen=True, slots=True)
class TypeVariable:
    """A use of a type parameter, such as ``T``."""

    name: str


@dataclass(frozen=True, slots=True)
class ArrayType:
    """An array of a generic element type."""

    element: GenericType


@dataclass(frozen=True, slots=True)
class Wildcard:
    """A type argument with a wildcard; ``kind`` is ``*`` (no bound), ``+`` (``extends``) or ``-`` (``super``)."""

    kind: str
    bound: GenericType | None


@dataclass(frozen=True, slots=True)
class ClassType:
    """A class with its type arguments; ``name`` is the internal name (``java/util/Map$Entry``).

    ``outer`` is the enclosing class with *its* arguments, kept only where it has any.
    """

    name: str
    arguments: tuple[GenericType | Wildcard, ...] = ()
    outer: ClassType | None = None


GenericType: TypeAlias = PrimitiveType | TypeVariable | ArrayType | ClassType


@dataclass(frozen=True, slots=True)
class TypeParameter:
    """A declared type parameter with its bounds, the class bound (if any) first; no bound is ``Object``."""

    name: str
    bounds: tuple[GenericType, ...]


@dataclass(frozen=True, slots=True)
class ClassSignature:
    """The generic declaration of a class."""

    type_parameters: tuple[TypeParameter, ...]
    superclass: ClassType
    interfaces: tuple[ClassType, ...]


@dataclass(frozen=True, slots=True)
class MethodSignature:
    """The generic declaration of a method. ``parameters`` may lack synthetic leading ones that the descriptor has."""

    type_parameters: tuple[TypeParameter, ...]
    parameters: tuple[GenericType, ...]
    returns: GenericType
    throws: tuple[ClassType | TypeVariable, ...]


@lru_cache(maxsize=8192)
def parse_class_signature(text: str) -> ClassSignature:
    """Parse a class's ``Signature``. Raises ``ClassFormatError``."""
    return _parse(text, _Parser.class_signature)


@lru_cache(maxsize=8192)
def parse_method_signature(text: str) -> MethodSignature:
    """Parse a method's ``Signature`` (a plain method descriptor parses as well). Raises ``ClassFormatError``."""
    return _parse(text, _Parser.method_signature)


@lru_cache(maxsize=8192)
def parse_field_signature(text: str) -> GenericType:
    """Parse a field's or record component's ``Signature``, or any field descriptor. Raises ``ClassFormatError``."""
    return _parse(text, _Parser.java_type)


def _parse(text: str, rule: Callable[[_Parser], _T]) -> _T:
    parser = _Parser(text)
    try:
        result = rule(parser)
    except (IndexError, ValueError, RecursionError):
        raise ClassFormatError(f"malformed signature {text[:80]!r}") from None
    if parser.at != len(text):
        raise ClassFormatError(f"malformed signature {text[:80]!r}")
    return result


class _Parser:
    """Recursive descent over the grammar of JVMS 4.7.9.1; raises ``IndexError`` or ``ValueError`` where it fails."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def class_signature(self) -> ClassSignature:
        parameters = self._type_parameters()
        superclass = self._class_type()
        interfaces = []
        while self.at < len(self.text):
            interfaces.append(self._class_type())
        return ClassSignature(parameters, superclass, tuple(interfaces))

    def method_signature(self) -> MethodSignature:
        type_parameters = self._type_parameters()
        self._expect("(")
        parameters = []
        while self.text[self.at] != ")":
            parameters.append(self.java_type())
        self.at += 1
        if self.text[self.at] == "V":
            self.at += 1
            returns: GenericType = PrimitiveType("V")
        else:
            returns = self.java_type()
        throws: list[ClassType | TypeVariable] = []
        while self.at < len(self.text):
            self._expect("^")
            throws.append(self._type_variable() if self.text[self.at] == "T" else self._class_type())
        return MethodSignature(type_parameters, tuple(parameters), returns, tuple(throws))

    def java_type(self) -> GenericType:
        letter = self.text[self.at]
        if letter in "BCDFIJSZ":
            self.at += 1
            return PrimitiveType(letter)
        return self._reference_type()

    def _reference_type(self) -> GenericType:
        letter = self.text[self.at]
        if letter == "L":
            return self._class_type()
        if letter == "T":
            return self._type_variable()
        self._expect("[")
        return ArrayType(self.java_type())

    def _type_variable(self) -> TypeVariable:
        self._expect("T")
        name = self._identifier(".;[/<>:")
        self._expect(";")
        return TypeVariable(name)

    def _class_type(self) -> ClassType:
        self._expect("L")
        result = ClassType(self._identifier(".;[<>:"), self._type_arguments())
        while self.text[self.at] == ".":
            self.at += 1
            name = f"{result.name}${self._identifier('.;[/<>:')}"
            outer = result if result.arguments or result.outer else None
            result = ClassType(name, self._type_arguments(), outer)
        self._expect(";")
        return result

    def _type_arguments(self) -> tuple[GenericType | Wildcard, ...]:
        if self.text[self.at] != "<":
            return ()
        self.at += 1
        arguments: list[GenericType | Wildcard] = []
        while self.text[self.at] != ">":
            letter = self.text[self.at]
            if letter == "*":
                self.at += 1
                arguments.append(Wildcard("*", None))
            elif letter in "+-":
                self.at += 1
                arguments.append(Wildcard(letter, self._reference_type()))
            else:
                arguments.append(self._reference_type())
        self.at += 1
        if not arguments:
            raise ValueError
        return tuple(arguments)

    def _type_parameters(self) -> tuple[TypeParameter, ...]:
        if self.text[self.at] != "<":
            return ()
        self.at += 1
        parameters = []
        while self.text[self.at] != ">":
            name = self._identifier(".;[/<>:")
            self._expect(":")
            bounds = [self._reference_type()] if self.text[self.at] != ":" else []
            while self.text[self.at] == ":":
                self.at += 1
                bounds.append(self._reference_type())
            parameters.append(TypeParameter(name, tuple(bounds)))
        self.at += 1
        return tuple(parameters)

    def _identifier(self, ends: str) -> str:
        start = self.at
        while self.text[self.at] not in ends:
            self.at += 1
        if self.at == start:
            raise ValueError
        return self.text[start : self.at]

    def _expect(self, letter: str) -> None:
        if self.text[self.at] != letter:
            raise ValueError
        self.at += 1
