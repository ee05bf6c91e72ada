"""The inferred precondition as text for a ``@Requires``, in the language of conditions."""

from __future__ import annotations

from everypath.explore import Exploration
from everypath.explore.outcome import Clause, safe_clauses
from everypath.inputs import InputShape
from everypath.inputs.conditions import ConditionError, check
from everypath.program import Program
from everypath.solver import Solver
from everypath.state import NOTHING_ASKED, ClassQuestions
from everypath.suite.descriptions.conditions import ConditionPrinter, readable
from everypath.suite.input_classes import InputClasses
from everypath.term import Term

__all__ = ["requires_text"]


def requires_text(
    exploration: Exploration, program: Program, solver: Solver | None = None, *, overflow: bool = False
) -> str | None:
    """The condition under which nothing throws: ``true`` if nothing throws, ``false`` if every path does.

    None if there is no such condition (`everypath.explore.outcome.preconditions.safe_condition`), or it cannot be
    written.
    """
    clauses = safe_clauses(exploration, solver, overflow=overflow)
    if clauses is None:
        return None
    lengths = {length for path in exploration.paths for length in path.state.lengths}
    units = readable([clause[0] for clause in clauses if len(clause) == 1], lengths)
    clauses = (*((each,) for each in units), *(clause for clause in clauses if len(clause) != 1))
    nodes = {name: node for path in exploration.paths for name, node in path.shape.nodes.items()}
    roots = exploration.paths[0].shape.roots if exploration.paths else ()
    shown = [each for clause in clauses for each in clause]
    printer = ConditionPrinter(InputShape(roots, nodes), shown, classes=_classes(exploration, program))
    text = " && ".join(_text(clause, printer, alone=len(clauses) == 1) for clause in clauses) or "true"
    try:
        check(text, exploration.entry, program)
    except ConditionError:
        return None
    return text


def _classes(exploration: Exploration, program: Program) -> InputClasses:
    """What the code of the paths asked about the classes of the inputs."""
    questions: dict[Term, ClassQuestions] = {}
    for path in exploration.paths:
        for ref, asked in path.state.questions.items():
            for names, tested in asked.types.items():
                questions[ref] = questions.get(ref, NOTHING_ASKED).with_type(names, tested)
    return InputClasses(program.hierarchy, questions)


def _text(clause: Clause, printer: ConditionPrinter, *, alone: bool) -> str:
    if not clause:
        return "false"
    text = " || ".join(printer.java(each) if each.op != "conj" else f"({printer.java(each)})" for each in clause)
    return text if alone or len(clause) == 1 else f"({text})"
