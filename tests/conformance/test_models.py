"""Every model of strings, characters, boxes and ``Math`` gives what the JDK gives, on constants and on symbols.

``make conformance`` compares each method on 1,000 argument lists and, bound to symbols by the witness, on 250 of them;
``make test`` a part of the methods on a few. See `tests.library.models`.
"""

from __future__ import annotations

import os

import pytest
from tests.library.models.comparing import Bench, drivers_of
from tests.library.models.drivers import EXEMPT, OWNERS

from everypath.bridge import Bridge
from everypath.library.models import IN_JAVA, MODELS, PURE

WHOLE = "EVERYPATH_CONFORMANCE" in os.environ
CONCRETE, SYMBOLIC = (1000, 250) if WHOLE else (4, 2)
SHARE = 1 if WHOLE else 6
PARTS = 8

INTERNAL = {
    ("java/lang/String", "join"): "what StringJoiner calls",
    ("java/lang/String", "valueOfCodePoint"): "what Character.toString calls",
    ("java/lang/String", "compareTo"): "the bridge method",
    ("java/lang/StringBuilder", "append"): "bridge methods",
    ("java/lang/StringBuffer", "append"): "bridge methods",
}
"""Models of methods that are not public or not in source."""


@pytest.fixture(scope="module")
def bench(jdk):
    drivers, missing, folder = drivers_of(jdk)
    with Bridge(jdk, [folder]) as bridge:
        yield Bench(bridge, folder), drivers, missing


def test_every_public_method_has_a_driver(bench):
    assert bench[2] == []


def test_every_model_is_compared(bench):
    driven = {driver.key for driver in bench[1]}
    for key in {*MODELS, *PURE, *IN_JAVA}:
        owner, name, descriptor = key
        if owner not in OWNERS or name in EXEMPT or (owner, name) in INTERNAL:
            continue
        method = bench[0].program.klass(owner).declared_method(name, descriptor)
        if method is None or not method.access & 1 or method.is_synthetic:
            continue  # of another JDK, of a superclass, or reached through public methods
        assert key in driven, key


@pytest.mark.parametrize("part", range(PARTS))
def test_models_equal_the_jdk(bench, part):
    laboratory, drivers, _ = bench
    failures: list[str] = []
    for driver in drivers[part * SHARE :: PARTS * SHARE]:
        tally = laboratory.compare(driver, CONCRETE, SYMBOLIC)
        failures += [f"{driver.title} {difference}" for difference in tally.differences[:3]]
        failures += [f"{driver.title} {reason}" for reason in tally.unmodelled if not _is_bound(reason)]
        if driver.parameters:
            assert tally.compared >= CONCRETE // 2, driver.title
    assert not failures, "\n".join(failures)


def _is_bound(reason: str) -> bool:
    """Whether a symbolic run ended because it was large, not because something is missing."""
    return reason.startswith("symbolic bound")
