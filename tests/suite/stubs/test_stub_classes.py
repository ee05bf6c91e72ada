"""Class files of stubs on the JVM: they return their answers, and need no class loader of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.conftest import JDKS

from everypath.bridge import Bridge, Call, GetStatic, Literal, New, NewArray, Plan, Primitive, ReplayResult, Status
from everypath.suite.stubs import ANSWERS, Shape, StubClass, stub_class, stubbed

SHAPES = "shapes/Shapes"
SCRIPT = "([Ljava/lang/Object;[[Ljava/lang/Class;)V"
SOURCE = stub_class(Shape("shapes/Shapes$Source", "", (("name", "(I)Ljava/lang/String;"), ("next", "()I"))))
OPERATOR = stub_class(Shape("java/util/function/IntBinaryOperator", "", (("applyAsInt", "(II)I"),)))
BASE = stub_class(Shape("shapes/Shapes$Base", "()V", ()))
DRAIN = Call(SHAPES, "drain", "(Lshapes/Shapes$Source;)I", None, (0,))


@pytest.fixture(scope="module", params=[JDKS[0], JDKS[-1]], ids=lambda jdk: f"jdk{jdk.feature}")
def bridge(request, java_classes: Callable[..., Path]) -> Iterator[Bridge]:
    with Bridge(request.param, [java_classes("bridge", "Shapes.java")]) as started:
        yield started


def _class_files(*stubs: StubClass) -> tuple[tuple[str, bytes], ...]:
    return tuple((each.name, each.data) for each in stubs)


def _drained(bridge: Bridge, *steps: object, script: int) -> ReplayResult:
    """Drains a source that is given answers: ``next`` twice in a default method, after once by itself."""
    stub = New(SOURCE.name, SOURCE.constructor, (script,))
    call = DRAIN._replace(arguments=(len(steps),))
    return bridge.replay(Plan((*steps, stub, call), len(steps) + 1, (len(steps),), _class_files(SOURCE)))


def test_answers_come_in_call_order_and_the_last_one_for_ever(bridge: Bridge) -> None:
    outcome = _drained(
        bridge,
        Literal.of("I", 5),
        Literal.of("I", 6),
        NewArray("I", 2, ((0, 0), (1, 1))),
        NewArray("Ljava/lang/Object;", 2, ((1, 2),)),
        Literal.null(),
        New(ANSWERS, SCRIPT, (3, 4)),
        script=5,
    )
    assert outcome.returned == Primitive("I", 512)
    (node,) = outcome.objects
    assert (node.klass, node.fields) == (SOURCE.name, ())


def test_without_a_script_all_answers_are_zero(bridge: Bridge) -> None:
    assert _drained(bridge, Literal.null(), script=0).returned == Primitive("I", 0)


def test_an_answer_may_be_an_exception(bridge: Bridge) -> None:
    outcome = _drained(
        bridge,
        Literal.of("I", 5),
        NewArray("I", 2, ((0, 0),)),
        NewArray("Ljava/lang/Object;", 2, ((1, 1),)),
        Literal.klass("Ljava/util/NoSuchElementException;"),
        NewArray("Ljava/lang/Class;", 2, ((1, 3),)),
        NewArray("[Ljava/lang/Class;", 2, ((1, 4),)),
        New(ANSWERS, SCRIPT, (2, 5)),
        script=6,
    )
    assert (outcome.status, outcome.exception) == (Status.THROW, "java/util/NoSuchElementException")


def test_a_stub_of_a_jdk_interface(bridge: Bridge) -> None:
    reduce = Call(SHAPES, "reduce", "(Ljava/util/function/IntBinaryOperator;)I", None, (1,))
    plan = Plan((Literal.null(), New(OPERATOR.name, OPERATOR.constructor, (0,)), reduce), 2, (), _class_files(OPERATOR))
    assert bridge.replay(plan).returned == Primitive("I", 0)


def test_a_new_class_costs_no_loader(java_classes: Callable[..., Path]) -> None:
    with Bridge(JDKS[0], [java_classes("bridge", "Shapes.java")], fresh=False) as bridge:
        count = Plan((Call(SHAPES, "count", "()I"),), 0)
        made = Plan((Literal.null(), New(BASE.name, BASE.constructor, (0,))), 1, (), _class_files(BASE))
        assert bridge.replay(count).returned == Primitive("I", 1)
        assert bridge.replay(made).status is Status.OK
        assert bridge.replay(count).returned == Primitive("I", 2)
        bridge.define({BASE.name: BASE.data})
        assert bridge.replay(count).returned == Primitive("I", 3)
        other = BASE.data[:5] + b"\1" + BASE.data[6:]  # another minor version
        bridge.define({BASE.name: other})  # once it is known, another one needs a loader
        assert bridge.replay(Plan((GetStatic(SHAPES, "counter"),), 0)).returned == Primitive("I", 0)


def test_a_class_that_was_missing_costs_a_loader(java_classes: Callable[..., Path]) -> None:
    with Bridge(JDKS[0], [java_classes("bridge", "Shapes.java")], fresh=False) as bridge:
        made = Plan((Literal.null(), New(BASE.name, BASE.constructor, (0,))), 1)
        assert bridge.replay(made).status is Status.BAD_PLAN
        assert bridge.replay(Plan(made.steps, 1, (), _class_files(BASE))).status is Status.OK


def test_names_contain_the_class_and_the_shape() -> None:
    other = stub_class(Shape("shapes/Shapes$Source", "", (("next", "()I"),)))
    assert other.name != SOURCE.name
    assert stubbed(other.name) == stubbed(SOURCE.name) == "shapes/Shapes$Source"
    assert stubbed(OPERATOR.name) == "java/util/function/IntBinaryOperator"
    assert not OPERATOR.name.startswith("java/")
    assert [stubbed(name) for name in (SHAPES, "a/B$EverypathStub", "a/B$EverypathStub$C")] == [None] * 3
