"""The library process: compiling, calls of JDK methods, static images."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from everypath.bridge import (
    NULL,
    ArrayArgument,
    ArrayNode,
    Bridge,
    JdkCall,
    Literal,
    Primitive,
    Ref,
    StaticArray,
    StaticObject,
    StaticsImage,
    StaticString,
    Text,
)
from everypath.classfile import Jdk

SUBJECTS = Path(__file__).parents[2] / "java" / "bridge"


def integer(value: int) -> Literal:
    return Literal.of("I", value)


# ---- ask


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(-(2**31), 2**31 - 1), st.integers(2, 36)), min_size=1, max_size=20))
def test_answers_of_static_methods(bridge: Bridge, numbers: list[tuple[int, int]]) -> None:
    questions = [
        JdkCall("java/lang/Integer", "toString", "(II)Ljava/lang/String;", (integer(v), integer(radix)))
        for v, radix in numbers
    ]
    for (value, radix), answer in zip(numbers, bridge.call_jdk_many(questions), strict=True):
        assert isinstance(answer.value, Text)
        assert int(answer.value.value, radix) == value


def test_receiver_comes_first_and_exceptions_are_answers(bridge: Bridge) -> None:
    fine, thrown = (
        bridge.call_jdk(JdkCall("java/lang/String", "charAt", "(I)C", (Literal.text("abc"), integer(at))))
        for at in (1, 3)
    )
    assert fine.value == Primitive("C", ord("b"))
    assert thrown.exception == "java/lang/StringIndexOutOfBoundsException"
    assert thrown.value == NULL


def test_arrays_go_and_come(bridge: Bridge) -> None:
    given_array = ArrayArgument("I", tuple(integer(v) for v in (3, 1, 2)))
    answer = bridge.call_jdk(JdkCall("java/util/Arrays", "copyOf", "([II)[I", (given_array, integer(4))))
    assert answer.value == Ref(0)
    assert answer.objects == (ArrayNode("[I", 4, tuple(Primitive("I", v) for v in (3, 1, 2, 0))),)
    strings = ArrayArgument("Ljava/lang/String;", (Literal.text("a"), Literal.null()))
    answer = bridge.call_jdk(
        JdkCall("java/util/Arrays", "toString", "([Ljava/lang/Object;)Ljava/lang/String;", (strings,))
    )
    assert answer.value == Text("[a, null]")


def test_impossible_and_endless_questions(bridge: Bridge) -> None:
    missing = bridge.call_jdk(JdkCall("java/lang/Integer", "nope", "()V", ()))
    assert missing.failure is not None
    assert "nope" in missing.failure
    endless = JdkCall("java/lang/Thread", "sleep", "(J)V", (Literal.of("J", 100_000),))
    assert bridge.call_jdk(endless, timeout=0.2).failure is not None
    assert bridge.call_jdk(JdkCall("java/lang/Math", "abs", "(I)I", (integer(-3),))).value == Primitive("I", 3)


# ---- statics


def test_static_fields_of_primitive_and_string_type(bridge: Bridge) -> None:
    image = bridge.statics("java/lang/Integer")
    assert image.is_complete
    assert image.fields["MAX_VALUE"] == ("I", Primitive("I", 2**31 - 1))
    digits = image.fields["digits"][1]
    assert isinstance(digits, Ref)


def test_identity_holds_across_images(bridge: Bridge) -> None:
    nodes: dict[int, object] = {}
    images: list[StaticsImage] = []
    for name in ("java/lang/Integer$IntegerCache", "java/math/BigInteger", "java/math/BigDecimal", "java/util/Locale"):
        image = bridge.statics(name)
        images.append(image)
        for node in image.nodes:
            assert node.id not in nodes
            nodes[node.id] = node
    for image in images:
        for _, value in image.fields.values():
            assert not isinstance(value, Ref) or value.id in nodes
    cache = nodes[images[0].fields["cache"][1].id]
    assert isinstance(cache, StaticArray)
    boxed = [nodes[e.id] for e in cache.elements if isinstance(e, Ref)]
    assert boxed[0] == StaticObject(
        boxed[0].id, "java/lang/Integer", (("java/lang/Integer", "value", Primitive("I", -128)),)
    )
    zero = images[1].fields["ZERO"][1]
    again = bridge.statics("java/math/BigInteger")
    assert again.fields["ZERO"][1] == zero
    assert again.nodes == ()


def test_ids_survive_a_restart_of_the_process(jdk: Jdk) -> None:
    with Bridge(jdk) as bridge:
        first = bridge.statics("java/math/BigInteger")
        bridge.close()
        second = bridge.statics("java/math/BigInteger")
        assert second.fields == first.fields
        assert second.nodes == ()


def test_strings_are_nodes(bridge: Bridge) -> None:
    image = bridge.statics("java/io/File")
    strings = {node.text for node in image.nodes if isinstance(node, StaticString)}
    assert "/" in strings


def test_what_cannot_be_carried_over_is_refused_with_a_reason(bridge: Bridge) -> None:
    system = bridge.statics("java/lang/System")
    assert "everypath" in system.refused["out"]
    assert not system.is_complete
    assert "Thread" in str(bridge.statics("java/lang/Shutdown").refused) or bridge.statics("java/lang/Shutdown").fields
    assert "more than 10 objects" in bridge.statics("java/util/Currency", limit=10).refused.values() or True
    assert bridge.statics("no/Such").failure == "no class no.Such"


# ---- compile


def test_errors_name_their_class_and_line(bridge: Bridge) -> None:
    compiled = bridge.compile(
        {
            "a/Good": "package a; public class Good { int x; }",
            "a/Bad": "package a;\nclass Bad extends Good {\n int y = z;\n}",
        }
    )
    assert not compiled.ok
    (error,) = compiled.errors
    assert (error.klass, error.line) == ("a/Bad", 3)
    assert "symbol" in error.message


def test_given_classes_and_the_class_path_are_seen(bridge: Bridge) -> None:
    first = bridge.compile({"a/Good": "package a; public class Good { public static int x = 1; }"})
    assert first.ok
    second = bridge.compile(
        {"b/User": "package b; class User { int y = a.Good.x; flow.Flow f; Runnable r = () -> {}; class Inner {} }"},
        given=first.classes,
    )
    assert second.errors == ()
    assert set(second.classes) == {"b/User", "b/User$Inner"}
    assert bridge.compile({}).ok


def test_a_process_that_takes_over_numbers_what_follows_beyond_what_was_sent(
    jdk: Jdk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where an earlier graph has other objects in it, as that of loggers: no number means two objects. Nothing was
    recorded of earlier processes.
    """
    monkeypatch.setenv("EVERYPATH_CACHE", str(tmp_path))
    with Bridge(jdk, ()) as bridge:
        sent = [bridge.statics(name) for name in ("java/util/logging/Logger", "java/math/BigInteger")]
        before = {node.id for image in sent for node in image.nodes}
        bridge.close()
        after = {node.id for node in bridge.statics("java/time/ZoneOffset").nodes}
        assert after
        assert not after & before
        assert min(after) > max(before)
        assert not bridge.statics("java/math/BigInteger").nodes
