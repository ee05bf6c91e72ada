"""Writes the generated functions with their bytecode for readers, and the counts of deoptimisations."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.vm.compiled.deoptimisation import NOT_ENTERED

if TYPE_CHECKING:
    from everypath.vm.compiled.compiler import Compiler
    from everypath.vm.compiled.deoptimisation import Compiled

_COLUMN = 96


def readable(compiled: Compiled) -> str:
    """The source of a function, with the bytecode index, mnemonic and line of each instruction at the right.

    Names such as ``k3`` and ``f5`` are constants of the function, listed at the end.
    """
    method = compiled.linked.method
    names = {instruction.pc: instruction.name for instruction in method.instructions}
    before = -1
    lines = [f"# {method.key}, from {compiled.linked.pc_of(compiled.entry)}"]
    for line, frame_state in zip(compiled.source.splitlines(), compiled.frame_states, strict=True):
        indented = " " * (3 * (len(line) - len(line.lstrip()))) + line
        pc = compiled.linked.pc_of(frame_state.index)
        if frame_state is not NOT_ENTERED and pc != before:
            indented = f"{indented:{_COLUMN}}  # {pc} {names[pc]}, line {method.line(pc)}"
            before = pc
        lines.append(indented)
    for name, value in compiled.namespace.items():
        if re.fullmatch(r"[kf]\d+", name):
            shown = getattr(value, "__qualname__", None) or getattr(value, "key", None) or getattr(value, "name", None)
            lines.append(f"# {name}: {shown if shown is not None else repr(value)}"[:160])
    return "\n".join(lines) + "\n"


def write_compiled(compiler: Compiler, folder: Path) -> None:
    """Write every function that has no file yet, the deoptimisations of this process, and the methods not compiled."""
    folder.mkdir(parents=True, exist_ok=True)
    for (linked, entry), compiled in compiler.made.items():
        name = re.sub(r"[^\w.$]", "_", dotted(linked.method.key.partition(")")[0]))
        path = folder / f"{name}.{linked.pc_of(entry)}.py"
        if not path.exists():
            path.write_text(readable(compiled), encoding="utf-8", errors="backslashreplace")
    counts = compiler.deoptimisations.most_common()
    rows = [f"{count:8}  {reason:14} {key} at {pc}" for (key, pc, reason), count in counts]
    rows += [f" refused  {reason:14} {key} from slot {entry}" for (key, entry), reason in compiler.refused.items()]
    (folder / f"handovers.{os.getpid()}.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
