"""Code objects of generated sources: shared by the machines of a process, and kept on disk between runs.

The key of an entry is a digest of the source and of the version of Python, so the entry is the result of ``compile`` on
that source. It can be missing or unreadable, but never out of date.
"""

from __future__ import annotations

import marshal
from importlib.util import MAGIC_NUMBER
from types import CodeType

from everypath import usercache

_KIND = "code"
_MOST = 4_000
_KNOWN: dict[str, CodeType] = {}


def code_of(source: str, name: str) -> CodeType:
    """The code of a module with this source, whose tracebacks name it ``name``."""
    key = usercache.digest_of(MAGIC_NUMBER, source.encode("utf-8", "surrogatepass"), name)
    code = _KNOWN.get(key)
    if code is None:
        if len(_KNOWN) >= _MOST:
            _KNOWN.clear()
        code = _KNOWN[key] = _loaded(key) or _compiled(source, name, key)
    return code


def _loaded(key: str) -> CodeType | None:
    data = usercache.load(_KIND, key)
    if data is None:
        return None
    try:
        code = marshal.loads(data)
    except (ValueError, EOFError, TypeError):
        return None
    return code if isinstance(code, CodeType) else None


def _compiled(source: str, name: str, key: str) -> CodeType:
    code = compile(source, name, "exec", dont_inherit=True)
    usercache.save(_KIND, key, marshal.dumps(code))
    return code
