"""Names in a test file: types with their imports, local variables, and values as parts of names."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterable

from everypath.classfile import PRIMITIVES, dotted
from everypath.dataclass import dataclass

__all__ = [
    "KEYWORDS",
    "RESERVED",
    "SourceName",
    "TypeNames",
    "camel",
    "constant_in_name",
    "decapitalised",
    "identifier",
    "is_nameable",
    "outer_name",
    "unique",
    "value_in_name",
]

_KEYWORDS = (
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends "
    "final finally float for goto if implements import instanceof int interface long native new package private "
    "protected public return short static strictfp super switch synchronized this throw throws transient try void "
    "volatile while _ true false null"
)

_LONGEST_TEXT = 16
_LONGEST_NUMBER = 9
_SPELLED = 4
"""Strings of this length at most are spelled char by char."""

KEYWORDS = frozenset(_KEYWORDS.split())
"""Keywords and literals (JLS 3.9): never a name."""

_JAVA_LANG = re.compile(
    r"(?<![\w.\"$])(?:Object|Class|String|Throwable|Exception|Override|SuppressWarnings"
    r"|System|Integer|Long|Float|Double)(?![\w$])"
)
"""Classes that code names beside those of its inputs: in helpers, declarations, annotations and constants."""

RESERVED = KEYWORDS | {"var", "record", "yield", "sealed", "permits", "when"}
"""The keywords, and contextual keywords, which cannot name types and are avoided for variables."""


_LETTERS = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Sc", "Pc"})
_LETTERS_AND_DIGITS = _LETTERS | {"Nd", "Mn", "Mc"}
"""The Unicode categories of characters that may start an identifier, and of those that may follow (JLS 3.8)."""


def is_nameable(name: str) -> bool:
    """True if Java source can use this simple name: it is an identifier and no keyword.

    Class files may have others, as the JVM allows nearly all characters (JVMS 4.2.2).
    """
    if not name or name in KEYWORDS:
        return False
    if name.isascii():
        return name.replace("$", "_").isidentifier()
    categories = [unicodedata.category(each) for each in name]
    return categories[0] in _LETTERS and all(each in _LETTERS_AND_DIGITS for each in categories)


@dataclass(frozen=True, slots=True)
class SourceName:
    """A class as source code names it: its package (dotted, empty for the default one) and its nested simple names."""

    package: str
    parts: tuple[str, ...]

    @property
    def qualified(self) -> str:
        """The fully qualified name."""
        return ".".join(((self.package,) if self.package else ()) + self.parts)


def outer_name(class_name: str) -> SourceName:
    """The source name of an internal name; each ``$`` separates a nested class."""
    package, _, simple = class_name.rpartition("/")
    parts = tuple(simple.split("$")) if not simple.startswith("$") and not simple.endswith("$") else (simple,)
    return SourceName(dotted(package), parts if all(parts) else (simple,))


class TypeNames:
    """Assigns simple names to the types of one file and collects the imports.

    A simple name belongs to the first class that asked for it; others are written fully qualified. ``siblings`` says
    whether the file's own package has a top-level class of a simple name, which would hide one of ``java.lang``.
    """

    def __init__(
        self,
        package: str,
        *,
        taken: Iterable[str] = (),
        siblings: Callable[[str], bool] = lambda _: False,
        resolve: Callable[[str], SourceName] = outer_name,
    ) -> None:
        self.package = package
        self._owners: dict[str, str] = dict.fromkeys(taken, "")
        self._imports: set[str] = set()
        self._siblings = siblings
        self._resolve = resolve

    def type(self, descriptor: str) -> str:
        """The type of a descriptor as this file writes it."""
        if descriptor.startswith("["):
            return self.type(descriptor[1:]) + "[]"
        if descriptor in PRIMITIVES:
            return PRIMITIVES[descriptor]
        return self.class_name(descriptor[1:-1])

    def class_name(self, name: str) -> str:
        """The class of an internal name as this file writes it."""
        if name.startswith("["):
            return self.type(name)
        source = self._resolve(name)
        top, *nested = source.parts
        qualified = f"{source.package}.{top}" if source.package else top
        if self._claim(top, qualified, source.package):
            return ".".join((top, *nested))
        return source.qualified

    def owner(self, name: str) -> str:
        """The class of an internal name as the owner of a static member, which is no use of a raw type."""
        return self.class_name(name)

    def java_lang(self, text: str) -> str:
        """Java code in which the classes of ``java.lang`` that it names are written as in this file."""
        return _JAVA_LANG.sub(lambda found: self.owner(f"java/lang/{found[0]}"), text)

    def _claim(self, simple: str, qualified: str, package: str) -> bool:
        owner = self._owners.get(simple)
        if owner is not None:
            return owner == qualified
        if package != self.package and self._siblings(simple) and package == "java.lang":
            return False
        if not package and self.package:
            return False
        self._owners[simple] = qualified
        if package not in ("java.lang", self.package):
            self._imports.add(qualified)
        return True

    @property
    def imports(self) -> list[str]:
        """The single-type imports, sorted."""
        return sorted(self._imports)


def identifier(text: str, fallback: str = "value") -> str:
    """A legal, readable Java identifier made from any text: letters, digits and ``_`` stay, the rest is dropped."""
    name = re.sub(r"\W+", "", text)
    if not name or (not name.isascii() and not name.isidentifier()):
        name = fallback
    if name[0].isdigit():
        name = f"{fallback}{name}"
    return name + "_" if name in RESERVED else name


def camel(*parts: str) -> str:
    """The words joined in camel case."""
    kept = [word for word in parts if word]
    return "".join(word if at == 0 else word[:1].upper() + word[1:] for at, word in enumerate(kept))


_ACRONYM = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]+(?=\d*$)|[A-Z]")


def decapitalised(name: str) -> str:
    """The name of a class as that of a variable: ``Order`` as ``order``, ``CSVFormat`` as ``csvFormat``."""
    found = _ACRONYM.match(name)
    return found[0].lower() + name[found.end() :] if found is not None else name


def unique(name: str, taken: set[str]) -> str:
    """The name, or the name with the lowest number that is not taken. The result is added to ``taken``."""
    candidate, number = name, 2
    while candidate in taken:
        separator = "_" if name[-1:].isdigit() or "_" in name else ""
        candidate, number = f"{name}{separator}{number}", number + 1
    taken.add(candidate)
    return candidate


_SIGNS = {
    " ": "Space",
    "\t": "Tab",
    "\n": "Newline",
    "\r": "Return",
    "\0": "Nul",
    ".": "Dot",
    ",": "Comma",
    ":": "Colon",
    ";": "Semicolon",
    "-": "Dash",
    "+": "Plus",
    "*": "Star",
    "/": "Slash",
    "\\": "Backslash",
    "_": "Underscore",
    "=": "EqualsSign",
    "<": "Less",
    ">": "Greater",
    "!": "Bang",
    "?": "QuestionMark",
    "#": "Hash",
    "$": "Dollar",
    "%": "Percent",
    "&": "Ampersand",
    "@": "At",
    "|": "Bar",
    "~": "Tilde",
    "^": "Caret",
    "'": "Quote",
    '"': "DoubleQuote",
    "(": "OpenParenthesis",
    ")": "CloseParenthesis",
    "[": "OpenBracket",
    "]": "CloseBracket",
    "{": "OpenBrace",
    "}": "CloseBrace",
}


def constant_in_name(name: str) -> str:
    """A constant of an enum or class as part of a name: ``VERY_BIG`` is ``VeryBig``."""
    if not name.isupper():
        return identifier(name[:1].upper() + name[1:])
    return identifier("".join(word[:1] + word[1:].lower() for word in name.split("_")))


def value_in_name(descriptor: str, value: int | float | str) -> str:
    """A value as part of a name (``30``, ``Minus5``, ``MaxValue``, ``True``, ``1point5``, ``Abc``); may be empty."""
    if isinstance(value, str):
        return _text_in_name(value)
    match descriptor:
        case "Z":
            return "True" if value else "False"
        case "C":
            character = chr(int(value))
            if character in _SIGNS:
                return _SIGNS[character]
            return character.upper() if 0 < value < 0x80 and character.isalnum() else f"Char{int(value)}"
        case "F" | "D":
            return _floating_point_in_name(float(value))
    bits = {"B": 8, "S": 16, "I": 32}.get(descriptor, 64)
    if value == -(1 << (bits - 1)):
        return "MinValue"
    if value == (1 << (bits - 1)) - 1:
        return "MaxValue"
    return str(value) if value >= 0 else f"Minus{-value}"


def _text_in_name(value: str) -> str:
    """A string as part of a name: short ones char by char, words in camel case; empty for all others."""
    if not value:
        return "Empty"
    if len(value) <= _SPELLED and all(each in _SIGNS or (each.isascii() and each.isalnum()) for each in value):
        before = ("-", *value)
        spelled = ((each, before[at] in _SIGNS) for at, each in enumerate(value))
        return "".join(_SIGNS.get(each) or (each.upper() if starts else each) for each, starts in spelled)
    if len(value) > _LONGEST_TEXT or not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*(?:\W{1,2}[A-Za-z0-9]+)*", value):
        return ""
    parts = re.split(r"\W+", value)
    return "".join(word[:1].upper() + word[1:] for word in parts)


def _floating_point_in_name(value: float) -> str:
    if math.isnan(value):
        return "Nan"
    if math.isinf(value):
        return "Infinity" if value > 0 else "MinusInfinity"
    sign = "Minus" if math.copysign(1.0, value) < 0 else ""
    text = repr(abs(value))
    about = ""
    if len(text) > _LONGEST_NUMBER:
        text = f"{abs(value):.3g}"
        about = "" if float(text) == abs(value) else "About"
    mantissa, mark, exponent = text.partition("e")
    parts = mantissa.removesuffix(".0").replace(".", "point")
    power = int(exponent) if mark else 0
    return about + sign + parts + (f"E{'Minus' if power < 0 else ''}{abs(power)}" if mark else "")
