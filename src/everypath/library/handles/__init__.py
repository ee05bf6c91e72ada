"""Models of ``java.lang.invoke``: method handles, variable handles, lookups and bootstrap methods.

`polymorphic_call` and `variable_call` answer calls through handles, `constant_model` and `site_model` what the
constant pool asks for. Imports `classes`, `jdk` and `models`.
"""

from everypath.library.handles import bootstrap_methods, lookups, method_handles, var_handles

MODEL_MODULES = (
    bootstrap_methods,
    lookups,
    method_handles,
    var_handles,
)
"""The modules of this package that register models when they are imported."""

__all__ = ["MODEL_MODULES"]
