"""Bytecode instructions: their names, lengths and a decoder (JVMS chapter 6).

The decoder joins ``wide`` with the instruction that it widens, and turns branch offsets into absolute program
counters. ``Instruction.length`` is the length in the class file, with prefix and padding.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

from everypath.errors import ClassFormatError

_MNEMONICS = """
    nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 lconst_0 lconst_1 fconst_0
    fconst_1 fconst_2 dconst_0 dconst_1 bipush sipush ldc ldc_w ldc2_w iload lload fload dload aload iload_0
    iload_1 iload_2 iload_3 lload_0 lload_1 lload_2 lload_3 fload_0 fload_1 fload_2 fload_3 dload_0 dload_1
    dload_2 dload_3 aload_0 aload_1 aload_2 aload_3 iaload laload faload daload aaload baload caload saload
    istore lstore fstore dstore astore istore_0 istore_1 istore_2 istore_3 lstore_0 lstore_1 lstore_2 lstore_3
    fstore_0 fstore_1 fstore_2 fstore_3 dstore_0 dstore_1 dstore_2 dstore_3 astore_0 astore_1 astore_2 astore_3
    iastore lastore fastore dastore aastore bastore castore sastore pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1
    dup2_x2 swap iadd ladd fadd dadd isub lsub fsub dsub imul lmul fmul dmul idiv ldiv fdiv ddiv irem lrem frem
    drem ineg lneg fneg dneg ishl lshl ishr lshr iushr lushr iand land ior lor ixor lxor iinc i2l i2f i2d l2i
    l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s lcmp fcmpl fcmpg dcmpl dcmpg ifeq ifne iflt ifge ifgt ifle
    if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple if_acmpeq if_acmpne goto jsr ret tableswitch
    lookupswitch ireturn lreturn freturn dreturn areturn return getstatic putstatic getfield putfield
    invokevirtual invokespecial invokestatic invokeinterface invokedynamic new newarray anewarray arraylength
    athrow checkcast instanceof monitorenter monitorexit wide multianewarray ifnull ifnonnull goto_w jsr_w
"""

OPCODE_NAMES: Final[tuple[str, ...]] = tuple(_MNEMONICS.split())
"""Mnemonic by opcode."""

OPCODES: Final[dict[str, int]] = {name: opcode for opcode, name in enumerate(OPCODE_NAMES)}
"""Opcode by mnemonic."""

_GOTO, _JSR, _RET = OPCODES["goto"], OPCODES["jsr"], OPCODES["ret"]
_TABLESWITCH, _LOOKUPSWITCH = OPCODES["tableswitch"], OPCODES["lookupswitch"]
_WIDE, _IINC, _ATHROW = OPCODES["wide"], OPCODES["iinc"], OPCODES["athrow"]

RETURNS: Final = frozenset(range(OPCODES["ireturn"], OPCODES["return"] + 1))
CONDITIONAL_BRANCHES: Final = frozenset(
    (*range(OPCODES["ifeq"], OPCODES["if_acmpne"] + 1), OPCODES["ifnull"], OPCODES["ifnonnull"])
)
JUMPS: Final = frozenset((_GOTO, OPCODES["goto_w"]))
SUBROUTINE_JUMPS: Final = frozenset((_JSR, OPCODES["jsr_w"]))
SWITCHES: Final = frozenset((_TABLESWITCH, _LOOKUPSWITCH))
BRANCHES: Final = CONDITIONAL_BRANCHES | JUMPS | SUBROUTINE_JUMPS
INVOKES: Final = frozenset(range(OPCODES["invokevirtual"], OPCODES["invokedynamic"] + 1))
NO_FALL_THROUGH: Final = RETURNS | JUMPS | SWITCHES | {_ATHROW, _RET, *SUBROUTINE_JUMPS}
"""Opcodes that never continue with the next instruction (after ``jsr``, ``ret`` returns to it)."""


class Switch(NamedTuple):
    """The operands of ``tableswitch`` and ``lookupswitch``; targets are absolute program counters."""

    default: int
    cases: dict[int, int]


class Instruction(NamedTuple):
    """One decoded instruction.

    ``operand`` is the local variable, the constant pool index, the pushed number, the absolute branch target or the
    array type code; ``second`` the constant of ``iinc`` or the dimensions of ``multianewarray``; both 0 where there
    is none.
    """

    pc: int
    opcode: int
    operand: int
    second: int
    length: int
    switch: Switch | None

    @property
    def name(self) -> str:
        """The mnemonic."""
        return OPCODE_NAMES[self.opcode]

    @property
    def targets(self) -> tuple[int, ...]:
        """The program counters that a branch or switch can jump to, each once, in order. Falling through is not one."""
        if self.switch is not None:
            return tuple(dict.fromkeys((*self.switch.cases.values(), self.switch.default)))
        return (self.operand,) if self.opcode in BRANCHES else ()


# The formats of operands.
_NONE: Final = 0
_BYTE: Final = 1
_UBYTE: Final = 2
_SHORT: Final = 3
_USHORT: Final = 4
_BRANCH: Final = 5
_WIDE_BRANCH: Final = 6
_IINC_FORM: Final = 7
_INTERFACE: Final = 8
_MULTI: Final = 9
_TABLE: Final = 10
_LOOKUP: Final = 11
_WIDENS: Final = 12
_FORM_LENGTHS = (1, 2, 2, 3, 3, 3, 5, 3, 5, 4, 0, 0, 0)  # 0: depends on the instruction


def _forms() -> bytes:
    forms = bytearray(len(OPCODE_NAMES))

    def put(form: int, *names: str) -> None:
        for name in names:
            forms[OPCODES[name]] = form

    put(_BYTE, "bipush")
    put(_SHORT, "sipush")
    put(_UBYTE, "ldc", "newarray", "ret")
    put(_UBYTE, *(kind + verb for kind in "ilfda" for verb in ("load", "store")))
    put(_USHORT, "ldc_w", "ldc2_w", "new", "anewarray", "checkcast", "instanceof")
    put(_USHORT, "getstatic", "putstatic", "getfield", "putfield")
    put(_USHORT, "invokevirtual", "invokespecial", "invokestatic")
    put(_INTERFACE, "invokeinterface", "invokedynamic")
    put(_BRANCH, "goto", "jsr", *(OPCODE_NAMES[opcode] for opcode in CONDITIONAL_BRANCHES))
    put(_WIDE_BRANCH, "goto_w", "jsr_w")
    put(_IINC_FORM, "iinc")
    put(_MULTI, "multianewarray")
    put(_TABLE, "tableswitch")
    put(_LOOKUP, "lookupswitch")
    put(_WIDENS, "wide")
    return bytes(forms)


_FORMS = _forms()
_LENGTHS = bytes(_FORM_LENGTHS[form] for form in _FORMS)
_WIDENED = frozenset({_IINC, _RET, *(OPCODES[kind + verb] for kind in "ilfda" for verb in ("load", "store"))})

_s2 = struct.Struct(">h").unpack_from
_s4 = struct.Struct(">i").unpack_from
_make = Instruction._make


def decode(bytecode: bytes) -> list[Instruction]:
    """The instructions of a ``Code`` array in order.

    Raises ``ClassFormatError`` for an unknown opcode, a truncated instruction, or a branch that does not lead to the
    start of an instruction.
    """
    try:
        instructions = _decode(bytecode)
    except (IndexError, struct.error):
        raise ClassFormatError("malformed bytecode: the last instruction is cut off") from None
    _check_targets(instructions)
    return instructions


def _decode(code: bytes) -> list[Instruction]:
    out: list[Instruction] = []
    add = out.append
    pc, size = 0, len(code)
    forms, lengths = _FORMS, _LENGTHS
    while pc < size:
        opcode = code[pc]
        if opcode >= len(forms):
            raise ClassFormatError(f"malformed bytecode: unknown opcode {opcode} at {pc}")
        form = forms[opcode]
        length = lengths[opcode]
        if form == _NONE:
            add(_make((pc, opcode, 0, 0, 1, None)))
        elif form == _USHORT:
            add(_make((pc, opcode, code[pc + 1] << 8 | code[pc + 2], 0, 3, None)))
        elif form == _UBYTE:
            add(_make((pc, opcode, code[pc + 1], 0, 2, None)))
        elif form == _BRANCH:
            add(_make((pc, opcode, pc + _s2(code, pc + 1)[0], 0, 3, None)))
        else:
            instruction = _decode_rare(code, pc, opcode, form, length)
            length = instruction.length
            add(instruction)
        pc += length
    if pc != size or not out:
        raise IndexError
    return out


def _decode_rare(code: bytes, pc: int, opcode: int, form: int, length: int) -> Instruction:
    operand = second = 0
    switch = None
    if form == _BYTE:
        operand = (code[pc + 1] ^ 0x80) - 0x80
    elif form == _SHORT:
        operand = _s2(code, pc + 1)[0]
    elif form == _IINC_FORM:
        operand, second = code[pc + 1], (code[pc + 2] ^ 0x80) - 0x80
    elif form == _INTERFACE:
        operand, second = code[pc + 1] << 8 | code[pc + 2], 0
    elif form == _MULTI:
        operand, second = code[pc + 1] << 8 | code[pc + 2], code[pc + 3]
    elif form == _WIDE_BRANCH:
        operand = pc + _s4(code, pc + 1)[0]
    elif form == _WIDENS:
        opcode = code[pc + 1]
        if opcode not in _WIDENED:
            raise ClassFormatError(f"malformed bytecode: opcode {opcode} cannot be widened, at {pc}")
        operand = code[pc + 2] << 8 | code[pc + 3]
        length = 4
        if opcode == _IINC:
            second, length = _s2(code, pc + 4)[0], 6
    else:
        switch, end = _decode_switch(code, pc, form)
        length = end - pc
    return Instruction(pc, opcode, operand, second, length, switch)


def _decode_switch(code: bytes, pc: int, form: int) -> tuple[Switch, int]:
    at = (pc + 4) & ~3
    default = pc + _s4(code, at)[0]
    cases: dict[int, int] = {}
    if form == _TABLE:
        low, high = _s4(code, at + 4)[0], _s4(code, at + 8)[0]
        count = high - low + 1
        at += 12
        if count < 1 or at + 4 * count > len(code):
            raise IndexError
        for index in range(count):
            cases[low + index] = pc + _s4(code, at + 4 * index)[0]
        return Switch(default, cases), at + 4 * count
    count = _s4(code, at + 4)[0]
    at += 8
    if count < 0 or at + 8 * count > len(code):
        raise IndexError
    for index in range(count):
        cases[_s4(code, at + 8 * index)[0]] = pc + _s4(code, at + 8 * index + 4)[0]
    return Switch(default, cases), at + 8 * count


def _check_targets(instructions: list[Instruction]) -> None:
    starts: set[int] | None = None
    for instruction in instructions:
        if instruction.opcode in BRANCHES or instruction.switch is not None:
            if starts is None:
                starts = {other.pc for other in instructions}
            if not starts.issuperset(instruction.targets):
                raise ClassFormatError(
                    f"malformed bytecode: {instruction.name} at {instruction.pc} jumps into no instruction"
                )
