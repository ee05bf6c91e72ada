"""Paths of random programs, and of the subjects of other tests: each path's effect under its witness and under further
models of its condition is what the JVM does.
"""

from __future__ import annotations

import os
import random

import pytest
from tests.conformance.campaign import Batch, compiled
from tests.conformance.symbolic import MODELS, SymbolicReport, check_entries, explored, further_models, open_engine
from tests.conftest import JDKS, TESTS, compile_java

from everypath.solver import Solver
from everypath.state import is_about_classes
from everypath.term import evaluate

ALL = "EVERYPATH_CONFORMANCE" in os.environ
SHARE = Batch(3_000_000, plain=5, rich=3, assembled=0, linked=0)
WHOLE = Batch(3_000_000, plain=40, rich=40, assembled=0, linked=0)
PATHS = 6


def agrees(report: SymbolicReport, least: int) -> None:
    """No difference, and enough was replayed."""
    print(report)
    assert not report.differences, f"{report}\n" + "\n".join(report.differences[:10])
    assert report.replays >= least, str(report)


def test_random_programs(tmp_path):
    batch = WHOLE if ALL else SHARE
    compiled(JDKS[0], batch, tmp_path)
    engine, entries = open_engine([tmp_path], JDKS[0], batch.names())
    try:
        chosen = [each for each in entries if each.is_static and each.name.startswith("m")]
        agrees(check_entries(engine, chosen, 1.0 if ALL else 0.2, PATHS), 5 * len(batch.names()))
    finally:
        engine.close()


def test_elements_of_boolean_arrays_are_true_or_false(tmp_path):
    """They are eight bits to a solver; a witness with other bits than the lowest was a different input."""
    (tmp_path / "Parity.java").write_text(
        """
        class Parity {
            static boolean odd(boolean... all) { boolean o = false; for (boolean each : all) o ^= each; return o; }
            static int first(boolean[] all) { return all[0] == all[1] ? 1 : 2; }
        }
        """
    )
    engine, entries = open_engine([compile_java([tmp_path / "Parity.java"])], JDKS[0])
    try:
        agrees(check_entries(engine, entries, 1.0, 12), 30)
    finally:
        engine.close()


def test_further_models_are_models():
    """They satisfy the condition, differ from each other, and a wrong effect would be seen under them."""
    engine, entries = open_engine([compile_java([TESTS / "java" / "solving" / "IntArithmetic.java"])], JDKS[0])
    try:
        entry = next(each for each in entries if each.name == "product")
        for path in explored(engine, entry, 1.0, 10):
            models = further_models(path, Solver(), random.Random(1))
            assert len(models) <= MODELS
            assert len({repr(each) for each in (path.witness, *models)}) == len(models) + 1
            for model in models:
                assert all(evaluate(each, model) is True for each in path.constraints if not is_about_classes(each))
    finally:
        engine.close()


if ALL:

    @pytest.mark.parametrize("package", ["solving", "seeds", "library"])
    def test_subjects_of_other_tests(package):
        engine, entries = open_engine([TESTS / "java" / package], JDKS[0])
        try:
            agrees(check_entries(engine, entries, 0.5, 10), len(entries))
        finally:
            engine.close()

    @pytest.mark.parametrize("real", ["commons", "jdk"])
    def test_real_code(real):
        from benchmarks import real_code
        from benchmarks.fetching import fetched

        named = real_code.COMMONS if real == "commons" else real_code.JDK
        targets = [fetched(real_code.LANG)] if real == "commons" else real_code.JDK
        engine, entries = open_engine(targets, JDKS[0], [name.replace(".", "/") for name in named])
        try:
            agrees(check_entries(engine, entries, 0.5, 10), len(entries))
        finally:
            engine.close()
