"""z3 through its C API (`everypath.solver.backends.z3_api`), for all conditions without floats.

Nodes are not reference-counted: they live as long as the context, which is replaced when it has grown. An error
handler is set, for without one a failing call ends the process.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Sequence

from everypath.errors import EngineError
from everypath.solver.backends.backend import STOPPED, Backend, EncodingError
from everypath.solver.backends.memory_limit import QUERY_MEMORY
from everypath.solver.backends.table_facts import TableFacts
from everypath.solver.backends.z3_api import ERROR_HANDLER, POINTER, Call, Z3Api
from everypath.term import BOOL, BV32, Model, Sort, Term
from everypath.work import Z3_UNITS

_TRANSLATIONS_PER_CONTEXT = 60_000
_STOPPED = frozenset({"timeout", "canceled", "max. resource limit exceeded"})
_OUT_OF_MEMORY = 7
"""``Z3_MEMOUT_FAIL`` of the C API."""
_NO_PUSH = "Resource limits hit in push"
"""The message of a push where the memory was used up before."""
_MOST_UNITS = (1 << 32) - 1

_BINARY = {
    "add": "mk_bvadd",
    "sub": "mk_bvsub",
    "mul": "mk_bvmul",
    "sdiv": "mk_bvsdiv",
    "srem": "mk_bvsrem",
    "and": "mk_bvand",
    "or": "mk_bvor",
    "xor": "mk_bvxor",
    "lt": "mk_bvslt",
    "ult": "mk_bvult",
    "select": "mk_select",
}
_SHIFTS = {"shl": "mk_bvshl", "shr": "mk_bvashr", "ushr": "mk_bvlshr"}


class Z3Backend(Backend[int]):
    """The z3 solver. The library is loaded with the first instance."""

    name = "z3"

    def __init__(self) -> None:
        super().__init__()
        self._counted = 0
        self._error = 0
        self._is_full = False
        self._context = 0
        self._solver = 0
        self._api = api = Z3Api.load()
        self._binary: dict[str, Call] = {op: getattr(api, name) for op, name in _BINARY.items()}
        self._shift: dict[str, Call] = {op: getattr(api, name) for op, name in _SHIFTS.items()}
        self._handler = ERROR_HANDLER(self._record_error)
        self._fresh()

    def _record_error(self, context: int, code: int) -> None:
        self._error = self._error or code  # later ones may follow from the first

    def _raise_errors(self) -> None:
        """Raise `EngineError` if a call has failed, unless it reached the limit on memory: then this context is full,
        and only a new one can answer.
        """
        if not self._error or self._is_full:
            return
        message = self._api.get_error_msg(self._context, self._error)
        text = message.decode(errors="replace") if isinstance(message, bytes) else str(message)
        if self._error == _OUT_OF_MEMORY or text.startswith(_NO_PUSH):
            self._is_full = True
            return
        self.restart()
        raise EngineError(f"z3: {text}")

    def worked(self) -> float:
        """Return the work since the last call, by z3's own count of resources."""
        before, self._counted = self._counted, self._resources()
        return max(self._counted - before, 0) / Z3_UNITS

    def _resources(self) -> int:
        """Return the resources that this context has used."""
        context = self._context
        statistics = self._api.solver_get_statistics(context, self._solver)
        if not statistics:
            return self._counted
        self._api.stats_inc_ref(context, statistics)
        try:
            for at in reversed(range(self._api.stats_size(context, statistics))):
                key: object = self._api.stats_get_key(context, statistics, at)
                if key == b"rlimit count":
                    return self._api.stats_get_uint_value(context, statistics, at)
        finally:
            self._api.stats_dec_ref(context, statistics)
        return 0

    def close(self) -> None:
        """Delete the context, with all nodes. If an exception interrupts this, nothing is deleted twice later."""
        context, self._context = self._context, 0
        solver, self._solver = self._solver, 0
        self._nodes.clear()
        if context:
            if solver:
                self._api.solver_dec_ref(context, solver)
            self._api.del_context(context)

    def __del__(self) -> None:
        # Python does not manage the memory of a context.
        if getattr(self, "_context", 0):
            self.close()

    def _fresh(self) -> None:
        self.close()
        self._error = 0
        self._is_full = False
        config = self._api.mk_config()
        self._context = self._api.mk_context(config)
        self._api.del_config(config)
        self._api.set_error_handler(self._context, self._handler)
        self._sorts: dict[Sort, int] = {}
        self._symbols = 0
        self._limits = (-1, -1)
        self._model_pointer = 0
        self._counted = 0
        logic = self._api.mk_string_symbol(self._context, b"QF_AUFBV")
        solver = self._api.mk_solver_for_logic(self._context, logic)
        self._api.solver_inc_ref(self._context, solver)
        self._solver = solver
        # without a first push, z3 would use its slow pipeline, which is not incremental
        self._api.solver_push(self._context, self._solver)
        self._stack.clear()

    def restart(self) -> None:
        """Make a new context and delete all translations."""
        self._nodes.clear()
        self._bits.clear()
        self._tables = TableFacts()
        self._fresh()
        self.restarts += 1

    def _before_check(self, conditions: Sequence[Term]) -> None:
        if self._is_full or len(self._nodes) > _TRANSLATIONS_PER_CONTEXT:
            self.restart()
        self._api.allow(QUERY_MEMORY.megabytes)

    def _push(self, node: int, sides: Iterable[int]) -> None:
        self._api.solver_push(self._context, self._solver)
        self._api.solver_assert(self._context, self._solver, node)
        for side in sides:
            self._api.solver_assert(self._context, self._solver, side)

    def _pop(self, levels: int) -> None:
        self._api.solver_pop(self._context, self._solver, levels)

    def _check(self, seconds: float, work: float, resources: int) -> tuple[str, str]:
        self._raise_errors()
        if self._is_full:
            return "unknown", STOPPED
        units = resources or (0 if math.isinf(work) else min(max(1, round(work * Z3_UNITS)), _MOST_UNITS))
        limits = (max(1, round(seconds * 1000)), units)
        if limits != self._limits:
            self._set_limits(limits)
        result = self._api.solver_check(self._context, self._solver)
        if result == 1:
            return "sat", ""
        if result == -1:
            return "unsat", ""
        self._raise_errors()
        if self._is_full:
            return "unknown", STOPPED
        reason = self._api.solver_get_reason_unknown(self._context, self._solver)
        text = reason.decode(errors="replace") if isinstance(reason, bytes) else "unknown"
        return "unknown", STOPPED if text in _STOPPED else text or "unknown"

    def _set_limits(self, limits: tuple[int, int]) -> None:
        context = self._context
        params = self._api.mk_params(context)
        self._api.params_inc_ref(context, params)
        self._api.params_set_uint(context, params, self._api.mk_string_symbol(context, b"timeout"), limits[0])
        self._api.params_set_uint(context, params, self._api.mk_string_symbol(context, b"rlimit"), limits[1])
        # else z3 would handle the interrupt signal, which Python must handle, and might still answer
        self._api.params_set_bool(context, params, self._api.mk_string_symbol(context, b"ctrl_c"), False)
        self._api.solver_set_params(context, self._solver, params)
        self._api.params_dec_ref(context, params)
        self._limits = limits

    # translation ---------------------------------------------------------------------------------------------------

    def _sort(self, sort: Sort) -> int:
        known = self._sorts.get(sort)
        if known is None:
            if sort.is_array:
                assert sort.element is not None
                known = self._api.mk_array_sort(self._context, self._sort(BV32), self._sort(sort.element))
            elif sort.is_vector:
                known = self._api.mk_bv_sort(self._context, sort.width)
            elif sort.is_float:
                raise EncodingError("floats are given to Bitwuzla")
            else:
                known = self._api.mk_bool_sort(self._context)
            self._sorts[sort] = known
        return known

    def _constant(self, value: float, sort: Sort) -> int:
        if sort is BOOL:
            return self._api.mk_true(self._context) if value else self._api.mk_false(self._context)
        return self._api.mk_unsigned_int64(self._context, int(value) & ((1 << sort.width) - 1), self._sort(sort))

    def _symbol(self, sort: Sort) -> int:
        self._symbols += 1
        return self._api.mk_const(
            self._context, self._api.mk_int_symbol(self._context, self._symbols), self._sort(sort)
        )

    def _encode(self, term: Term, arguments: list[int]) -> int:
        op = term.op
        context = self._context
        binary = self._binary.get(op)
        if binary is not None:
            return binary(context, arguments[0], arguments[1])
        if op == "eq":
            return self._api.mk_eq(context, arguments[0], arguments[1]) if arguments else self._symbol(BOOL)
        if op == "ite":
            return self._api.mk_ite(context, *arguments)
        if op == "not":
            return self._api.mk_not(context, arguments[0])
        if op in ("conj", "disj"):
            array = (POINTER * len(arguments))(*arguments)
            return (self._api.mk_and if op == "conj" else self._api.mk_or)(context, len(arguments), array)
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
                    amount = self._api.mk_zero_ext(context, 32, amount)
            return self._shift[op](context, arguments[0], amount)
        if op in ("sext", "zext"):
            source = term.args[0]
            assert type(source) is Term
            extend = self._api.mk_sign_ext if op == "sext" else self._api.mk_zero_ext
            return extend(context, width - source.sort.width, arguments[0])
        if op == "trunc":
            return self._api.mk_extract(context, width - 1, 0, arguments[0])
        if op == "neg":
            return self._api.mk_bvneg(context, arguments[0])
        if op == "store":
            return self._api.mk_store(context, *arguments)
        if op == "const_array":
            return self._api.mk_const_array(context, self._sort(BV32), arguments[0])
        if op == "lcmp":
            one, zero, minus = (self._constant(k, BV32) for k in (1, 0, -1))
            otherwise = self._api.mk_ite(context, self._api.mk_eq(context, *arguments), zero, one)
            return self._api.mk_ite(context, self._binary["lt"](context, *arguments), minus, otherwise)
        raise EncodingError(f"z3 has no translation for {op}")

    def _bits_condition(self, term: Term) -> int:
        raise EncodingError("floats are given to Bitwuzla")

    def _select(self, array: int, index: int) -> int:
        return self._binary["select"](self._context, array, index)

    def _model(self, conditions: Sequence[Term]) -> Model:
        self._model_pointer = self._api.solver_get_model(self._context, self._solver)
        self._api.model_inc_ref(self._context, self._model_pointer)
        try:
            return super()._model(conditions)
        finally:
            self._api.model_dec_ref(self._context, self._model_pointer)
            self._model_pointer = 0

    def _value(self, node: int, sort: Sort) -> int | float | bool:
        result = POINTER()
        self._api.model_eval(self._context, self._model_pointer, node, True, ctypes.byref(result))
        if not sort.is_vector:
            return self._api.get_bool_value(self._context, result) == 1
        number = ctypes.c_uint64()
        self._api.get_numeral_uint64(self._context, result, ctypes.byref(number))
        value = number.value
        return value - (1 << sort.width) if value >> (sort.width - 1) else value
