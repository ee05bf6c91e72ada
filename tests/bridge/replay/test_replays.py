"""Plans: every kind of step, and what comes back, exactly."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from everypath.bridge import (
    Allocate,
    ArrayNode,
    BoxNode,
    Bridge,
    Call,
    ClassNode,
    CollectionNode,
    EnumNode,
    GetField,
    GetStatic,
    Literal,
    New,
    NewArray,
    Null,
    ObjectNode,
    OpaqueNode,
    Plan,
    Primitive,
    PutStatic,
    Ref,
    SetField,
    Status,
    Text,
    static_call,
)

SHAPES = "shapes/Shapes"
NODE = "shapes/Shapes$Node"
EXACT = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
RANGES = {"B": 8, "S": 16, "I": 32, "J": 64}


def integers(bits: int) -> st.SearchStrategy[int]:
    return st.integers(-(1 << bits - 1), (1 << bits - 1) - 1)


def literals() -> st.SearchStrategy[Literal]:
    numbers = [integers(bits).map(lambda v, d=d: Literal.of(d, v)) for d, bits in RANGES.items()]
    return st.one_of(
        *numbers,
        st.booleans().map(Literal.boolean),
        st.integers(0, 0xFFFF).map(lambda v: Literal.of("C", v)),
        st.floats(width=32).map(lambda v: Literal.of("F", v)),
        st.floats().map(lambda v: Literal.of("D", v)),
    )


@EXACT
@given(st.lists(literals(), min_size=1, max_size=20))
def test_primitives_are_exact(bridge: Bridge, values: list[Literal]) -> None:
    plans = [static_call(SHAPES, "same", f"({v.type}){v.type}", v) for v in values]
    for value, outcome in zip(values, bridge.replay_many(plans), strict=True):
        assert outcome.status is Status.OK
        assert outcome.returned == Primitive(value.type, value.payload)


@EXACT
@given(st.text(st.characters(codec=None, exclude_categories=()), max_size=8))
def test_strings_are_exact(bridge: Bridge, text: str) -> None:
    units = len(text.encode("utf-16-be", "surrogatepass")) // 2
    same, length = bridge.replay_many(
        [
            static_call(SHAPES, "same", "(Ljava/lang/String;)Ljava/lang/String;", Literal.text(text)),
            static_call(SHAPES, "length", "(Ljava/lang/String;)I", Literal.text(text)),
        ]
    )
    assert isinstance(same.returned, Text)
    assert same.returned.units == Text(text).units
    assert length.returned == Primitive("I", units)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -0.0, 0.0, 1e-45, 3.4e38])
def test_floats_keep_their_sign_and_kind(bridge: Bridge, value: float) -> None:
    outcome = bridge.replay(static_call(SHAPES, "same", "(F)F", Literal.of("F", value)))
    assert isinstance(outcome.returned, Primitive)
    assert struct.pack(">f", outcome.returned.value) == struct.pack(">f", value)


def test_null_and_class_literals(bridge: Bridge) -> None:
    descriptor = "(Ljava/lang/Object;)Ljava/lang/Object;"
    assert bridge.replay(static_call(SHAPES, "same", descriptor, Literal.null())).returned == Null()
    for name in ("I", "[[J", "Ljava/lang/String;", f"L{SHAPES};"):
        outcome = bridge.replay(static_call(SHAPES, "same", descriptor, Literal.klass(name)))
        assert outcome.objects == (ClassNode(name),)


def test_private_constructor_final_field_and_cycle(bridge: Bridge) -> None:
    plan = Plan(
        (
            Literal.of("I", 5),
            New(NODE, "(I)V", (0,)),
            New(NODE, "(I)V", (0,)),
            SetField(1, NODE, "next", 2),
            SetField(2, NODE, "next", 1),
            Literal.of("I", 37),
            SetField(2, NODE, "value", 5),
            Call(NODE, "sum", "()I", 1),
            GetField(2, NODE, "value"),
        ),
        call=7,
        observe=(1, 2, 8),
    )
    outcome = bridge.replay(plan)
    assert outcome.returned == Primitive("I", 42)
    assert outcome.observed == (Ref(0), Ref(1), Primitive("I", 37))
    first, second = outcome.objects
    assert isinstance(first, ObjectNode)
    assert isinstance(second, ObjectNode)
    assert (first.field("next"), second.field("next")) == (Ref(1), Ref(0))
    assert first.fields[0] == (NODE, "value", Primitive("I", 5))
    assert plan.forces_state


def test_allocated_object_and_fields_of_equal_name(bridge: Bridge) -> None:
    derived, base = "shapes/Shapes$Derived", "shapes/Shapes$Base"
    plan = Plan(
        (
            Allocate(derived),
            Literal.of("I", 4),
            SetField(0, derived, "hidden", 1),
            Literal.of("I", 9),
            SetField(0, base, "hidden", 3),
            Call(base, "twice", "()I", 0),
        ),
        5,
        (0,),
    )
    outcome = bridge.replay(plan)
    assert outcome.returned == Primitive("I", 8)
    assert outcome.objects == (
        ObjectNode(derived, ((base, "hidden", Primitive("I", 9)), (derived, "hidden", Primitive("I", 4)))),
    )


def test_record_state_can_be_forced(bridge: Bridge) -> None:
    point = "shapes/Shapes$Point"
    plan = Plan(
        (Literal.of("I", 7), Allocate(point), SetField(1, point, "y", 0), Call(point, "y", "()I", 1)),
        3,
    )
    assert bridge.replay(plan).returned == Primitive("I", 7)


def test_arrays_sparse_and_nested(bridge: Bridge) -> None:
    plan = Plan(
        (
            Literal.of("I", 8),
            NewArray("I", 4, ((2, 0),)),
            NewArray("[I", 3, ((0, 1), (2, 1))),
            Call("java/util/Arrays", "hashCode", "([Ljava/lang/Object;)I", None, (2,)),
        ),
        3,
        (2,),
    )
    outcome = bridge.replay(plan)
    assert outcome.status is Status.OK
    outer, inner = outcome.objects
    assert outer == ArrayNode("[[I", 3, (Ref(1), Null(), Ref(1)))
    assert inner == ArrayNode("[I", 4, tuple(Primitive("I", v) for v in (0, 0, 8, 0)))


@EXACT
@given(runs=st.lists(st.tuples(st.sampled_from([0.0, -0.0, math.nan, 1.5]), st.integers(1, 40)), max_size=6))
def test_equal_elements_side_by_side(bridge: Bridge, runs: list[tuple[float, int]]) -> None:
    content = [number for number, count in runs for _ in range(count)]
    numbers = [Literal.of("D", number) for number in (0.0, -0.0, math.nan, 1.5)]
    bits = [literal.payload for literal in numbers]
    wanted = [Literal.of("D", number).payload for number in content]
    array = NewArray("D", len(content), tuple((at, bits.index(each)) for at, each in enumerate(wanted)))
    made = New(NODE, "(I)V", (4,))
    nodes = NewArray(f"L{NODE};", len(content), tuple((at, 5) for at, each in enumerate(content) if each == 1.5))
    steps = (
        *numbers,
        Literal.of("I", 7),
        made,
        array,
        nodes,
        Call("java/util/Objects", "hash", "([Ljava/lang/Object;)I", None, (7,)),
    )
    outcome = bridge.replay(Plan(steps, 8, (6, 7)))
    assert outcome.status is Status.OK
    shown = [node for node in outcome.objects if isinstance(node, ArrayNode)]
    assert shown[0] == ArrayNode("[D", len(content), tuple(Primitive("D", int(each)) for each in wanted))
    places = [Ref(2) if each == 1.5 else Null() for each in content]
    assert shown[1] == ArrayNode(f"[L{NODE};", len(content), tuple(places))


def test_large_arrays_are_cut_and_long_chains_are_not(bridge: Bridge) -> None:
    large, chain = bridge.replay_many(
        [
            static_call(SHAPES, "large", "()[B"),
            static_call(SHAPES, "chain", f"(I)L{NODE};", Literal.of("I", 5000)),
        ]
    )
    (node,) = large.objects
    assert isinstance(node, ArrayNode)
    assert node.length == 100_000
    assert 0 < len(node.elements) < node.length
    assert len(chain.objects) == 5000


def test_statics_are_forced_and_replays_are_independent(bridge: Bridge) -> None:
    count = static_call(SHAPES, "count", "()I")
    forced = Plan(
        (
            Literal.of("I", 41),
            PutStatic(SHAPES, "counter", 0),
            Call(SHAPES, "count", "()I"),
            GetStatic(SHAPES, "counter"),
        ),
        2,
        (3,),
    )
    secret = Plan(
        (Literal.text("open"), PutStatic(SHAPES, "SECRET", 0), Call(SHAPES, "secret", "()Ljava/lang/String;")), 2
    )
    outcomes = bridge.replay_many([count, forced, count, secret, count])
    assert [o.returned for o in outcomes] == [
        Primitive("I", 1),
        Primitive("I", 42),
        Primitive("I", 1),
        Text("open"),
        Primitive("I", 1),
    ]
    assert outcomes[1].observed == (Primitive("I", 42),)


def test_enum_constants(bridge: Bridge) -> None:
    color = "shapes/Shapes$Color"
    plan = Plan((GetStatic(color, "GREEN"), Call(SHAPES, "color", f"(L{color};)I", None, (0,))), 1, (0,))
    outcome = bridge.replay(plan)
    assert outcome.returned == Primitive("I", 2)
    assert outcome.objects == (EnumNode(color, "GREEN"),)


def test_jdk_collections_keep_identity(bridge: Bridge) -> None:
    outcome = bridge.replay(static_call(SHAPES, "collections", "()Ljava/lang/Object;"))
    assert outcome.objects == (
        CollectionNode("java/util/LinkedHashMap", "map", (Text("list"), Ref(1), Text("self"), Ref(1))),
        CollectionNode("java/util/ArrayList", "list", (Text("a"), Null(), Ref(2))),
        BoxNode(Primitive("I", 7)),
    )


def test_objects_of_every_kind(bridge: Bridge) -> None:
    outcome = bridge.replay(static_call(SHAPES, "mixed", "()Ljava/lang/Object;"))
    array, *rest = outcome.objects
    assert isinstance(array, ArrayNode)
    assert array.elements[-2:] == (Text("text"), Null())
    assert rest == [
        BoxNode(Primitive("I", 1)),
        BoxNode(Primitive("J", 2)),
        BoxNode(Primitive("C", 99)),
        BoxNode(Primitive("Z", 1)),
        BoxNode(Primitive("F", 0x3FC00000)),
        EnumNode("shapes/Shapes$Color", "GREEN"),
        ClassNode("Lshapes/Shapes$Point;"),
        ArrayNode("[[I", 2, (Ref(13), Null())),
        ObjectNode(
            "shapes/Shapes$Point",
            (
                ("shapes/Shapes$Point", "x", Primitive("I", 3)),
                ("shapes/Shapes$Point", "y", Primitive("I", -4)),
            ),
        ),
        ClassNode("I"),
        OpaqueNode("java/lang/StringBuilder", "sb"),
        OpaqueNode("java/lang/Object", None),
        ArrayNode("[I", 1, (Primitive("I", 1),)),
    ]


def test_throwing_call_with_cause_and_trace(bridge: Bridge) -> None:
    outcome = bridge.replay(static_call(SHAPES, "fail", "(Ljava/lang/String;)V", Literal.text("why\ud800")))
    assert (outcome.status, outcome.exception) == (Status.THROW, "java/lang/IllegalStateException")
    assert outcome.message == "why\ud800"
    assert [c.exception for c in outcome.causes] == ["java/lang/RuntimeException"]
    assert [(f.klass, f.method) for f in outcome.trace] == [(SHAPES, "fail")]


def test_implicit_exception_has_the_jvm_s_message(bridge: Bridge) -> None:
    division, null = bridge.replay_many(
        [
            static_call(SHAPES, "nested", "(I)I", Literal.of("I", 3)),
            static_call(SHAPES, "length", "(Ljava/lang/String;)I", Literal.null()),
        ]
    )
    assert (division.exception, division.message) == ("java/lang/ArithmeticException", "/ by zero")
    assert [f.method for f in division.trace] == ["nested"] * 4
    assert null.message == 'Cannot invoke "String.length()" because "v" is null'


def test_assertions_are_enabled(bridge: Bridge) -> None:
    outcome = bridge.replay(static_call(SHAPES, "checked", "(I)V", Literal.of("I", 0)))
    assert (outcome.exception, outcome.message) == ("java/lang/AssertionError", "must be positive")


def test_setup_and_later_steps_are_distinguished(bridge: Bridge) -> None:
    fail = Call(SHAPES, "fail", "(Ljava/lang/String;)V", None, (0,))
    fine = Call(SHAPES, "count", "()I")
    setup, after = bridge.replay_many(
        [Plan((Literal.text("x"), fail, fine), 2), Plan((Literal.text("x"), fine, fail), 1)]
    )
    assert (setup.status, setup.step) == (Status.SETUP_THROW, 1)
    assert (after.status, after.step) == (Status.AFTER_THROW, 2)


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (static_call("no/Such", "f", "()V"), "no/Such"),
        (static_call(SHAPES, "count", "(I)I", Literal.of("I", 1)), "count"),
        (static_call(SHAPES, "same", "(I)I", Literal.text("x")), "same"),
        (Plan((Literal.null(), Call(NODE, "sum", "()I", 0)), 1), "null"),
        (Plan((Call(SHAPES, "length", "(Ljava/lang/String;)I", None, (1,)),), 0), "step 0"),
        (Plan((New("shapes/Shapes$Base", "()V"),), 0), "abstract"),
        (Plan((Literal.text("x"), PutStatic(SHAPES, "counter", 0)), 1), "counter"),
        (Plan((Literal.text("x"), NewArray("I", 1, ((0, 0),))), 1), "element"),
    ],
)
def test_plans_that_do_not_fit_are_refused(bridge: Bridge, plan: Plan, message: str) -> None:
    outcome = bridge.replay(plan)
    assert outcome.status is Status.BAD_PLAN
    assert outcome.message is not None
    assert message.replace("/", ".") in outcome.message.replace("/", ".")


def test_jdk_objects_through_their_public_interface(bridge: Bridge) -> None:
    plan = Plan(
        (
            New("java/util/BitSet", "()V"),
            Literal.of("I", 70),
            Call("java/util/BitSet", "set", "(I)V", 0, (1,)),
            Call("java/util/BitSet", "length", "()I", 0),
        ),
        3,
        (0,),
    )
    outcome = bridge.replay(plan)
    assert outcome.returned == Primitive("I", 71)
    assert outcome.objects == (OpaqueNode("java/util/BitSet", "{70}"),)


def test_defined_classes_replace_each_other(bridge: Bridge) -> None:
    for number in (1, 2):
        compiled = bridge.compile({"made/Up": f"package made; class Up {{ static int n() {{ return {number}; }} }}"})
        bridge.define(compiled.classes)
        assert bridge.replay(static_call("made/Up", "n", "()I")).returned == Primitive("I", number)


def test_fresh_replay(bridge: Bridge) -> None:
    for _ in range(2):
        assert bridge.replay_fresh(static_call(SHAPES, "count", "()I")).returned == Primitive("I", 1)


@pytest.mark.parametrize(
    ("nested", "method"),
    [
        *(("List1", "add"), ("Array", "count"), ("Cell", "bump"), ("Switch", "flip"), ("Deep", "count")),
        ("Wrapped", "bump"),
    ],
)
def test_no_replay_sees_what_another_left_in_static_state(bridge: Bridge, nested: str, method: str) -> None:
    plan = static_call(f"held/Held${nested}", method, "()I")
    assert [o.returned for o in bridge.replay_many([plan] * 3)] == [Primitive("I", 1)] * 3


def test_classes_whose_static_state_cannot_change_stay_loaded(bridge: Bridge) -> None:
    plan = static_call("held/Held$Fixed", "size", "()I")
    first, *others = bridge.replay_many([plan] * 4)
    assert first.returned == Primitive("I", 3)
    assert {o.returned for o in others} == {first.returned}
    assert {o.steps_used for o in others} == {first.steps_used}, "the static initialiser counts to a replay"
    lock = GetStatic("held/Held$Fixed", "LOCK")
    identity = Plan((lock, Call("java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I", None, (0,))), 1)
    assert len({o.returned for o in bridge.replay_many([identity] * 4)}) == 1, "the static initialiser ran again"


def test_a_forced_final_field_is_restored_in_the_next_replay(bridge: Bridge) -> None:
    plan = static_call("held/Held$Fixed", "size", "()I")
    forced = Plan(
        (
            Literal.of("I", 9),
            NewArray("I", 7),
            PutStatic("held/Held$Fixed", "NONE", 1),
            Call("held/Held$Fixed", "size", "()I"),
        ),
        3,
    )
    outcomes = bridge.replay_many([plan, forced, plan])
    assert [o.returned for o in outcomes] == [Primitive("I", v) for v in (3, 10, 3)]


def test_the_thread_of_a_replay_is_in_a_group_as_everybodys(bridge: Bridge) -> None:
    outcome = bridge.replay(static_call(SHAPES, "group", "()Ljava/lang/String;"))
    assert outcome.returned == Text("java.lang.ThreadGroup main in system")
