"""Tables of objects from their wire format."""

from typing import Any

import pytest

from everypath.bridge import Ref
from everypath.bridge.messages import snapshot
from everypath.bridge.messages.snapshot import ClassNode, EnumNode, ObjectNode, Primitive, Snapshot

WIRE: list[Any] = [
    ["o", "p.A", [["p.A", "next", ["r", 1]], ["p.A", "size", ["I", 3]]]],
    ["e", "p.Color", "RED"],
    ["k", "LA;"],
]
NODES = (
    ObjectNode("p/A", (("p/A", "next", Ref(1)), ("p/A", "size", Primitive("I", 3)))),
    EnumNode("p/Color", "RED"),
    ClassNode("LA;"),
)


def test_a_node_is_decoded_once_and_only_if_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[Any] = []
    decode = snapshot.decode_node
    monkeypatch.setattr(snapshot, "decode_node", lambda wire: decoded.append(wire) or decode(wire))
    table = Snapshot(WIRE)
    assert len(table) == 3
    assert table[1] is table[1]
    assert decoded == [WIRE[1]]
    assert table == Snapshot([*WIRE])
    assert decoded == [WIRE[1]], "two tables are compared as they came"


def test_a_table_is_a_sequence_of_nodes() -> None:
    table = Snapshot(WIRE)
    assert tuple(table) == NODES
    assert table == NODES
    assert table[1:] == list(NODES[1:])
    assert table[-1] == NODES[-1]
    assert hash(table) == hash(Snapshot([*WIRE]))
    assert table != Snapshot(WIRE[:2])
    assert table != Snapshot([WIRE[0], ["e", "p.Color", "BLUE"], WIRE[2]])
    with pytest.raises(IndexError):
        table[3]
