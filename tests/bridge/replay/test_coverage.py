"""Probes: what they mean, that they change nothing, and that they count right."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from everypath.bridge import Bridge, Call, Coverage, Literal, New, NewArray, Plan, Primitive, Status, static_call
from everypath.bridge.messages.probes import CLASS_BITS
from everypath.classfile import ClassFile, Jdk, decode

FLOW = "flow/Flow"


def whole(value: int) -> Literal:
    return Literal.of("I", value)


def test_a_call_that_throws_does_not_cover_what_follows(bridge: Bridge) -> None:
    coverage = Coverage(bridge.probes)
    coverage.add(bridge.replay(static_call(FLOW, "branch", "(I)I", whole(5))).hits)
    covered = coverage.method(FLOW, "branch", "(I)I")
    assert covered is not None
    assert (covered.instructions_covered, covered.instructions_total) == (5, 16)
    assert (covered.branches_covered, covered.branches_total) == (1, 5)
    assert len(covered.lines) == 2
    assert coverage.adds(bridge.replay(static_call(FLOW, "branch", "(I)I", whole(6))).hits)


def test_a_line_that_throws_is_the_last_one_covered(bridge: Bridge) -> None:
    lines = []
    for index, divisor in ((1, 2), (0, 0), (0, 2)):
        made = (New(FLOW, "()V"), whole(index), whole(divisor), NewArray("I", 1))
        plan = Plan((*made, Call(FLOW, "halfway", "([III)I", 0, (3, 1, 2))), 4)
        coverage = Coverage(bridge.probes)
        coverage.add(bridge.replay(plan).hits)
        covered = coverage.method(FLOW, "halfway", "([III)I")
        assert covered is not None
        lines.append(len(covered.lines))
    assert lines == [2, 3, 5]
    table = bridge.probes(FLOW)
    assert table is not None
    probes = table.method("halfway", "([III)I")
    assert probes is not None
    assert len(probes.probes) == 3  # fields of `this` are always there


def test_everything_can_be_covered(bridge: Bridge) -> None:
    coverage = Coverage(bridge.probes)
    for value in (5, 6, 1, 2, 3, 0):
        coverage.add(bridge.replay(static_call(FLOW, "branch", "(I)I", whole(value))).hits)
    covered = coverage.method(FLOW, "branch", "(I)I")
    assert covered is not None
    assert covered.instructions_covered == covered.instructions_total == 16
    assert covered.branches_covered == covered.branches_total == 5
    assert len(covered.lines) == covered.lines_total
    assert not coverage.adds(bridge.replay(static_call(FLOW, "branch", "(I)I", whole(7))).hits)
    assert coverage.method(FLOW, "missing", "()V") is None
    assert coverage.method("no/Such", "missing", "()V") is None


def test_tables_list_every_instruction(bridge: Bridge, classes: Path) -> None:
    for name in (FLOW, "shapes/Shapes", "hostile/Evil"):
        table = bridge.probes(name)
        assert table is not None
        assert table.note is None
        methods = [m for m in ClassFile((classes / f"{name}.class").read_bytes()).methods if m.code is not None]
        assert len(methods) == len(table.methods)
        for method in methods:
            probes = table.method(method.name, method.descriptor)
            assert probes is not None
            assert method.code is not None
            assert probes.instructions == {i.pc for i in decode(method.code.bytecode)}


def test_probe_ids_are_those_of_the_table(bridge: Bridge) -> None:
    table = bridge.probes(FLOW)
    assert table is not None
    hits = bridge.replay(static_call(FLOW, "guard", "(I)V", whole(4))).hits
    assert {table.locate(hit)[0].name for hit in hits} == {"guard"}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(-3, 3), st.integers(-3, 3), st.booleans(), st.booleans())
def test_probes_change_no_condition(bridge: Bridge, a: int, b: int, x: bool, y: bool) -> None:
    kinds = {False: Literal.null(), True: Literal.text("s")}
    outcome = bridge.replay(
        static_call(
            FLOW, "conditions", "(IILjava/lang/Object;Ljava/lang/Object;)I", whole(a), whole(b), kinds[x], kinds[y]
        )
    )
    facts = [a == b, a != b, a < b, a >= b, a > b, a <= b, x == y, x != y, not x, y, a == 0, a != 0, a < 0, a >= 0]
    facts += [a > 0, a <= 0]
    assert outcome.returned == Primitive("I", sum(1 << i for i, fact in enumerate(facts) if fact))
    coverage = Coverage(bridge.probes)
    coverage.add(outcome.hits)
    covered = coverage.method(FLOW, "conditions", "(IILjava/lang/Object;Ljava/lang/Object;)I")
    assert covered is not None
    assert covered.branches_covered == len(facts)


def test_sparse_switch_edges(bridge: Bridge) -> None:
    coverage = Coverage(bridge.probes)
    keys = {-(1 << 31): -1, -70000: 1, 0: 2, 1 << 20: 3, (1 << 31) - 1: 4, 5: 0, -1: 0}
    for number, (key, expected) in enumerate(keys.items(), 1):
        outcome = bridge.replay(static_call(FLOW, "sparse", "(I)I", whole(key)))
        assert outcome.returned == Primitive("I", expected)
        coverage.add(outcome.hits)
        covered = coverage.method(FLOW, "sparse", "(I)I")
        assert covered is not None
        assert covered.branches_covered == min(number, 6)


def test_handlers_loops_and_string_switches(bridge: Bridge) -> None:
    for index, expected in ((0, 14), (1, -2)):
        plan = Plan(
            (whole(7), whole(index), NewArray("I", 1, ((0, 0),)), Call(FLOW, "recover", "([II)I", None, (2, 1))), 3
        )
        assert bridge.replay(plan).returned == Primitive("I", expected)
    loops = bridge.replay(static_call(FLOW, "loops", "(I)J", whole(10)))
    assert loops.returned == Primitive("J", sum(i * j for i in range(10) for j in range(1, i + 1)))
    assert loops.steps_used > 45
    for word, expected in (("one", 1), ("two", 2), ("owt", 3)):
        outcome = bridge.replay(static_call(FLOW, "words", "(Ljava/lang/String;)I", Literal.text(word)))
        assert outcome.returned == Primitive("I", expected)


def test_steps_are_deterministic(bridge: Bridge) -> None:
    plan = static_call(FLOW, "loops", "(I)J", whole(20))
    assert len({bridge.replay(plan).steps_used for _ in range(3)}) == 1
    used = bridge.replay(plan).steps_used
    assert bridge.replay(plan, fuel=used).status is Status.OK
    assert bridge.replay(plan, fuel=used - 1).status is Status.FUEL


def test_jdk_classes_as_targets(jdk: Jdk) -> None:
    bits = "java/util/BitSet"
    names = [bits, "java/util/StringJoiner", "java/util/OptionalInt"]
    with Bridge(jdk, instrument=names) as bridge:
        coverage = Coverage(bridge.probes)
        good = Plan((New(bits, "()V"), whole(70), Call(bits, "set", "(I)V", 0, (1,))), 2, (0,))
        bad = Plan((New(bits, "()V"), whole(-1), Call(bits, "set", "(I)V", 0, (1,))), 2)
        joined = Plan(
            (
                Literal.text(", "),
                New("java/util/StringJoiner", "(Ljava/lang/CharSequence;)V", (0,)),
                Call("java/util/StringJoiner", "add", "(Ljava/lang/CharSequence;)Ljava/util/StringJoiner;", 1, (0,)),
                Call("java/util/StringJoiner", "length", "()I", 1),
            ),
            3,
        )
        optional = static_call("java/util/OptionalInt", "of", "(I)Ljava/util/OptionalInt;", whole(3))
        outcomes = bridge.replay_many([good, bad, joined, optional])
        assert [o.status for o in outcomes] == [Status.OK, Status.THROW, Status.OK, Status.OK]
        assert outcomes[2].returned == Primitive("I", 2)
        for outcome in outcomes:
            coverage.add(outcome.hits)
        covered = coverage.method(bits, "set", "(I)V")
        assert covered is not None
        assert covered.instructions_covered == covered.instructions_total
        assert covered.branches_covered == covered.branches_total == 2
        assert all(coverage.methods(name) for name in names)


def test_jdk_classes_that_the_start_of_the_jvm_needs(jdk: Jdk) -> None:
    optional = "java/util/Optional"
    with Bridge(jdk, instrument=[optional, "java/sql/Timestamp"]) as bridge:
        plan = static_call(optional, "empty", "()Ljava/util/Optional;")
        assert bridge.replay(plan).status is Status.OK
        covered = Coverage(bridge.probes)
        covered.add(bridge.replay(plan).hits)
        method = covered.method(optional, "empty", "()Ljava/util/Optional;")
        assert method is not None
        assert method.instructions_covered == method.instructions_total
        stamp = Plan((Literal.of("J", 5), New("java/sql/Timestamp", "(J)V", (0,))), 1)
        assert bridge.replay(stamp).status is Status.OK


def test_single_methods_of_jdk_classes_are_watched(jdk: Jdk) -> None:
    """Also of ``java.lang.Class``, which the JVM itself cannot do without."""
    owner, name = "java/lang/Class", "(Ljava/lang/String;)Ljava/lang/Class;"
    with Bridge(jdk, instrument=[f"{owner}#forName", "java/lang/Runtime#exec", "java/util/BitSet"]) as bridge:
        found = bridge.replay(static_call(owner, "forName", name, Literal.text("java.util.BitSet")))
        other = bridge.replay(static_call("java/lang/Integer", "parseInt", "(Ljava/lang/String;)I", Literal.text("7")))
        assert found.status is other.status is Status.OK, found.message
        table = bridge.probes(owner)
        assert table is not None
        assert {method.name for method in table.methods} == {"forName"}
        assert any(hit >> CLASS_BITS == table.number for hit in found.hits)
        assert not other.hits


def test_caller_sensitive_methods_are_called_by_reflection(jdk: Jdk) -> None:
    """Also where analysed code does it, and not through the method handles of the JDK."""
    owner = "java/lang/Class"
    by_name = "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;"
    invoke = "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;"
    steps = (
        Literal("L", "Ljava/lang/Class;"),
        Literal.text("forName"),
        Literal("L", "Ljava/lang/String;"),
        NewArray("Ljava/lang/Class;", 1, ((0, 2),)),
        Call(owner, "getMethod", by_name, 0, (1, 3)),
        Literal.text("java.util.BitSet"),
        NewArray("Ljava/lang/Object;", 1, ((0, 5),)),
        Literal("N", None),
        Call("java/lang/reflect/Method", "invoke", invoke, 4, (7, 6)),
    )
    with Bridge(jdk) as bridge:
        outcome = bridge.replay(Plan(steps, 8))
        assert outcome.status is Status.OK, outcome.message


def test_thousands_of_foreign_methods_still_verify(jdk: Jdk) -> None:
    """Defines the JDK's own compiler as analysed classes, with probes, and initialises each class."""
    image = jdk.image()
    names = [name for name in image.names() if name.startswith("com/sun/tools/javac/comp/")]
    assert len(names) > 200
    with Bridge(jdk, fresh=False) as bridge:
        bridge.define({name: data for name in names if (data := image.find(name)) is not None})
        outcomes = bridge.replay_many([_initialise(name) for name in names])
        errors = {o.exception for o in outcomes} - {None, "java/lang/NoClassDefFoundError"}
        assert not errors & {"java/lang/VerifyError", "java/lang/ClassFormatError"}
        assert sum(o.status is Status.OK for o in outcomes) > 0.5 * len(names)
        notes = [table.note for name in names[:50] if (table := bridge.probes(name)) is not None]
        assert notes == [None] * 50


def _initialise(name: str) -> Plan:
    return Plan(
        (
            Literal.text(name.replace("/", ".")),
            Literal.boolean(True),
            Call("java/lang/Thread", "currentThread", "()Ljava/lang/Thread;"),
            Call("java/lang/Thread", "getContextClassLoader", "()Ljava/lang/ClassLoader;", 2),
            Call(
                "java/lang/Class",
                "forName",
                "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;",
                None,
                (0, 1, 3),
            ),
        ),
        4,
    )


def test_a_method_too_large_for_probes_runs_as_it_is(bridge: Bridge) -> None:
    lines = "\n".join(f"if (n == {i}) total += n;" for i in range(4000))
    source = f"package large; class Large {{ static int f(int n) {{ int total = 1; {lines} return total; }} }}"
    bridge.define(bridge.compile({"large/Large": source}).classes)
    outcome = bridge.replay(static_call("large/Large", "f", "(I)I", whole(7)))
    assert outcome.returned == Primitive("I", 8)
    table = bridge.probes("large/Large")
    assert table is not None
    method = table.method("f", "(I)I")
    assert method is not None
    assert method.note is not None
    assert Coverage(bridge.probes).method("large/Large", "f", "(I)I") is None


def test_initialisers_count_to_no_replay_where_the_state_of_their_class_is_shared(jdk: Jdk) -> None:
    """Else what a replay covered would depend on which of them came first."""
    fixed = "package warm; class Fixed { static final int[] NONE = new int[0]; static int one() { return 1; } }"
    changing = "package warm; class Changing { static int last = 5; static int next() { return last++; } }"
    with Bridge(jdk) as bridge:
        bridge.define(bridge.compile({"warm/Fixed": fixed, "warm/Changing": changing}).classes)
        one, next_one = static_call("warm/Fixed", "one", "()I"), static_call("warm/Changing", "next", "()I")
        outcomes = bridge.replay_many([one, one, next_one, next_one, one, next_one])
        assert [outcome.returned for outcome in outcomes] == [Primitive("I", each) for each in (1, 1, 5, 5, 1, 5)]
        assert len({outcome.hits for outcome in (outcomes[0], outcomes[1], outcomes[4])}) == 1
        assert len({outcome.hits for outcome in (outcomes[2], outcomes[3], outcomes[5])}) == 1
        assert _covers(bridge, "warm/Changing", outcomes[2].hits)
        assert not _covers(bridge, "warm/Fixed", outcomes[0].hits)
        assert _covers(bridge, "warm/Fixed", tuple(bridge.initialiser_hits("warm/Fixed")))
        assert not bridge.initialiser_hits("warm/Changing")


def _covers(bridge: Bridge, name: str, hits: tuple[int, ...]) -> bool:
    """Whether the initialiser of a class is among what was passed."""
    coverage = Coverage(bridge.probes)
    coverage.add(hits)
    found = coverage.method(name, "<clinit>", "()V")
    assert found is not None
    return found.instructions_covered > 0
