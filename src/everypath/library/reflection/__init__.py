"""Models of ``java.lang.reflect``: members, arrays, proxies, annotations; also of serialization and ``Unsafe``.

`executable` and `field_object` make ``Method``, ``Constructor`` and ``Field`` objects, `proxy_class` makes the class
of a dynamic proxy. Imports `handles`, `runtime`, `classes`, `jdk` and `models`.
"""

from everypath.library.reflection import annotations, arrays, beans, members, proxies, serialization, unsafe
from everypath.library.reflection.members import CONSTRUCTOR, FIELD, METHOD, executable, field_object
from everypath.library.reflection.proxies import HANDLER, OF_OBJECT, PROXY, call_handler, is_proxy_method, proxy_class

MODEL_MODULES = (annotations, arrays, beans, members, proxies, serialization, unsafe)
"""The modules of this package that register models when they are imported."""

__all__ = [
    "CONSTRUCTOR",
    "FIELD",
    "HANDLER",
    "METHOD",
    "MODEL_MODULES",
    "OF_OBJECT",
    "PROXY",
    "call_handler",
    "executable",
    "field_object",
    "is_proxy_method",
    "proxy_class",
]
