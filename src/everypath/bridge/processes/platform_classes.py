"""Classes of the JDK that get probes in a JVM that runs already, by redefinition."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from functools import cached_property
from typing import cast

from everypath.bridge.guard import guarded, has_sinks
from everypath.bridge.messages import Json
from everypath.bridge.processes.jvm import REQUEST_TIMEOUT, Jvm, raise_error
from everypath.classfile import Jdk, dotted, internal_name, package_of
from everypath.dataclass import dataclass
from everypath.errors import BridgeError

__all__ = ["PlatformClasses"]

_MOST_TOGETHER = 200
"""Classes that one request brings."""


@dataclass(frozen=True, slots=True)
class _Class:
    """A class file by its internal name, and the names of the methods that get probes; empty for all."""

    name: str
    data: bytes
    methods: tuple[str, ...]

    def encode(self) -> list[Json]:
        return [dotted(self.name), _encoded(self.data), list[Json](self.methods)]


class PlatformClasses:
    """Classes of a JDK, by internal name, with those nested in them. ``java/lang/Class#forName`` stands for the methods
    of that name only.

    Each JVM that is to have probes in them needs `instrument` once, as its first request. The calls of the guard are
    inserted after the probes, so that these have the same numbers in all JVMs. If they are ``watched``, they count only
    while code under test runs, as in a sweep.
    """

    def __init__(self, jdk: Jdk, names: Sequence[str], *, watched: bool = False) -> None:
        self._jdk = jdk
        self._asked = tuple(names)
        self._watched = watched

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the classes with probes in all methods, those nested in them included.

        Raises `BridgeError` if there is no such class.
        """
        whole = [name for name in self._asked if "#" not in name]
        if not whole:
            return ()
        image = self._jdk.image()
        for name in whole:
            if image.find(name) is None:
                raise BridgeError(f"no class {dotted(name)} in JDK {self._jdk.version}")
        outermost = tuple(f"{name}$" for name in whole)
        nested = (name for name in image.names() if "$" in name and name.startswith(outermost))
        return tuple(dict.fromkeys((*whole, *nested)))

    @cached_property
    def _classes(self) -> tuple[_Class, ...]:
        watched: dict[str, list[str]] = {}
        for name in self._asked:
            owner, mark, method = name.partition("#")
            if mark and owner not in self.names:
                watched.setdefault(owner, []).append(method)
        image = self._jdk.image()
        found: dict[str, tuple[str, ...]] = dict.fromkeys(self.names, ())
        found |= {name: tuple(methods) for name, methods in watched.items()}
        return tuple(_Class(name, image.find(name) or b"", methods) for name, methods in found.items())

    def instrument(self, jvm: Jvm) -> None:
        """Give the classes probes. Raises JvmDiedError, JvmHungError and `BridgeError`."""
        if not self._asked:
            return
        image = self._jdk.image()
        for start in range(0, len(self._classes), _MOST_TOGETHER):
            part = self._classes[start : start + _MOST_TOGETHER]
            message: dict[str, Json] = {
                "classes": [each.encode() for each in part],
                "asked": [dotted(each.name) for each in part if has_sinks(each.name)],
                "modules": list[Json](sorted({image.module_of(package_of(each.name)) or "" for each in part})),
                "watched": self._watched,
            }
            returned = cast("dict[str, str]", _answer(jvm, message)["classes"])
            ready: list[Json] = [
                [name, _encoded(guarded(internal_name(name), base64.b64decode(data)))]
                for name, data in returned.items()
            ]
            if ready:
                _answer(jvm, {"ready": ready})


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _answer(jvm: Jvm, message: dict[str, Json]) -> dict[str, Json]:
    answer = jvm.request({"op": "instrument", "id": 0, **message}, REQUEST_TIMEOUT)
    raise_error(answer)
    return answer
