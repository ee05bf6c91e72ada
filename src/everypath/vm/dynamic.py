"""invokedynamic: what the JDK's own bootstrap methods link, done directly (JVMS 6.5, java.lang.invoke).

`LambdaMetafactory` gives objects of a hidden class that carry a `Lambda`; `StringConcatFactory` concatenates texts.
Other
bootstrap methods end the path as unsupported, by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile.descriptors import parse_method_descriptor
from everypath.errors import UnsupportedError
from everypath.vm import invocation
from everypath.vm.concatenation import concatenation, recipe_pieces
from everypath.vm.lambdas import lambda_handler
from everypath.vm.linked import Handler
from everypath.vm.records import record_method
from everypath.vm.switches import resolved_label, switch_method

if TYPE_CHECKING:
    from everypath.classfile.constants import InvokeDynamic
    from everypath.vm.site import Site

_METAFACTORY = "java/lang/invoke/LambdaMetafactory"
_CONCAT = "java/lang/invoke/StringConcatFactory"
_SWITCHES = "java/lang/runtime/SwitchBootstraps"
_RECORDS = "java/lang/runtime/ObjectMethods"


def link(site: Site, constant: InvokeDynamic) -> Handler:
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
        count = len(parse_method_descriptor(constant.descriptor)[0])
        model = record_method(constant.name, row.arguments)
        return invocation.model_handler(site.machine, site.method, model, site.here, count)
    if factory.owner == _SWITCHES:
        # The model only has to be told that something is returned: any method that returns an int will do.
        nominal = site.machine.program.klass("java/lang/Object").declared_method("hashCode", "()I")
        if nominal is None:
            raise UnsupportedError("a class library without Object.hashCode")
        kind = parse_method_descriptor(constant.descriptor)[0][0]
        labels = tuple(resolved_label(rows, label) for label in row.arguments)
        model = switch_method(factory.name, kind, labels)
        return invocation.model_handler(site.machine, nominal, model, site.here, 2)
    raise UnsupportedError(f"invokedynamic {factory.owner.replace('/', '.')}.{factory.name}")
