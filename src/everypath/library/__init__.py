"""Models of the JDK: natives and hot methods, the boot image, and a part that is written in Java.

`JdkLibrary(program, bridge)` is the library that the machine uses. The packages, lowest first:

- `models`: the table of models and what models share
- `jdk`: static fields, results of pure methods and character tables, read from the real JDK
- `classes`: ``Class``, finding classes by name, ``Module``
- `collections`: ``Object``, hash maps, iteration orders
- `runtime`: ``System``, ``Runtime``, ``Throwable``, the environment of the process
- `handles`: method handles, variable handles, bootstrap methods
- `reflection`: members, arrays, proxies, annotations, serialization, ``Unsafe``
- `text`: strings, builders, characters, charsets, locales
- `numbers`: boxes, ``Math``, big numbers
- `dispatch`: `JdkLibrary`, the rules of calls, plug-ins
"""

from everypath.library.dispatch import CallRules, JdkLibrary
from everypath.library.models import model, pure

__all__ = ["CallRules", "JdkLibrary", "model", "pure"]
