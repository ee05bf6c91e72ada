"""The translation of terms to Bitwuzla's terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.solver.backends.backend import EncodingError
from everypath.term import BOOL, BV32, F32, Sort, Term
from everypath.term.values import DOUBLE_NAN_BITS, FLOAT_NAN_BITS, double_to_bits, float_to_bits

if TYPE_CHECKING:
    from types import ModuleType

    import bitwuzla

_FORMAT = {32: (8, 24), 64: (11, 53)}
"""By width, the bits of exponent and significand."""

_PLAIN = {
    "add": "BV_ADD",
    "sub": "BV_SUB",
    "mul": "BV_MUL",
    "neg": "BV_NEG",
    "sdiv": "BV_SDIV",
    "srem": "BV_SREM",
    "and": "BV_AND",
    "or": "BV_OR",
    "xor": "BV_XOR",
    "lt": "BV_SLT",
    "ult": "BV_ULT",
    "eq": "EQUAL",
    "ite": "ITE",
    "not": "NOT",
    "conj": "AND",
    "disj": "OR",
    "select": "ARRAY_SELECT",
    "store": "ARRAY_STORE",
    "flt": "FP_LT",
    "fle": "FP_LEQ",
    "feq": "FP_EQUAL",
    "is_nan": "FP_IS_NAN",
    "fneg": "FP_NEG",
    "fabs": "FP_ABS",
}
"""Operators that Bitwuzla has, too: the kind of its term."""

_ROUNDED = {"fadd": "FP_ADD", "fsub": "FP_SUB", "fmul": "FP_MUL", "fdiv": "FP_DIV", "fsqrt": "FP_SQRT"}
"""The same for operators whose first argument is a rounding mode."""

_SHIFTS = {"shl": "BV_SHL", "shr": "BV_ASHR", "ushr": "BV_SHR"}


class BitwuzlaTranslator:
    """Makes Bitwuzla's terms with a term manager of its own. ``api`` is the module ``bitwuzla``.

    ``vectors`` are the bit patterns that stand for float symbols.
    """

    def __init__(self, api: ModuleType) -> None:
        self._api = api
        kind = api.Kind
        self._plain = {op: getattr(kind, name) for op, name in _PLAIN.items()}
        self._rounded = {op: getattr(kind, name) for op, name in _ROUNDED.items()}
        self._shifts = {op: getattr(kind, name) for op, name in _SHIFTS.items()}
        self.manager = api.TermManager()
        self._nearest = self.manager.mk_rm_value(api.RoundingMode.RNE)
        self._to_zero = self.manager.mk_rm_value(api.RoundingMode.RTZ)
        self._sorts: dict[Sort, bitwuzla.Sort] = {}
        self.vectors: dict[Term, bitwuzla.Term] = {}

    def close(self) -> None:
        """Delete all terms, then their manager. May be called more than once."""
        self.vectors.clear()
        self._sorts.clear()
        for name in ("_nearest", "_to_zero", "manager"):
            self.__dict__.pop(name, None)

    def constant(self, value: float, sort: Sort) -> bitwuzla.Term:
        """Return a literal."""
        if sort is BOOL:
            return self.manager.mk_true() if value else self.manager.mk_false()
        if sort.is_float:
            bits = float_to_bits(value) if sort is F32 else double_to_bits(value)
            return self._from_bits(self._vector(bits, sort.width), sort)
        return self._vector(int(value), sort.width)

    def encode(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        """Return the node for a term whose arguments are translated.

        Raises:
            EncodingError: there is no translation for the operator.
        """
        op = term.op
        plain = self._plain.get(op)
        if plain is not None:
            if op == "eq" and not arguments:
                return self.manager.mk_const(self._sort(BOOL))
            return self.manager.mk_term(plain, arguments)
        rounded = self._rounded.get(op)
        if rounded is not None:
            return self.manager.mk_term(rounded, [self._nearest, *arguments])
        special = getattr(self, f"_encode_{op}", None)
        if special is None:
            raise EncodingError(f"Bitwuzla has no translation for {op}")
        node: bitwuzla.Term = special(term, arguments)
        return node

    def select(self, array: bitwuzla.Term, index: bitwuzla.Term) -> bitwuzla.Term:
        """Return the node of an array read."""
        return self.manager.mk_term(self._api.Kind.ARRAY_SELECT, [array, index])

    def bits_condition(self, term: Term, value: bitwuzla.Term, pattern: bitwuzla.Term) -> bitwuzla.Term:
        """Return the condition that ``pattern``, a fresh vector for the fp2bits term, has the bits of ``value``."""
        kind = self._api.Kind
        manager = self.manager
        source = term.args[0]
        assert type(source) is Term
        width = term.sort.width
        canonical = self._vector(FLOAT_NAN_BITS if width == 32 else DOUBLE_NAN_BITS, width)
        is_nan = manager.mk_term(kind.FP_IS_NAN, [value])
        same = manager.mk_term(kind.EQUAL, [self._from_bits(pattern, source.sort), value])
        return manager.mk_term(kind.ITE, [is_nan, manager.mk_term(kind.EQUAL, [pattern, canonical]), same])

    def _sort(self, sort: Sort) -> bitwuzla.Sort:
        known = self._sorts.get(sort)
        if known is None:
            manager = self.manager
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
        return self.manager.mk_bv_value(self.manager.mk_bv_sort(width), value & ((1 << width) - 1))

    def _from_bits(self, vector: bitwuzla.Term, sort: Sort) -> bitwuzla.Term:
        return self.manager.mk_term(self._api.Kind.FP_TO_FP_FROM_BV, [vector], list(_FORMAT[sort.width]))

    def _encode_var(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        sort = term.sort
        if sort.is_float:
            vector = self.manager.mk_const(self.manager.mk_bv_sort(sort.width))
            self.vectors[term] = vector
            return self._from_bits(vector, sort)
        return self.manager.mk_const(self._sort(sort))

    _encode_is_null = _encode_var
    _encode_lookup = _encode_var
    _encode_has_class = _encode_var

    def _encode_sext(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self.manager.mk_term(self._api.Kind.BV_SIGN_EXTEND, arguments, [self._widening(term)])

    def _encode_zext(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self.manager.mk_term(self._api.Kind.BV_ZERO_EXTEND, arguments, [self._widening(term)])

    def _encode_trunc(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self.manager.mk_term(self._api.Kind.BV_EXTRACT, arguments, [term.sort.width - 1, 0])

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
            amount = self.manager.mk_term(kind.BV_AND, [arguments[1], self._vector(width - 1, 32)])
            if width == 64:
                amount = self.manager.mk_term(kind.BV_ZERO_EXTEND, [amount], [32])
        return self.manager.mk_term(self._shifts[term.op], [arguments[0], amount])

    _encode_shl = _shift
    _encode_shr = _shift
    _encode_ushr = _shift

    def _three(self, less: bitwuzla.Term, equal: bitwuzla.Term, otherwise: bitwuzla.Term) -> bitwuzla.Term:
        ite = self._api.Kind.ITE
        inner = self.manager.mk_term(ite, [equal, self._vector(0, 32), otherwise])
        return self.manager.mk_term(ite, [less, self._vector(-1, 32), inner])

    def _encode_lcmp(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        kind = self._api.Kind
        less = self.manager.mk_term(kind.BV_SLT, arguments)
        equal = self.manager.mk_term(kind.EQUAL, arguments)
        return self._three(less, equal, self._vector(1, 32))

    def _encode_fcmp(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        kind = self._api.Kind
        less = self.manager.mk_term(kind.FP_LT, arguments)
        equal = self.manager.mk_term(kind.FP_EQUAL, arguments)
        if term.payload == 1:  # neither less nor equal: greater, or NaN, which is 1 too
            return self._three(less, equal, self._vector(1, 32))
        greater = self.manager.mk_term(kind.FP_GT, arguments)
        otherwise = self.manager.mk_term(kind.ITE, [greater, self._vector(1, 32), self._vector(-1, 32)])
        return self._three(less, equal, otherwise)

    def _encode_const_array(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self.manager.mk_const_array(self._sort(term.sort), arguments[0])

    # floats --------------------------------------------------------------------------------------------------------

    def _encode_i2fp(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self.manager.mk_term(
            self._api.Kind.FP_TO_FP_FROM_SBV, [self._nearest, *arguments], list(_FORMAT[term.sort.width])
        )

    def _encode_fp2fp(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self.manager.mk_term(
            self._api.Kind.FP_TO_FP_FROM_FP, [self._nearest, *arguments], list(_FORMAT[term.sort.width])
        )

    def _encode_bits2fp(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self._from_bits(arguments[0], term.sort)

    def _encode_fp2bits(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        return self.manager.mk_const(self._sort(term.sort))

    def _encode_fp2i(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        kind = self._api.Kind
        manager = self.manager
        source = term.args[0]
        assert type(source) is Term
        width = term.sort.width
        value = arguments[0]
        limit = 1 << (width - 1)
        too_high = manager.mk_term(kind.FP_GEQ, [value, self.constant(float(limit), source.sort)])
        too_low = manager.mk_term(kind.FP_LEQ, [value, self.constant(float(-limit), source.sort)])
        converted = manager.mk_term(kind.FP_TO_SBV, [self._to_zero, value], [width])
        result = manager.mk_term(kind.ITE, [too_low, self._vector(-limit, width), converted])
        result = manager.mk_term(kind.ITE, [too_high, self._vector(limit - 1, width), result])
        return manager.mk_term(kind.ITE, [manager.mk_term(kind.FP_IS_NAN, [value]), self._vector(0, width), result])

    def _encode_frem(self, term: Term, arguments: list[bitwuzla.Term]) -> bitwuzla.Term:
        """Return C's fmod, from the IEEE remainder of the magnitudes, which is within half the divisor around zero."""
        kind = self._api.Kind
        manager = self.manager
        dividend, divisor = (manager.mk_term(kind.FP_ABS, [argument]) for argument in arguments)
        nearest = manager.mk_term(kind.FP_REM, [dividend, divisor])
        negative = manager.mk_term(kind.FP_LT, [nearest, self.constant(0.0, term.sort)])
        raised = manager.mk_term(kind.FP_ADD, [self._nearest, nearest, divisor])
        magnitude = manager.mk_term(kind.FP_ABS, [manager.mk_term(kind.ITE, [negative, raised, nearest])])
        minus = manager.mk_term(kind.FP_NEG, [magnitude])
        return manager.mk_term(kind.ITE, [manager.mk_term(kind.FP_IS_NEG, [arguments[0]]), minus, magnitude])
