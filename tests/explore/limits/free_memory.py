"""Run in a process of its own: freed memory between objects that stay is not in use; the next method may take it."""

from everypath.explore.limits import Memory
from everypath.memory import in_use, resident


def main() -> None:
    before = in_use()
    things = [bytes(40) for _ in range(2_000_000)]
    assert 100 << 20 < in_use() - before < 300 << 20
    kept = things[::100]  # one in each of Python's pages
    del things
    held = resident()
    assert in_use() - before < 30 << 20
    left = Memory(most=120 << 20)
    assert left.has_memory_for(0)
    again = [bytes(40) for _ in range(1_000_000)]
    assert resident() - held < 40 << 20
    assert left.has_memory_for(0)
    again += [bytes(40) for _ in range(1_500_000)]
    assert left.used_up
    assert len(kept) == 20_000
    assert len(again) == 2_500_000


if __name__ == "__main__":
    main()
