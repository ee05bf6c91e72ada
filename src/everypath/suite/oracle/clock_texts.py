"""Texts that show when they were made: a test that asserts them fails at another time."""

from __future__ import annotations

import re
import time

__all__ = ["shows_the_time"]

_TIME_OF_DAY = re.compile(r":([0-5][0-9]):([0-5][0-9])(?![0-9])")
_AGE = 300
"""The most seconds since a text was made in a replay."""
_HOUR = 3600


def shows_the_time(text: str) -> bool:
    """True if a text has the year of today, or the minute and second of a moment that has just passed, in any zone with
    whole hours.
    """
    now = time.time()
    year = str(time.gmtime(now).tm_year)
    if year in text and re.search(rf"(?<![0-9]){year}(?![0-9])", text):
        return True
    made = (60 * int(each[1]) + int(each[2]) for each in _TIME_OF_DAY.finditer(text))
    return any((now - each) % _HOUR <= _AGE for each in made)
