"""The result of compiling sources in the library process."""

from __future__ import annotations

import base64
from typing import cast

from everypath.bridge.messages.plan import Json
from everypath.classfile import internal_name
from everypath.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class CompileError:
    """One error of ``javac``: the class whose source it is in (empty when unknown), the line (or -1), the message."""

    klass: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Compiled:
    """The compiled classes by internal name and the errors. If ``ok`` is false, some classes may be there."""

    ok: bool
    classes: dict[str, bytes]
    errors: tuple[CompileError, ...]


def decode_compiled(answer: dict[str, Json]) -> Compiled:
    """Decode the answer of the library process."""
    classes = cast("dict[str, str]", answer["classes"])
    return Compiled(
        bool(answer["ok"]),
        {internal_name(name): base64.b64decode(data) for name, data in classes.items()},
        tuple(
            CompileError(internal_name(cast("str", klass)), cast("int", line), cast("str", message))
            for klass, line, message in cast("list[list[Json]]", answer["errors"])
        ),
    )
