"""Classes of the JDK that get probes in a JVM that runs already."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import cast

from everypath.bridge.guard import guarded, has_sinks
from everypath.bridge.messages import Json
from everypath.bridge.processes import REQUEST_TIMEOUT, Jvm, raise_error
from everypath.classfile import Jdk, dotted, internal_name

__all__ = ["PlatformClasses"]

_MOST_TOGETHER = 200
"""Classes that one request brings."""


class PlatformClasses:
    """Classes of a JDK, by internal name. Each JVM that is to have probes in them needs `instrument` once.

    The probes come first and the calls of the guard after them, so that probes have the same numbers as in replays.
    """

    def __init__(self, jdk: Jdk, names: Sequence[str]) -> None:
        self._jdk = jdk
        self._names = tuple(names)

    def instrument(self, jvm: Jvm) -> None:
        """Give the classes probes. Raises JvmDiedError, JvmHungError and `BridgeError`."""
        image = self._jdk.image()
        found = [(name, data) for name in self._names if (data := image.find(name)) is not None]
        for start in range(0, len(found), _MOST_TOGETHER):
            part = found[start : start + _MOST_TOGETHER]
            classes: list[Json] = [[dotted(name), _encoded(data)] for name, data in part]
            asked: list[Json] = [dotted(name) for name, _ in part if has_sinks(name)]
            answer = _asked(jvm, {"classes": classes, "asked": asked})
            returned = cast("dict[str, str]", answer["classes"])
            ready: list[Json] = [
                [name, _encoded(guarded(internal_name(name), base64.b64decode(data)))]
                for name, data in returned.items()
            ]
            if ready:
                _asked(jvm, {"ready": ready})


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _asked(jvm: Jvm, message: dict[str, Json]) -> dict[str, Json]:
    answer = jvm.request({"op": "instrument", "id": 0, **message}, REQUEST_TIMEOUT)
    raise_error(answer)
    return answer
