"""Patterns that select methods."""

import pytest

from everypath.run.option_values import EntryPattern
from everypath.run.options import parse_patterns

STRING = "java/lang/String"


@pytest.mark.parametrize(
    ("pattern", "descriptor", "meant"),
    [
        ("String#indexOf", "(II)I", True),
        ("String#indexOf(int)", "(I)I", True),
        ("String#indexOf(int)", "(II)I", False),
        ("String#indexOf(int, int)", "(II)I", True),
        ("String#indexOf()", "()I", True),
        ("String#indexOf()", "(I)I", False),
        ("#indexOf(String)", "(Ljava/lang/String;)I", True),
        ("#indexOf(java.lang.String)", "(Ljava/lang/String;)I", True),
        ("#indexOf(util.String)", "(Ljava/lang/String;)I", False),
        ("#indexOf(ring)", "(Ljava/lang/String;)I", False),
        ("#indexOf(Map.Entry<String, Integer>, int...)", "(Ljava/util/Map$Entry;[I)I", True),
        ("#indexOf(Map$Entry, int[])", "(Ljava/util/Map$Entry;[I)I", True),
        ("#indexOf(Map$Entry, int[])", "(Ljava/util/Map$Entry;[[I)I", False),
    ],
)
def test_parameters_choose_among_methods_of_a_name(pattern: str, descriptor: str, meant: bool) -> None:
    assert EntryPattern.parse(pattern).matches(STRING, "indexOf", descriptor) is meant


def test_commas_between_parameters_separate_no_patterns() -> None:
    patterns = "Fee#fee(int, boolean),com.acme.*,#tax()"
    assert parse_patterns(patterns) == (
        "Fee#fee(int, boolean)",
        "com.acme.*",
        "#tax()",
    )
