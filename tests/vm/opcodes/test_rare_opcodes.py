"""Instructions that javac never or rarely emits, assembled by hand: the machine against the JVM."""

from __future__ import annotations

import pytest
from tests.conftest import TESTS, compile_java
from tests.vm.assembler import code, write_class
from tests.vm.support import ask_java, machine_for, printed, run

from everypath.classfile import OPCODE_NAMES
from everypath.vm.instructions import TRANSLATORS

INT, LONG = "(I)I", "(J)J"
CASES = {
    ("subroutine", INT): (3, 3, "iload_0 jsr 0 7 iload_0 ireturn nop nop astore_1 iinc 0 5 ret 1"),
    ("twice", INT): (3, 3, "jsr 0 9 jsr 0 6 iload_0 ireturn nop astore_1 iload_0 iconst_3 imul istore_0 ret 1"),
    ("wide_jsr", INT): (3, 3, "jsr_w 0 0 0 7 iload_0 ireturn astore_1 iinc 0 -5 ret 1"),
    ("wide_variables", INT): (2, 302, "iload_0 wide istore 1 44 wide iinc 1 44 16 0 wide iload 1 44 ireturn"),
    ("wide_ret", INT): (2, 302, "jsr 0 5 iload_0 ireturn wide astore 1 44 iinc 0 7 wide ret 1 44"),
    ("far", INT): (2, 1, "goto_w 0 0 0 7 iconst_0 ireturn iload_0 ireturn"),
    ("swap", INT): (4, 1, "iload_0 bipush 7 swap isub ireturn"),
    ("dup_x1", INT): (4, 1, "iload_0 bipush 7 dup_x1 isub imul ireturn"),
    ("dup_x2", INT): (6, 1, "iload_0 bipush 7 iconst_3 dup_x2 isub imul iadd ireturn"),
    ("dup_x2_wide", INT): (6, 1, "iload_0 i2l bipush 7 dup_x2 i2l ladd l2i imul ireturn"),
    ("dup2", INT): (6, 1, "iload_0 bipush 7 dup2 isub imul iadd ireturn"),
    ("dup2_wide", LONG): (6, 2, "lload_0 dup2 ladd lreturn"),
    ("dup2_x1", INT): (8, 1, "iconst_2 iload_0 bipush 7 dup2_x1 isub imul iadd imul ireturn"),
    ("dup2_x1_wide", INT): (8, 1, "bipush 7 iload_0 i2l dup2_x1 l2i iadd i2l ladd l2i ireturn"),
    ("dup2_x2", INT): (8, 1, "iconst_2 iconst_5 iload_0 bipush 7 dup2_x2 isub imul iadd imul iadd ireturn"),
    ("dup2_x2_over_wide", INT): (8, 1, "ldc2_w_3 iload_0 bipush 7 dup2_x2 iadd i2l ladd l2i imul iadd ireturn"),
    ("dup2_x2_wide", INT): (8, 1, "iconst_2 iconst_5 iload_0 i2l dup2_x2 l2i imul iadd i2l ladd l2i ireturn"),
    ("dup2_x2_both", LONG): (8, 2, "lload_0 lconst_1 dup2_x2 lsub lmul lreturn"),
    ("pop2", INT): (6, 1, "iload_0 bipush 7 bipush 8 pop2 ireturn"),
    ("pop2_wide", INT): (6, 1, "iload_0 dup i2l pop2 ireturn"),
    ("nothing", INT): (2, 1, "nop nop iload_0 ireturn"),
    ("truncating", INT): (4, 1, "iconst_1 newarray 4 dup iconst_0 iload_0 bastore iconst_0 baload ireturn"),
}
# ldc2_w needs the constant pool: the long 3 is converted from an int instead.
PATCHED = {"ldc2_w_3": "iconst_3 i2l"}


@pytest.fixture(scope="module")
def rare(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rare")
    methods = {}
    for key, (stack, locals_, text) in CASES.items():
        for placeholder, real in PATCHED.items():
            text = text.replace(placeholder, real)
        methods[key] = (stack, locals_, code(text))
    write_class(folder, "Rare", methods)
    caller = compile_java([TESTS / "java" / "vm" / "Caller.java"])
    for file in caller.glob("Caller*.class"):
        (folder / file.name).write_bytes(file.read_bytes())
    calls = [("Rare", name, (value,), (d[1],)) for name, d in CASES for value in (0, 5, -3, 2**31 - 1)]
    return machine_for(folder), dict(zip(((c[1], c[2][0]) for c in calls), ask_java(folder, calls), strict=True))


@pytest.mark.parametrize(("name", "descriptor"), CASES)
def test_rare_instructions(rare, name, descriptor):
    machine, answers = rare
    for value in (0, 5, -3, 2**31 - 1):
        assert printed(run(machine, "Rare", name, value), descriptor[-1]) == answers[name, value]


def test_every_opcode_has_a_translator():
    assert set(OPCODE_NAMES) - set(TRANSLATORS) == {"wide"}
