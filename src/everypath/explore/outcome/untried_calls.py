"""Finds code that additional calls on the inputs may reach: blocks that no path entered, exceptions that none threw.

If calls build an input, only some of its states are tried. A block that no path entered, or an instruction that never
threw, may need more calls, so the method is not complete. Exceptions that the code alone rules out do not count: the
divisor is a constant, or the field holds an object from its constructor on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.classfile import MemberRef, access
from everypath.explore.criteria import (
    MOST_METHODS,
    PUSHING_NEW_OBJECTS,
    ExceptionOrigin,
    exception_origins,
    sites_leaving,
)
from everypath.inputs import RecipeInput
from everypath.inputs.construction import gives_all
from everypath.program import called_from
from everypath.state import Place
from everypath.vm.invocation import HelpfulMessages

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.explore.criteria import ThrowingSite
    from everypath.explore.session import ExplorationState
    from everypath.program import Class, Field, Method, Program

_NULL = "java/lang/NullPointerException"
_REPORTED = frozenset(
    {
        "java/lang/ArithmeticException",
        "java/lang/ArrayIndexOutOfBoundsException",
        "java/lang/NegativeArraySizeException",
        _NULL,
    }
)
"""Exceptions that depend on the state of an object. Casts and stores of generic code come from the compiler."""


def untried_call(session: ExplorationState) -> Place | None:
    """The first place in target code that additional calls on the inputs may reach.

    None if there is no such place, or if calls built no input.
    """
    built = _built(session)
    if not built:
        return None
    goals = session.goals
    if goals.open:
        return goals.first_open()
    return next(_uncovered(session, built), None) or next(_unthrown(session, built), None)


def _built(session: ExplorationState) -> frozenset[Class]:
    """The classes of the inputs that calls built, without those whose first setup sequence builds every object."""
    nodes = (node.build for path in session.paths for node in path.shape.nodes.values())
    classes = {session.machine.program.klass(build.class_name) for build in nodes if isinstance(build, RecipeInput)}
    return frozenset(cls for cls in classes if not gives_all(cls))


def _uncovered(session: ExplorationState, built: frozenset[Class]) -> Iterator[Place]:
    """The uncovered blocks of called methods that objects built by calls have."""
    for method in sorted(session.goals.called, key=lambda each: each.key):
        if method.owner.is_target and _holds(method, built):
            for pc in sorted(session.goals.uncovered_of(method)):
                yield _place(method, pc)


def _unthrown(session: ExplorationState, built: frozenset[Class]) -> Iterator[Place]:
    """Instructions whose exceptions may leave the entry, but did on no path."""
    program, entry = session.machine.program, session.entry
    methods = called_from(program, entry, MOST_METHODS)
    met = {each for path in session.paths for each in exception_origins(path.state)}
    order = {method: number for number, method in enumerate(methods)}
    found = sites_leaving(program, methods)[entry]
    for site in sorted(found, key=lambda each: (order[each.method], each.pc, each.kind)):
        method = site.method
        asked = site.kind in _REPORTED and (
            method is entry or (method in session.goals.called and _holds(method, built))
        )
        if asked and ExceptionOrigin(method.key, site.pc, site.kind) not in met and _may_throw(session, site, built):
            yield _place(method, site.pc)


def _holds(method: Method, built: frozenset[Class]) -> bool:
    return any(cls.is_subtype_of(method.owner) for cls in built if cls.is_target)


def _place(method: Method, pc: int) -> Place:
    owner = method.owner
    return Place(owner.name, method.name, method.descriptor, pc, method.line(pc), owner.is_target)


def _may_throw(session: ExplorationState, site: ThrowingSite, built: frozenset[Class]) -> bool:
    """True if the state of an object decides whether an instruction throws.

    A null reference counts only if it is read from a field that may hold null, and that the method does not test.
    """
    if site.kind != _NULL:
        return True
    messages = HelpfulMessages(site.method)
    at = next(each for each in site.method.instructions if each.pc == site.pc)
    pushing = messages.pushed_by(site.pc, messages.null_slot(at))
    if pushing is None or pushing.name != "getfield":
        return False
    field = _field(site.method, pushing, built)
    if field is None or _is_set_from_the_start(session.machine.program, field):
        return False
    return not _is_tested(session, site.method, field, messages)


def _is_tested(session: ExplorationState, method: Method, field: Field, messages: HelpfulMessages) -> bool:
    """True if the method tests the field for null, and paths took both sides. No other code may lead to these sides."""
    blocks = method.flow.blocks.values()
    uncovered = session.goals.uncovered_of(method)
    for each in method.instructions:
        pushing = messages.pushed_by(each.pc, 0) if each.name in ("ifnull", "ifnonnull") else None
        if pushing is not None and pushing.name == "getfield" and _names(method, pushing, field):
            successors = method.flow.block_at(each.pc).successors
            entered = not uncovered.intersection(successors)
            if entered and all(sum(side in block.successors for block in blocks) == 1 for side in successors):
                return True
    return False


def _field(method: Method, instruction: Instruction, built: frozenset[Class]) -> Field | None:
    """The field that an instruction reads or writes; None if no object built by calls has it."""
    file = method.owner.file
    named = file.constant(instruction.operand) if file is not None else None
    if not isinstance(named, MemberRef):
        return None
    fields = (each for cls in built if cls.is_target for each in cls.instance_fields)
    for each in fields:
        if (each.name, each.descriptor) == (named.name, named.descriptor):
            return each
    return None


def _is_set_from_the_start(program: Program, field: Field) -> bool:
    """True if every constructor sets a field to a new object before other code reads it, and nothing sets it to null.

    Final fields are set at the end of the constructor at the latest (JLS 16).
    """
    if not field.access & (access.PRIVATE | access.FINAL):
        return False
    for method in (each for cls in _nest(program, field.owner) for each in cls.methods if each.has_code):
        puts = [each for each in method.instructions if each.name == "putfield" and _names(method, each, field)]
        if not _puts_new_objects(method, puts):
            return False
        starts = method.is_constructor and method.owner is field.owner and not _delegates(method)
        if starts and not field.access & access.FINAL and not _is_in_first_block(method, puts):
            return False
    return True


def _puts_new_objects(method: Method, puts: Sequence[Instruction]) -> bool:
    """True if each of these instructions stores an object that the code has just created."""
    messages = HelpfulMessages(method) if puts else None
    pushing = [messages.pushed_by(each.pc, 0) for each in puts if messages is not None]
    return all(each is not None and each.name in PUSHING_NEW_OBJECTS for each in pushing)


def _is_in_first_block(method: Method, puts: Sequence[Instruction]) -> bool:
    """True if one of these instructions is in the method's first block."""
    first = method.flow.blocks[0]
    return any(method.instructions[n] in puts for n in range(first.first, first.last + 1))


def _names(method: Method, instruction: Instruction, field: Field) -> bool:
    named = method.owner.file.constant(instruction.operand) if method.owner.file is not None else None
    return isinstance(named, MemberRef) and (named.owner, named.name) == (field.owner.name, field.name)


def _delegates(constructor: Method) -> bool:
    """True if a constructor calls another one of its class."""
    file = constructor.owner.file
    for each in constructor.instructions:
        named = file.constant(each.operand) if file is not None and each.name == "invokespecial" else None
        if isinstance(named, MemberRef) and (named.owner, named.name) == (constructor.owner.name, "<init>"):
            return True
    return False


def _nest(program: Program, owner: Class) -> list[Class]:
    """The classes that may write private fields of one another."""
    host = program.nest_host(owner)
    names = host.file.nest_members if host.file is not None else ()
    found = (program.find(name) for name in names)
    return [host, *(each for each in found if each is not None)]


__all__ = ["untried_call"]
