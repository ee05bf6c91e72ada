"""Random programs on boundary and random inputs: our machine and the JVM agree in result, exception and heap.

This is the share of ``make conformance`` that every run of the tests has.
"""

from __future__ import annotations

from tests.conformance.campaign import Batch, report, run

SHARE = Batch(2_000_000, plain=8, rich=6, assembled=16, linked=1, sessions=8)


def test_machine_and_jvm_agree(jdk):
    found, programs = run(jdk, SHARE)
    assert not found.failures, report(found, programs)
    assert found.executions > 600
