"""Every written literal is compiled by the real javac and has exactly its value."""

from __future__ import annotations

import math
import random
import struct

import pytest
from tests.suite.support import Lab

from everypath.bridge import Call, Plan, Primitive, Text
from everypath.suite.testcase import literals


def floats() -> list[float]:
    chosen = random.Random(5)
    bits = [chosen.getrandbits(32) for _ in range(150)]
    values = [struct.unpack(">f", struct.pack(">I", each))[0] for each in bits]
    special = [
        0.0,
        -0.0,
        math.nan,
        math.inf,
        -math.inf,
        1.401298464324817e-45,
        3.4028234663852886e38,
        0.10000000149011612,
    ]
    return [*special, *values]


def doubles() -> list[float]:
    chosen = random.Random(6)
    bits = [chosen.getrandbits(64) for _ in range(150)]
    values = [struct.unpack(">d", struct.pack(">Q", each))[0] for each in bits]
    return [0.0, -0.0, math.nan, math.inf, -math.inf, 5e-324, 1.7976931348623157e308, 1e16, 123456789.0, *values]


VALUES: dict[str, list[int | float]] = {
    "Z": [0, 1],
    "B": [-128, -1, 0, 127],
    "S": [-32768, -1, 0, 32767],
    "C": [*range(0, 260), 0x2028, 0xD800, 0xDFFF, 0xFFFF],
    "I": [-(2**31), -(2**31) + 1, -1, 0, 1, 2**31 - 1],
    "J": [-(2**63), -(2**63) + 1, -(2**31), 0, 2**31, 2**63 - 1],
    "F": [*floats()],
    "D": [*doubles()],
}
TYPES = {"Z": "boolean", "B": "byte", "S": "short", "C": "char", "I": "int", "J": "long", "F": "float", "D": "double"}


def run(lab: Lab, name: str, type_: str, descriptor: str, texts: list[str]) -> list[object]:
    body = "\n".join(f"case {at}: return {text};" for at, text in enumerate(texts))
    source = f"class {name} {{ static {type_} get(int i) {{ switch (i) {{ {body}\ndefault: throw new Error(); }} }} }}"
    compiled = lab.bridge.compile({name: source})
    assert compiled.ok, compiled.errors[:3]
    lab.bridge.define(compiled.classes)
    from everypath.bridge import Literal

    plans = [
        Plan((Literal.of("I", at), Call(name, "get", f"(I){descriptor}", None, (0,))), 1) for at in range(len(texts))
    ]
    return [each.returned for each in lab.bridge.replay_many(plans)]


@pytest.mark.parametrize("descriptor", list(VALUES))
def test_primitives(lab: Lab, descriptor: str) -> None:
    from everypath.bridge import Literal

    values = VALUES[descriptor]
    texts = [literals.primitive(descriptor, value) for value in values]
    assert all(text.isascii() for text in texts)
    found = run(lab, f"Literals{descriptor}", TYPES[descriptor], descriptor, texts)
    for value, text, real in zip(values, texts, found, strict=True):
        assert isinstance(real, Primitive), text
        assert real.payload == Literal.of(descriptor, value).payload, text


def test_strings(lab: Lab) -> None:
    texts = [
        "",
        "a",
        '"quoted"',
        "back\\slash",
        "tab\t\n\r\0\b\f",
        "\u00fc\u4e2d",
        "\U0001f600",
        "\ud800",
        "\udc00\ud800",
        "\\u0041",
        "'",
    ]
    texts += ["".join(map(chr, range(at, at + 64))) for at in range(0, 512, 64)]
    found = run(lab, "Strings", "String", "Ljava/lang/String;", [literals.string(each) for each in texts])
    for text, real in zip(texts, found, strict=True):
        assert isinstance(real, Text)
        assert real.units == literals.code_units(text)


def test_the_extremes_go_by_name() -> None:
    assert literals.integer("I", -(2**31)) == "Integer.MIN_VALUE"
    assert literals.primitive("F", 0.10000000149011612) == "0.1f"
    assert literals.primitive("B", -3) == "(byte) -3"
    assert literals.primitive("B", -3, cast=False) == "-3"
