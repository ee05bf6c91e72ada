"""Texts that show the time are found."""

from __future__ import annotations

import time

import pytest

from everypath.suite.oracle import shows_the_time


@pytest.mark.parametrize("form", ["%Y-%m-%d", "%b %d, %Y %I:%M:%S %p", "at %H:%M:%S.", "at %H:%M", "%d/%m/%Y", "in %Y"])
@pytest.mark.parametrize("ago", [0, 60])
def test_a_text_that_was_made_now_shows_the_time(form: str, ago: int) -> None:
    year = time.gmtime().tm_year
    made = time.gmtime(time.time() - ago)
    assert shows_the_time(time.strftime(form, made)) or made.tm_year < year


@pytest.mark.parametrize("text", ["", "1999-01-01", "a:b", "x12:3", "120260", "99:99:99"])
def test_other_texts_do_not(text: str) -> None:
    assert not shows_the_time(text)


def test_a_time_of_day_long_ago_is_any_text() -> None:
    for form in ("%H:%M:%S", "%H:%M"):
        assert not shows_the_time(time.strftime(form, time.gmtime(time.time() - 1800)))
        assert not shows_the_time(time.strftime(form, time.gmtime(time.time() + 600)))
