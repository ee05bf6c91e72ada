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
    except (IndexError, ValueError):
        raise ClassFormatError(f"malformed signature {text[:80]!r}") from None
    if parser.at != len(text):
        raise ClassFormatError(f"malformed signature {text[:80]!r}")
    return result


MOST_DIMENSIONS = 255
"""Most dimensions of an array (JVMS 4.3.2)."""

MOST_NESTED = 100
"""Type arguments nested deeper than this are left out: the type is raw. So what walks types may be recursive."""


class _Begun:
    """A type that is read while its parts follow: a class (``L``), an array (``[``) or a wildcard (``+``, ``-``)."""

    __slots__ = ("arguments", "kind", "name", "outer")

    def __init__(self, kind: str, name: str = "", outer: ClassType | None = None) -> None:
        self.kind = kind
        self.name = name
        self.outer = outer
        self.arguments: list[GenericType | Wildcard] = []


def _type(found: GenericType | Wildcard) -> GenericType:
    if isinstance(found, Wildcard):
        raise ValueError
    return found


class _Parser:
    """Reads the grammar of JVMS 4.7.9.1; raises ``IndexError`` or ``ValueError`` where the text is not of it."""

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
        """Read a reference type. What encloses the type at hand is on a stack."""
        begun: list[_Begun] = []
        while True:
            letter, kind = self.text[self.at], begun[-1].kind if begun else ""
            if letter == "[" or (kind == "L" and letter in "*+-"):
                self.at += 1
                self._begin(begun, letter)
                continue
            if kind == "L" and letter == ">":
                self.at += 1
                found: GenericType | Wildcard | None = self._with_arguments(begun)
            elif kind == "[" and letter in "BCDFIJSZ":
                self.at += 1
                found = PrimitiveType(letter)
            else:
                found = self._type_variable() if letter == "T" else self._class_type_from(begun)
            if found is None:
                continue
            while begun and begun[-1].kind != "L":
                kind = begun.pop().kind
                found = ArrayType(_type(found)) if kind == "[" else Wildcard(kind, _type(found))
            if not begun:
                return _type(found)
            begun[-1].arguments.append(found)

    @staticmethod
    def _begin(begun: list[_Begun], letter: str) -> None:
        """Begin an array or a wildcard with a bound; one without a bound is complete."""
        if letter == "*":
            begun[-1].arguments.append(Wildcard("*", None))
            return
        begun.append(_Begun(letter))
        if len(begun) > MOST_DIMENSIONS and all(each.kind == "[" for each in begun[-MOST_DIMENSIONS - 1 :]):
            raise ValueError

    def _class_type_from(self, begun: list[_Begun]) -> ClassType | None:
        self._expect("L")
        return self._named(begun, self._identifier(".;[<>:"), None)

    def _named(self, begun: list[_Begun], name: str, outer: ClassType | None) -> ClassType | None:
        """Read the rest of a class type after its name. None if it has type arguments: it is put on the stack."""
        if self.text[self.at] == "<":
            self.at += 1
            begun.append(_Begun("L", name, outer))
            return None
        return self._finished(begun, ClassType(name, (), outer))

    def _with_arguments(self, begun: list[_Begun]) -> ClassType | None:
        """Read the rest of the class type whose type arguments have ended."""
        given = begun.pop()
        if not given.arguments:
            raise ValueError
        arguments = tuple(given.arguments) if len(begun) < MOST_NESTED else ()
        return self._finished(begun, ClassType(given.name, arguments, given.outer))

    def _finished(self, begun: list[_Begun], result: ClassType) -> ClassType | None:
        if self.text[self.at] == ".":
            self.at += 1
            name = f"{result.name}${self._identifier('.;[/<>:')}"
            encloses = bool(result.arguments or result.outer) and name.count("$") < MOST_NESTED
            return self._named(begun, name, result if encloses else None)
        self._expect(";")
        return result

    def _type_variable(self) -> TypeVariable:
        self._expect("T")
        name = self._identifier(".;[/<>:")
        self._expect(";")
        return TypeVariable(name)

    def _class_type(self) -> ClassType:
        if self.text[self.at] != "L":
            raise ValueError
        found = self._reference_type()
        assert isinstance(found, ClassType)
        return found

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
