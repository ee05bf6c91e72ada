"""Conditions on strings are told in `String`'s own words, and still say exactly the same: the JVM evaluates them."""

from __future__ import annotations

import itertools
import subprocess
from pathlib import Path

import pytest
from tests.compiling import QUICK, javac
from tests.suite.support import Lab

TOLD = {
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
INPUTS = ["", "x", "ab", "abc", "abd", "b", "bb", "cb", "cc", "red", "Aa", "BB", "C#", "forName", "forNam", "forNames"]


@pytest.mark.parametrize("name", TOLD)
def test_each_input_meets_exactly_one_condition(lab: Lab, name: str, tmp_path: Path) -> None:
    cases = [each for each in lab.cases("sample/Spoken", name) if each.throws is None]
    conditions = [case.condition for case in cases]
    assert TOLD[name] <= set(conditions)
    methods = [f"static boolean c{at}(String s, String t) {{ return {text}; }}" for at, text in enumerate(conditions)]
    answers = " + ".join(f"(c{at}(s, t) ? 1 : 0)" for at in range(len(conditions)))
    texts = ", ".join(f'"{text}"' for text in INPUTS)
    (tmp_path / "Asked.java").write_text(
        "\n".join(
            [
                "class Asked {",
                *methods,
                f"static final String[] TEXTS = {{{texts}}};",
                "public static void main(String[] args) { for (String s : TEXTS) for (String t : TEXTS)",
                f"System.out.println({answers}); }}",
                "}",
            ]
        )
    )
    javac("-d", tmp_path, tmp_path / "Asked.java")
    command = ["java", *QUICK, "-cp", tmp_path, "Asked"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert not done.stderr
    met = dict(zip(itertools.product(INPUTS, INPUTS), map(int, done.stdout.split()), strict=True))
    assert {pair for pair, count in met.items() if count != 1} == set()
