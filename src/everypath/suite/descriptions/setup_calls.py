"""The calls that built the inputs of a path, over the names in its condition: ``m = new HashMap(); m.put(k, v)``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from everypath.inputs import RecipeInput
from everypath.inputs.lazy import value_of_build
from everypath.suite.testcase import outer_name
from everypath.term import ref_var

if TYPE_CHECKING:
    from everypath.inputs import CallInput, InputShape, Node, Slot
    from everypath.suite.descriptions.conditions import ConditionPrinter
    from everypath.term import Value

__all__ = ["builds", "named"]


def named(shape: InputShape) -> Iterator[Value]:
    """The arguments of the calls that built inputs; each needs a name if it is shown."""
    for node in _built(shape):
        for call in _calls(node):
            for slot in call.arguments:
                yield _value(slot)


def builds(shape: InputShape, printer: ConditionPrinter) -> Iterator[str]:
    """For each input built by calls, its creation and the calls that changed it; inputs inside others come first.

    Left out are a receiver made by a constructor without arguments, an object whose constructor arguments are all named
    as its fields, and one of the JDK that the results of its methods give.
    """
    for node in reversed(list(_built(shape))):
        if value_of_build(node.build) is not None:
            continue
        name = printer.place(node.name)
        creator, *calls = _calls(node)
        arguments = [_argument(slot, printer) for slot in creator.arguments]
        plain = creator.name == "<init>" and not calls
        if plain and all(each.startswith(f"{name}.") for each in arguments) and (arguments or name == "this"):
            continue
        calls_in_order = [_creation(name, creator, arguments)]
        calls_in_order += (_call(name, each, [_argument(slot, printer) for slot in each.arguments]) for each in calls)
        yield "; ".join(calls_in_order)


def _built(shape: InputShape) -> Iterator[Node]:
    return (node for node in shape.reachable() if isinstance(node.build, RecipeInput))


def _calls(node: Node) -> tuple[CallInput, ...]:
    assert isinstance(node.build, RecipeInput)
    return (node.build.creator, *node.build.calls)


def _value(slot: Slot) -> Value:
    return ref_var(slot.name) if slot.value is None else slot.value


def _argument(slot: Slot, printer: ConditionPrinter) -> str:
    return printer.place(slot.name) if slot.value is None else printer.java(slot.value)


def _creation(name: str, call: CallInput, arguments: list[str]) -> str:
    owner = ".".join(outer_name(call.owner).parts)
    made = f"new {owner}" if call.name == "<init>" else f"{owner}.{call.name}"
    return f"{name} = {made}({', '.join(arguments)})"


def _call(name: str, call: CallInput, arguments: list[str]) -> str:
    text = f"{name}.{call.name}({', '.join(arguments)})"
    return f"{name} = {text}" if call.follows else text
