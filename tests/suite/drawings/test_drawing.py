"""Drawings show the linked structures that the JVM holds before the call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.suite.support import Lab

from everypath.suite import TestCase, draw_all, write_tests
from everypath.suite.testcase import (
    ArrayOf,
    AssignField,
    Declare,
    Expression,
    Invoke,
    Literal,
    Member,
    New,
    Null,
    Perform,
    Recipe,
    Statement,
    Text,
    Variable,
)

L, T, G, P, Q = (f"structures/{each}/" for each in ("lists", "trees", "graphs", "patterns", "queues"))


@pytest.fixture(scope="module")
def structures(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    found = Lab(java_classes("structures"))
    yield found
    found.bridge.close()


def number(value: int) -> Literal:
    return Literal("I", value)


def new(owner: str, descriptor: str, *arguments: Expression) -> New:
    return New(Member(owner, "<init>", descriptor), arguments)


def node(value: int, after: Expression | None = None) -> New:
    return new(f"{L}Node", f"(IL{L}Node;)V", number(value), after or Null(f"L{L}Node;"))


class Setup:
    """The statements of a test, written one by one."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.statements: list[Statement] = []

    def let(self, name: str, value: New) -> Variable:
        variable = Variable(name, f"L{value.constructor.owner};")
        self.statements.append(Declare(variable, value))
        return variable

    def put(self, receiver: Variable, name: str, value: Expression) -> None:
        owner = receiver.descriptor[1:-1]
        field = next(each for each in self.lab.program.klass(owner).instance_fields if each.name == name)
        self.statements.append(AssignField(receiver, field.owner.name, name, field.descriptor, value))

    def call(self, receiver: Variable, name: str, *arguments: Expression) -> None:
        self.statements.append(Perform(self.invoke(receiver, name, *arguments)))

    def invoke(self, receiver: Variable, name: str, *arguments: Expression) -> Invoke:
        owner = self.lab.program.klass(receiver.descriptor[1:-1])
        method = next(each for each in owner.methods if each.name == name)
        return Invoke(Member(owner.name, name, method.descriptor), receiver, arguments)

    def drawn(self, *arguments: Expression) -> list[str]:
        """The drawing of a call of a static method that would be given these arguments."""
        call = Invoke(Member("java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;"), None, arguments)
        case = TestCase("x", "y", "()V", Recipe(tuple(self.statements), call), "")
        (found,) = draw_all([case], self.lab.builder.links, self.lab.bridge)
        return list(found.drawing)


@pytest.fixture
def setup(structures: Lab) -> Setup:
    return Setup(structures)


# ---- lists


def test_a_list(setup: Setup):
    assert setup.drawn(setup.let("list", node(1, node(2, node(3))))) == ["list: 1 -> 2 -> 3"]


def test_a_list_without_a_name(setup: Setup):
    assert setup.drawn(node(1, node(2))) == ["node: 1 -> 2"]


def test_a_cycle(setup: Setup):
    last = setup.let("last", node(2))
    first = setup.let("list", node(1, last))
    setup.put(last, "next", first)
    assert setup.drawn(first) == ["list: 1 -> 2 -> (back to 1)"]


def test_a_cycle_that_begins_later(setup: Setup):
    last = setup.let("last", node(3))
    second = setup.let("second", node(2, last))
    first = setup.let("list", node(1, second))
    setup.put(last, "next", second)
    assert setup.drawn(first) == ["list: 1 -> 2 -> 3 -> (back to 2)"]


def test_nodes_with_equal_contents_have_names(setup: Setup):
    tail = setup.let("tail", node(0))
    setup.put(tail, "next", tail)
    first = setup.let("list", node(0, node(0, tail)))
    assert setup.drawn(first) == ["list -> a -> tail -> (back to tail)"]


def test_a_shared_tail(setup: Setup):
    shared = setup.let("shared", node(3))
    a = setup.let("a", node(1, shared))
    b = setup.let("b", node(2, shared))
    assert setup.drawn(a, b) == ["a: 1 -> 3", "b: 2 -> (3 of a)"]


def test_a_list_inside_another(setup: Setup):
    b = setup.let("b", node(2, node(3)))
    a = setup.let("a", node(1, b))
    assert setup.drawn(a, b) == ["a: 1 -> b:2 -> 3"]
    assert setup.drawn(b, a) == ["b: 2 -> 3", "a: 1 -> b"]


def test_a_long_list_is_cut(setup: Setup):
    chain = node(14)
    for value in range(13, 0, -1):
        chain = node(value, chain)
    assert setup.drawn(setup.let("list", chain)) == [f"list: {' -> '.join(map(str, range(1, 13)))} -> ..."]


def test_single_nodes_and_null_are_not_drawn(setup: Setup):
    assert setup.drawn(setup.let("a", node(1)), setup.let("b", node(2)), Null()) == []


def double(setup: Setup, *values: int) -> list[Variable]:
    made = []
    for value in values:
        each = setup.let(f"node{value}", new(f"{L}DoubleNode", "()V"))
        setup.put(each, "value", number(value))
        if made:
            setup.put(made[-1], "next", each)
            setup.put(each, "previous", made[-1])
        made.append(each)
    return made


def test_a_doubly_linked_list(setup: Setup):
    assert setup.drawn(double(setup, 1, 2, 3)[0]) == ["node1: 1 <-> 2 <-> 3"]


def test_a_node_in_the_middle_is_marked(setup: Setup):
    assert setup.drawn(double(setup, 1, 2, 3)[1]) == ["node2: 1 <-> [2] <-> 3"]


def test_a_ring_of_double_links(setup: Setup):
    first, last = double(setup, 1, 2)
    setup.put(last, "next", first)
    setup.put(first, "previous", last)
    assert setup.drawn(first) == ["node1: 1 <-> 2 <-> (back to 1)"]


def test_a_link_that_leads_back_elsewhere(setup: Setup):
    first, second, third = double(setup, 1, 2, 3)
    setup.put(third, "previous", first)
    assert setup.drawn(first) == ["node1: 1 <-> 2 -> 3 (previous: 1)"]
    del second


# ---- containers


def test_what_a_list_object_holds(setup: Setup):
    queue = setup.let("queue", new(f"{Q}LinkedQueue", "()V"))
    for text in ("a", "b"):
        setup.call(queue, "enqueue", Text(text))
    assert setup.drawn(queue) == ['queue: front = "a" -> "b", back = "b"']


def test_a_stale_end_shows(setup: Setup):
    made = setup.let("list", new(f"{L}DoublyLinked", "()V"))
    setup.call(made, "addLast", number(7))
    setup.call(made, "removeFirst")
    assert setup.drawn(made) == ["list: first = null, last = 7"]


def test_an_empty_container_is_not_drawn(setup: Setup):
    made = setup.let("list", new(f"{L}DoublyLinked", "()V"))
    setup.call(made, "isSorted")
    assert setup.drawn(made) == []


def test_a_container_of_containers(setup: Setup):
    queue = setup.let("queue", new(f"{Q}TwoStackQueue", "()V"))
    for value in (1, 2, 3):
        setup.call(queue, "put", number(value))
    assert setup.drawn(queue) == ["queue: 3 -> 2 -> 1"]


def test_arrays_and_collections_of_lists(setup: Setup):
    lists = ArrayOf(f"[L{L}Node;", (node(1, node(2)), Null(f"L{L}Node;"), node(3)))
    assert setup.drawn(lists) == ["node: [0] = 1 -> 2, [2] = 3"]
    held = setup.let("held", new("java/util/ArrayList", "()V"))
    add = Member("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z")
    setup.statements.append(Perform(Invoke(add, held, (node(4, node(5)),))))
    assert setup.drawn(held) == ["held: [0] = 4 -> 5"]


# ---- trees


def tree(setup: Setup, key: int, left: Variable | None = None, right: Variable | None = None) -> Variable:
    made = setup.let(f"node{key}", new(f"{T}TreeNode", "(I)V", number(key)))
    if left is not None:
        setup.put(made, "left", left)
    if right is not None:
        setup.put(made, "right", right)
    return made


def test_a_tree(setup: Setup):
    root = tree(setup, 5, tree(setup, 3, tree(setup, 1)), tree(setup, 8))
    assert setup.drawn(root) == ["node5: 5(3(1, -), 8)"]


def test_a_tree_whose_sides_meet(setup: Setup):
    shared = tree(setup, 4)
    root = tree(setup, 5, tree(setup, 3, None, shared), tree(setup, 8, shared))
    assert setup.drawn(root) == ["node5: 5(3(-, 4), 8(^4, -))"]


def test_a_tree_that_leads_back(setup: Setup):
    leaf = tree(setup, 3)
    root = tree(setup, 5, leaf)
    setup.put(leaf, "right", root)
    assert setup.drawn(root) == ["node5: 5(3(-, back to 5), -)"]


def test_parents_are_not_drawn(setup: Setup):
    made = setup.let("tree", new(f"{T}RedBlackTree", "()V"))
    for key in (2, 1, 3, 4):
        setup.call(made, "insert", number(key))
    assert setup.drawn(made) == ["tree: 2(1, 3(-, 4{red}))"]


def test_expressions(setup: Setup):
    def leaf(value: int) -> New:
        return new(f"{P}Expr$Number", "(I)V", number(value))

    def both(kind: str, left: Expression, right: Expression) -> New:
        return new(f"{P}Expr${kind}", f"(L{P}Expr;L{P}Expr;)V", left, right)

    whole = both("Sum", leaf(1), both("Quotient", leaf(2), Null(f"L{P}Expr;")))
    assert setup.drawn(setup.let("expr", whole)) == ["expr: Sum(Number 1, Quotient(Number 2, -))"]


def test_a_composite(setup: Setup):
    inner, outer = (setup.let(name, new(f"{P}Box", "()V")) for name in ("inner", "outer"))
    setup.call(inner, "put", new(f"{P}Article", "(I)V", number(5)))
    setup.call(outer, "put", inner)
    setup.call(outer, "put", new(f"{P}Article", "(I)V", number(7)))
    assert setup.drawn(outer) == ["outer: Box(Article 7, Box(Article 5))"]


# ---- graphs


def test_a_graph_by_its_neighbours(setup: Setup):
    zero, one, two = (setup.let(f"v{at}", new(f"{G}Vertex", "(I)V", number(at))) for at in range(3))
    for start, end, weight in ((zero, two, 0), (zero, one, 7), (one, zero, 0)):
        setup.call(start, "connect", end, number(weight))
    assert setup.drawn(zero) == ["v0: 0 -> 1 (7), 2; 1 -> 0"]


def test_arrays_of_neighbours(setup: Setup):
    task = f"{G}TaskOrder$Task"
    leaf = setup.let("leaf", new(task, f"([L{task};)V", ArrayOf(f"[L{task};")))
    setup.put(leaf, "state", number(2))
    top = setup.let("top", new(task, f"([L{task};)V", ArrayOf(f"[L{task};", (leaf, leaf))))
    setup.put(top, "state", number(1))
    assert setup.drawn(top) == ["top: 1 -> 2, 2"]


# ---- where drawings stand


def test_a_written_test_shows_the_drawing(structures: Lab):
    cases = [each for each in structures.cases(f"{L}ListTools", "isTriangle") if each.objects == 3]
    text = write_tests(cases, structures.builder, structures.bridge).sources[0].text
    assert "    // list -> a -> next -> (back to list)\n    Node next = new Node(0, null);\n" in text
    assert all(each.isascii() for each in text)


def test_links_of_two_chains_that_meet_in_one_object(setup: Setup):
    owned, link = (f"{P}Owned", f"{P}Owned$Link")
    first, second, owner = (
        setup.let(name, new(each, "()V")) for name, each in (("a", link), ("b", link), ("c", owned))
    )
    setup.put(owner, "part", setup.let("part", new(f"{P}Owned$Part", "()V")))
    setup.put(first, "next", second)
    setup.put(first, "owner", owner)
    setup.put(second, "owner", owner)
    assert setup.drawn(first) == ["a: ?(?(-, ?(-, part)), ^?)"]
