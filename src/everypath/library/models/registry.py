"""The tables of models: (owner, name, descriptor) to the function or method that replaces a method.

A model is `model(call, *args) -> result` (see `everypath.vm.core.protocols.Call`). Three kinds share the table:

- ``@model`` functions in Python;
- ``pure`` methods: the real JVM computes the result; symbolic arguments are concretised first (the path becomes
  partial, but stays exact);
- ``in_java`` methods: the machine runs a static method of ``everypath.library`` (see ``java/``) in their place.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from everypath.vm.core import Model

Key: TypeAlias = tuple[str, str, str]

MODELS: dict[Key, Model] = {}
"""Models in Python by owner, name and descriptor."""

PURE: set[Key] = set()
"""Methods whose result depends on their arguments only, and whose arguments the bridge can take."""

IN_JAVA: dict[Key, Key] = {}
"""Methods replaced by a static Java method that takes the receiver as its first argument."""

_M = TypeVar("_M", bound="Callable[..., object]")


def model(owner: str, name: str, *descriptors: str) -> Callable[[_M], _M]:
    """Register a model of the methods of this name and these descriptors."""

    def register(function: _M) -> _M:
        for descriptor in descriptors:
            add_model((owner, name, descriptor), function)  # type: ignore[arg-type]  # any result type is a model's
        return function

    return register


def add_model(key: Key, function: Model) -> None:
    """Register a model; each method has at most one.

    Raises `ValueError` for a second one. A module whose import was interrupted may register the same one again.
    """
    known = MODELS.get(key)
    if known is not None and _origin(known) != _origin(function):
        raise ValueError(f"two models of {'.'.join(key)}")
    MODELS[key] = function


def is_modelled(key: Key) -> bool:
    """True if something else runs in place of the code of a method, on the whole table."""
    return key in MODELS or key in IN_JAVA or key in PURE


def _origin(function: Model) -> tuple[str, str]:
    """The module and the name of the function behind a model."""
    while isinstance(function, partial):
        function = function.func
    return function.__module__, function.__qualname__


def pure(owner: str, *methods: str) -> None:
    """Register pure methods, each given as name and descriptor: ``"sin(D)D"``."""
    for method in methods:
        name, _, rest = method.partition("(")
        PURE.add((owner, name, "(" + rest))


def in_java(owner: str, replacement: str, *methods: str) -> None:
    """Register instance methods, given as for `pure`; static methods of ``replacement`` run in their place."""
    for method in methods:
        name, _, rest = method.partition("(")
        IN_JAVA[owner, name, "(" + rest] = (replacement, name, f"(L{owner};{rest}")


def in_java_static(owner: str, replacement: str, *methods: str) -> None:
    """Register static methods, given as for `pure`; static methods of ``replacement`` run in their place."""
    for method in methods:
        name, _, rest = method.partition("(")
        IN_JAVA[owner, name, "(" + rest] = (replacement, name, "(" + rest)
