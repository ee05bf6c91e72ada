"""The C API of z3: loads libz3 and declares the functions that are used."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final, TypeAlias

from everypath.errors import EngineError

POINTER: Final = ctypes.c_void_p
ERROR_HANDLER: Final = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int)

Call: TypeAlias = Callable[..., int]
"""A function of the C API. It returns an int, or what its prototype says."""

_UINT: Final = ctypes.c_uint
_INT: Final = ctypes.c_int
_TEXT: Final = ctypes.c_char_p

_POINTER_FUNCTIONS: Final = {
    "mk_config": 0,
    "mk_context": 1,
    "mk_const": 3,
    "mk_bool_sort": 1,
    "mk_array_sort": 3,
    "mk_true": 1,
    "mk_false": 1,
    "mk_eq": 3,
    "mk_not": 2,
    "mk_ite": 4,
    "mk_bvadd": 3,
    "mk_bvsub": 3,
    "mk_bvmul": 3,
    "mk_bvsdiv": 3,
    "mk_bvsrem": 3,
    "mk_bvneg": 2,
    "mk_bvand": 3,
    "mk_bvor": 3,
    "mk_bvxor": 3,
    "mk_bvslt": 3,
    "mk_bvult": 3,
    "mk_bvshl": 3,
    "mk_bvashr": 3,
    "mk_bvlshr": 3,
    "mk_select": 3,
    "mk_store": 4,
    "mk_const_array": 3,
    "mk_solver_for_logic": 2,
    "mk_params": 1,
    "solver_get_model": 2,
    "solver_get_statistics": 2,
}
"""Functions whose arguments are pointers and that return a pointer: the number of arguments."""

_PROCEDURES: Final = {
    "del_config": 1,
    "del_context": 1,
    "solver_inc_ref": 2,
    "solver_dec_ref": 2,
    "solver_push": 2,
    "solver_assert": 3,
    "solver_set_params": 3,
    "model_inc_ref": 2,
    "model_dec_ref": 2,
    "params_inc_ref": 2,
    "params_dec_ref": 2,
    "stats_inc_ref": 2,
    "stats_dec_ref": 2,
}
"""Functions whose arguments are pointers and that return nothing: the number of arguments."""

_PROTOTYPES: Final[dict[str, tuple[list[type], type | None]]] = {
    **{name: ([POINTER] * count, POINTER) for name, count in _POINTER_FUNCTIONS.items()},
    **{name: ([POINTER] * count, None) for name, count in _PROCEDURES.items()},
    "global_param_set": ([_TEXT, _TEXT], None),
    "get_estimated_alloc_size": ([], ctypes.c_uint64),
    "set_error_handler": ([POINTER, ERROR_HANDLER], None),
    "get_error_msg": ([POINTER, _INT], _TEXT),
    "mk_int_symbol": ([POINTER, _INT], POINTER),
    "mk_string_symbol": ([POINTER, _TEXT], POINTER),
    "mk_bv_sort": ([POINTER, _UINT], POINTER),
    "mk_unsigned_int64": ([POINTER, ctypes.c_uint64, POINTER], POINTER),
    "mk_and": ([POINTER, _UINT, ctypes.POINTER(POINTER)], POINTER),
    "mk_or": ([POINTER, _UINT, ctypes.POINTER(POINTER)], POINTER),
    "mk_sign_ext": ([POINTER, _UINT, POINTER], POINTER),
    "mk_zero_ext": ([POINTER, _UINT, POINTER], POINTER),
    "mk_extract": ([POINTER, _UINT, _UINT, POINTER], POINTER),
    "solver_pop": ([POINTER, POINTER, _UINT], None),
    "solver_check": ([POINTER, POINTER], _INT),
    "solver_get_reason_unknown": ([POINTER, POINTER], _TEXT),
    "model_eval": ([POINTER, POINTER, POINTER, ctypes.c_bool, ctypes.POINTER(POINTER)], ctypes.c_bool),
    "get_numeral_uint64": ([POINTER, POINTER, ctypes.POINTER(ctypes.c_uint64)], ctypes.c_bool),
    "get_bool_value": ([POINTER, POINTER], _INT),
    "params_set_uint": ([POINTER, POINTER, POINTER, _UINT], None),
    "params_set_bool": ([POINTER, POINTER, POINTER, ctypes.c_bool], None),
    "stats_size": ([POINTER, POINTER], _UINT),
    "stats_get_key": ([POINTER, POINTER, _UINT], _TEXT),
    "stats_get_uint_value": ([POINTER, POINTER, _UINT], _UINT),
}
"""By name without ``Z3_``, the types of the arguments and of the result."""


class Z3Api:
    """libz3, loaded once per process. Its attributes are the functions of `_PROTOTYPES`: ``api.mk_eq``."""

    _loaded: ClassVar[Z3Api | None] = None

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))
        self._allowed = 0
        """The megabytes that all contexts may have now."""

    def allow(self, megabytes: int) -> None:
        """Let all contexts together have so many megabytes more than now, or nearly so many."""
        allowed = (self.get_estimated_alloc_size() >> 20) + megabytes
        if abs(allowed - self._allowed) > megabytes // 8:
            self._allowed = allowed
            self.global_param_set(b"memory_high_watermark_mb", str(allowed).encode())

    def __getattr__(self, name: str) -> Call:
        """Return a function, looked up in the library when it is first used."""
        if name not in _PROTOTYPES:
            raise AttributeError(name)
        function = self._library[f"Z3_{name}"]
        function.argtypes, function.restype = _PROTOTYPES[name]
        call: Call = function
        setattr(self, name, call)
        return call

    @classmethod
    def load(cls) -> Z3Api:
        """Return the library that the z3-solver package ships.

        Raises:
            EngineError: the package is not installed, or has no library.
        """
        if cls._loaded is None:
            import importlib.util

            spec = importlib.util.find_spec("z3")
            if spec is None or not spec.submodule_search_locations:
                raise EngineError("the z3-solver package is not installed")
            folder = Path(next(iter(spec.submodule_search_locations))) / "lib"
            candidates = sorted([*folder.glob("libz3.*"), *folder.glob("z3.dll")])
            if not candidates:
                raise EngineError(f"libz3 is not in {folder}")
            cls._loaded = Z3Api(candidates[0])
        return cls._loaded
