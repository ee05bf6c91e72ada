"""Bitwuzla, for conditions with floats and for hard integer arithmetic that z3 does not decide quickly.

Its solver object slows down with pushes and pops, so it is replaced every few dozen conditions. The term manager and
the translations stay.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.memory import resident
from everypath.solver.backends.backend import STOPPED, Backend
from everypath.solver.backends.bitwuzla_terms import BitwuzlaTranslator
from everypath.solver.backends.memory_limit import QUERY_MEMORY
from everypath.solver.backends.table_facts import TableFacts
from everypath.term import F32, Sort, Term
from everypath.term.values import bits_to_double, bits_to_float
from everypath.work import BITWUZLA_CALLS, BITWUZLA_QUERY, NETS

if TYPE_CHECKING:
    import bitwuzla

_CONDITIONS_PER_SOLVER = 40
_TRANSLATIONS_PER_MANAGER = 60_000
_SLACK = 1.5
"""The processor time of a query may be so many times its work, as there are phases with few calls to count."""


def _expired_after(seconds: float, work: float = math.inf, calls: Iterator[int] | None = None) -> Callable[[], bool]:
    """Return a function that returns true once the seconds have passed or the work is done.

    Bitwuzla calls it at irregular times. Work is counted by these calls and also by processor time, because Bitwuzla
    makes few calls in some phases. Each call advances ``calls``. No Python frame runs in the function: an exception
    that a signal handler raises inside a callback would be lost.
    """
    deadline = time.monotonic() + seconds
    late = map(deadline.__lt__, iter(time.monotonic, None))
    most = time.thread_time() + _SLACK * work * NETS.factor
    worked = map(most.__lt__, iter(time.thread_time, None))
    counted = map((work * BITWUZLA_CALLS).__lt__, itertools.count() if calls is None else calls)
    return map(max, late, worked, counted).__next__


class BitwuzlaBackend(Backend["bitwuzla.Term"]):
    """The Bitwuzla solver. The library is imported with the first instance."""

    name = "bitwuzla"

    def __init__(self) -> None:
        super().__init__()
        import bitwuzla

        self._api = bitwuzla
        self._work = 0.0
        self._fresh()

    def _fresh(self) -> None:
        self._translator = BitwuzlaTranslator(self._api)
        self._replace_solver()

    def worked(self) -> float:
        """Return the work since the last call, by the calls of the terminator; every query counts `BITWUZLA_QUERY`."""
        done, self._work = self._work, 0.0
        return done

    def close(self) -> None:
        """Delete the solver, its terms and then their manager."""
        self._nodes.clear()
        self.__dict__.pop("_solver", None)
        self._translator.close()

    def __del__(self) -> None:
        # The garbage collector deletes objects of a cycle in any order; a term without its manager ends the process.
        if hasattr(self, "_translator"):
            self.close()

    def restart(self) -> None:
        """Make a new term manager and a new solver."""
        self._nodes.clear()
        self._bits.clear()
        self._tables = TableFacts()
        self._fresh()
        self.restarts += 1

    def _replace_solver(self) -> None:
        api = self._api
        options = api.Options()
        options.set(api.Option.PRODUCE_MODELS, True)
        self._before = resident(files=True)
        options.set(api.Option.MEMORY_LIMIT, (self._before >> 20) + QUERY_MEMORY.megabytes)  # as Bitwuzla counts
        self._solver = api.Bitwuzla(self._translator.manager, options)
        self._stack.clear()
        self._asserted = 0

    def _before_check(self, conditions: Sequence[Term]) -> None:
        if len(self._nodes) > _TRANSLATIONS_PER_MANAGER:
            self.restart()
        elif self._asserted > _CONDITIONS_PER_SOLVER or resident(files=True) - self._before > QUERY_MEMORY.bytes // 4:
            self._replace_solver()

    def _push(self, node: bitwuzla.Term, sides: Iterable[bitwuzla.Term]) -> None:
        self._solver.push(1)
        self._solver.assert_formula(node)
        for side in sides:
            self._solver.assert_formula(side)
        self._asserted += 1

    def _pop(self, levels: int) -> None:
        self._solver.pop(levels)

    def _check(self, seconds: float, work: float, resources: int) -> tuple[str, str]:
        calls = itertools.count()
        self._solver.configure_terminator(_expired_after(seconds, work, calls))
        result = self._solver.check_sat()
        called = next(calls)
        self._work += BITWUZLA_QUERY + called / BITWUZLA_CALLS
        if result == self._api.Result.SAT:
            return "sat", ""
        if result == self._api.Result.UNSAT:
            return "unsat", ""
        if called <= work * BITWUZLA_CALLS:
            NETS.strike("a query to Bitwuzla")
        return "unknown", STOPPED

    # translation ---------------------------------------------------------------------------------------------------

    def _constant(self, value: float, sort: Sort) -> bitwuzla.Term:
        return self._translator.constant(value, sort)

    def _encode(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self._translator.encode(term, arguments)

    def _select(self, array: bitwuzla.Term, index: bitwuzla.Term) -> bitwuzla.Term:
        return self._translator.select(array, index)

    def _bits_condition(self, term: Term) -> bitwuzla.Term:
        source = term.args[0]
        assert type(source) is Term
        return self._translator.bits_condition(term, self._nodes[source], self._nodes[term])

    def _value(self, node: bitwuzla.Term, sort: Sort) -> int | float | bool:
        value = self._solver.get_value(node)
        if not sort.is_vector and not sort.is_float:
            return bool(value.value())
        bits = int(value.value(2, False), 2)
        if bits >= 1 << (sort.width - 1):
            bits -= 1 << sort.width
        if sort.is_float:
            return bits_to_float(bits) if sort is F32 else bits_to_double(bits)
        return bits
