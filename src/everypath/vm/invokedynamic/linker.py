"""invokedynamic: what the JDK's own bootstrap methods link, done directly (JVMS 6.5, java.lang.invoke).

`LambdaMetafactory` gives objects of a hidden class that carry a `Lambda`; `StringConcatFactory` concatenates texts.
Other bootstrap methods are run by the library (`Library.call_site`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import parse_method_descriptor
from everypath.vm.core import Handler
from everypath.vm.invocation import model_handler
from everypath.vm.invokedynamic.lambdas import lambda_handler
from everypath.vm.invokedynamic.pattern_switches import resolved_label, switch_method
from everypath.vm.invokedynamic.record_methods import record_method
from everypath.vm.invokedynamic.string_concat import concatenation, recipe_pieces

if TYPE_CHECKING:
    from everypath.classfile import InvokeDynamic
    from everypath.vm.core import Model
    from everypath.vm.instructions import InstructionSite

_METAFACTORY = "java/lang/invoke/LambdaMetafactory"
_CONCAT = "java/lang/invoke/StringConcatFactory"
_SWITCHES = "java/lang/runtime/SwitchBootstraps"
_RECORDS = "java/lang/runtime/ObjectMethods"


def link(site: InstructionSite, constant: InvokeDynamic) -> Handler:
    """The handler of one invokedynamic instruction."""
    rows = site.owner.file.bootstrap_methods if site.owner.file is not None else ()
    row = rows[constant.bootstrap]
    factory = row.method.member
    if factory.owner == _METAFACTORY and factory.name in ("metafactory", "altMetafactory"):
        return lambda_handler(site, constant, row.arguments)
    if factory.owner == _CONCAT and factory.name == "makeConcatWithConstants":
        return concatenation(site, constant.descriptor, recipe_pieces(row.arguments))
    if factory.owner == _CONCAT and factory.name == "makeConcat":
        count = len(parse_method_descriptor(constant.descriptor)[0])
        return concatenation(site, constant.descriptor, (None,) * count)
    if factory.owner == _RECORDS and factory.name == "bootstrap":
        return _modelled(site, constant, record_method(constant.name, row.arguments))
    if factory.owner == _SWITCHES:
        kind = parse_method_descriptor(constant.descriptor)[0][0]
        labels = tuple(resolved_label(rows, label) for label in row.arguments)
        return _modelled(site, constant, switch_method(factory.name, kind, labels))
    place = f"{site.method.name}{site.method.descriptor} {site.instruction.pc}"
    model = site.machine.library.call_site(site.owner, constant, place)
    return _modelled(site, constant, model)


def _modelled(site: InstructionSite, constant: InvokeDynamic, model: Model) -> Handler:
    """A handler that runs a model as a method with the descriptor of the call site."""
    nominal = site.method.viewed_as(constant.descriptor)
    return model_handler(site.machine, nominal, model, site.here, len(nominal.parameters))
