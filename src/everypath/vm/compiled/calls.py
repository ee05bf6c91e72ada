"""Templates of calls: a compiled method calls others as Python functions; models run in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.vm.compiled.deoptimisation import Interpreted, NullReference
from everypath.vm.compiled.templates import execute_in_place, is_cold, require_initialised, template
from everypath.vm.opcodes import resolve_call

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.vm.compiled.writer import Writer
    from everypath.vm.instructions import InstructionSite


def _call(w: Writer, method: Method, function: str, operands: list[str]) -> None:
    w.calls = True
    text = f"{function}({', '.join(('state', 'steps', 'depth_left', *operands))})"
    if method.returns == "V":
        w.line(text, consumed=len(operands))
        return
    name = w.temporary()
    w.line(f"{name} = {text}", consumed=len(operands))
    w.push(name)


def _call_exactly(w: Writer, site: InstructionSite, method: Method, operands: list[str]) -> None:
    """Call ``method`` without dispatch; its class is initialised and its receiver is not null."""
    linked = site.machine.link(method)
    if linked.is_empty and linked.model is None and not method.is_synchronized:
        return
    name = w.constant(method, "f")
    site.machine.compiler.use(method, w.namespace, name)
    _call(w, method, name, operands)


@template("invokestatic")
def invoke_static(w: Writer, site: InstructionSite) -> None:
    """Call a static method of an initialised class."""
    if is_cold(w, site):
        return
    method = resolve_call(site)
    operands = _operands(w, len(method.parameters))
    require_initialised(w, site, method.owner)
    _call_exactly(w, site, method, operands)


def _operands(w: Writer, count: int) -> list[str]:
    return [w.pop() for _ in range(count)][::-1]


@template("invokespecial")
def invoke_special(w: Writer, site: InstructionSite) -> None:
    """Call a constructor, a private method or a method of a superclass."""
    if is_cold(w, site):
        return
    program = site.machine.program
    method = program.select_special(site.owner, program.klass(site.member().owner), resolve_call(site))
    count = len(method.parameters) + 1
    w.pin(count)
    operands = _operands(w, count)
    if not method.is_constructor:
        w.line(f"if not {operands[0]}: raise {w.constant(NullReference)}")
    _call_exactly(w, site, method, operands)


@template("invokevirtual", "invokeinterface")
def invoke_virtual(w: Writer, site: InstructionSite) -> None:
    """Call the target that tier 0 has found for the receiver's class."""
    if is_cold(w, site):
        return
    method = resolve_call(site)
    count = len(method.parameters) + 1
    if method.is_signature_polymorphic:
        execute_in_place(w, site, count, results=int(method.returns != "V"))
        return
    w.pin(count)
    operands = _operands(w, count)
    targets = w.constant(site.machine.compiler.targets(site.linked.targets.setdefault(site.here, {})))
    _call(w, method, f"{targets}[{w.use('heap')}[{operands[0]}].cls]", operands)


@template("invokedynamic")
def invoke_dynamic(w: Writer, site: InstructionSite) -> None:
    """Let the handler of tier 0 concatenate strings and make lambdas."""
    member = site.constant()
    shape = site.method.viewed_as(member.descriptor)  # type: ignore[union-attr]  # the format says so
    execute_in_place(w, site, len(shape.parameters), results=int(shape.returns != "V"))


@template("athrow")
def throw(w: Writer, site: InstructionSite) -> None:
    """Deoptimise: tier 0 throws."""
    w.line(f"raise {w.constant(Interpreted)}")
