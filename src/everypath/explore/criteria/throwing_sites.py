"""Finds the instructions whose exceptions may leave a method: its own, and those of the methods it calls.

A *site* is an instruction with an exception that it throws by itself (JVMS 6.5, without errors of linking and of the
virtual machine), or a ``throw``. On request, a call of other code is a site, too, if that code has a ``throw``. There
is no site if the code alone rules the exception out: the divisor is a constant, the object is ``this`` or new, the
element belongs to an array initialiser, or a handler catches the exception and does not rethrow it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from everypath.classfile import ClassRef, IntConst, LongConst, MemberRef
from everypath.errors import TargetError
from everypath.program import callees, direct_calls, others_called, program_cache
from everypath.vm.invocation import HelpfulMessages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from everypath.classfile import Instruction
    from everypath.program import Method, Program

_NULL, _INDEX = "java/lang/NullPointerException", "java/lang/ArrayIndexOutOfBoundsException"
_ARITHMETIC, _SIZE = "java/lang/ArithmeticException", "java/lang/NegativeArraySizeException"
_STORE = "java/lang/ArrayStoreException"
_ERROR = "java/lang/Error"
MOST_OTHERS, MOST_BRANCHING = 60, 1
"""The most methods of other code that are searched for ``throw`` at one call (`MOST_OTHERS`), and the most methods with
branches on one chain of calls among them (`MOST_BRANCHING`).
"""
_LOADS: Final = tuple(f"{kind}aload" for kind in "ilfdabcs")
_STORES: Final = tuple(f"{kind}astore" for kind in "ilfdabcs")
_CALLS: Final = ("invokevirtual", "invokeinterface", "invokespecial")
THROWN: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("idiv", "irem", "ldiv", "lrem"), (_ARITHMETIC,)),
    **dict.fromkeys((*_LOADS, *_STORES), (_NULL, _INDEX)),
    "aastore": (_NULL, _INDEX, _STORE),
    **dict.fromkeys(("arraylength", "getfield", "putfield", "monitorenter", *_CALLS), (_NULL,)),
    **dict.fromkeys(("newarray", "anewarray", "multianewarray"), (_SIZE,)),
    "checkcast": ("java/lang/ClassCastException",),
}
"""The exceptions that instructions throw by themselves."""

ANY: Final = "java/lang/Throwable"
CALLED: Final = "call"
"""The kind of sites that call other code."""
PUSHING_NEW_OBJECTS: Final = frozenset(
    {"new", "newarray", "anewarray", "multianewarray", "ldc", "ldc_w", "invokedynamic"}
)
"""Instructions that push an object, never null."""
_CONSTANTS: Final = {"iconst_m1": -1, "lconst_0": 0, "lconst_1": 1, **{f"iconst_{n}": n for n in range(6)}}


class ThrowingSite(NamedTuple):
    """An instruction that may throw: ``kind`` is the exception that it throws by itself, empty for a ``throw``,
    `CALLED` for a call of other code. ``thrown`` is the class of the exception, or a superclass if the code shows no
    more.
    """

    method: Method
    pc: int
    kind: str
    thrown: str


def sites_leaving(
    program: Program, methods: Sequence[Method], *, calls: bool = False
) -> Mapping[Method, frozenset[ThrowingSite]]:
    """The sites whose exceptions may leave each of these methods, directly or through calls between them (a least fixed
    point). ``calls``: with the sites that call other code.
    """
    leaving: dict[Method, frozenset[ThrowingSite]] = {}
    for method in methods:
        own = (*_own(method), *(_calling(program, method) if calls else ()))
        leaving[method] = frozenset(each for each in own if not _is_caught(program, method, each.pc, each))
    changed = True
    while changed:
        changed = False
        for method in methods:
            found = set(leaving[method])
            for pc, below in callees(program, method).items():
                for called in below.methods:
                    for each in leaving.get(called, ()):
                        if each not in found and not _is_caught(program, method, pc, each):
                            found.add(each)
            if len(found) > len(leaving[method]):
                leaving[method] = frozenset(found)
                changed = True
    return leaving


def _own(method: Method) -> Iterator[ThrowingSite]:
    """The sites of a method's own instructions."""
    code = _Code(method)
    for each in method.instructions:
        if each.name == "athrow":
            yield ThrowingSite(method, each.pc, "", code.thrown_by(each))
        for kind in THROWN.get(each.name, ()):
            if not code.rules_out(each, kind):
                yield ThrowingSite(method, each.pc, kind, kind)


def _calling(program: Program, method: Method) -> Iterator[ThrowingSite]:
    """The calls of a method to other code with a ``throw``, one site for each class of exception."""
    for pc, others in others_called(program, method):
        for thrown in sorted({each for other in others for each in thrown_by(program, other)}):
            yield ThrowingSite(method, pc, CALLED, thrown)


@program_cache(4096)
def thrown_by(program: Program, method: Method) -> frozenset[str]:
    """The classes of exceptions that a method of other code throws, itself or through methods to which it delegates.

    Exceptions that are caught on the way, errors, and rethrown exceptions are left out.
    """
    near = _directly_called(program, method)
    leaving: dict[Method, set[ThrowingSite]] = {each: set() for each in near}
    for each in near:
        if any(step.name == "athrow" for step in each.instructions):
            code = _Code(each)
            own = (
                ThrowingSite(each, step.pc, "", code.made_for(step))
                for step in each.instructions
                if step.name == "athrow"
            )
            leaving[each].update(site for site in own if site.thrown and not _is_caught(program, each, site.pc, site))
    changed = True
    while changed:
        changed = False
        for each, calls in near.items():
            before = len(leaving[each])
            for pc, called in calls:
                found = (site for site in leaving.get(called, ()) if not _is_caught(program, each, pc, site))
                leaving[each].update(list(found))
            changed = changed or len(leaving[each]) > before
    return frozenset(site.thrown for site in leaving.get(method, ()) if not _takes(program, _ERROR, site.thrown))


def _directly_called(program: Program, method: Method) -> dict[Method, list[tuple[int, Method]]]:
    """The methods of other code that one method enters by calls with a single target, with these calls by pc.

    Call chains have at most `MOST_BRANCHING` methods with branches. Calls that build an exception to throw are left
    out.
    """
    found: dict[Method, list[tuple[int, Method]]] = {}
    waiting = deque([(method, 0)])
    while waiting and len(found) < MOST_OTHERS:
        each, choices = waiting.popleft()
        if each in found or not each.has_code:
            continue
        choices += len(each.flow.blocks) > 1
        near = choices <= MOST_BRANCHING
        calls = direct_calls(program, each) if near else ()
        found[each] = [(pc, called) for pc, called in calls if not _makes_thrown(each, pc)]
        waiting.extend((called, choices) for _, called in found[each])
    return found


def _makes_thrown(method: Method, pc: int) -> bool:
    return method.instructions[method.flow.block_at(pc).last].name == "athrow"


class _Code:
    """The operands of a method's instructions, as far as the code determines them."""

    def __init__(self, method: Method) -> None:
        self._method = method
        self._operands = HelpfulMessages(method)
        steps = method.instructions
        self._after = {each.pc: following for each, following in pairwise(steps)}

    def thrown_by(self, instruction: Instruction) -> str:
        """The class of the exception of a ``throw new …``; `ANY` for any other ``throw``."""
        pushing = self._operands.pushed_by(instruction.pc, 0)
        if pushing is not None and pushing.name == "new":
            made = self._constant(pushing)
            return made.name if isinstance(made, ClassRef) else ANY
        return ANY

    def made_for(self, instruction: Instruction) -> str:
        """The class of the exception of a ``throw`` that is new or the result of a call; empty if it is rethrown."""
        pushing = self._operands.pushed_by(instruction.pc, 0)
        if pushing is not None and pushing.name.startswith("invoke"):
            called = self._constant(pushing)
            return called.descriptor.rpartition(")L")[2].removesuffix(";") if isinstance(called, MemberRef) else ""
        return self.thrown_by(instruction) if pushing is not None and pushing.name == "new" else ""

    def rules_out(self, instruction: Instruction, kind: str) -> bool:
        """True if an instruction cannot throw an exception on any input."""
        if kind == _NULL:
            return self._is_constructor(instruction) or self._is_object(instruction)
        if kind == _ARITHMETIC:
            return self._number(instruction.pc, 0) not in (None, 0)
        if kind == _SIZE:
            return instruction.name != "multianewarray" and self._is_size(instruction.pc)
        if instruction.name in _LOADS or instruction.name in _STORES:
            return self._is_initialiser(instruction, kind)
        return False

    def _is_constructor(self, instruction: Instruction) -> bool:
        member = self._constant(instruction) if instruction.name == "invokespecial" else None
        return isinstance(member, MemberRef) and member.name == "<init>"

    def _is_object(self, instruction: Instruction) -> bool:
        pushing = self._operands.pushed_by(instruction.pc, self._operands.null_slot(instruction))
        return pushing is not None and (pushing.name in PUSHING_NEW_OBJECTS or self._operands.is_this(pushing))

    def _is_size(self, pc: int) -> bool:
        pushing = self._operands.pushed_by(pc, 0)
        size = self._number(pc, 0)
        return (size is not None and size >= 0) or (pushing is not None and pushing.name == "arraylength")

    def _is_initialiser(self, instruction: Instruction, kind: str) -> bool:
        """True if an element of an array initialiser is stored, at an index within the bounds."""
        slots = 2 if instruction.name in _STORES else 1
        array = self._operands.pushed_by(instruction.pc, slots)
        if array is None or array.name not in ("newarray", "anewarray"):
            return False
        following = self._after.get(array.pc)
        if following is None or following.name != "dup":
            return False  # not an initialiser as javac compiles it; javac checks the types of the elements
        if kind == _STORE:
            return True
        size, index = self._number(array.pc, 0), self._number(instruction.pc, slots - 1)
        return size is not None and index is not None and 0 <= index < size

    def _number(self, pc: int, slot: int) -> int | None:
        """The constant in a slot of the operand stack before an instruction; None if it is no constant."""
        pushing = self._operands.pushed_by(pc, slot)
        if pushing is None:
            return None
        if pushing.name in ("bipush", "sipush"):
            return pushing.operand
        if pushing.name.startswith("ldc"):
            constant = self._constant(pushing)
            return constant.value if isinstance(constant, IntConst | LongConst) else None
        return _CONSTANTS.get(pushing.name)

    def _constant(self, instruction: Instruction) -> object:
        file = self._method.owner.file
        return file.constant(instruction.operand) if file is not None else None


def _is_caught(program: Program, method: Method, pc: int, site: ThrowingSite) -> bool:
    """True if a handler catches the exception at an instruction, and does not rethrow it."""
    code = method.code
    for row in code.handlers if code is not None else ():
        if row.start <= pc < row.end and _takes(program, row.catch_type, site.thrown):
            return not _rethrows(method, row.handler)
    return False


def _takes(program: Program, catch_type: str | None, thrown: str) -> bool:
    if catch_type in (None, ANY):
        return True
    try:
        return program.klass(thrown).is_subtype_of(program.klass(catch_type or ANY))
    except TargetError:
        return False


def _rethrows(method: Method, handler: int) -> bool:
    """True if a ``throw`` is reachable from a handler."""
    blocks = method.flow.blocks
    seen = {handler}
    waiting = [handler]
    while waiting:
        block = blocks[waiting.pop()]
        if method.instructions[block.last].name == "athrow":
            return True
        for each in (*block.successors, *block.handlers):
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    return False
