"""Pattern switches, as `java.lang.runtime.SwitchBootstraps` links them: the index of the first label that matches."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from everypath.classfile import ClassRef, Dynamic, IntConst, StringConst, internal_name
from everypath.dataclass import dataclass
from everypath.errors import EngineError, UnsupportedError
from everypath.state import TextObject
from everypath.state import text as texts
from everypath.state.text import Constant
from everypath.term import Term, Value, eq
from everypath.vm.references import is_instance, lazy_is_instance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from everypath.classfile import BootstrapMethod, Loadable
    from everypath.vm.core import Call, Model

_INT_BOXES = ("java/lang/Integer", "java/lang/Character", "java/lang/Short", "java/lang/Byte")


@dataclass(frozen=True, slots=True)
class EnumLabel:
    """A label that names a constant of an enum, as switches over a common supertype have them."""

    class_name: str
    constant: str


def resolved_label(rows: Sequence[BootstrapMethod], label: Loadable) -> Loadable | EnumLabel:
    """An `EnumLabel` for the dynamic constant that javac writes for one (``EnumDesc.of(ClassDesc.of(…), name)``)."""
    if not isinstance(label, Dynamic) or label.descriptor != "Ljava/lang/Enum$EnumDesc;":
        return label
    arguments = rows[label.bootstrap].arguments
    if len(arguments) == 3 and isinstance(arguments[1], Dynamic) and isinstance(arguments[2], StringConst):
        described = rows[arguments[1].bootstrap].arguments
        if len(described) == 2 and isinstance(described[1], StringConst):
            return EnumLabel(internal_name(described[1].value), arguments[2].value)
    return label


def switch_method(name: str, kind: str, labels: tuple[Loadable | EnumLabel, ...]) -> Model:
    """The model of ``typeSwitch`` or ``enumSwitch``: operands are the value, of type ``kind``, and the label to
    start from.

    Raises `UnsupportedError` for switches over primitives other than those of a record pattern, whose labels all match.
    """
    if name not in ("typeSwitch", "enumSwitch"):
        raise UnsupportedError(f"invokedynamic java.lang.runtime.SwitchBootstraps.{name}")
    if kind[0] not in "L[":
        if any(not (isinstance(label, Dynamic) and label.name == kind) for label in labels):
            raise UnsupportedError(f"pattern switch over a primitive of type {kind}")
        return _first
    return partial(_switch, name == "enumSwitch", labels)


def _first(call: Call, value: Value, restart: Value) -> Value:
    """Every label matches: the one to start from."""
    return restart


def _switch(of_enum: bool, labels: tuple[Loadable | EnumLabel, ...], call: Call, value: Value, restart: Value) -> Value:
    if isinstance(restart, Term):
        raise EngineError("a pattern switch that restarts at a symbolic label")
    if call.machine.is_null(call.state, value):
        return -1
    for position in range(int(restart), len(labels)):
        label = labels[position]
        if isinstance(label, ClassRef):
            if lazy_is_instance(call.machine, call.state, value, call.klass(label.name), "instanceof"):
                return position
        elif _matches(of_enum, label, call.reference(value), call):
            return position
    return len(labels)


def _matches(of_enum: bool, label: Loadable | EnumLabel, address: int, call: Call) -> bool:
    obj = call.state.object(address)
    if isinstance(label, EnumLabel):
        cls = call.klass(label.class_name)
        if not is_instance(call.machine, call.state, address, cls, "instanceof"):
            return False
        return _is_constant(call, address, label.constant)
    if isinstance(label, StringConst) and of_enum:
        return _is_constant(call, address, label.value)
    if isinstance(label, StringConst):
        return isinstance(obj, TextObject) and call.decide(texts.equal(obj.text, Constant(label.value)), "switch")
    if isinstance(label, IntConst):
        return obj.cls.name in _INT_BOXES and call.decide(eq(call.get_field(address, "value"), label.value), "switch")
    raise UnsupportedError(f"{type(label).__name__} as a label of a pattern switch")


def _is_constant(call: Call, address: int, name: str) -> bool:
    """True if an object is the constant with this name of its enum."""
    return any(
        field.is_static and field.name == name and call.state.statics.get(field) == address
        for cls in call.state.object(address).cls.superclasses()
        for field in cls.fields
    )
