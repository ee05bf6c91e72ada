"""Results of explored paths that no prediction describes are asserted as the JVM shows them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from everypath.api import Job, Silent
from everypath.run import resolve
from everypath.suite import TestCase, lacks_result


def cases_of(classes: Path, method: str) -> list[TestCase]:
    options = resolve({"budget": "100k-steps", "jobs": "1", "sweep": "off"}, classes.parent, {})
    job = Job((str(classes),), options, writes=True)
    (found,) = (each for each in job.analyse(Silent()).methods if each.method == method)
    return list(found.tests)


def test_the_text_of_a_number_of_the_jdk_is_asserted(java_classes: Callable[..., Path]) -> None:
    cases = [each for each in cases_of(java_classes("observing"), "half") if each.throws is None]
    assert cases
    assert not any(map(lacks_result, cases))
    claims = [repr(claim) for each in cases for claim in each.check.assertions]
    assert any("toString" in each for each in claims)


def test_what_differs_from_run_to_run_is_not(java_classes: Callable[..., Path]) -> None:
    cases = cases_of(java_classes("observing"), "now")
    assert cases
    assert not any(each.check.assertions for each in cases)


def test_what_shows_the_time_is_not(java_classes: Callable[..., Path]) -> None:
    cases = cases_of(java_classes("observing"), "today")
    assert cases
    assert not any(each.check.assertions for each in cases)
    cases = cases_of(java_classes("observing"), "warned")
    assert cases
    assert not any(each.printed or each.errors for each in cases)
