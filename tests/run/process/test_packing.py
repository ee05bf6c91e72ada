"""Objects that are packed for another process."""

from __future__ import annotations

import pickle
from enum import StrEnum

import pytest

from everypath.run.process import packed, unpacked
from everypath.suite.testcase import Member


class Part(StrEnum):
    PATHS = "paths"


def text(*parts: str) -> str:
    """A string that is no other object's."""
    return "".join(parts)


def test_what_was_packed_is_the_same() -> None:
    value = {"a": (1, 2.5, None, True), Part.PATHS: [Member("p/A", "run", "()V"), b"\0\xff", "\ud800", "é"]}
    found = unpacked(packed(value))
    assert found == value
    assert isinstance(found, dict)
    assert [type(each) for each in found] == [str, Part]


def test_equal_strings_become_one_in_all_that_is_unpacked() -> None:
    value = [text("some/", "Class"), (text("some", "/Class"), Member(text("some/Cl", "ass"), "run", "()V"))]
    data = packed(value)
    assert data.count(b"some/Class") == 1 < pickle.dumps(value).count(b"some/Class")
    first, (second, member) = unpacked(data)
    again, _ = unpacked(packed(value))
    assert first is second is member.owner is again


def test_what_cannot_be_pickled_is_an_error_as_of_pickle() -> None:
    with pytest.raises((pickle.PicklingError, AttributeError)):
        packed(lambda: None)
