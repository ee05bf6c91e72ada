"""Tests of observed cases compile and pass, claim what the call did, and leave out what differs from run to run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from tests.suite.sequences.random_sequences import sequences
from tests.suite.sequences.samples import SEQUENCES
from tests.suite.sequences.sequence import KIT, OBJECT, STRING, Sequence, SequenceLab
from tests.suite.suites.test_junit_platform import run_under_junit

from everypath.dataclass import replace
from everypath.suite import (
    CaseBuilder,
    NoCase,
    Outcome,
    Suite,
    SuiteOptions,
    TestCase,
    call_sequence,
    case_plan,
    minimise,
    observed_case,
    observed_cases,
    observed_plan,
    verdict_of_observed,
    without_redundant_calls,
    write_tests,
)
from everypath.suite.replay import plan_of
from everypath.suite.testcase import Unknown


@pytest.fixture(scope="module")
def cases(lab: SequenceLab) -> dict[str, TestCase]:
    """The confirmed cases of all samples, by name."""
    found = {}
    for name, case in zip(SEQUENCES, lab.observed(*SEQUENCES.values()), strict=True):
        assert isinstance(case, TestCase), (name, case)
        verdict = verdict_of_observed(case, lab.bridge.replay_many([case_plan(case)] * 2), lab.builder)
        assert verdict.confirmed, (name, verdict.detail)
        assert verdict.called or case.jdk_target
        assert verdict.called <= verdict.hits
        assert (case.observed, case.unpredicted, case.condition) == (True, False, "this input")
        found[name] = verdict.case
    return found


@pytest.fixture(scope="module")
def suite(lab: SequenceLab, cases: dict[str, TestCase]) -> Suite:
    return write_tests(cases.values(), lab.builder, lab.bridge, assertions=True)


def test_all_tests_compile_and_pass(
    suite: Suite, java_classes: Callable[..., Path], console: Path, tmp_path: Path
) -> None:
    assert suite.dropped == ()
    assert suite.tests == len(SEQUENCES)
    done = run_under_junit(suite, java_classes("sequences"), console, tmp_path)
    assert done.returncode == 0, done.stdout[-3000:]


CLAIMS = (
    # a lambda that answers what was declared as an object
    'Object object = ((Kit.Box) Kit.Box.of("tea")).get(); assertEquals("tea!", Kit.made((Supplier) () -> object));',
    # a subclass whose type arguments are not those of the parameter
    'assertEquals("box of 7", Kit.shown((Kit.Box) new Kit.Count(7)));',
    # builders, setters and getters
    'Order result = Order.builder().name("tea").count(3).build(); assertEquals("tea", result.getName()); '
    "assertEquals(3, result.getCount()); assertSame(Order.State.OPEN, result.getState());",
    "Order.Builder builder = Order.builder(); builder.count(3); IllegalStateException thrown = "
    "assertThrows(IllegalStateException.class, () -> builder.build()); "
    'assertEquals("an order needs a name", thrown.getMessage());',
    'Order order = new Order("tea", 2); order.setCount(5); assertEquals(5, order.getCount());',
    # what a call changes
    "order.pay(); assertSame(Order.State.PAID, order.getState());",
    "order.pay(); IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> order.pay()); "
    'assertEquals("not open: PAID", thrown.getMessage());',
    'order.add(new Order.Line("green", 4)); assertEquals(6, order.getCount());',
    "assertEquals(4, order.total()); assertEquals(1, order.getLines().size());",
    "int[] numbers = new int[] {3, 1, 2}; Kit.sort(numbers); assertArrayEquals(new int[] {1, 2, 3}, numbers);",
    'Kit.reverse(words); assertEquals(List.of("b", "a"), words);',
    "assertEquals(1, Kit.count()); assertEquals(1, Kit.calls);",
    'assertSame(text, Kit.appended(text)); assertEquals("!", text.toString());',
    # casts, overloads, arguments
    'assertEquals("green", ((Order.Line) order.getLines().get(0)).getText());',
    'assertEquals("tea", ((Order) new Kit.Box(new Order("tea", 2)).get()).getName());',
    'assertEquals("tea: hot", new Order("tea", 2).new Note("hot").shown());',
    'assertEquals("object", Kit.kind((Object) Integer.valueOf(5)));',
    'assertEquals("string", Kit.kind((String) null));',
    'assertEquals("int", Kit.kind(5));',
    'assertEquals("long", Kit.kind(5L));',
    'assertEquals("Integer", Kit.kind(Integer.valueOf(5)));',
    "assertEquals(3, Kit.sum(new int[] {1, 2}));",
    'Kit.Box box = Kit.Box.of("tea"); box.set(Integer.valueOf(7)); assertEquals(7, box.get());',
    "Integer integer = 1000; ArrayList arrayList = new ArrayList<>(); arrayList.add(integer);",
    # stubs
    'assertEquals("rule", Kit.asked(p0 -> true, "x"));',
    'assertEquals("tea!", Kit.made(() -> "tea"));',
    "assertEquals(42, Kit.applied(p0 -> Integer.valueOf(41)));",
    "Kit.described( new Kit.Shape() { @Override public double area() { return 2.5; }",
    # results
    "assertArrayEquals(new int[][] {new int[] {1, 0}, new int[] {0, 2}}, Kit.grid(2));",
    'assertEquals(List.of("a", "b"), Kit.words("a b"));',
    'assertEquals(Map.of("a", 2, "b", 1), Kit.counted(words));',
    "assertEquals(Set.of('a', 'e', 't'), Kit.letters(\"tea\"));",
    'assertEquals(Optional.of("a"), Kit.first(words));',
    'Kit.Shape result = Kit.square(1.5); assertEquals(2.25, result.area()); assertEquals("square", result.label());',
    'BigDecimal result = Kit.price("1.5"); assertEquals("1.50", result.toString());',
    "assertSame(value, Kit.same(value));",
    'assertEquals(String.class, Kit.type("x"));',
    "assertNotNull(Kit.lambda(3));",
    # what differs from run to run
    "assertDoesNotThrow(() -> Kit.now());",
    "Kit.Watch watch = new Kit.Watch(); assertDoesNotThrow(() -> watch.millis());",
    "assertDoesNotThrow(() -> Kit.identity());",
    "List result = Kit.mixed(); assertEquals(3, result.size());",
    # exceptions
    'IOException thrown = assertThrows(IOException.class, () -> Kit.read("/x")); '
    'assertEquals("no file /x", thrown.getMessage());',
    'throws Exception { assertEquals("content of x", Kit.read("x"));',
    "Kit.Problem thrown = assertThrows(Kit.Problem.class, () -> Kit.fail(7));",
    "assertThrows(ClassCastException.class, () -> Kit.length(Integer.valueOf(3)));",
)


@pytest.mark.parametrize("claim", CLAIMS)
def test_what_tests_claim(suite: Suite, claim: str) -> None:
    assert claim in " ".join("\n".join(each.text for each in suite.sources).split())


@pytest.mark.parametrize(
    ("name", "exception", "origin", "message", "polluted"),
    [
        ("builder that fails", "java/lang/IllegalStateException", "explicit", "an order needs a name", False),
        ("own exception", f"{KIT}$Problem", "explicit", "failed with 7", False),
        ("failed cast", "java/lang/ClassCastException", "instruction", None, False),
        ("pollution", "java/lang/ClassCastException", "instruction", None, True),
        ("helper", "java/lang/NullPointerException", "helper", "a text is needed", False),
        ("division", "java/lang/ArithmeticException", "instruction", "/ by zero", False),
        ("library", "java/lang/NumberFormatException", "library", 'For input string: "x1"', False),
        ("assertion", "java/lang/AssertionError", "assertion", "not positive", False),
    ],
)
def test_what_raised_an_exception(
    cases: dict[str, TestCase], name: str, exception: str, origin: str, message: str | None, polluted: bool
) -> None:
    throw = cases[name].throws
    assert throw is not None
    assert (throw.class_name, throw.origin, throw.polluted) == (exception, origin, polluted)
    assert throw.message_known == (message is not None)
    assert message is None or throw.message == message
    assert throw.site is not None
    assert throw.site.pc >= 0
    assert throw.site.line > 0
    assert throw.source.startswith("sequences/")
    assert throw.trace
    assert throw.own == (exception == f"{KIT}$Problem")


def test_exceptions_are_where_the_machine_predicts_them(lab: SequenceLab, cases: dict[str, TestCase]) -> None:
    for name in ("own exception", "division", "library", "assertion", "failed cast", "helper"):
        throw = cases[name].throws
        assert throw is not None
        predicted = [
            each.throws
            for each in lab.cases(KIT, cases[name].method)
            if each.throws is not None and each.throws.class_name == throw.class_name
        ]
        sites = {(each.site, each.origin, each.ancestors, each.source, each.own) for each in predicted}
        assert (throw.site, throw.origin, throw.ancestors, throw.source, throw.own) in sites, name


def ending(name: str) -> Sequence:
    found = Sequence()
    found.kit(name, "()V")
    return found


@pytest.mark.parametrize(
    ("name", "outcome", "detail"),
    [
        ("exits", Outcome.CONTAINED, "java.lang.System.exit (exit)"),
        ("hangs", Outcome.DIVERGED, "the replay ended with fuel"),
    ],
)
def test_what_has_no_case(lab: SequenceLab, name: str, outcome: Outcome, detail: str) -> None:
    assert lab.observed(ending(name)) == [NoCase(outcome, detail)]


def test_a_call_that_leaves_threads_running_has_no_case(lab: SequenceLab) -> None:
    sequence = lab.sequence(SEQUENCES["getter after setter"])
    replays = [replace(each, threads=1) for each in lab.bridge.replay_many([observed_plan(lab.builder, sequence)] * 2)]
    found = observed_case(lab.builder, sequence, replays, lab.bridge)
    assert found == NoCase(Outcome.NO_TEST, "it leaves threads running")


def test_a_setup_that_fails_has_no_case(lab: SequenceLab) -> None:
    s = Sequence()
    s.kit("sum", "([I)I", s.array("I", s.kit("divided", "(I)I", s.number(0))))
    (found,) = lab.observed(s)
    assert isinstance(found, NoCase)
    assert found.outcome is Outcome.NO_TEST
    assert found.detail == "the input could not be built: java/lang/ArithmeticException: / by zero"


def test_given_replays_are_used(lab: SequenceLab) -> None:
    sequence = lab.sequence(SEQUENCES["getter after setter"])
    replays = lab.bridge.replay_many([observed_plan(lab.builder, sequence)] * 3)
    assert observed_case(lab.builder, sequence, replays, lab.bridge) == lab.case(SEQUENCES["getter after setter"])


def test_the_test_is_where_all_members_are_accessible(lab: SequenceLab) -> None:
    s = Sequence()
    listed = s.listed(s.order("tea", 2))
    s.new("sequences/other/Guest$Hidden", "()V")
    s.call(listed, "java/util/List", "size", "()I")
    found = lab.sequence(s)
    assert (found.entry.key, found.package) == ("java/util/ArrayList.size()I", "sequences/other")
    (case,) = observed_cases(lab.builder, [found], lab.bridge)
    assert isinstance(case, TestCase)
    assert (case.class_name, case.package) == ("java/util/ArrayList", "sequences.other")
    suite = write_tests([case], lab.builder, lab.bridge)
    assert suite.tests == 1
    assert suite.sources[0].path == "sequences/other/ArrayListTest.java"


def test_a_stub_of_an_abstract_class_is_an_anonymous_subclass(lab: SequenceLab) -> None:
    s = Sequence()
    answers = ("get", "(I)Ljava/lang/Object;", s.text("tea")), ("size", "()I", s.number(2))
    made = s.extended("java/util/AbstractList", "()V", answers=answers)
    s.call(made, "java/util/AbstractList", "lastIndexOf", f"({OBJECT})I", s.text("tea"))
    (case,) = observed_cases(lab.builder, [lab.sequence(s)], lab.bridge)
    assert isinstance(case, TestCase)
    suite = write_tests([case], lab.builder, lab.bridge)
    assert (suite.tests, suite.dropped) == (1, ())
    assert "new AbstractList" in suite.sources[0].text


def test_the_constructor_of_an_abstract_class_is_called_by_a_subclass(lab: SequenceLab) -> None:
    s = Sequence()
    answers = (("read", "([CII)I", s.number(-1)),)
    s.extended("java/io/Reader", f"({OBJECT})V", s.null(), answers=answers)
    found = lab.sequence(s)
    assert found.entry.key == f"java/io/Reader.<init>({OBJECT})V"
    (case,) = observed_cases(lab.builder, [found], lab.bridge)
    assert isinstance(case, TestCase)
    suite = write_tests([case], lab.builder, lab.bridge)
    assert (suite.tests, suite.dropped) == (1, ())
    assert "new Reader(null)" in suite.sources[0].text


def test_package_private_members_are_not_inherited_elsewhere(lab: SequenceLab) -> None:
    base, derived = "sequences/Base", "sequences/other/Derived"
    first, second = Sequence(), Sequence()
    for s in (first, second):
        made = s.static(base, "derived", f"()L{derived};")
        s.call(made, base, "setKept", "(I)V", s.number(4))
    first.call(0, base, "doubled", "()I")
    suite = write_tests([lab.case(each) for each in (first, second)], lab.builder, lab.bridge)
    assert suite.dropped == ()
    assert "assertEquals(8, ((Base) derived).doubled());" in suite.sources[0].text


def test_what_differs_is_unknown(cases: dict[str, TestCase]) -> None:
    assert isinstance(cases["time"].returns, Unknown)
    assert isinstance(cases["identity"].returns, Unknown)
    assert cases["time"].effect == "returns a value no input decides"


def test_how_much_time_has_passed_is_not_asserted(lab: SequenceLab) -> None:
    s = Sequence()
    s.call(s.new("sequences/Session"), "sequences/Session", "visit", "(I)V", s.number(0))
    case = lab.case(s)
    suite = write_tests([case], lab.builder, lab.bridge)
    assert "assertEquals(0, session.getVisits());" in suite.sources[0].text
    assert "getMillis" not in suite.sources[0].text


def test_what_changes_from_one_replay_to_the_next_is_no_confirmation(lab: SequenceLab) -> None:
    case = lab.case(SEQUENCES["division"])
    other = Sequence()
    other.kit("divided", "(I)I", other.number(5))
    (replay,) = lab.bridge.replay_many([case_plan(lab.case(other))])
    assert verdict_of_observed(case, [replay], lab.builder).outcome is Outcome.NOT_TRIGGERED


def test_nulls_are_noted(lab: SequenceLab, cases: dict[str, TestCase]) -> None:
    assert cases["null"].null_args
    assert not cases["enum"].null_args
    s = Sequence()
    s.kit("made", f"(Ljava/util/function/Supplier;){STRING}", s.stub("java/util/function/Supplier"))
    case = lab.case(s)
    assert (case.null_args, case.null_answers, case.effect) == (False, True, 'returns "null!"')


def test_redundant_calls_are_taken_out(lab: SequenceLab) -> None:
    s = Sequence()
    order = s.order("tea", 2)
    s.call(order, "sequences/Order", "setCount", "(I)V", s.number(77))
    s.call(order, "sequences/Order", "pay", "()V")
    s.call(order, "sequences/Order", "setCount", "(I)V", s.number(78))
    s.call(order, "sequences/Order", "pay", "()V")
    case = lab.case(s)
    verdict = verdict_of_observed(case, lab.bridge.replay_many([case_plan(case)] * 2), lab.builder)
    shorter = minimise(verdict, lab.bridge)
    assert shorter.case.expression == 'Order order = new Order("", 0); order.pay(); order.pay()'

    s = Sequence()
    order = s.order("tea", 2)
    s.call(order, "sequences/Order", "setCount", "(I)V", s.number(77))
    s.call(order, "sequences/Order", "getName", f"(){STRING}")
    case = lab.case(s)
    verdict = verdict_of_observed(case, lab.bridge.replay_many([case_plan(case)] * 2), lab.builder)
    assert without_redundant_calls(verdict, lab.bridge).case.expression == (
        'Order order = new Order("tea", 2); order.getName()'
    )


def test_a_chain_that_is_polluted_compiles(lab: SequenceLab) -> None:
    s = Sequence()
    box = s.static(f"{KIT}$Box", "of", f"({OBJECT})L{KIT}$Box;", s.text("tea"))
    s.call(box, f"{KIT}$Box", "set", f"({OBJECT})V", s.box(7))
    suite = write_tests([lab.case(s)], lab.builder, lab.bridge)
    assert suite.dropped == ()
    assert suite.tests == 1


@pytest.mark.parametrize("name", ["Account", "Collected", "Shapes", "Values"])
def test_observed_cases_claim_as_much_as_predicted_ones(java_classes: Callable[..., Path], name: str) -> None:
    lab = SequenceLab(java_classes("suite"))
    lab.builder = CaseBuilder(lab.program, SuiteOptions(), lab.machine)
    for verdict in lab.verdicts(f"sample/{name}"):
        predicted = verdict.case
        if not verdict.confirmed or predicted.recipe.forced or predicted.recipe.hidden_call or verdict.case.sources:
            continue
        found = call_sequence(lab.builder, plan_of(predicted.recipe).steps)
        if isinstance(found, NoCase):  # a stub is the class that stands for it
            assert "everypath" in found.detail.lower() or found.detail == "a sequence ends with a call"
            continue
        (case,) = observed_cases(lab.builder, [found], lab.bridge)
        assert isinstance(case, TestCase)
        assert verdict_of_observed(case, lab.bridge.replay_many([case_plan(case)] * 2), lab.builder).confirmed
        assert len(case.check.assertions) >= len(predicted.check.assertions), case.expression
        if predicted.throws is not None:
            assert case.throws is not None
            assert case.throws.class_name == predicted.throws.class_name
            assert case.throws.site is not None
            assert predicted.throws.site is not None
            assert case.throws.site.line == predicted.throws.site.line
    lab.bridge.close()


def test_the_order_of_hash_codes_is_no_claim(lab: SequenceLab) -> None:
    s = Sequence()
    held = s.new("java/util/HashSet")
    for name in ("tea", "pot"):
        s.call(held, "java/util/Set", "add", f"({OBJECT})Z", s.order(name, 2))
    s.kit("same", f"({OBJECT}){OBJECT}", s.call(held, "java/util/HashSet", "clone", f"(){OBJECT}"))
    case = lab.case(s)
    assert verdict_of_observed(case, lab.bridge.replay_many([case_plan(case)] * 20), lab.builder).confirmed


FOUND: list[TestCase] = []


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
@given(sequence=sequences())
def test_random_cases_are_confirmed(lab: SequenceLab, sequence: Sequence) -> None:
    (case,) = lab.observed(sequence)
    if isinstance(case, TestCase):
        verdict = verdict_of_observed(case, lab.bridge.replay_many([case_plan(case)] * 2), lab.builder)
        assert verdict.confirmed, (case.expression, verdict.detail)
        FOUND.append(case)
    else:
        assert case.detail.startswith("the input could not be built")


def test_random_cases_become_tests(lab: SequenceLab) -> None:
    assert len(FOUND) > 50
    unique = {each.id: each for each in FOUND}
    suite = write_tests(unique.values(), lab.builder, lab.bridge)
    assert suite.dropped == ()
    assert suite.tests == len(unique)


def test_a_call_that_writes_files_has_no_test(lab: SequenceLab) -> None:
    s = Sequence()
    s.kit("noted", f"({STRING})I", s.text("text"))
    case = lab.case(s)
    assert case.shared_side_effects == "files"
    suite = write_tests([case], lab.builder, lab.bridge)
    assert [each.reason for each in suite.dropped] == ["the call changes files"]
