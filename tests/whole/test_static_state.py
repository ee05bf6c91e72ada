"""Static fields are taken as initialisation left them: what is claimed names those that calls may change."""

import pytest
from tests.conftest import compile_java
from tests.whole.running import JAVA

import everypath
from everypath.report import Sources, View, unreached_lines
from everypath.run import Status
from everypath.run.results import Part


@pytest.fixture(scope="module")
def shared():
    return compile_java([JAVA / "domain" / "domain" / "Shared.java"])


@pytest.mark.parametrize(
    ("method", "named"),
    [
        ("take", ("POOL",)),
        ("next", ("count",)),
        ("calls", ("calls",)),
        ("reset", ("CELL",)),
        ("constants", ()),
        ("counted", ("Shared.Counting.ONLY",)),
        ("isNamed", ("Shared.Registry.names",)),
    ],
)
def test_fields_that_may_change_are_named(shared, method, named):
    (report,) = everypath.paths(f"domain.Shared#{method}", shared, budget=20).methods
    assert (report.status, report.statics) == (Status.COMPLETE, named)


def test_fields_that_are_inputs_are_not_named(shared):
    (report,) = everypath.paths("domain.Shared#next", shared, budget=20, symbolic_statics=True).methods
    assert (report.status, report.statics) == (Status.COMPLETE, ())
    assert len(report.classes) == 2
    (report,) = everypath.paths("domain.Shared#calls", shared, budget=20, symbolic_statics=True).methods
    assert (report.status, report.statics) == (Status.COMPLETE, ("calls",))  # no test assigns a private field


def test_what_is_proved_says_so(shared):
    found = everypath.check(shared, budget=20, only="#next", sweep="off")
    (line,) = unreached_lines(found.methods, View(Sources()))
    assert line.endswith("no input reaches this line (proved, with count as initialised)")


def test_sequences_reach_what_earlier_calls_have_changed(shared):
    found = everypath.check(shared, budget="1M-steps", jobs=1, only=["#take", "#give", "#next"], sweep="on")
    for each in found.methods:
        assert each.branches.covered == each.branches.total
        assert not any(line.proved for line in each.unreached)
        assert each.status is (Status.COMPLETE if each.method == "give" else Status.PARTIAL)
        assert [reason.code for reason in each.reasons] == ([] if each.method == "give" else ["statics"])
    assert found.parts[Part.SEQUENCES].goals > 0
