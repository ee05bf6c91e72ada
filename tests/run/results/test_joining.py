"""The report of an exploration, joined with that of call sequences: the JVM has the last word."""

import dataclasses

from everypath.run import Case, Count, MethodReport, Reason, Status, Unreached
from everypath.run.results import Counterexamples, Covered, ExecutedCode, Part, joined, with_common_coverage

EXPLORED = MethodReport(
    "p.A",
    "m",
    "(I)I",
    Status.COMPLETE,
    instructions=Count(4, 6),
    branches=Count(1, 2),
    unreached=(Unreached(5, True, ""), Unreached(7, False, "loop")),
    cases=(Case("a", "returns", "m(1)", "i == 1", "1", "confirmed"),),
    covers={Part.PATHS: {"p/A": 0b11}},
    goals=Covered({"p/A": 0b11}, {"p/A": 0b11}, {"a": {"p/A": 0b11}}),
)
SWEPT = MethodReport(
    "p.A",
    "m",
    "(I)I",
    Status.BOUNDED,
    (Reason("time"),),
    instructions=Count(5, 6),
    branches=Count(1, 2),
    unreached=(Unreached(5, False, "time"),),
    cases=(Case("b", "returns", "m(2)", "this input", "2", "confirmed"),),
    covers={Part.SEQUENCES: {"p/A": 0b110}},
    goals=Covered({"p/A": 0b110}, {"p/A": 0b110}, {"b": {"p/A": 0b110}}),
    counterexamples=Counterexamples(frozenset({1, 5})),
)


def throwing(name, outcome="confirmed"):
    shown = ((name, "m(3)"),) if outcome == "confirmed" else ()
    case = Case("c", "throws", "m(3)", "this input", "", outcome, name, 3)
    return dataclasses.replace(SWEPT, cases=(case,), counterexamples=Counterexamples(thrown=shown))


def ran(code, *, within=True):
    """What sequences of another method ran, with arguments that annotations allow or not."""
    return dataclasses.replace(
        SWEPT, method="n", ran=(code,), counterexamples=Counterexamples(ran=(code,) if within else ())
    )


def test_both_show_what_they_have():
    found = joined(EXPLORED, SWEPT)
    assert found.status is Status.COMPLETE
    assert [each.id for each in found.cases] == ["a", "b"]
    assert (found.instructions, found.branches) == (Count(5, 6), Count(1, 2))
    assert found.covers == {Part.PATHS: {"p/A": 0b11}, Part.SEQUENCES: {"p/A": 0b110}}
    assert found.goals.confirmed == {"p/A": 0b111}
    assert set(found.goals.tests) == {"a", "b"}


def test_a_line_that_a_sequence_reaches_is_not_unreached():
    assert [each.line for each in joined(EXPLORED, SWEPT).unreached] == [5]


def test_a_sequence_that_reaches_a_line_proved_unreachable_refutes_the_exploration():
    found = joined(EXPLORED, dataclasses.replace(SWEPT, unreached=()))
    assert found.status is Status.PARTIAL
    assert found.reasons[0].code == "diverged"
    assert not any(each.proved for each in found.unreached)


def test_an_exception_that_no_path_throws_refutes_a_complete_exploration():
    found = joined(EXPLORED, throwing("java.lang.NullPointerException"))
    assert found.status is Status.PARTIAL
    assert "NullPointerException" in found.reasons[0].where
    bounded = dataclasses.replace(EXPLORED, status=Status.BOUNDED)
    assert joined(bounded, throwing("java.lang.NullPointerException")).status is Status.BOUNDED


def test_memory_that_ran_out_refutes_nothing():
    assert joined(EXPLORED, throwing("java.lang.StackOverflowError")).status is Status.COMPLETE
    assert joined(EXPLORED, throwing("p.Other", "diverged")).status is Status.COMPLETE


def test_an_engine_error_in_sequences_fails_the_method_and_keeps_what_is_there():
    found = joined(EXPLORED, SWEPT.failed("KeyError: x"))
    assert found.status is Status.FAILED
    assert len(found.cases) == 2


def test_a_method_has_the_coverage_of_all_sequences():
    ran = ExecutedCode("p/A", "m", "(I)I", 0b11111, frozenset({(1, 2), (1, 3)}))
    other = dataclasses.replace(SWEPT, method="n", ran=(ran,))
    first, second = with_common_coverage([EXPLORED, other])
    assert (first.instructions, first.branches) == (Count(5, 6), Count(2, 2))
    assert second == other


def test_explorations_alone_have_their_own_coverage():
    ran = ExecutedCode("p/A", "m", "(I)I", 0b11111)
    other = dataclasses.replace(EXPLORED, method="n", ran=(ran,))
    assert with_common_coverage([EXPLORED, other]) == [EXPLORED, other]


def test_sequences_that_were_lost_with_their_worker_reach_nothing():
    lost = MethodReport("p.A", "m", "(I)I", Status.FAILED, (Reason("worker-died", "killed by SIGKILL"),))
    found = joined(EXPLORED, lost)
    assert found.status is Status.FAILED
    assert [each.line for each in found.unreached] == [5, 7]
    assert joined(lost, SWEPT).unreached == joined(SWEPT, lost).unreached == SWEPT.unreached


def test_what_sequences_execute_beyond_all_paths_refutes_a_complete_exploration():
    own = ExecutedCode("p/A", "m", "(I)I", 0b111, frozenset({(1, 2)}))
    further = dataclasses.replace(own, instructions=0b1001, branches=frozenset({(1, 3)}))
    explored = dataclasses.replace(EXPLORED, executed=own, outcomes={"confirmed": 1, "pruned": 2})
    for code, status in ((own, Status.COMPLETE), (further, Status.PARTIAL)):
        found, _ = with_common_coverage([explored, ran(code)])
        assert found.status is status
    assert (found.instructions, found.branches) == (Count(4, 6), Count(2, 2))
    not_replayed = dataclasses.replace(explored, outcomes={"confirmed": 1, "no-test": 1})
    found, _ = with_common_coverage([not_replayed, ran(further)])
    assert found.status is Status.COMPLETE


def test_what_annotations_exclude_covers_and_refutes_nothing():
    reached = dataclasses.replace(SWEPT, unreached=(Unreached(7, False, "time"),), counterexamples=Counterexamples())
    found = joined(EXPLORED, reached)
    assert (found.status, [each.line for each in found.unreached]) == (Status.COMPLETE, [7])
    own = ExecutedCode("p/A", "m", "(I)I", 0b111, frozenset({(1, 2)}))
    explored = dataclasses.replace(EXPLORED, executed=own, outcomes={"confirmed": 1})
    further = dataclasses.replace(own, branches=frozenset({(1, 3)}))
    found, _ = with_common_coverage([explored, ran(further, within=False)])
    assert (found.status, found.branches) == (Status.COMPLETE, Count(2, 2))


def test_static_fields_that_change_are_the_reason():
    explored = dataclasses.replace(EXPLORED, statics=("count",))
    found = joined(explored, dataclasses.replace(SWEPT, unreached=()))
    assert (found.status, found.reasons[0].code) == (Status.PARTIAL, "statics")
    assert not any(each.proved for each in found.unreached)
