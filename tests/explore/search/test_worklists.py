"""Worklists: in which order they give their items."""

from __future__ import annotations

from collections.abc import Callable

from everypath.explore.search import BestFirst, BreadthFirst, DepthFirst, Generational


def test_orders() -> None:
    for worklist, expected in ((DepthFirst(), [3, 2, 1]), (BreadthFirst(), [1, 2, 3])):
        for item in (1, 2, 3):
            worklist.push(item)
        assert [worklist.pop() for _ in range(3)] == expected
        assert worklist.pop() is None


def test_generations_follow_each_other() -> None:
    worklist = Generational[str](lambda item: lambda: (len(item),))
    for item in ("aa", "b"):
        worklist.push(item)
    assert worklist.pop() == "b"
    worklist.push("child of b")
    assert worklist.pop() == "aa"
    worklist.push("child")
    assert [worklist.pop(), worklist.pop(), worklist.pop()] == ["child", "child of b", None]
    assert len(worklist) == 0


def test_best_first_asks_again() -> None:
    ranks = {"a": 1, "b": 2, "c": 3}
    worklist = BestFirst[str](lambda item: lambda: (ranks[item],))
    for item in "cba":
        worklist.push(item)
    ranks["a"] = 9
    assert [worklist.pop(), worklist.pop(), worklist.pop()] == ["b", "c", "a"]


def test_best_first_asks_once_for_items_that_rank_alike() -> None:
    ranks, asked = {"many": 1, "few": 2}, []

    def rank_of(name: str) -> Callable[[], tuple[int, ...]]:
        def present() -> tuple[int, ...]:
            asked.append(name)
            return (ranks[name],)

        return present

    present = {name: rank_of(name) for name in ranks}
    worklist = BestFirst[tuple[str, int]](lambda item: present[item[0]])
    for number in range(100):
        worklist.push(("many", number))
    worklist.push(("few", 100))
    assert worklist.pop() == ("many", 0)
    ranks["many"] = 2  # now they are equals: the older first
    asked.clear()
    assert worklist.pop() == ("many", 1)
    ranks["many"] = 3
    assert worklist.pop() == ("few", 100)
    assert len(asked) <= 6
    assert len(worklist) == 98
    assert [worklist.pop() for _ in range(99)] == [*(("many", number) for number in range(2, 100)), None]
