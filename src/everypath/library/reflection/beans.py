"""Models for ``java.beans``: its caches of members, and the trampoline class through which it calls methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.library.models import IN_JAVA, model
from everypath.library.reflection.members import HELPER, METHOD
from everypath.state import NULL

if TYPE_CHECKING:
    from everypath.term import Value
    from everypath.vm.core import Call

METHOD_UTIL, CACHE = "sun/reflect/misc/MethodUtil", "com/sun/beans/util/Cache"
_INVOKE = f"(L{METHOD};Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;"
_GET = "(Ljava/lang/Object;)Ljava/lang/Object;"

IN_JAVA[METHOD_UTIL, "invoke", _INVOKE] = (HELPER, "bounce", _INVOKE)


@model(METHOD_UTIL, "getTrampoline", f"()L{METHOD};")
def trampoline(call: Call) -> Value:
    """The method of another loader's class that ``invoke`` would call; it is replaced as a whole."""
    return NULL


@model(CACHE, "get", _GET)
def cached(call: Call, this: Value, key: Value) -> Value | None:
    """A new value for each key: the cache changes only the time that the JDK takes."""
    if call.reference(key) == NULL:
        call.throw("java/lang/NullPointerException", "key")
    call.invoke_virtual(CACHE, "create", _GET, [this, key])
