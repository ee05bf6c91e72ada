"""The samples from bytecode to tests: every prediction holds on the JVM, every test compiles and passes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.suite.support import Lab

from everypath.suite import Keep, Outcome, select, verify, write_tests
from everypath.suite.selection import minimise, without_redundant_calls

EXPECTED = Path(__file__).parent / "expected"
SAMPLES = [
    "sample/Odd$Pair",
    "sample/Odd$Ring",
    "sample/Account",
    "sample/Values",
    "sample/Shapes",
    "sample/Shapes$Point",
    "sample/Shapes$Inner",
]


@pytest.mark.parametrize("name", SAMPLES)
def test_predictions_hold_and_tests_pass(lab: Lab, name: str) -> None:
    verdicts = lab.verdicts(name)
    assert [each for each in verdicts if each.outcome is not Outcome.CONFIRMED] == []
    kept = [each.case for each in select(verdicts)]
    public = [case for case in kept if not case.recipe.hidden_call and case.method != "larger"]
    suite = write_tests(public, lab.builder, lab.bridge)
    assert suite.dropped == ()
    assert suite.tests == len(public)
    for source in suite.sources:
        assert source.text.isascii()
        assert "reflect" not in source.text
        assert "everypath" not in source.text.lower()
        names = [name for name, _, _ in source.ranges]
        assert len(names) == len(set(names))


def test_types_of_new_objects_are_inferred_where_they_can_be(lab: Lab) -> None:
    cases = lab.cases("sample/Inferred")
    suite = write_tests(cases, lab.builder, lab.bridge)
    assert suite.dropped == ()
    text = suite.sources[0].text
    assert "Inferred.total(new ArrayList<>())" in text
    assert "Inferred.count(new Inferred.Constants())" in text
    (case,) = [each for each in cases if each.method == "total" and "null" not in each.expression and each.size < 3]
    assert case.expression == "Inferred.total(new ArrayList<>())"
    assert replace(case, expression="Inferred.total(new ArrayList())").id == case.id
    assert replace(case, expression="Inferred.total(new ArrayDeque<>())").id != case.id


def test_odd_things(lab: Lab) -> None:
    verdicts = lab.verdicts("sample/Odd")
    others = {(each.case.method, each.outcome) for each in verdicts if not each.confirmed}
    assert others <= {("hash", Outcome.NO_MODEL)}  # identity hash codes are no claim
    suite = write_tests([each.case for each in select(verdicts)], lab.builder, lab.bridge, assertions=True)
    assert {each.reason for each in suite.dropped} == {"the method is not accessible from a test"}
    (source,) = suite.sources
    assert source.text.isascii()
    for shown in (
        "assertThrows(StackOverflowError.class, () -> Odd.endless(0));",
        "assertThrows(RuntimeException.class, () -> Odd.refuse(3));",
        "    assertThrows(ArithmeticException.class, () -> Odd.divided(0));",  # compiled code gives it no message
        'assertEquals("/ by seven", thrown.getMessage());',
        "assertDoesNotThrow(() -> Odd.clock());",
        "assertEquals(1, Odd.apply((p0, p1) -> 1, 0));",
        "assertEquals(3, odd.record(1));",
        "assertEquals(3, odd.count);",
        "assertEquals(1, Odd.\\u00fcber(4));",
    ):
        assert shown in source.text, shown


def test_a_constant_that_overrides_the_entry_is_no_input_of_it(lab: Lab) -> None:
    assert {each.outcome for each in lab.verdicts("sample/Odd$Level", "weight")} == {Outcome.CONFIRMED}


def test_every_path_of_a_hidden_method_is_written_only_when_reflection_is_wanted(lab: Lab) -> None:
    cases = lab.cases("sample/Shapes", "hidden")
    plain = write_tests(cases, lab.builder, lab.bridge)
    assert plain.tests == 0
    assert {each.reason for each in plain.dropped} == {"the method is not accessible from a test"}
    forced = write_tests(cases, lab.builder, lab.bridge, forced_states=True)
    assert (forced.tests, forced.dropped) == (2, ())


def test_a_readable_class(lab: Lab) -> None:
    chosen = select(lab.verdicts("sample/Account", "withdraw", "getOwner"), Keep.COVERAGE)
    suite = write_tests([each.case for each in chosen], lab.builder, lab.bridge)
    assert suite.sources[0].path == "sample/AccountTest.java"
    assert suite.sources[0].text == (EXPECTED / "AccountTest.java").read_text()


def test_what_collections_hold_is_asserted(lab: Lab) -> None:
    suite = write_tests(lab.cases("sample/Collected"), lab.builder, lab.bridge)
    assert not suite.dropped
    text = suite.sources[0].text
    assert 'assertEquals(List.of("text", "text"), out);' in text
    assert 'assertEquals(Arrays.asList("text", null), Collected.padded("text"));' in text
    assert 'assertEquals(Map.of("value", 1), Collected.single(1));' in text
    assert "assertEquals(List.of(1, 2), Collected.upTo(true));" in text


def test_what_a_call_with_a_result_changed_is_asserted(lab: Lab) -> None:
    suite = write_tests(lab.cases("sample/Collected", "count"), lab.builder, lab.bridge)
    assert suite.sources[0].text.count(".getCalls());") == 2


def test_the_same_paths_give_the_same_files(lab: Lab) -> None:
    once, again = (write_tests(lab.cases("sample/Values"), lab.builder, lab.bridge).sources for _ in range(2))
    assert once == again


def test_selecting_keeps_what_adds_something(lab: Lab) -> None:
    verdicts = lab.verdicts("sample/Values", "sum")
    everything = select(verdicts, Keep.ALL)
    fewer = select(verdicts)
    assert len(everything) == 6
    assert len(fewer) < 6
    assert set().union(*(each.hits for each in fewer)) == set().union(*(each.hits for each in everything))
    assert {each.throw is None for each in fewer} == {True, False}


def test_minimising_keeps_the_ending(lab: Lab) -> None:
    from dataclasses import replace

    from everypath.suite.testcase import ArrayOf, Literal

    verdict = next(
        each for each in lab.verdicts("sample/Values", "swap") if each.throw is not None and not each.case.null_args
    )
    call = verdict.case.recipe.call
    big = replace(call, arguments=(ArrayOf("[I", (Literal("I", 77),) * 9), Literal("I", 12345), Literal("I", 99)))
    assert verdict.case.throws is not None
    throws = replace(verdict.case.throws, message="Index 12345 out of bounds for length 9")
    large = replace(verdict, case=replace(verdict.case, recipe=replace(verdict.case.recipe, call=big), throws=throws))
    shorter = minimise(large, lab.bridge).case
    assert shorter.expression == "Values.swap(new int[0], 0, 0)"
    assert verify(shorter, lab.bridge, lab.program.is_target_name).confirmed, "its message is that of the shorter input"
    efforts = []
    for _ in range(2):
        before = lab.bridge.effort
        minimise(large, lab.bridge)
        efforts.append(round(lab.bridge.effort - before, 9))
    assert efforts[0] == efforts[1] > 0
    least = efforts[0] / 10
    assert minimise(large, lab.bridge, until=lab.bridge.effort + least).case.recipe.size > shorter.recipe.size
    assert minimise(large, lab.bridge, until=lab.bridge.effort) == large


def test_calls_that_make_no_difference_are_left_out(lab: Lab) -> None:
    from dataclasses import replace

    from everypath.suite.testcase import Invoke, Literal, Perform, Recipe

    verdict = next(
        each
        for each in lab.verdicts("sample/Steps", "close")
        if each.throw is not None and "advance" in each.case.expression
    )
    recipe = verdict.case.recipe
    (at,) = [at for at, each in enumerate(recipe.setup) if isinstance(each, Perform)]
    call = recipe.setup[at]
    assert isinstance(call, Perform)
    assert not call.spare  # the condition speaks of its argument
    assert isinstance(call.call, Invoke)
    idle = Perform(replace(call.call, arguments=(Literal("I", 0),)), (), spare=True)

    def among(*calls: Perform) -> Recipe:
        longer = replace(recipe, setup=(*recipe.setup[:at], *calls, *recipe.setup[at + 1 :]))
        case = replace(verdict.case, recipe=longer)
        return minimise(replace(verdict, case=case), lab.bridge).case.recipe

    shortest = minimise(verdict, lab.bridge).case.recipe
    assert len(shortest.setup) == len(recipe.setup)
    assert among(idle, call, idle, idle) == shortest
    needed_call = replace(idle, spare=False)
    assert len(among(needed_call, call).setup) == len(recipe.setup) + 1
    needed = replace(call, spare=True)
    assert among(idle, needed, idle) == shortest  # without it nothing is thrown


def test_calls_that_make_no_difference_are_left_out_of_what_returns(lab: Lab) -> None:
    from dataclasses import replace

    from everypath.suite.testcase import Invoke, Literal, Perform

    verdict = next(each for each in lab.verdicts("sample/Steps", "close") if "advance" in each.case.expression)
    recipe = verdict.case.recipe
    at = next(at for at, each in enumerate(recipe.setup) if isinstance(each, Perform))
    found = recipe.setup[at]
    assert isinstance(found, Perform)
    assert isinstance(found.call, Invoke)

    def advance(by: int) -> Perform:
        return replace(found, call=replace(found.call, arguments=(Literal("I", by),)), spare=True)

    def left(*calls: Perform) -> tuple[object, ...]:
        longer = replace(recipe, setup=(*recipe.setup[:at], *calls))
        case = replace(verdict.case, throws=None, recipe=longer)
        return without_redundant_calls(replace(verdict, case=case), lab.bridge).case.recipe.setup[at:]

    idle, needed = advance(0), advance(1)
    assert left(idle, needed, idle, idle) == (needed,)
    assert left(replace(idle, spare=False), needed) == (idle, needed), "the call is not marked as redundant"
    assert left(idle, idle) == ()


def test_what_fails_is_not_asserted_and_what_does_not_compile_is_taken_out(lab: Lab) -> None:
    from dataclasses import replace

    from everypath.suite.testcase import Assertion, Literal, Text

    good, wrong, broken = (lab.cases("sample/Values", "small")[0] for _ in range(3))
    check = wrong.check
    assert check.result is not None
    wrong = replace(wrong, check=replace(check, assertions=(Assertion("equals", check.result, Literal("B", 99)),)))
    broken = replace(broken, recipe=replace(broken.recipe, call=replace(broken.recipe.call, arguments=(Text("x"),))))
    suite = write_tests([good, wrong, broken], lab.builder, lab.bridge)
    assert suite.tests == 2
    assert "99" not in suite.sources[0].text
    assert [each.reason.split(":")[0] for each in suite.dropped] == ["does not compile"]


def test_very_many_tests_are_several_classes(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is compiled and run by itself, so that what is done is kept where the time is over."""
    monkeypatch.setattr("everypath.suite.suites.writer.MOST_TESTS", 4)
    cases = [each.case for each in lab.verdicts("sample/Account") if not each.case.recipe.hidden_call]
    suite = write_tests(cases, lab.builder, lab.bridge)
    assert suite.tests == len(cases) > 8
    names = [source.qualified for source in suite.sources]
    assert names == ["sample.AccountTest", *(f"sample.Account{n}Test" for n in range(2, len(names) + 1))]
    assert all(len(source.ranges) <= 4 for source in suite.sources)
