"""Call sites linked by bootstrap methods of the JDK: lambdas, string concatenation, record methods, pattern switches.

`link` makes the handler of an ``invokedynamic``. Imports `core`, `references`, `invocation` and `instructions`.
"""

from everypath.vm.invokedynamic.conversions import adapt, cast, convertible, require_non_null
from everypath.vm.invokedynamic.hidden_classes import class_file
from everypath.vm.invokedynamic.lambdas import call_abstract
from everypath.vm.invokedynamic.linker import link
from everypath.vm.invokedynamic.string_concat import append

__all__ = [
    "adapt",
    "append",
    "call_abstract",
    "cast",
    "class_file",
    "convertible",
    "link",
    "require_non_null",
]
