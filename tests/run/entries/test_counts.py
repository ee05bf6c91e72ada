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


def test_loops_and_calls_weigh_more_than_plain_code() -> None:
    plain = Entry(NAME, 6, code=bytes.fromhex("030303030304"))  # iconst_0, ..., iconst_1
    forward = Entry(NAME, 6, code=bytes.fromhex("1a9900040304"))  # iload_0, ifeq to its end
    loop = Entry(NAME, 6, code=bytes.fromhex("031aa7ffff04"))  # iconst_0, iload_0, goto iload_0
    call = Entry(NAME, 6, code=bytes.fromhex("b80001030304"))  # invokestatic
    assert plain.weight == forward.weight == 6 < loop.weight == 12 < call.weight
    assert Entry(NAME, 1, code=b"\xff").weight == 1
