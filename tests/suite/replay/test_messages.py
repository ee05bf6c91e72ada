"""Predicted messages of exceptions beside those that the JVM shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.suite.support import Lab

from everypath.suite import Outcome


def test_a_surrogate_pair_in_a_message_is_the_character_that_the_jvm_shows(java_classes: Callable[..., Path]) -> None:
    lab = Lab(java_classes("surrogates"))
    try:
        verdicts = lab.verdicts("surrogates/Pairs", "refuse")
    finally:
        lab.bridge.close()
    assert {each.outcome for each in verdicts} == {Outcome.CONFIRMED}
    (thrown,) = [each for each in verdicts if each.case.throws and "Illegal" in each.case.throws.class_name]
    assert thrown.case.throws.message_known
    assert thrown.throw.message == "not \U0001f600"
