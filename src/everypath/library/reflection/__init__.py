"""Models of ``java.lang.reflect``: members, arrays, proxies, annotations; also of serialization and ``Unsafe``.

`executable` and `field_object` make ``Method``, ``Constructor`` and ``Field`` objects, `proxy_class` makes the class
of a dynamic proxy. Imports `handles`, `runtime`, `classes`, `jdk` and `models`.
"""

from everypath.library.reflection import annotations, arrays, beans, members, proxies, serialization, unsafe

MODEL_MODULES = (
    annotations,
    arrays,
    beans,
    members,
    proxies,
    serialization,
    unsafe,
)
"""The modules of this package that register models when they are imported."""

__all__ = ["MODEL_MODULES"]
