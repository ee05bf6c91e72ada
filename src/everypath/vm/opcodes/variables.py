"""Local variables: loads, stores and iinc. A long or double takes one entry here and its second variable stays
unused.
"""

from __future__ import annotations

from everypath.state import State
from everypath.term import Value, add
from everypath.vm.core import Handler
from everypath.vm.instructions import InstructionSite, opcode

_KINDS = "ilfda"


def variable_of(site: InstructionSite) -> int:
    """The local variable that a load or store names."""
    name = site.name
    return int(name[-1]) if name[-2] == "_" else site.instruction.operand


@opcode(*(f"{kind}load{suffix}" for kind in _KINDS for suffix in ("", "_0", "_1", "_2", "_3")))
def load(site: InstructionSite) -> Handler:
    """Push a local variable."""
    variable, following = variable_of(site), site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        stack.append(locals_[variable])
        return following

    return handler


@opcode(*(f"{kind}store{suffix}" for kind in _KINDS for suffix in ("", "_0", "_1", "_2", "_3")))
def store(site: InstructionSite) -> Handler:
    """Pop into a local variable."""
    variable, following = variable_of(site), site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        locals_[variable] = stack.pop()
        return following

    return handler


@opcode("iinc")
def increment(site: InstructionSite) -> Handler:
    """Add a constant to an int variable."""
    variable, amount, following = site.instruction.operand, site.instruction.second, site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        value = locals_[variable] + amount
        if not -0x80000000 <= value <= 0x7FFFFFFF:
            value = add(locals_[variable], amount, 32)
        locals_[variable] = value
        return following

    return handler
