"""Arguments for drivers: boundary values, and random ones drawn with a seed."""

from __future__ import annotations

import random
import struct

from tests.library.inputs import CHARS, DOUBLES, FLOATS, INTS, LONGS, TEXTS

TEXT = "Ljava/lang/String;"
NUMBERS = ["0", "7", "-1", "+12", "007", "2147483647", "-2147483648", "2147483648", "9223372036854775807", "0x7f"]
NUMBERS += ["-9223372036854775808", "9223372036854775808", "#ff", "0777", "1.5", "-0.0", "1e3", "NaN", "Infinity"]
NUMBERS += [" 2.5 ", "1.5f", "0x1p3", "zz", "-", "+", "", "\u0661\u0662", "12a", "1_000", "4294967295", "00000000001"]
PIECES = ["a", "b", "c", "A", "z", "0", "9", " ", "\t", "\n", "\r", ",", ".", "-", "_", "|", "é", "ß", "İ", "Σ", "ı"]
PIECES += ["\u2003", "\ud83d\ude00", "\ud801\udc00", "\ud801\udc28", "\ud800", "\udc00", "ﬁ", "\u0149", "\u01c5", "K"]
PIECES += ["\\", "$", "%", "hello", "Hello", "ab", "\u0307", "\uff21", "\u0000", "\uffff", "\u00b5", "\u00ff"]
PATTERNS = ["", "a", ",", "\\.", ".", "|", "[a-c]", "a*", "l+", "(a)(b)?", "\\d+", "\\s", "x", "h.l", "ab", "^a", "a$"]
PATTERNS += ["(?i)A", "[^a]", "\\\\", "b|c", "(", "*"]
ESCAPES = ["\\n", "\\t", "\\s", "\\101", "\\u", "\\\\", "a\\", "\\q", "\\\n", "\\0", "\\377", '\\"']
LINES = ["  a\n b\n", "a\r\nb\rc\n", "\n\n", "   x\n  y\n ", "a\n\n b", "  \n a"]
FLAGS = [
    "",
    "5",
    "-7",
    "05",
    "+",
    " ",
    "(",
    ",",
    "#",
    ".3",
    "12.2",
    "-12.1",
    "+5",
    "(,012",
    "0",
    "-",
    "03",
    "+ ",
    "#10",
]
FLAGS += ["1$", "1$8", "-08", ".0", "20", "#012", "(8", "++", "2$", "<", "#x", "+-9", "1$s%1$", "5.5.5", "3s%"]
FORMATS = ["%d %s", "%2$s %1$d", "%s%s%s%s%s", "%%%n", "%d", "%q", "%", "%1$s %<s %s", "%-5d|%5s|", "%s %d", "%5%|%-5%"]
FORMATS += ["%4$d", "%3$s", "%x", "a%n b", "%.3n", "%b%c", "%tY", "%05d%5.1s", "", "%,d", "%S%X"]


def values(kind: str, pick: random.Random) -> object:
    """A value of a type."""
    match kind:
        case "Ljava/lang/String;":
            return _text(pick)
        case "flags":
            return pick.choice(FLAGS)
        case "format":
            return pick.choice(FORMATS)
        case "I":
            return pick.choice(INTS) if pick.random() < 0.4 else _integer(pick, 32)
        case "J":
            return pick.choice(LONGS) if pick.random() < 0.4 else _integer(pick, 64)
        case "S" | "B":
            return _integer(pick, 16 if kind == "S" else 8)
        case "C":
            return (
                pick.choice(CHARS) if pick.random() < 0.4 else pick.choice([pick.randrange(128), pick.randrange(65536)])
            )
        case "Z":
            return pick.randrange(2)
        case "D":
            return pick.choice(DOUBLES) if pick.random() < 0.5 else _double(pick)
        case "F":
            return pick.choice(FLOATS) if pick.random() < 0.5 else _float(pick)
    raise ValueError(kind)


def _integer(pick: random.Random, width: int) -> int:
    bits = pick.choice([2, 3, 4, 8, width // 2, width])
    number = pick.getrandbits(bits) - (1 << bits - 1) * pick.randrange(2)
    return (number + (1 << width - 1)) % (1 << width) - (1 << width - 1)


def _double(pick: random.Random) -> float:
    if pick.random() < 0.5:
        return pick.randrange(-1000, 1000) / pick.choice([1, 2, 3, 7, 8, 10, 100, 1e9])
    return canonical(struct.unpack("<d", pick.randbytes(8))[0])


def _float(pick: random.Random) -> float:
    if pick.random() < 0.5:
        return pick.randrange(-1000, 1000) / pick.choice([1, 2, 4, 8, 256])
    return canonical(struct.unpack("<f", pick.randbytes(4))[0])


def canonical(value: float) -> float:
    """The value, with the one NaN that bits are compared with."""
    return float("nan") if value != value else value


def _text(pick: random.Random) -> str:
    drawn = pick.random()
    if drawn < 0.2:
        return pick.choice(TEXTS)
    if drawn < 0.35:
        return pick.choice(NUMBERS)
    if drawn < 0.45:
        return pick.choice(PATTERNS)
    if drawn < 0.5:
        return "".join(pick.choice(ESCAPES) for _ in range(pick.randrange(3)))
    if drawn < 0.55:
        return pick.choice(LINES)
    return "".join(pick.choice(PIECES) for _ in range(pick.randrange(7)))


def arguments_of(kinds: tuple[str, ...], count: int, seed: str) -> list[tuple[object, ...]]:
    """Argument lists for a driver. Beside texts, most ints are small; a text often occurs again in the next."""
    pick = random.Random(seed)
    calls: list[tuple[object, ...]] = []
    mixed = TEXT in kinds
    for _ in range(count):
        drawn: list[object] = []
        for kind in kinds:
            value = values(kind, pick)
            if mixed and kind == "I" and pick.random() < 0.75:
                value = pick.randrange(-1, 8)
            texts = [other for other in drawn if isinstance(other, str)]
            if kind == TEXT and texts and pick.random() < 0.4:
                value = _related(texts[-1], pick)
            drawn.append(value)
        calls.append(tuple(drawn))
    return calls


def _related(text: str, pick: random.Random) -> str:
    start, end = sorted((pick.randrange(len(text) + 1), pick.randrange(len(text) + 1)))
    changed = [text[start:end], text, text.upper(), text.lower(), text.swapcase(), text + "x"]
    return "".join(units(c) for c in pick.choice(changed))[:12]


def units(char: str) -> str:
    """A character as UTF-16 code units."""
    code = ord(char)
    return char if code < 0x10000 else chr(0xD7C0 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))
