"""Models from plug-ins and callers: mappings from a method, ``"shop.Clock#now()J"``, to the model of its calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from everypath import plugins
from everypath.classfile import dotted, internal_name, parse_method_descriptor
from everypath.errors import ClassFormatError, EverypathError, UsageError
from everypath.library.models import Key
from everypath.term import Term, Value
from everypath.vm.core import Signal

if TYPE_CHECKING:
    from everypath.vm.core import Call, Model

__all__ = ["models_of", "plugged_models"]


@cache
def plugged_models() -> Mapping[Key, Model]:
    """The models of all plug-ins. Raises `UsageError` for an unusable one, and if two plug-ins model one method."""
    found: dict[Key, Model] = {}
    owners: dict[Key, plugins.Plugin] = {}
    for each in plugins.installed(plugins.MODELS):
        for key, model in models_of(str(each), each.load()).items():
            if key in found:
                raise UsageError(f"{owners[key]} and {each} both model {dotted(key[0])}#{key[1]}{key[2]}")
            found[key], owners[key] = model, each
    return found


def models_of(name: str, given: object) -> dict[Key, Model]:
    """The models in a mapping; errors in them carry ``name``. Raises `UsageError` if it is no mapping to models."""
    if not isinstance(given, Mapping):
        raise UsageError(f"{name} is no mapping of methods to models: {given!r}")
    found: dict[Key, Model] = {}
    for method, model in given.items():
        if not callable(model):
            raise UsageError(f"{name}: the model of {method} cannot be called")
        found[_key(name, method)] = _guarded(name, model)
    return found


def _key(name: str, method: object) -> Key:
    owner, sign, rest = str(method).partition("#")
    member, parenthesis, parameters = rest.partition("(")
    try:
        parse_method_descriptor("(" + parameters)
    except ClassFormatError:
        parenthesis = ""
    if not (owner and sign and member and parenthesis):
        raise UsageError(
            f"{name}: '{method}' names no method; write Class#method with its descriptor: shop.Clock#now()J"
        )
    return internal_name(owner), member, "(" + parameters


def _guarded(name: str, model: Callable[..., object]) -> Model:
    """Wrap the model of a plug-in: its exceptions become `PluginFailedError` with the plug-in's name."""

    def modelled(call: Call, *arguments: Value) -> Value | None:
        try:
            result = model(call, *arguments)
        except (EverypathError, Signal):
            raise
        except Exception as problem:
            raise plugins.PluginFailedError(f"{name}: {type(problem).__name__}: {problem}") from problem
        if result is not None and not isinstance(result, int | float | Term):
            raise plugins.PluginFailedError(f"{name}: {result!r} is no value")
        return result

    return modelled
