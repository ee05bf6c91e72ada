"""Which model answers a call: `JdkLibrary`, the implementation of `everypath.vm.core.protocols.Library`.

`CallRules` are the options ``--calls`` and ``--source``, `SensitiveMembers` the option ``--sensitive``,
`plugged_models` the models of plug-ins. Imports all packages of the library.
"""

from everypath.library.dispatch.call_rules import CallRule, CallRules
from everypath.library.dispatch.library import MODEL_MODULES, JdkLibrary
from everypath.library.dispatch.machine_dependent import is_machine_dependent
from everypath.library.dispatch.plugins import models_of, plugged_models
from everypath.library.dispatch.sensitive import SensitiveCall, restore_sensitive_calls, sensitive_calls

__all__ = [
    "MODEL_MODULES",
    "CallRule",
    "CallRules",
    "JdkLibrary",
    "SensitiveCall",
    "is_machine_dependent",
    "models_of",
    "plugged_models",
    "restore_sensitive_calls",
    "sensitive_calls",
]
