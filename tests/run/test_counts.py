"""What a method has to cover is known without running it."""

from __future__ import annotations

from everypath.run.entries import Entry, EntryName
from everypath.run.results import Count

NAME = EntryName("shop/Fee", "fee", "(I)I")


def test_instructions_and_branches_of_unrun_code() -> None:
    code = bytes.fromhex(
        "1a 9a 0005 03 ac 04 ac".replace(" ", "")
    )  # iload_0, ifne, iconst_0, ireturn, iconst_1, ireturn
    assert Entry(NAME, len(code), code=code).counts == (Count(0, 6), Count(0, 2))


def test_code_that_cannot_be_read_counts_nothing() -> None:
    assert Entry(NAME, 1, code=b"\xff").counts == (Count(), Count())
    assert Entry(NAME, 0, native=True).counts == (Count(), Count())
