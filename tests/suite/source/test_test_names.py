"""Names of tests contain the method, the ending and the condition, and only as much as distinguishes them."""

from __future__ import annotations

import re

import pytest
from tests.suite.support import Lab

from everypath.suite import TestCase
from everypath.suite.descriptions import condition_comment
from everypath.suite.formatting import COLUMNS
from everypath.suite.source import test_names as naming

SAMPLES = ("Account", "Values", "Shapes", "Odd", "Collected")


def named(lab: Lab, cases: list[TestCase]) -> list[str]:
    return naming.names_of_tests(cases, lab.builder.members("sample"))


@pytest.mark.parametrize("name", SAMPLES)
def test_names_are_short_different_and_the_same_in_any_order(lab: Lab, name: str) -> None:
    cases = lab.cases(f"sample/{name}")
    names = named(lab, cases)
    assert len(set(names)) == len(names)
    assert all(each.isidentifier() and len(each) <= naming.LONGEST_NAME + len("_12") for each in names)
    backwards = named(lab, cases[::-1])[::-1]
    numbered = {each for each in names if each.rpartition("_")[2].isdigit()}
    assert [each for each in backwards if each not in numbered] == [each for each in names if each not in numbered]
    assert len(numbered) * 10 <= len(names), sorted(numbered)


def test_names_say_what_happens_and_when(lab: Lab) -> None:
    names = named(lab, lab.cases("sample/Account"))
    for each in (
        "getOwner_returnsOwner",
        "withdraw_throwsIllegalStateException_whenAmountIs1",
        "withdraw_setsBalanceTo1_whenAmountIsMinus1",
        "constructor_createsAccount",
    ):
        assert each in names, names


def test_unchanged_fields_are_not_in_the_name(lab: Lab) -> None:
    names = named(lab, lab.cases("sample/Kept"))
    assert "call_keepsName_whenOtherIsNull" in names, names
    assert any(each.startswith("rename_setsNameTo") for each in names), names


def test_the_condition_is_one_line() -> None:
    assert condition_comment("true") == ()
    assert condition_comment("age == 30") == ("when age == 30",)
    long = " && ".join(f"values[{at}] > values[{at + 1}]" for at in range(9))
    (line,) = condition_comment(long)
    assert line.startswith("when values[0] > values[1] && ")
    assert line.endswith("] && ...")
    assert COLUMNS - 40 < len(f"    // {line}") <= COLUMNS
    for number in range(8):  # an escape that is cut does not compile
        (line,) = condition_comment("c == '" + "x" * (72 + number) + "\\u013f' || c == 'y'")
        assert re.search(r"\\u(?![0-9a-f]{4})", line) is None
        assert line.endswith("...")
    (line,) = condition_comment('s.equals("' + "x" * 72 + '\\\\users")')
    assert line.endswith("\\\\u..."), "an escaped backslash begins no escape"
    (line,) = condition_comment('s.equals("' + "x" * 200 + '")')
    assert line.endswith("x...")
    assert len(f"    // {line}") == COLUMNS
