"""The operand stack before each instruction: which of its entries are two words wide.

Only the forms of pop2, dup_x2, dup2 and dup2_x* depend on it, so it is computed for the methods that contain one: a
forward walk over the code with a stack of booleans (verified code has one shape per instruction, JVMS 4.10.1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from everypath.classfile import (
    NO_FALL_THROUGH,
    OPCODES,
    SUBROUTINE_JUMPS,
    DoubleConst,
    Dynamic,
    InvokeDynamic,
    LongConst,
    MemberRef,
    parse_method_descriptor,
)

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.program.model import Method

_Entry = TypeVar("_Entry")

SENSITIVE = frozenset(OPCODES[name] for name in ("pop2", "dup_x2", "dup2", "dup2_x1", "dup2_x2"))

_SIMPLE = {
    "nop iinc goto goto_w return ret": ">",
    "aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 fconst_0 fconst_1 fconst_2 bipush "
    "sipush iload fload aload new jsr jsr_w": ">n",
    "lconst_0 lconst_1 dconst_0 dconst_1 lload dload": ">w",
    "istore fstore astore pop ifeq ifne iflt ifge ifgt ifle ifnull ifnonnull tableswitch lookupswitch ireturn freturn "
    "areturn athrow monitorenter monitorexit": "n>",
    "lstore dstore lreturn dreturn": "w>",
    "iaload faload aaload baload caload saload": "nn>n",
    "laload daload": "nn>w",
    "iastore fastore aastore bastore castore sastore": "nnn>",
    "lastore dastore": "nnw>",
    "if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple if_acmpeq if_acmpne": "nn>",
    "iadd fadd isub fsub imul fmul idiv fdiv irem frem ishl ishr iushr iand ior ixor fcmpl fcmpg": "nn>n",
    "ladd dadd lsub dsub lmul dmul ldiv ddiv lrem drem land lor lxor": "ww>w",
    "lshl lshr lushr": "wn>w",
    "lcmp dcmpl dcmpg": "ww>n",
    "ineg fneg i2f f2i i2b i2c i2s newarray anewarray arraylength instanceof checkcast": "n>n",
    "lneg dneg l2d d2l": "w>w",
    "i2l i2d f2l f2d": "n>w",
    "l2i l2f d2i d2f": "w>n",
}
_EFFECTS: dict[str, str] = {name: effect for names, effect in _SIMPLE.items() for name in names.split()}


def wide_entries(method: Method) -> dict[int, tuple[bool, ...]]:
    """For each reachable instruction's pc, the stack entries, bottom first: True for those two words wide."""
    code = method.code
    if code is None:
        return {}
    instructions = {instruction.pc: instruction for instruction in method.instructions}
    shapes: dict[int, tuple[bool, ...]] = {0: ()}
    work = [0]
    for handler in code.handlers:
        shapes[handler.handler] = (False,)
        work.append(handler.handler)
    while work:
        instruction = instructions[work.pop()]
        before = shapes[instruction.pc]
        after = _after(method, instruction, before)
        following = [*instruction.targets]
        fall = instruction.pc + instruction.length
        if instruction.opcode not in NO_FALL_THROUGH:
            following.append(fall)
        for target in following:
            if target not in shapes:
                shapes[target] = after
                work.append(target)
        if instruction.opcode in SUBROUTINE_JUMPS and fall not in shapes:
            shapes[fall] = before
            work.append(fall)
    return shapes


def _after(method: Method, instruction: Instruction, before: tuple[bool, ...]) -> tuple[bool, ...]:
    stack = list(before)
    if is_shuffle(instruction.name):
        shuffle(instruction.name, stack, bool)
        return tuple(stack)
    taken, given = effect(method, instruction)
    return (*stack[: len(stack) - taken], *(kind == "w" for kind in given))


def effect(method: Method, instruction: Instruction) -> tuple[int, str]:
    """The number of entries an instruction takes from the stack, and what it pushes: ``n`` for an entry of one word,
    ``w`` for one of two. It does not support the instructions that only move entries (`shuffle`).
    """
    name = instruction.name
    known = _EFFECTS.get(name)
    if known is None and name[-2:-1] == "_":
        known = _EFFECTS.get(name.split("_")[0])
    if known is not None:
        taken, _, given = known.partition(">")
        return len(taken), given
    if name == "multianewarray":
        return instruction.second, "n"
    file = method.owner.file
    assert file is not None
    constant = file.constant(instruction.operand)
    if name.startswith("ldc"):
        wide = isinstance(constant, LongConst | DoubleConst)
        if isinstance(constant, Dynamic):
            wide = constant.descriptor in ("J", "D")
        return 0, "w" if wide else "n"
    assert isinstance(constant, MemberRef | InvokeDynamic)
    descriptor = constant.descriptor
    if descriptor.startswith("("):
        parameters, result = parse_method_descriptor(descriptor)
        count = len(parameters) + (0 if name in ("invokestatic", "invokedynamic") else 1)
        return count, _pushed(result)
    if name in ("getfield", "getstatic"):
        return int(name == "getfield"), _pushed(descriptor)
    return 2 if name == "putfield" else 1, ""


def _pushed(descriptor: str) -> str:
    return "" if descriptor == "V" else "w" if descriptor in ("J", "D") else "n"


def is_shuffle(name: str) -> bool:
    """True if an instruction only drops, copies or swaps entries in a way that depends on their widths."""
    return name in ("pop2", "swap") or name.startswith("dup")


def shuffle(name: str, stack: list[_Entry], is_wide: Callable[[_Entry], bool]) -> None:
    """Apply ``pop2``, ``swap`` or a form of ``dup`` to a stack of entries (JVMS 6.5)."""
    if name == "swap":
        stack[-1], stack[-2] = stack[-2], stack[-1]
        return
    count = 1 if name in ("dup", "dup_x1", "dup_x2") or is_wide(stack[-1]) else 2
    if name == "pop2":
        del stack[-count:]
        return
    below = 0
    if name.endswith("_x1"):
        below = 1
    elif name.endswith("_x2"):
        below = 1 if is_wide(stack[-count - 1]) else 2
    at = len(stack) - count - below
    stack[at:at] = stack[-count:]
