"""Models of ``java.lang.invoke``: method handles, variable handles, lookups and bootstrap methods.

`polymorphic_call` and `variable_call` answer calls through handles, `constant_model` and `site_model` what the
constant pool asks for. Imports `classes`, `jdk` and `models`.
"""

from everypath.library.handles import bootstrap_methods, lookups, method_handles, var_handles
from everypath.library.handles.bootstrap_methods import constant_model, site_model
from everypath.library.handles.lookups import LOOKUP, check_access, field_handle
from everypath.library.handles.method_handles import (
    Member,
    apply_member,
    boxed,
    boxed_array,
    direct_handle,
    elements,
    polymorphic_call,
    read_static,
    unboxed,
)
from everypath.library.handles.var_handles import Variable, new_variable, variable_call

MODEL_MODULES = (bootstrap_methods, lookups, method_handles, var_handles)
"""The modules of this package that register models when they are imported."""

__all__ = [
    "LOOKUP",
    "MODEL_MODULES",
    "Member",
    "Variable",
    "apply_member",
    "boxed",
    "boxed_array",
    "check_access",
    "constant_model",
    "direct_handle",
    "elements",
    "field_handle",
    "new_variable",
    "polymorphic_call",
    "read_static",
    "site_model",
    "unboxed",
    "variable_call",
]
