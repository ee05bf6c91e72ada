"""Path conditions as SMT-LIB 2 (`everypath.solver.backends.smtlib`), with comments for conditions that it cannot
express.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.solver.backends import script
from everypath.state import class_constraint, is_about_classes
from everypath.suite.descriptions.conditions import ConditionPrinter
from everypath.suite.descriptions.equivalence_classes import describe
from everypath.suite.input_classes import InputClasses
from everypath.term import Term, is_symbol, walk

if TYPE_CHECKING:
    from everypath.explore.paths import Path, Refutation
    from everypath.program import Method

__all__ = ["path_script", "side_script"]


def path_script(path: Path, *, witness: bool = False, name: str = "") -> str:
    """The condition of a path; with ``witness`` also the values of its witness. The expected answer is ``sat``.

    ``name`` is the path's name in the first comment.
    """
    printer = ConditionPrinter(path.shape, path.constraints, classes=InputClasses.of_path(path))
    described = describe(path)
    comments = [
        f"{_named(path.entry)}, {name or f'path {path.number + 1}'}",
        f"when   {described.condition}",
        f"effect {described.effect}" if path.ending.value in ("returned", "threw") else f"ends   {path.ending.value}",
        *_unstated(path.constraints, printer),
        *(f"not expressed: {each}" for each in described.structure),
        *(f"assumed by a bound: {printer.java(each)}" for each in path.constraints if each in path.state.limits),
    ]
    if path.uncertain:
        comments.append("no solver decided this condition: the witness may not satisfy it")
    shown = [each for each in path.constraints if not is_about_classes(each)]
    status = "" if path.uncertain else "sat"
    return script(shown, comments, path.witness if witness else None, status).text


def side_script(refutation: Refutation, entry: Method) -> str:
    """The contradicting conditions of an infeasible side.

    The expected answer is ``unsat``, unless conditions on classes or aliases are among them; comments list these.
    """
    conditions = (*refutation.core, *refutation.decision)
    printer = ConditionPrinter(refutation.shape, conditions)
    place = refutation.place
    where = f"line {place.line}" if place is not None and place.line > 0 else "an unknown line"
    comments = [f"{_named(entry)}, {where}: a side of a decision ({refutation.kind}) that no input takes"]
    comments += [f"contradict {printer.java(each)}" for each in conditions]
    unstated = [*_unstated(conditions, printer)]
    if refutation.alias is not None:
        one, other = refutation.alias
        unstated.append(f"not expressed: {one} and {other} are one object")
    shown = [each for each in conditions if not is_about_classes(each)]
    if unstated or not shown:
        comments += [*unstated, "what is not expressed, or declared types, contradict the rest: the script may be sat"]
    return script(shown, comments, None, "" if unstated or not shown else "unsat").text


def _named(entry: Method) -> str:
    return f"{dotted(entry.owner.name)}.{entry.name}{entry.descriptor}"


def _of_classes(condition: Term, printer: ConditionPrinter) -> str:
    """A condition on classes, with the names of all of them."""
    constraint = class_constraint(condition)
    if constraint is None:
        return printer.java(condition)
    ref, names, holds = constraint
    names_shown = ", ".join(sorted(dotted(name) for name in names))
    return f"the class of {printer.java(ref)} is {'one' if holds else 'none'} of: {names_shown}"


def _unstated(conditions: Sequence[Term], printer: ConditionPrinter) -> Iterator[str]:
    """Comments for conditions that SMT-LIB cannot express and for atoms that become free Booleans."""
    for each in conditions:
        if is_about_classes(each):
            yield f"not expressed: {_of_classes(each, printer)}"
    commented: set[Term] = set()
    for each in conditions:
        if is_about_classes(each):
            continue
        for atom in walk(each):
            if is_symbol(atom) and atom.op not in ("var", "is_null") and atom not in commented:
                commented.add(atom)
                yield f"taken as a truth value of its own: {printer.java(atom)}"
