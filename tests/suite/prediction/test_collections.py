"""The contents of collections are read from their fields exactly or not at all."""

from __future__ import annotations

from everypath.suite.prediction import contents_of
from everypath.suite.testcase import (
    ArrayValue,
    BoxValue,
    Contents,
    Expected,
    FieldValue,
    NullValue,
    ObjectValue,
    Primitive,
    Same,
    TextValue,
    Unknown,
)

ONE, TWO = BoxValue("java/lang/Integer", 1), TextValue("two")


def made(name: str, number: int = 0, **fields: Expected) -> ObjectValue:
    return ObjectValue(name, tuple(FieldValue(name, key, "", value) for key, value in fields.items()), number)


def array(*items: Expected, number: int = 50) -> ArrayValue:
    return ArrayValue("[Ljava/lang/Object;", items, number, len(items))


def node(key: Expected, value: Expected, following: Expected, number: int) -> ObjectValue:
    return made("java/util/HashMap$Node", number, key=key, value=value, next=following)


def test_a_list_has_as_many_elements_as_its_size() -> None:
    listed = made("java/util/ArrayList", size=Primitive("I", 2), elementData=array(ONE, TWO, NullValue()))
    assert contents_of(listed) == Contents("list", (ONE, TWO))


def test_the_entries_of_a_map_are_chained() -> None:
    chain = node(ONE, TWO, node(TWO, NullValue(), NullValue(), 3), 2)
    table = array(NullValue(), chain)
    held = made("java/util/HashMap", 1, size=Primitive("I", 2), table=table)
    assert contents_of(held) == Contents("map", (ONE, TWO, TWO, NullValue()))
    assert contents_of(made("java/util/HashSet", map=held)) == Contents("set", (ONE, TWO))


def test_what_is_not_decided_has_no_contents() -> None:
    unknown = Unknown("nothing looked at it")
    assert contents_of(made("java/util/ArrayList", size=unknown, elementData=array(ONE))) is None
    assert contents_of(made("java/util/ArrayList", size=Primitive("I", 3), elementData=array(ONE))) is None
    assert contents_of(made("java/util/HashMap", size=Primitive("I", 1), table=NullValue())) is None
    assert contents_of(made("com/acme/List", size=Primitive("I", 0), elementData=array())) is None


def test_shared_objects_are_followed_and_cycles_give_no_answer() -> None:
    first = made("com/acme/Item", 7)
    listed = made("java/util/ArrayList", size=Primitive("I", 2), elementData=array(first, Same(7)))
    assert contents_of(listed) == Contents("list", (first, first))
    loop = made("java/util/HashMap", 1, size=Primitive("I", 1), table=array(node(ONE, TWO, Same(2), 2)))
    assert contents_of(loop) is None


def test_what_holds_itself_gives_no_answer() -> None:
    table = array(node(ONE, Same(1), NullValue(), 2))
    assert contents_of(made("java/util/HashMap", 1, size=Primitive("I", 1), table=table)) is None
    assert contents_of(made("java/util/ArrayList", 1, size=Primitive("I", 1), elementData=array(Same(1)))) is None
