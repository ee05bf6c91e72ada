"""A `dataclasses.dataclass` that generates the methods of a class when they are first called.

The standard decorator generates, compiles and runs the source of up to eight methods of each class while its module is
imported. With some 400 classes that doubles the time that starting takes, and most of these methods are
never called. Here a class starts with methods that generate the real ones and replace themselves by them. Its fields
are those of the standard decorator: `dataclasses.fields`, `replace`, `asdict`, ``match``, copies and pickles work as
usual. To a type checker, and for classes with an order, it is the standard decorator. Our own `replace` generates a
copier for each class.
"""

from __future__ import annotations

import dataclasses
from dataclasses import field
from functools import partial
from types import MemberDescriptorType
from typing import TYPE_CHECKING, cast

__all__ = ["dataclass", "field", "replace"]

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from dataclasses import Field, dataclass, replace
    from typing import Any, TypeAlias, TypeVar

    from _typeshed import DataclassInstance

    Fields: TypeAlias = Sequence[Field[Any]]
    Method: TypeAlias = Callable[..., Any]
    Writer: TypeAlias = Callable[[type[DataclassInstance]], Method]
    Instance = TypeVar("Instance", bound=DataclassInstance)


def lazily(
    given: type | None = None, /, *, eq: bool = True, order: bool = False, frozen: bool = False, slots: bool = False
) -> type | Callable[[type], type]:
    """Add the methods of its fields to a class; without a class, return the decorator that does so."""

    def decorate(given: type) -> type:
        if order:
            return dataclasses.dataclass(given, eq=eq, order=order, frozen=frozen, slots=slots)
        return _with_methods(given, eq=eq, frozen=frozen, slots=slots)

    return decorate if given is None else decorate(given)


if not TYPE_CHECKING:
    dataclass = lazily

_NEW = object()
"""The default of a parameter whose value a factory makes for each object."""

_set = object.__setattr__


def _with_methods(given: type, *, eq: bool, frozen: bool, slots: bool) -> type:
    """The class, with generating methods for those that it does not define itself."""
    own = vars(given)
    hashable = eq and frozen and own.get("__hash__") is None
    written: dict[str, Writer] = {} if "__init__" in own else {"__init__": partial(_constructor, frozen=frozen)}
    if eq and "__eq__" not in own:
        written["__eq__"] = _equality
    if hashable:
        written["__hash__"] = _hash
    plain: dict[str, Method | None] = {"__repr__": _shown}
    if eq and not frozen:
        plain["__hash__"] = None
    if frozen and slots and not {"__getstate__", "__setstate__"} & own.keys():
        written |= {"__getstate__": _state, "__setstate__": _set_state}
    plain = {name: method for name, method in plain.items() if own.get(name) is None}
    if given.__doc__ is None:
        given.__doc__ = given.__name__  # else a signature would be looked for, and the constructor written
    made: type[DataclassInstance] = dataclasses.dataclass(given, init=False, repr=False, eq=False, slots=slots)
    for name, method in (plain | (_frozen(made) if frozen else {})).items():
        setattr(made, name, method)
    for name, write in written.items():
        setattr(made, name, _generated_on_call(made, name, write))
    return made


def _generated_on_call(cls: type[DataclassInstance], name: str, write: Writer) -> Method:
    """A method that generates the real one, which replaces it, and calls that."""

    def first(self: object, *arguments: object, **named: object) -> object:
        real = write(cls)
        real.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, real)
        return real(self, *arguments, **named)

    return first


def _compiled(cls: type, name: str, lines: Sequence[str], names: dict[str, object]) -> Method:
    """Compile the method of this name from its lines; ``names`` are its global names."""
    exec(compile("\n ".join(lines), f"<dataclass {cls.__qualname__}>", "exec"), names)
    return cast("Method", names[name])


def _constructor(cls: type[DataclassInstance], *, frozen: bool) -> Method:
    names: dict[str, object] = {"_new": _NEW, "_set": _set, "__name__": cls.__module__}
    parameters = ["self"]
    lines = []
    for each in dataclasses.fields(cls):
        name, value = each.name, each.name
        if each.default_factory is not dataclasses.MISSING:
            names[f"_make_{name}"] = each.default_factory
            value = f"_make_{name}() if {name} is _new else {name}" if each.init else f"_make_{name}()"
            default = "=_new"
        elif each.default is not dataclasses.MISSING:
            names[f"_default_{name}"] = each.default
            default = f"=_default_{name}"
            if not each.init:
                value = f"_default_{name}"
        elif each.init:
            default = ""
        else:
            continue
        if each.init:
            parameters.append(f"{name}{default}")
        slot = getattr(cls, name, None)
        if frozen and isinstance(slot, MemberDescriptorType):
            names[f"_set_{name}"] = slot.__set__
            lines.append(f"_set_{name}(self, {value})")
        else:
            lines.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    return _compiled(cls, "__init__", [f"def __init__({', '.join(parameters)}):", *lines, "return None"], names)


def _values(owner: str, fields: Fields) -> str:
    return "(" + "".join(f"{owner}.{each.name}, " for each in fields) + ")"


def _equality(cls: type[DataclassInstance]) -> Method:
    compared = [each for each in dataclasses.fields(cls) if each.compare]
    same = f"{_values('self', compared)} == {_values('other', compared)}"
    lines = [
        "def __eq__(self, other):",
        f"if other.__class__ is self.__class__: return {same}",
        "return NotImplemented",
    ]
    return _compiled(cls, "__eq__", lines, {"__name__": cls.__module__})


def _hash(cls: type[DataclassInstance]) -> Method:
    hashed = [each for each in dataclasses.fields(cls) if (each.compare if each.hash is None else each.hash)]
    lines = ["def __hash__(self):", f"return hash({_values('self', hashed)})"]
    return _compiled(cls, "__hash__", lines, {"__name__": cls.__module__})


def _state(cls: type[DataclassInstance]) -> Method:
    lines = ["def __getstate__(self):", f"return {_values('self', dataclasses.fields(cls))}"]
    return _compiled(cls, "__getstate__", lines, {"__name__": cls.__module__})


def _set_state(cls: type[DataclassInstance]) -> Method:
    names: dict[str, object] = {"_set": _set, "__name__": cls.__module__}
    lines = ["def __setstate__(self, _state):"]
    found = [each.name for each in dataclasses.fields(cls)]
    if found:
        lines.append("".join(f"{name}, " for name in found) + "= _state")
    for name in found:
        slot = getattr(cls, name, None)
        if isinstance(slot, MemberDescriptorType):
            names[f"_set_{name}"] = slot.__set__
            lines.append(f"_set_{name}(self, {name})")
        else:
            lines.append(f"_set(self, {name!r}, {name})")
    return _compiled(cls, "__setstate__", [*lines, "return None"], names)


_OFTEN = 20
"""How often objects of a class are copied before this is written out for it: that takes as long as a few copies."""

_copied: dict[type, int] = {}
_copiers: dict[type, Method] = {}


def copied(given: Instance, /, **changes: object) -> Instance:
    """A copy of an object with other values in some fields, as `dataclasses.replace` makes it."""
    cls = given.__class__
    copier = _copiers.get(cls)
    if copier is not None:
        made: Instance = copier(given, **changes)
        return made
    _copied[cls] = times = _copied.get(cls, 0) + 1
    if times == _OFTEN:
        _copiers[cls] = _copier(cls)
    return dataclasses.replace(given, **changes)


if not TYPE_CHECKING:
    replace = copied


def _copier(cls: type[DataclassInstance]) -> Method:
    taken = [each.name for each in dataclasses.fields(cls) if each.init]
    parameters = "".join(f", {name}=_same" for name in taken)
    values = ", ".join(f"self.{name} if {name} is _same else {name}" for name in taken)
    lines = [f"def replace(self, /{parameters}):", f"return _class({values})"]
    return _compiled(cls, "replace", lines, {"_class": cls, "_same": object(), "__name__": cls.__module__})


# what needs no source -----------------------------------------------------------------------------------------------

_showing: set[int] = set()
"""The objects whose ``repr`` is being computed: an object within itself is shown as ``...``."""


def _shown(self: DataclassInstance) -> str:
    if id(self) in _showing:
        return "..."
    _showing.add(id(self))
    try:
        shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in dataclasses.fields(self) if each.repr)
    finally:
        _showing.discard(id(self))
    return f"{self.__class__.__qualname__}({shown})"


def _frozen(cls: type[DataclassInstance]) -> dict[str, Method]:
    """The methods that refuse to change the fields of an object; a subclass may have other attributes."""
    names = frozenset(each.name for each in dataclasses.fields(cls))

    def refuse_to_set(self: DataclassInstance, name: str, value: object) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def refuse_to_delete(self: DataclassInstance, name: str) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": refuse_to_set, "__delattr__": refuse_to_delete}
