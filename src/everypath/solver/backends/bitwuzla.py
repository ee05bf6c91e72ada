"""Bitwuzla: everything with floats, and hard integer arithmetic that z3 does not settle quickly.

Its solver object slows down as conditions come and go, so it is replaced every few dozen conditions; the term manager
and the translations stay.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.solver.backends.backend import STOPPED, Backend, EncodingError
from everypath.solver.backends.table_facts import TableFacts
from everypath.term import BOOL, BV32, F32, Sort, Term
from everypath.term.values import (
    DOUBLE_NAN_BITS,
    FLOAT_NAN_BITS,
    bits_to_double,
    bits_to_float,
    double_to_bits,
    float_to_bits,
)

if TYPE_CHECKING:
    import bitwuzla

_CONDITIONS_PER_SOLVER = 40
_TRANSLATIONS_PER_MANAGER = 60_000
_CALLS_PER_SECOND = 15_000.0
_SLACK = 1.5
"""Integer arithmetic makes 10,000 to 40,000 calls in a second, floats as few as 90."""
_LEAST_WORK = 0.02
"""Seconds for a query that ends before the first call."""
_FORMAT = {32: (8, 24), 64: (11, 53)}


def _expired_after(seconds: float, work: float = math.inf, calls: Iterator[int] | None = None) -> Callable[[], bool]:
    """Whether so many seconds have passed since now, or so much work was done; ``calls`` is advanced with each call.

    Work are the calls of this function, which Bitwuzla makes from time to time, and processor time for where it makes
    few. No frame of Python runs in it: an exception that a signal handler raises inside a callback would be lost.
    """
    deadline = time.monotonic() + seconds
    late = map(deadline.__lt__, iter(time.monotonic, None))
    most = time.thread_time() + _SLACK * work
    worked = map(most.__lt__, iter(time.thread_time, None))
    counted = map((work * _CALLS_PER_SECOND).__lt__, itertools.count() if calls is None else calls)
    return map(max, late, worked, counted).__next__


class BitwuzlaBackend(Backend["bitwuzla.Term"]):
    """The Bitwuzla solver behind the common interface; imported when first used."""

    name = "bitwuzla"

    def __init__(self) -> None:
        super().__init__()
        import bitwuzla

        self._api = bitwuzla
        kind = bitwuzla.Kind
        self._plain = {
            "add": kind.BV_ADD,
            "sub": kind.BV_SUB,
            "mul": kind.BV_MUL,
            "neg": kind.BV_NEG,
            "sdiv": kind.BV_SDIV,
            "srem": kind.BV_SREM,
            "and": kind.BV_AND,
            "or": kind.BV_OR,
            "xor": kind.BV_XOR,
            "lt": kind.BV_SLT,
            "ult": kind.BV_ULT,
            "eq": kind.EQUAL,
            "ite": kind.ITE,
            "not": kind.NOT,
            "conj": kind.AND,
            "disj": kind.OR,
            "select": kind.ARRAY_SELECT,
            "store": kind.ARRAY_STORE,
            "flt": kind.FP_LT,
            "fle": kind.FP_LEQ,
            "feq": kind.FP_EQUAL,
            "is_nan": kind.FP_IS_NAN,
            "fneg": kind.FP_NEG,
            "fabs": kind.FP_ABS,
        }
        self._rounded = {
            "fadd": kind.FP_ADD,
            "fsub": kind.FP_SUB,
            "fmul": kind.FP_MUL,
            "fdiv": kind.FP_DIV,
            "fsqrt": kind.FP_SQRT,
        }
        self._shifts = {"shl": kind.BV_SHL, "shr": kind.BV_ASHR, "ushr": kind.BV_SHR}
        self._work = 0.0
        self._fresh()

    def _fresh(self) -> None:
        api = self._api
        self._manager = api.TermManager()
        self._nearest = self._manager.mk_rm_value(api.RoundingMode.RNE)
        self._to_zero = self._manager.mk_rm_value(api.RoundingMode.RTZ)
        self._sorts: dict[Sort, bitwuzla.Sort] = {}
        self._vectors: dict[Term, bitwuzla.Term] = {}
        self._replace_solver()

    def worked(self) -> float:
        """By the calls of what asks whether to go on; a query is some work even without any."""
        done, self._work = self._work, 0.0
        return done

    def close(self) -> None:
        """Let go of the solver, its terms and their manager."""
        self._nodes.clear()
        self._vectors.clear()
        self._sorts.clear()
        del self._solver, self._nearest, self._to_zero, self._manager

    def __del__(self) -> None:
        # Python's collector lets go of what lies in a cycle in any order: a term that outlives its manager ends all.
        if hasattr(self, "_solver"):
            self.close()

    def restart(self) -> None:
        """A new term manager and a new solver."""
        self._nodes.clear()
        self._bits.clear()
        self._tables = TableFacts()
        self._fresh()
        self.restarts += 1

    def _replace_solver(self) -> None:
        api = self._api
        options = api.Options()
        options.set(api.Option.PRODUCE_MODELS, True)
        self._solver = api.Bitwuzla(self._manager, options)
        self._stack.clear()
        self._asserted = 0

    def _before_check(self, conditions: Sequence[Term]) -> None:
        if len(self._nodes) > _TRANSLATIONS_PER_MANAGER:
            self.restart()
        elif self._asserted > _CONDITIONS_PER_SOLVER:
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
        self._work += _LEAST_WORK + next(calls) / _CALLS_PER_SECOND
        if result == self._api.Result.SAT:
            return "sat", ""
        if result == self._api.Result.UNSAT:
            return "unsat", ""
        return "unknown", STOPPED

    # translation ---------------------------------------------------------------------------------------------------

    def _sort(self, sort: Sort) -> bitwuzla.Sort:
        known = self._sorts.get(sort)
        if known is None:
            manager = self._manager
            if sort.is_array:
                assert sort.element is not None
                known = manager.mk_array_sort(self._sort(BV32), self._sort(sort.element))
            elif sort.is_vector:
                known = manager.mk_bv_sort(sort.width)
            elif sort.is_float:
                known = manager.mk_fp_sort(*_FORMAT[sort.width])
            else:
                known = manager.mk_bool_sort()
            self._sorts[sort] = known
        return known

    def _vector(self, value: int, width: int) -> bitwuzla.Term:
        return self._manager.mk_bv_value(self._manager.mk_bv_sort(width), value & ((1 << width) - 1))

    def _constant(self, value: float, sort: Sort) -> bitwuzla.Term:
        if sort is BOOL:
            return self._manager.mk_true() if value else self._manager.mk_false()
        if sort.is_float:
            bits = float_to_bits(value) if sort is F32 else double_to_bits(value)
            return self._from_bits(self._vector(bits, sort.width), sort)
        return self._vector(int(value), sort.width)

    def _from_bits(self, vector: bitwuzla.Term, sort: Sort) -> bitwuzla.Term:
        return self._manager.mk_term(self._api.Kind.FP_TO_FP_FROM_BV, [vector], list(_FORMAT[sort.width]))

    def _encode(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        op = term.op
        manager = self._manager
        plain = self._plain.get(op)
        if plain is not None:
            if op == "eq" and not arguments:
                return manager.mk_const(self._sort(BOOL))
            return manager.mk_term(plain, arguments)
        rounded = self._rounded.get(op)
        if rounded is not None:
            return manager.mk_term(rounded, [self._nearest, *arguments])
        special = getattr(self, f"_encode_{op}", None)
        if special is None:
            raise EncodingError(f"Bitwuzla has no translation for {op}")
        node: bitwuzla.Term = special(term, arguments)
        return node

    def _encode_var(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        sort = term.sort
        if sort.is_float:
            vector = self._manager.mk_const(self._manager.mk_bv_sort(sort.width))
            self._vectors[term] = vector
            return self._from_bits(vector, sort)
        return self._manager.mk_const(self._sort(sort))

    _encode_is_null = _encode_var
    _encode_lookup = _encode_var
    _encode_has_class = _encode_var

    def _encode_sext(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self._manager.mk_term(self._api.Kind.BV_SIGN_EXTEND, arguments, [self._widening(term)])

    def _encode_zext(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self._manager.mk_term(self._api.Kind.BV_ZERO_EXTEND, arguments, [self._widening(term)])

    def _encode_trunc(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self._manager.mk_term(self._api.Kind.BV_EXTRACT, arguments, [term.sort.width - 1, 0])

    @staticmethod
    def _widening(term: Term) -> int:
        source = term.args[0]
        assert type(source) is Term
        return term.sort.width - source.sort.width

    def _shift(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        width = term.sort.width
        count = term.args[1]
        if type(count) is int:
            amount = self._vector(count & (width - 1), width)
        else:
            kind = self._api.Kind
            amount = self._manager.mk_term(kind.BV_AND, [arguments[1], self._vector(width - 1, 32)])
            if width == 64:
                amount = self._manager.mk_term(kind.BV_ZERO_EXTEND, [amount], [32])
        return self._manager.mk_term(self._shifts[term.op], [arguments[0], amount])

    _encode_shl = _shift
    _encode_shr = _shift
    _encode_ushr = _shift

    def _three(self, less: bitwuzla.Term, equal: bitwuzla.Term, otherwise: bitwuzla.Term) -> bitwuzla.Term:
        ite = self._api.Kind.ITE
        inner = self._manager.mk_term(ite, [equal, self._vector(0, 32), otherwise])
        return self._manager.mk_term(ite, [less, self._vector(-1, 32), inner])

    def _encode_lcmp(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        kind = self._api.Kind
        less = self._manager.mk_term(kind.BV_SLT, arguments)
        equal = self._manager.mk_term(kind.EQUAL, arguments)
        return self._three(less, equal, self._vector(1, 32))

    def _encode_fcmp(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        kind = self._api.Kind
        less = self._manager.mk_term(kind.FP_LT, arguments)
        equal = self._manager.mk_term(kind.FP_EQUAL, arguments)
        if term.payload == 1:  # neither less nor equal: greater, or NaN, which is 1 too
            return self._three(less, equal, self._vector(1, 32))
        greater = self._manager.mk_term(kind.FP_GT, arguments)
        otherwise = self._manager.mk_term(kind.ITE, [greater, self._vector(1, 32), self._vector(-1, 32)])
        return self._three(less, equal, otherwise)

    def _encode_const_array(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self._manager.mk_const_array(self._sort(term.sort), arguments[0])

    # floats --------------------------------------------------------------------------------------------------------

    def _encode_i2fp(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self._manager.mk_term(
            self._api.Kind.FP_TO_FP_FROM_SBV, [self._nearest, *arguments], list(_FORMAT[term.sort.width])
        )

    def _encode_fp2fp(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self._manager.mk_term(
            self._api.Kind.FP_TO_FP_FROM_FP, [self._nearest, *arguments], list(_FORMAT[term.sort.width])
        )

    def _encode_bits2fp(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self._from_bits(arguments[0], term.sort)

    def _encode_fp2bits(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self._manager.mk_const(self._sort(term.sort))

    def _bits_condition(self, term: Term) -> bitwuzla.Term:
        kind = self._api.Kind
        manager = self._manager
        source = term.args[0]
        assert type(source) is Term
        value = self._nodes[source]
        pattern = self._nodes[term]
        width = term.sort.width
        canonical = self._vector(FLOAT_NAN_BITS if width == 32 else DOUBLE_NAN_BITS, width)
        is_nan = manager.mk_term(kind.FP_IS_NAN, [value])
        same = manager.mk_term(kind.EQUAL, [self._from_bits(pattern, source.sort), value])
        return manager.mk_term(kind.ITE, [is_nan, manager.mk_term(kind.EQUAL, [pattern, canonical]), same])

    def _encode_fp2i(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        kind = self._api.Kind
        manager = self._manager
        source = term.args[0]
        assert type(source) is Term
        width = term.sort.width
        value = arguments[0]
        limit = 1 << (width - 1)
        too_high = manager.mk_term(kind.FP_GEQ, [value, self._constant(float(limit), source.sort)])
        too_low = manager.mk_term(kind.FP_LEQ, [value, self._constant(float(-limit), source.sort)])
        converted = manager.mk_term(kind.FP_TO_SBV, [self._to_zero, value], [width])
        result = manager.mk_term(kind.ITE, [too_low, self._vector(-limit, width), converted])
        result = manager.mk_term(kind.ITE, [too_high, self._vector(limit - 1, width), result])
        return manager.mk_term(kind.ITE, [manager.mk_term(kind.FP_IS_NAN, [value]), self._vector(0, width), result])

    def _encode_frem(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        """C's fmod from the IEEE remainder of the magnitudes, which lies within half the divisor around zero."""
        kind = self._api.Kind
        manager = self._manager
        dividend, divisor = (manager.mk_term(kind.FP_ABS, [argument]) for argument in arguments)
        nearest = manager.mk_term(kind.FP_REM, [dividend, divisor])
        negative = manager.mk_term(kind.FP_LT, [nearest, self._constant(0.0, term.sort)])
        raised = manager.mk_term(kind.FP_ADD, [self._nearest, nearest, divisor])
        magnitude = manager.mk_term(kind.FP_ABS, [manager.mk_term(kind.ITE, [negative, raised, nearest])])
        minus = manager.mk_term(kind.FP_NEG, [magnitude])
        return manager.mk_term(kind.ITE, [manager.mk_term(kind.FP_IS_NEG, [arguments[0]]), minus, magnitude])

    # values --------------------------------------------------------------------------------------------------------

    def _select(self, array: bitwuzla.Term, index: bitwuzla.Term) -> bitwuzla.Term:
        return self._manager.mk_term(self._api.Kind.ARRAY_SELECT, [array, index])

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
