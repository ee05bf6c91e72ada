"""A query that takes much memory is unknown; the solver goes on, and the process stays small."""

from __future__ import annotations

from collections.abc import Iterator
from mmap import ACCESS_READ, mmap
from pathlib import Path

import pytest

from everypath.memory import resident
from everypath.solver import QUERY_MEMORY
from everypath.solver.backends.backend import Backend
from everypath.solver.backends.bitwuzla import BitwuzlaBackend
from everypath.solver.backends.z3 import Z3Backend
from everypath.term import BV64, Value, eq, lt, mul, var

LIMIT, SLACK = 100 << 20, 100 << 20
SECONDS = 60.0


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QUERY_MEMORY, "bytes", LIMIT)


@pytest.fixture(params=[Z3Backend, BitwuzlaBackend], ids=["z3", "bitwuzla"])
def backend(request: pytest.FixtureRequest) -> Iterator[Backend[object]]:
    made: Backend[object] = request.param()
    yield made
    made.close()


def product(name: str, factors: int) -> Value:
    """A product of so many symbols."""
    result: Value = var(f"{name}0", BV64)
    for number in range(1, factors):
        result = mul(result, var(f"{name}{number}", BV64), 64)
    return result


def test_a_large_query_is_unknown_and_the_next_one_is_answered(backend: Backend[object]) -> None:
    hard = [eq(product("x", 60), product("y", 60)), *(lt(1 << 40, var(f"x{number}", BV64)) for number in range(60))]
    before = resident()
    verdict = backend.check([*hard, eq(product("x", 7), (1 << 61) - 1)], SECONDS)
    assert verdict.result == "unknown"
    assert resident() - before < 2 * LIMIT + SLACK  # what they take at once may be as much again
    assert backend.check([eq(mul(var("a", BV64), 3, 64), 21)], SECONDS).result == "sat"
    assert backend.check([lt(var("a", BV64), var("b", BV64)), lt(var("b", BV64), var("a", BV64))], SECONDS).result == (
        "unsat"
    )


def test_pages_of_files_do_not_count(backend: Backend[object], tmp_path: Path) -> None:
    large = tmp_path / "large"
    large.write_bytes(bytes(2 * LIMIT))
    with large.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as mapped:
        assert sum(mapped[::4096]) == 0
        assert resident(files=True) > resident() + LIMIT
        factors = [var(f"f{number}", BV64) for number in range(3)]
        product_is_odd = eq(mul(mul(factors[0], factors[1], 64), factors[2], 64), 0x123456789ABCDEF1)
        large_factors = [lt(1 << 20, each) for each in factors]
        fresh = type(backend)()
        assert fresh.check([product_is_odd, *large_factors], SECONDS).result == "sat"
        fresh.close()


def test_many_solvers_do_not_share_the_limit(backend: Backend[object]) -> None:
    others = [type(backend)() for _ in range(30)]
    for number, each in enumerate(others):
        assert each.check([eq(mul(var(f"a{number}", BV64), var("b", BV64), 64), 21)], SECONDS).result == "sat"
    assert backend.check([eq(mul(var("a", BV64), 3, 64), 21)], SECONDS).result == "sat"
    for each in others:
        each.close()
