"""z3 through its C API: linear integer arithmetic, arrays, and everything else without floats.

Own prototypes, no reference counting (nodes live as long as the context, which is replaced when it has grown), and an
error handler, without which a failing call would end the process.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import ClassVar, Final

from everypath.errors import EngineError
from everypath.solver.backends.backend import STOPPED, Backend, EncodingError
from everypath.solver.backends.table_facts import TableFacts
from everypath.term import BOOL, BV32, Model, Sort, Term

_TRANSLATIONS_PER_CONTEXT = 60_000
_UNITS_PER_SECOND = 6_000_000
"""What z3 counts in a second: 3.5 to 12 million on queries that take 50 ms and more."""
_STOPPED = frozenset({"timeout", "canceled", "max. resource limit exceeded"})
_MOST_UNITS = (1 << 32) - 1
_POINTER: Final = ctypes.c_void_p
_UINT: Final = ctypes.c_uint
_HANDLER: Final = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int)

_Call = Callable[..., int]

_BINARY = {
    "add": "Z3_mk_bvadd",
    "sub": "Z3_mk_bvsub",
    "mul": "Z3_mk_bvmul",
    "sdiv": "Z3_mk_bvsdiv",
    "srem": "Z3_mk_bvsrem",
    "and": "Z3_mk_bvand",
    "or": "Z3_mk_bvor",
    "xor": "Z3_mk_bvxor",
    "lt": "Z3_mk_bvslt",
    "ult": "Z3_mk_bvult",
    "select": "Z3_mk_select",
}
_SHIFTS = {"shl": "Z3_mk_bvshl", "shr": "Z3_mk_bvashr", "ushr": "Z3_mk_bvlshr"}


class Library:
    """The functions of libz3 that are used, with their prototypes; loaded once per process."""

    _loaded: ClassVar[Library | None] = None

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))

    @classmethod
    def load(cls) -> Library:
        """The library that the z3-solver package ships."""
        if cls._loaded is None:
            import importlib.util

            spec = importlib.util.find_spec("z3")
            if spec is None or not spec.submodule_search_locations:
                raise EngineError("the z3-solver package is not installed")
            folder = Path(next(iter(spec.submodule_search_locations))) / "lib"
            candidates = sorted([*folder.glob("libz3.*"), *folder.glob("z3.dll")])
            if not candidates:
                raise EngineError(f"libz3 is not in {folder}")
            cls._loaded = Library(candidates[0])
        return cls._loaded

    def function(self, name: str, arguments: Sequence[type], result: type | None = _POINTER) -> _Call:
        """One function of the C API."""
        function = self._library[name]
        function.argtypes = list(arguments)
        function.restype = result
        call: _Call = function
        return call

    def pointers(self, name: str, count: int, result: type | None = _POINTER) -> _Call:
        """One function whose arguments are all pointers."""
        return self.function(name, [_POINTER] * count, result)


class Z3Backend(Backend[int]):
    """The z3 solver behind the common interface; loaded when first used."""

    name = "z3"

    def __init__(self) -> None:
        super().__init__()
        self._counted = 0
        self._context = 0
        self._solver = 0
        library = Library.load()
        pointers = library.pointers
        function = library.function
        self._binary = {op: pointers(name, 3) for op, name in _BINARY.items()}
        self._shift = {op: pointers(name, 3) for op, name in _SHIFTS.items()}
        self._mk_config = pointers("Z3_mk_config", 0)
        self._del_config = pointers("Z3_del_config", 1, None)
        self._mk_context = pointers("Z3_mk_context", 1)
        self._del_context = pointers("Z3_del_context", 1, None)
        self._set_error_handler = function("Z3_set_error_handler", [_POINTER, _HANDLER], None)
        self._error_message = function("Z3_get_error_msg", [_POINTER, ctypes.c_int], ctypes.c_char_p)
        self._int_symbol = function("Z3_mk_int_symbol", [_POINTER, ctypes.c_int])
        self._string_symbol = function("Z3_mk_string_symbol", [_POINTER, ctypes.c_char_p])
        self._mk_const = pointers("Z3_mk_const", 3)
        self._bool_sort = pointers("Z3_mk_bool_sort", 1)
        self._bv_sort = function("Z3_mk_bv_sort", [_POINTER, _UINT])
        self._array_sort = pointers("Z3_mk_array_sort", 3)
        self._literal = function("Z3_mk_unsigned_int64", [_POINTER, ctypes.c_uint64, _POINTER])
        self._true = pointers("Z3_mk_true", 1)
        self._false = pointers("Z3_mk_false", 1)
        self._eq = pointers("Z3_mk_eq", 3)
        self._not = pointers("Z3_mk_not", 2)
        self._ite = pointers("Z3_mk_ite", 4)
        self._neg = pointers("Z3_mk_bvneg", 2)
        self._and = function("Z3_mk_and", [_POINTER, _UINT, ctypes.POINTER(_POINTER)])
        self._or = function("Z3_mk_or", [_POINTER, _UINT, ctypes.POINTER(_POINTER)])
        self._store = pointers("Z3_mk_store", 4)
        self._const_array = pointers("Z3_mk_const_array", 3)
        self._sign_extend = function("Z3_mk_sign_ext", [_POINTER, _UINT, _POINTER])
        self._zero_extend = function("Z3_mk_zero_ext", [_POINTER, _UINT, _POINTER])
        self._extract = function("Z3_mk_extract", [_POINTER, _UINT, _UINT, _POINTER])
        self._mk_solver = pointers("Z3_mk_solver_for_logic", 2)
        self._inc_ref = pointers("Z3_solver_inc_ref", 2, None)
        self._dec_ref = pointers("Z3_solver_dec_ref", 2, None)
        self._solver_push = pointers("Z3_solver_push", 2, None)
        self._solver_pop = function("Z3_solver_pop", [_POINTER, _POINTER, _UINT], None)
        self._solver_assert = pointers("Z3_solver_assert", 3, None)
        self._solver_check = pointers("Z3_solver_check", 2, ctypes.c_int)
        self._reason = pointers("Z3_solver_get_reason_unknown", 2, ctypes.c_char_p)
        self._get_model = pointers("Z3_solver_get_model", 2)
        self._model_inc_ref = pointers("Z3_model_inc_ref", 2, None)
        self._model_dec_ref = pointers("Z3_model_dec_ref", 2, None)
        self._model_eval = function(
            "Z3_model_eval", [_POINTER, _POINTER, _POINTER, ctypes.c_bool, ctypes.POINTER(_POINTER)], ctypes.c_bool
        )
        self._numeral = function(
            "Z3_get_numeral_uint64", [_POINTER, _POINTER, ctypes.POINTER(ctypes.c_uint64)], ctypes.c_bool
        )
        self._bool_value = pointers("Z3_get_bool_value", 2, ctypes.c_int)
        self._mk_params = pointers("Z3_mk_params", 1)
        self._params_inc_ref = pointers("Z3_params_inc_ref", 2, None)
        self._params_dec_ref = pointers("Z3_params_dec_ref", 2, None)
        self._params_set = function("Z3_params_set_uint", [_POINTER, _POINTER, _POINTER, _UINT], None)
        self._params_set_flag = function("Z3_params_set_bool", [_POINTER, _POINTER, _POINTER, ctypes.c_bool], None)
        self._set_params = pointers("Z3_solver_set_params", 3, None)
        self._get_statistics = pointers("Z3_solver_get_statistics", 2)
        self._statistics_inc_ref = pointers("Z3_stats_inc_ref", 2, None)
        self._statistics_dec_ref = pointers("Z3_stats_dec_ref", 2, None)
        self._statistics_size = pointers("Z3_stats_size", 2, _UINT)
        self._statistics_key = function("Z3_stats_get_key", [_POINTER, _POINTER, _UINT], ctypes.c_char_p)
        self._statistics_value = function("Z3_stats_get_uint_value", [_POINTER, _POINTER, _UINT], _UINT)
        self._handler = _HANDLER(self._record_error)
        self._fresh()

    def _record_error(self, context: int, code: int) -> None:
        self._error = code

    def _raise_errors(self) -> None:
        if self._error:
            message = self._error_message(self._context, self._error)
            text = message.decode(errors="replace") if isinstance(message, bytes) else str(message)
            self._error = 0
            self.restart()
            raise EngineError(f"z3: {text}")

    def worked(self) -> float:
        """By z3's own count of resources."""
        before, self._counted = self._counted, self._resources()
        return max(self._counted - before, 0) / _UNITS_PER_SECOND

    def _resources(self) -> int:
        """What this context has used so far."""
        context = self._context
        statistics = self._get_statistics(context, self._solver)
        self._statistics_inc_ref(context, statistics)
        try:
            for at in reversed(range(self._statistics_size(context, statistics))):
                key: object = self._statistics_key(context, statistics, at)
                if key == b"rlimit count":
                    return self._statistics_value(context, statistics, at)
        finally:
            self._statistics_dec_ref(context, statistics)
        return 0

    def close(self) -> None:
        """Delete the context, with all nodes."""
        if self._context:
            self._dec_ref(self._context, self._solver)
            self._del_context(self._context)
        self._context = 0
        self._nodes.clear()

    def __del__(self) -> None:
        # A context is nothing that Python knows of: that of a solver which nobody closed would stay.
        if getattr(self, "_context", 0):
            self.close()

    def _fresh(self) -> None:
        self.close()
        self._error = 0
        config = self._mk_config()
        self._context = self._mk_context(config)
        self._del_config(config)
        self._set_error_handler(self._context, self._handler)
        self._sorts: dict[Sort, int] = {}
        self._symbols = 0
        self._limits = (-1, -1)
        self._model_pointer = 0
        self._counted = 0
        logic = self._string_symbol(self._context, b"QF_AUFBV")
        self._solver = self._mk_solver(self._context, logic)
        self._inc_ref(self._context, self._solver)
        # without a first push the solver would run its slow pipeline that is not incremental
        self._solver_push(self._context, self._solver)
        self._stack.clear()

    def restart(self) -> None:
        """A new context: every translation is forgotten."""
        self._nodes.clear()
        self._bits.clear()
        self._tables = TableFacts()
        self._fresh()
        self.restarts += 1

    def _before_check(self, conditions: Sequence[Term]) -> None:
        if len(self._nodes) > _TRANSLATIONS_PER_CONTEXT:
            self.restart()

    def _push(self, node: int, sides: Iterable[int]) -> None:
        self._solver_push(self._context, self._solver)
        self._solver_assert(self._context, self._solver, node)
        for side in sides:
            self._solver_assert(self._context, self._solver, side)

    def _pop(self, levels: int) -> None:
        self._solver_pop(self._context, self._solver, levels)

    def _check(self, seconds: float, work: float, resources: int) -> tuple[str, str]:
        self._raise_errors()
        units = resources or (0 if math.isinf(work) else min(max(1, round(work * _UNITS_PER_SECOND)), _MOST_UNITS))
        limits = (max(1, round(seconds * 1000)), units)
        if limits != self._limits:
            self._set_limits(limits)
        result = self._solver_check(self._context, self._solver)
        if result == 1:
            return "sat", ""
        if result == -1:
            return "unsat", ""
        self._raise_errors()
        reason = self._reason(self._context, self._solver)
        text = reason.decode(errors="replace") if isinstance(reason, bytes) else "unknown"
        return "unknown", STOPPED if text in _STOPPED else text or "unknown"

    def _set_limits(self, limits: tuple[int, int]) -> None:
        context = self._context
        params = self._mk_params(context)
        self._params_inc_ref(context, params)
        self._params_set(context, params, self._string_symbol(context, b"timeout"), limits[0])
        self._params_set(context, params, self._string_symbol(context, b"rlimit"), limits[1])
        # z3 would take the signal of an interrupt and might answer all the same: it is Python's
        self._params_set_flag(context, params, self._string_symbol(context, b"ctrl_c"), False)
        self._set_params(context, self._solver, params)
        self._params_dec_ref(context, params)
        self._limits = limits

    # translation ---------------------------------------------------------------------------------------------------

    def _sort(self, sort: Sort) -> int:
        known = self._sorts.get(sort)
        if known is None:
            if sort.is_array:
                assert sort.element is not None
                known = self._array_sort(self._context, self._sort(BV32), self._sort(sort.element))
            elif sort.is_vector:
                known = self._bv_sort(self._context, sort.width)
            elif sort.is_float:
                raise EncodingError("floats are given to Bitwuzla")
            else:
                known = self._bool_sort(self._context)
            self._sorts[sort] = known
        return known

    def _constant(self, value: float, sort: Sort) -> int:
        if sort is BOOL:
            return self._true(self._context) if value else self._false(self._context)
        return self._literal(self._context, int(value) & ((1 << sort.width) - 1), self._sort(sort))

    def _symbol(self, sort: Sort) -> int:
        self._symbols += 1
        return self._mk_const(self._context, self._int_symbol(self._context, self._symbols), self._sort(sort))

    def _encode(self, term: Term, arguments: list[int]) -> int:
        op = term.op
        context = self._context
        binary = self._binary.get(op)
        if binary is not None:
            return binary(context, arguments[0], arguments[1])
        if op == "eq":
            return self._eq(context, arguments[0], arguments[1]) if arguments else self._symbol(BOOL)
        if op == "ite":
            return self._ite(context, *arguments)
        if op == "not":
            return self._not(context, arguments[0])
        if op in ("conj", "disj"):
            array = (_POINTER * len(arguments))(*arguments)
            return (self._and if op == "conj" else self._or)(context, len(arguments), array)
        if op in ("var", "is_null", "has_class", "lookup"):
            return self._symbol(term.sort)
        return self._encode_rest(term, arguments)

    def _encode_rest(self, term: Term, arguments: list[int]) -> int:
        op = term.op
        context = self._context
        width = term.sort.width
        if op in self._shift:
            count = term.args[1]
            if type(count) is int:
                amount = self._constant(count & (width - 1), term.sort)
            else:
                amount = self._binary["and"](context, arguments[1], self._constant(width - 1, BV32))
                if width == 64:
                    amount = self._zero_extend(context, 32, amount)
            return self._shift[op](context, arguments[0], amount)
        if op in ("sext", "zext"):
            source = term.args[0]
            assert type(source) is Term
            extend = self._sign_extend if op == "sext" else self._zero_extend
            return extend(context, width - source.sort.width, arguments[0])
        if op == "trunc":
            return self._extract(context, width - 1, 0, arguments[0])
        if op == "neg":
            return self._neg(context, arguments[0])
        if op == "store":
            return self._store(context, *arguments)
        if op == "const_array":
            return self._const_array(context, self._sort(BV32), arguments[0])
        if op == "lcmp":
            one, zero, minus = (self._constant(k, BV32) for k in (1, 0, -1))
            otherwise = self._ite(context, self._eq(context, *arguments), zero, one)
            return self._ite(context, self._binary["lt"](context, *arguments), minus, otherwise)
        raise EncodingError(f"z3 has no translation for {op}")

    def _bits_condition(self, term: Term) -> int:
        raise EncodingError("floats are given to Bitwuzla")

    def _select(self, array: int, index: int) -> int:
        return self._binary["select"](self._context, array, index)

    def _model(self, conditions: Sequence[Term]) -> Model:
        self._model_pointer = self._get_model(self._context, self._solver)
        self._model_inc_ref(self._context, self._model_pointer)
        try:
            return super()._model(conditions)
        finally:
            self._model_dec_ref(self._context, self._model_pointer)
            self._model_pointer = 0

    def _value(self, node: int, sort: Sort) -> int | float | bool:
        result = _POINTER()
        self._model_eval(self._context, self._model_pointer, node, True, ctypes.byref(result))
        if not sort.is_vector:
            return self._bool_value(self._context, result) == 1
        number = ctypes.c_uint64()
        self._numeral(self._context, result, ctypes.byref(number))
        value = number.value
        return value - (1 << sort.width) if value >> (sort.width - 1) else value
