"""Conditions on strings are printed as calls of `String` and stay equivalent: the JVM evaluates them."""

from __future__ import annotations

import itertools
import subprocess
from pathlib import Path

import pytest
from tests.compiling import QUICK, javac
from tests.suite.support import Lab

from everypath.suite.descriptions import LONGEST_CONDITION, conditions
from everypath.suite.testcase import string

EXPECTED = {
    "words": {
        's.equals("forName")',
        's.startsWith("ab") && t.startsWith("abc")',
        's.startsWith("ab") && !t.startsWith("abc")',
        's.equals("x")',
        '!s.equals("forName") && !s.startsWith("ab") && !s.equals("x") && t != null && s.equals(t)',
    },
    "chars": {"s.length() != t.length() && t.length() == 2 && t.charAt(1) == 'b'"},
    "without": {
        "s.length() == 3 && s.indexOf('b') < 0",
        "s.length() != 3 && t.indexOf('b') < 0",
        "s.length() != 3 && t.indexOf('b') >= 0",
    },
    "chosen": {'s.equals("red")', 's.equals("Aa")', 's.equals("BB") && t.isEmpty()'},
}
CASED = {
    "lower": {
        "s.length() == 2 && (s.charAt(0) == 'O' || s.charAt(0) == 'o') && (s.charAt(1) == 'N' || s.charAt(1) == 'n')"
    },
    "upper": {r's.equals("\u00df")'},
    "folded": {r"s.length() == 1 && (s.charAt(0) == 'k' || s.charAt(0) == 'K' || s.charAt(0) == '\u212a')"},
    "blank": {"s.isBlank()"},
    "digits": {
        "s.length() == 3 && s.chars().allMatch(Character::isDigit) && (Character.digit(s.charAt(0), "
        "Character.MAX_RADIX) >= 10 || Character.digit(s.charAt(0), Character.MAX_RADIX) < 5)"
    },
}
UNUSUAL = [
    "\xdf",
    "s\xdf",
    "\xdfs",
    "\u0149",
    "\u0390",
    "\u0390\ufb00",
    "\u0130",
    "I\u0130",
    "\ud800",
    "\ud83d\ude00",
    "\u212a",
]
ASKED = [
    "",
    "on",
    "ON",
    "oN",
    "no",
    "ss",
    "sS",
    "k",
    "1",
    "12",
    "123",
    "923",
    "9",
    "a1",
    "1a",
    "12x",
    "1 2",
    "1234",
    " ",
    "\t \n",
    " x ",
    " xx",
    "   ",
]
INPUTS = ["", "x", "ab", "abc", "abd", "b", "bb", "cb", "cc", "red", "Aa", "BB", "C#", "forName", "forNam", "forNames"]


@pytest.mark.parametrize("name", EXPECTED)
def test_each_input_meets_exactly_one_condition(lab: Lab, name: str, tmp_path: Path) -> None:
    assert EXPECTED[name] <= exactly_one(lab, "sample/Spoken", name, INPUTS, INPUTS, tmp_path)


@pytest.mark.parametrize("name", CASED)
def test_conditions_of_characters_name_what_a_jdk_has(
    lab: Lab, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conditions, "LONGEST_CONDITION", 4000)
    texts = exactly_one(lab, "sample/Cased", name, [*ASKED, *UNUSUAL], [""], tmp_path)
    assert CASED[name] <= texts
    if name in ("lower", "upper"):
        assert any(".chars().noneMatch(c -> " in each for each in texts)


def test_the_longest_parts_of_a_long_condition_are_left_out(lab: Lab) -> None:
    texts = [case.condition for case in lab.cases("sample/Cased", "lower")]
    assert max(map(len, texts)) < LONGEST_CONDITION + 10
    cut = [each for each in texts if "…" in each]
    assert cut
    assert all("s.length() == 2" in each.split(" && ") and "… && …" not in each for each in cut)


def exactly_one(
    lab: Lab, class_name: str, method: str, first: list[str], second: list[str], tmp_path: Path
) -> set[str]:
    """The conditions of the cases of a method that return: the JVM says that each input meets one of them."""
    texts = [case.condition for case in lab.cases(class_name, method) if case.throws is None]
    methods = [f"static boolean c{at}(String s, String t) {{ return {text}; }}" for at, text in enumerate(texts)]
    answers = " + ".join(f"(c{at}(s, t) ? 1 : 0)" for at in range(len(texts)))
    some, others = (", ".join(map(string, each)) for each in (first, second))
    (tmp_path / "Asked.java").write_text(
        "\n".join(
            [
                "class Asked {",
                *methods,
                f"static final String[] SOME = {{{some}}}, OTHERS = {{{others}}};",
                "public static void main(String[] args) { for (String s : SOME) for (String t : OTHERS)",
                f"System.out.println({answers}); }}",
                "}",
            ]
        )
    )
    javac("-d", tmp_path, tmp_path / "Asked.java")
    command = ["java", *QUICK, "-cp", tmp_path, "Asked"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert not done.stderr
    met = dict(zip(itertools.product(first, second), map(int, done.stdout.split()), strict=True))
    assert {pair for pair, count in met.items() if count != 1} == set()
    return set(texts)
