"""No unstable test is written: an assertion that other tests or another run can break is dropped, the test stays."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise, permutations
from pathlib import Path
from typing import cast

import pytest
from tests.suite.suites.test_junit_platform import BESIDE_OTHERS, run_under_junit
from tests.suite.support import Lab

from everypath.suite import (
    CaseBuilder,
    Checker,
    Dropped,
    Suite,
    SuiteOptions,
    TestClass,
    TestSource,
    prepare,
    select,
    write_tests,
)
from everypath.suite.source import JUNIT4, JUNIT5, Framework
from everypath.suite.suites import together
from everypath.suite.suites.final_run import FinalRun
from everypath.suite.suites.known_tests import PassedClass, TimedRun
from everypath.suite.suites.stability import OUT_OF_TIME, Failures, stable
from everypath.suite.suites.together import (
    AMONG,
    FIRST,
    MAKES_FAIL,
    MANY_FAILURES,
    MOST_AFTER,
    drawn_order,
    fail_together,
    left_out_of,
    pairs_in_turn,
    run_first,
)
from everypath.suite.testcase import Assertion, Element, FieldOf, Literal, Variable

SHAKY, RATES, PUTS = "shaky/Statics", "shaky/Rates", "shaky/Puts"


def written(classes: Path, name: str, framework: Framework = JUNIT5) -> Suite:
    lab = Lab(classes)
    lab.builder = CaseBuilder(lab.program, SuiteOptions(), lab.machine)
    try:
        cases = [each.case for each in select(lab.verdicts(name))]
        return write_tests(cases, lab.builder, lab.bridge, framework=framework)
    finally:
        lab.bridge.close()


def passes_in_random_orders(suite: Suite, classes: Path, console: Path, folder: Path) -> None:
    for seed in range(5):
        order = [
            "--config=junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random",
            f"--config=junit.jupiter.execution.order.random.seed={seed}",
        ]
        done = run_under_junit(suite, classes, console, folder / str(seed), *order)
        assert done.returncode == 0, done.stdout[-3000:]
        assert f"{suite.tests} tests successful" in done.stdout


def test_what_depends_on_other_tests_is_not_asserted(
    java_classes: Callable[..., Path], console: Path, tmp_path: Path
) -> None:
    suite = written(java_classes("unstable"), SHAKY)
    text = " ".join("\n".join(each.text for each in suite.sources).split())
    assert "assertDoesNotThrow(() -> Statics.next());" in text
    assert "assertDoesNotThrow(() -> Statics.bump(" in text
    assert "assertEquals(-1, Statics.bump(-1));" in text
    assert "Statics.twice(" in text
    bare = re.findall(r"void (\w+)\(\) \{ assertDoesNotThrow", text)
    assert bare
    assert [each for each in bare if "_completes" not in each] == [], "no name tells what is not asserted"
    assert "number()" in text
    assert "assertDoesNotThrow(() -> Statics.times());" in text
    assert "@" not in text.replace("@Test", "").replace("@SuppressWarnings", "")
    assert "full at" not in text
    assert "assertThrows(IllegalStateException.class, () -> Statics.full());" in text
    passes_in_random_orders(suite, java_classes("unstable"), console, tmp_path)


def test_what_only_the_test_before_can_break_is_not_asserted(
    java_classes: Callable[..., Path], console: Path, tmp_path: Path
) -> None:
    suite = written(java_classes("unstable"), PUTS)
    text = " ".join("\n".join(each.text for each in suite.sources).split())
    assert "Puts.prefixed(3)" in text
    assert text.count("Puts.made(") == 11
    assert re.findall(r'"\w+", Puts.made', text) == []
    passes_in_random_orders(suite, java_classes("unstable"), console, tmp_path)


@pytest.mark.parametrize("are_known", [True, False])
def test_all_tests_run_together_in_the_end(
    java_classes: Callable[..., Path], console: Path, tmp_path: Path, are_known: bool
) -> None:
    """Tests of two classes that pass alone: where the test classes are known, they only lose assertions."""
    lab = Lab(java_classes("unstable"))
    lab.builder = CaseBuilder(lab.program, SuiteOptions(), lab.machine)
    checker = Checker(lab.builder, lab.bridge)
    given: list[TestClass] = []
    sources: list[TestSource] = []
    dropped: list[Dropped] = []
    try:
        for name in ("shaky/Default", "shaky/Uses"):
            classes, _ = prepare([each.case for each in select(lab.verdicts(name))], lab.builder)
            given += classes
            passed, lost = checker.check(classes)
            sources += passed
            dropped += lost
        assert dropped == []
        known = given if are_known else []
        last = FinalRun(
            checker, lambda names: [each for each in known if each.qualified in names], sources, dropped, tables=False
        )
        last.run(5.0)
    finally:
        lab.bridge.close()
    before, after = (sum(each.tests for each in some) for some in (sources, last.sources))
    assert before == after + len(last.dropped)
    assert bool(last.dropped) is not are_known
    text = " ".join("\n".join(each.text for each in last.sources).split())
    assert "assertEquals(-1, Uses.times(" in text
    assert "assertEquals(4, Uses.times(4))" not in text
    done = run_under_junit(Suite(tuple(last.sources), ()), java_classes("unstable"), console, tmp_path)
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.parametrize("has_run", [True, False])
def test_what_ran_together_in_order_and_elsewhere_is_kept_if_the_time_ends_then(has_run: bool) -> None:
    class Cut:
        def fail_together(
            self, names: Collection[str], seconds: float, most: float, found: Failures, on_ran: Callable[[], object]
        ) -> None:
            found["p.ATest", "bad"] = "it fails"
            if has_run:
                on_ran()
            raise TimeoutError

    text, ranges = "class ATest {\n  void good() { }\n\n  void bad() { }\n}\n", (("good", 2, 2), ("bad", 4, 4))
    source = TestSource("p.ATest", "p/ATest.java", text, ranges, 2, (("1", 2), ("2", 4)), ("good", "bad"))
    last = FinalRun(cast("Checker", Cut()), lambda names: [], [source], [], tables=False)
    with pytest.raises(TimeoutError):
        last.run(1.0, 1.0)
    last.give_up()
    why = {each.test: each.reason for each in last.dropped}
    assert why.pop("p.ATest.bad") == "it fails"
    assert why == ({} if has_run else {"p.ATest.good": OUT_OF_TIME})


def test_a_run_of_more_tests_takes_longer_but_not_as_many_times() -> None:
    timed = TimedRun(100, 2.0)
    assert timed.seconds_of(10) == timed.seconds_of(100) * math.sqrt(0.1)
    assert timed.seconds_of(400) == 4.0
    assert TimedRun().seconds_of(400) == 0.0


def test_class_files_are_kept_after_an_error_only_if_they_are_complete(java_classes: Callable[..., Path]) -> None:
    """The compiler writes the nested classes of a class whose code is too large, and then not that class."""

    def source(name: str, constant: str) -> TestSource:
        text = f'package shaky; class {name} {{ Object made = new Object() {{ }}; String text = "{constant}"; }}'
        return TestSource(f"shaky.{name}", f"shaky/{name}.java", text, ())

    lab = Lab(java_classes("unstable"))
    lab.builder = CaseBuilder(lab.program, SuiteOptions(), lab.machine)
    checker = Checker(lab.builder, lab.bridge)
    fine, large = source("Fine", "a"), source("Large", "a" * 70_000)
    try:
        for _ in range(2):
            compiled = checker.compile([fine, large])
            assert [each.klass for each in compiled.errors] == ["shaky/Large"]
        assert checker.compile([fine]).classes.keys() == {"shaky/Fine", "shaky/Fine$1"}
    finally:
        lab.bridge.close()


def test_what_a_test_keeps_of_its_place_is_found_by_running_all_elsewhere(java_classes: Callable[..., Path]) -> None:
    lab = Lab(java_classes("unstable"))
    start = "package shaky; import org.junit.jupiter.api.Test; class"
    sources = {
        "shaky/KeepsTest": """KeepsTest {
          static String zone = "UTC";
          @Test void keeps() { zone = java.util.TimeZone.getDefault().getID(); } }""",
        "shaky/ReadsTest": """ReadsTest {
          @Test void reads() { if (!KeepsTest.zone.equals("UTC")) throw new Error(); }
          @Test void knows() { KeepsTest.zone.length(); } }""",
    }
    try:
        compiled = lab.bridge.tests.compile({name: f"{start} {text}" for name, text in sources.items()})
        assert compiled.ok, compiled.errors
        tests = {"shaky/KeepsTest": ("keeps",), "shaky/ReadsTest": ("reads", "knows")}
        passed = [PassedClass(name, own, {name: compiled.classes[name]}) for name, own in tests.items()]
        found: dict[tuple[str, str], str] = {}
        fail_together(passed, lab.bridge, 1.0, found)
        assert list(found) == [("shaky.ReadsTest", "reads")]
    finally:
        lab.bridge.close()


def test_no_test_makes_a_class_unusable_where_it_runs_first(java_classes: Callable[..., Path]) -> None:
    lab = Lab(java_classes("unstable"))
    start = "package shaky; import org.junit.jupiter.api.Test; class"
    text = """NamesTest {
      @Test void begins() { if (Defaults.COUNT != 1) throw new Error(); }
      @Test void counts() { if (Names.count() != 1) throw new Error(); }
      @Test void tries() { try { Names.count(); } catch (LinkageError e) { } } }"""
    try:
        compiled = lab.bridge.tests.compile({"shaky/NamesTest": f"{start} {text}"})
        assert compiled.ok, compiled.errors
        passed = PassedClass("shaky/NamesTest", ("begins", "counts", "tries"), dict(compiled.classes))
        found: dict[tuple[str, str], str] = {}
        fail_together([passed], lab.bridge, 1.0, found)
        assert found == {("shaky.NamesTest", each): FIRST for each in ("counts", "tries")}
        assert lab.bridge.tests.fail_first(["shaky/Names", "shaky/Defaults"]) == {"shaky/Names"}
    finally:
        lab.bridge.close()


def test_what_cannot_run_with_all_others_in_time_is_left_out(
    java_classes: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "LEAST_TESTS", 1)
    lab = Lab(java_classes("unstable"))
    text = "package shaky; import org.junit.jupiter.api.Test; class PlainTest { @Test void a() {} @Test void b() {} }"
    try:
        compiled = lab.bridge.tests.compile({"shaky/PlainTest": text})
        passed = PassedClass("shaky/PlainTest", ("a", "b"), dict(compiled.classes))
        found: dict[tuple[str, str], str] = {}
        fail_together([passed], lab.bridge, 1.0, found, most=0.0)
        assert found == {("shaky.PlainTest", "b"): OUT_OF_TIME}
    finally:
        lab.bridge.close()


def test_a_test_that_passed_before_all_others_does_not_run_so_again(java_classes: Callable[..., Path]) -> None:
    lab = Lab(java_classes("unstable"))
    text = """package shaky; class NamesTest {
      @org.junit.jupiter.api.Test void begins() { if (Defaults.COUNT != 1) throw new Error(); }
      @org.junit.jupiter.api.Test void counts() { if (Names.count() != 1) throw new Error(); } }"""
    try:
        compiled = lab.bridge.tests.compile({"shaky/NamesTest": text})
        keys = {"begins": "first key", "counts": "second key"}
        passed = PassedClass("shaky/NamesTest", ("begins", "counts"), dict(compiled.classes), keys=keys)
        known: set[str] = set()
        timed = run_first([passed], lab.bridge, known)
        assert known == {"first key"}
        assert timed.tests == 2
        assert timed.seconds > 0
        found: dict[tuple[str, str], str] = {}
        fail_together([passed], lab.bridge, 1.0, found, first={"first key", "second key"}, only=frozenset({FIRST}))
        assert found == {}
    finally:
        lab.bridge.close()


def test_of_an_element_that_is_another_one_in_some_runs_nothing_is_asserted() -> None:
    array = Variable("array", "[Lp/A;")
    first, second = (Element(array, at, "Lp/A;") for at in range(2))
    parts = [FieldOf(each, "p/A", name, "I") for each in (first, second) for name in ("x", "y")]
    assertions = [Assertion("equals", each, Literal("I", 1)) for each in (*parts, array)]
    assert stable(assertions, [1, 2, 3, 4]) == tuple(assertions[2:])
    assert stable(assertions, [0, 1, 2, 3]) == tuple(assertions[:4])


def test_random_orders_keep_the_tests_of_a_class_together() -> None:
    tests = [(klass, f"test{number}") for klass in ("A", "B", "C") for number in range(4)]
    orders = {tuple(drawn_order(tests, random.Random(seed))) for seed in range(20)}
    assert len(orders) == 20
    for order in orders:
        assert sorted(order) == tests
        assert sum(first[0] != second[0] for first, second in pairwise(order)) == 2


@pytest.mark.parametrize("victims", [1, MANY_FAILURES])
def test_of_many_failures_the_test_that_makes_them_is_left_out(victims: int) -> None:
    """Tests of `A` fail if the last of `Set` and `Reset` that ran was `Set`."""

    def failing(order: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        failed, is_set = [], False
        for each in order:
            is_set = each[0] == "Set" if each[0] in ("Set", "Reset") else is_set
            if is_set and each[0] == "A" and each not in failed:
                failed.append(each)
        return failed

    tests = [("A", str(number)) for number in range(victims)]
    others = [("B", str(number)) for number in range(50)]
    order = [*others[:9], ("Set", "x"), ("Reset", "x"), *others[9:30], ("Set", "y"), *others[30:], *tests]
    assert failing(order) == tests
    left_out = left_out_of(order, failing(order), failing)
    assert list(left_out) == (tests if victims == 1 else [("Set", "y")])


def test_many_tests_that_fail_without_others_are_left_out_themselves() -> None:
    tests = [("A", str(number)) for number in range(3 * MANY_FAILURES)]
    order = [("Set", "x"), *tests]

    def failing(order: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        after = order.index(("Set", "x")) if ("Set", "x") in order else len(order)
        odd = [each for each in order if each[0] == "A" and int(each[1]) % 2]
        return list(dict.fromkeys([*odd, *(each for each in order[after:] if each[0] == "A")]))

    left_out = left_out_of(order, failing(order), failing)
    assert left_out == dict.fromkeys(tests[1::2], AMONG) | {("Set", "x"): MAKES_FAIL}
    assert left_out_of(tests, tests[1::2], failing) == dict.fromkeys(tests[1::2], AMONG)


def test_tests_that_fail_now_and_then_are_left_out_themselves() -> None:
    tests = [("A", str(number)) for number in range(3 * MANY_FAILURES)]
    failed = tests[: 2 * MANY_FAILURES]
    assert left_out_of(tests, failed, lambda order: []) == dict.fromkeys(failed, AMONG)


def test_any_method_of_a_test_class_can_be_left_out(java_classes: Callable[..., Path]) -> None:
    lab = Lab(java_classes("unstable"))
    lab.builder = CaseBuilder(lab.program, SuiteOptions(), lab.machine)
    try:
        classes, _ = prepare([each.case for each in select(lab.verdicts("shaky/Rates"))], lab.builder)
        ((source,), _) = Checker(lab.builder, lab.bridge).check(classes)
        assert len(source.ran) > 2
        for name in source.ran:
            left = source.without([name])
            assert left is not None
            assert lab.bridge.tests.compile({left.qualified.replace(".", "/"): left.text}).ok
            assert (left.tests, name in left.text) == (source.tests - 1, False)
            assert "{\n\n" not in left.text
        assert source.without(source.ran) is None
    finally:
        lab.bridge.close()


def test_a_sequence_of_pairs_has_each_test_after_each_other_one() -> None:
    for number in range(1, 8):
        tests = [("A", str(each)) for each in range(number)]
        sequence = pairs_in_turn(tests)
        assert set(pairwise(sequence)) >= set(permutations(tests, 2))
        assert len(sequence) == number * number
    assert len(pairs_in_turn([("A", str(each)) for each in range(200)])) <= 200 * (2 * MOST_AFTER + 1)


def test_what_other_threads_can_break_runs_alone_or_is_not_asserted(
    java_classes: Callable[..., Path], console: Path, tmp_path: Path
) -> None:
    alone, bare = (written(java_classes("unstable"), RATES, each) for each in (JUNIT5, JUNIT4))
    (source,) = alone.sources
    assert "\n@Isolated\nclass RatesTest {" in source.text
    assert re.search(r"assertEquals\(\d+, Rates.charged\(101\)\);", source.text)
    done = run_under_junit(alone, java_classes("unstable"), console, tmp_path, *BESIDE_OTHERS)
    assert done.returncode == 0, done.stdout[-3000:]

    (source,) = bare.sources
    assert "\n    Rates.charged(101);\n" in source.text, "JUnit 4 cannot be told that it runs alone"
    assert "assertEquals(2, Rates.plain(1));" in source.text
    assert bare.tests == alone.tests
