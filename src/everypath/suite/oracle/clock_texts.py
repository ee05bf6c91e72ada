"""Texts that show when they were made: a test that asserts them fails at another time."""

from __future__ import annotations

import re
import time

__all__ = ["shows_the_time"]

_TIME_OF_DAY = re.compile(r":([0-5][0-9]):([0-5][0-9])(?![0-9])")
_WHOLE_MINUTE = re.compile(r"(?<![0-9:])(?:[01]?[0-9]|2[0-3]):([0-5][0-9])(?![0-9:])")
"""A time without seconds, as `LocalTime` writes whole minutes."""
_AGE = 300
"""The most seconds since a text was made in a replay."""
_HOUR = 3600


def shows_the_time(text: str) -> bool:
    """True if a text has the year of today, or the minute of a moment that has just passed, with its second or without,
    in any zone with whole hours.
    """
    now = time.time()
    year = str(time.gmtime(now).tm_year)
    if year in text and re.search(rf"(?<![0-9]){year}(?![0-9])", text):
        return True
    made = [60 * int(each[1]) + int(each[2]) for each in _TIME_OF_DAY.finditer(text)]
    made += [60 * int(each[1]) for each in _WHOLE_MINUTE.finditer(text)]
    return any((now - each) % _HOUR <= _AGE for each in made)
