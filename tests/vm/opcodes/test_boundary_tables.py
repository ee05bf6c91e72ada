"""Every arithmetic, comparison and conversion opcode on all pairs of boundary values.

The JVM, the machine on concrete values, the term that the machine makes of symbols, and the solver must agree.
"""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest
from tests.conftest import TESTS, compile_java
from tests.vm.assembler import ClassWriter, Code
from tests.vm.support import ask_java, explore, find_method, machine_for, printed, run
from tests.vm.test_differential import DOUBLES, FLOATS, INTS, LONGS
from tests.vm.test_symbolic import solve_with, symbol

from everypath.classfile import OPCODE_NAMES
from everypath.solver import Limits, Sat, Solver
from everypath.state import State
from everypath.term import Model, Term, Value, conj, disj, eq, evaluate, ne

VALUES = {"I": INTS, "J": LONGS, "F": FLOATS, "D": DOUBLES}
_TYPES = {"i": "I", "l": "J", "f": "F", "d": "D", "b": "I", "c": "I", "s": "I"}
_SHIFTS = ("shl", "shr", "ushr")
SOLVED_PAIRS = 16
"""Number of pairs for which the solver is called."""
BINARY = ("add", "sub", "mul", "div", "rem")
BITS = ("and", "or", "xor")


def signatures() -> dict[str, tuple[str, str]]:
    """Opcode -> the types of its operands and of its result; the result of a branch is 1 if it is taken, else 0."""
    found: dict[str, tuple[str, str]] = {}
    for letter, kind in (("i", "I"), ("l", "J"), ("f", "F"), ("d", "D")):
        found |= {letter + name: (kind * 2, kind) for name in BINARY}
        found[f"{letter}neg"] = (kind, kind)
        if kind in "IJ":
            found |= {letter + name: (kind * 2, kind) for name in BITS}
            found |= {letter + name: (f"{kind}I", kind) for name in _SHIFTS}
        found |= {f"{letter}2{to}": (kind, _TYPES[to]) for to in "ilfd" if to != letter}
    found |= {f"i2{to}": ("I", "I") for to in "bcs"}
    found |= {"lcmp": ("JJ", "I"), "iinc": ("I", "I")}
    found |= {f"{letter}cmp{suffix}": (kind * 2, "I") for letter, kind in (("f", "F"), ("d", "D")) for suffix in "lg"}
    found |= {f"if{suffix}": ("I", "I") for suffix in ("eq", "ne", "lt", "ge", "gt", "le")}
    found |= {f"if_icmp{suffix}": ("II", "I") for suffix in ("eq", "ne", "lt", "ge", "gt", "le")}
    return found


OPCODES = signatures()
_LETTER = {"I": "i", "J": "l", "F": "f", "D": "d"}


def body(name: str, kinds: str, returns: str) -> Code:
    """A method that executes one opcode on its parameters."""
    code = Code()
    at = 0
    if name == "iinc":
        code.op("iinc", 0, -100)
        code.wide("iinc", 0, 32767)
    for kind in kinds:
        code.op(f"{_LETTER[kind]}load", at)
        at += 2 if kind in "JD" else 1
    if name.startswith("if"):
        code.jump(name, "taken")
        code.op("iconst_0")
        code.op("ireturn")
        code.label("taken")
        code.op("iconst_1")
    elif name != "iinc":
        code.op(name)
    code.op(f"{_LETTER[returns]}return")
    return code


def pairs(kinds: str) -> list[tuple[Value, ...]]:
    return list(itertools.product(*(VALUES[kind] for kind in kinds)))


@pytest.fixture(scope="module")
def tables(tmp_path_factory) -> tuple[Path, dict[str, list[str]]]:
    """The folder of a class with a method for each opcode, and the JVM's results for all pairs."""
    folder = tmp_path_factory.mktemp("tables")
    made = ClassWriter("Tables")
    for name, (kinds, returns) in OPCODES.items():
        made.method(f"on_{name}", f"({kinds}){returns}", body(name, kinds, returns))
    made.write(folder)
    for file in compile_java([TESTS / "java" / "vm" / "Caller.java"]).glob("Caller*.class"):
        (folder / file.name).write_bytes(file.read_bytes())
    calls = [
        ("Tables", f"on_{name}", args, tuple(kinds)) for name, (kinds, _) in OPCODES.items() for args in pairs(kinds)
    ]
    answers = iter(ask_java(folder, calls))
    return folder, {name: [next(answers) for _ in pairs(kinds)] for name, (kinds, _) in OPCODES.items()}


def test_all_opcodes_are_covered():
    arithmetic = OPCODE_NAMES[OPCODE_NAMES.index("iadd") : OPCODE_NAMES.index("if_acmpeq")]
    assert set(arithmetic) == set(OPCODES)


@pytest.mark.parametrize("name", OPCODES)
def test_on_concrete_values(tables, name):
    folder, answers = tables
    machine = machine_for(folder)
    kinds, returns = OPCODES[name]
    for args, wanted in zip(pairs(kinds), answers[name], strict=True):
        assert printed(run(machine, "Tables", f"on_{name}", *args), returns) == wanted, args


@pytest.mark.parametrize("name", OPCODES)
def test_on_symbols(tables, name):
    """Each pair satisfies one path condition, and the path ends as in the JVM. The solver finds no other result."""
    folder, answers = tables
    machine = machine_for(folder)
    kinds, returns = OPCODES[name]
    symbols = [symbol(f"p{at}", kind) for at, kind in enumerate(kinds)]
    start = machine.start(find_method(machine, "Tables", f"on_{name}"), [operand for operand, _ in symbols])
    states = explore(machine, [start], solve_with(Solver()))
    wrong: list[Value] = []
    for args, wanted in zip(pairs(kinds), answers[name], strict=True):
        model = Model({made: value for (_, made), value in zip(symbols, args, strict=True)})
        (state,) = [each for each in states if all(evaluate(condition, model) for condition in each.path)]
        assert evaluated(state, model, returns) == wanted, args
        if isinstance(state.result, Term):
            given = [eq(made, value) for (_, made), value in zip(symbols, args, strict=True)]
            wrong.append(conj(*given, ne(state.result, evaluate(state.result, model))))
    asked = random.Random(name).sample(wrong, min(len(wrong), SOLVED_PAIRS))
    assert not isinstance(Solver(Limits(timeout=0.5)).check([disj(*asked)]), Sat)


def evaluated(state: State, model: Model, returns: str) -> str:
    """The outcome of a path under a model, in the form of `printed`."""
    symbolic = state.result
    if isinstance(symbolic, Term):
        state.result = evaluate(symbolic, model)
    answer = printed(state, returns)
    state.result = symbolic
    return answer
