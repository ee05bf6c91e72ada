"""The text of an infeasible branch: the conditions that contradict each other, with the last decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from everypath.classfile import ClassRef, MemberRef
from everypath.dataclass import dataclass, field
from everypath.state import NOTHING_ASKED, ClassQuestions, class_constraint
from everypath.suite.descriptions.conditions import ConditionPrinter
from everypath.suite.input_classes import InputClasses
from everypath.suite.testcase import outer_name
from everypath.term import Term, ref_var

if TYPE_CHECKING:
    from everypath.classfile import Constant
    from everypath.explore.paths import Refutation
    from everypath.program import Class, Program
    from everypath.state import Place

__all__ = ["RefutedSide", "refuted_side"]


@dataclass(frozen=True, slots=True)
class RefutedSide:
    """An infeasible side of a decision: ``decision`` is the condition of the side, ``core`` contradicts it.

    ``kind`` is the kind of decision (``branch``, ``bounds``, ``cast``, …). ``called`` names the method whose target was
    decided. ``sides`` counts the paths on which the same conditions contradicted each other there.
    """

    line: int
    kind: str
    core: tuple[str, ...]
    decision: str
    called: str = ""
    sides: int = 1
    smtlib: str = field(default="", compare=False)
    """The contradiction as an SMT-LIB script, if that was requested."""

    @property
    def text(self) -> str:
        """``x > 3 and x < 2``."""
        called = f" (calls {self.called}())" if self.called else ""
        return " and ".join((*self.core, self.decision)) + called


def refuted_side(refutation: Refutation, program: Program) -> RefutedSide:
    """The text of an infeasible side."""
    types = _Types(refutation, program)
    core, decision = refutation.core, refutation.decision
    refs = [ref_var(name) for name in refutation.alias or ()]
    classes = InputClasses(program.hierarchy, types.questions((*core, *decision)))
    printer = ConditionPrinter(refutation.shape, [*core, *decision, *refs], classes=classes)
    texts = [_wrapped(printer.java(each), each) for each in core]
    if refutation.alias is not None:
        one, other = (printer.java(ref) for ref in refs)
        text = f"{one} == {other}"
    else:
        text = " && ".join(_wrapped(printer.java(each), each) for each in decision)
    if not texts:
        texts = types.declared([*refs, *(ref for each in decision for ref in _refs(each))], printer)
    place = refutation.place
    named = _instruction(place, program)
    called = named.name if refutation.kind == "dispatch" and isinstance(named, MemberRef) else ""
    return RefutedSide(
        place.line if place is not None else -1, refutation.kind, tuple(texts), text, called, refutation.sides
    )


def _wrapped(text: str, condition: Term) -> str:
    return f"({text})" if condition.op in ("disj", "ite") else text


def _refs(condition: Term) -> Iterable[Term]:
    constraint = class_constraint(condition)
    return () if constraint is None else (constraint[0],)


class _Types:
    """Replaces sets of classes by one type if there is one."""

    def __init__(self, refutation: Refutation, program: Program) -> None:
        self._shape = refutation.shape
        self._candidates = dict(refutation.candidates)
        self._program = program
        asked = _instruction(refutation.place, program)
        found = program.find(asked.name) if isinstance(asked, ClassRef) else None
        self._asked = [found] if found is not None else []

    def questions(self, conditions: Iterable[Term]) -> dict[Term, ClassQuestions]:
        """The types whose tests stand for conditions on classes, as the answers to questions."""
        found: dict[Term, ClassQuestions] = {}
        for ref, names, _ in filter(None, map(class_constraint, conditions)):
            cls = self._type(ref, names)
            if cls is not None:
                found[ref] = found.get(ref, NOTHING_ASKED).with_type(names, cls.name)
        return found

    def _type(self, ref: Term, names: frozenset[str]) -> Class | None:
        """A type of whose subtypes exactly these candidates are; None if there is none."""
        candidates = self._candidates.get(ref, frozenset())
        if not names <= candidates:
            return None
        bits = {name: self._program.hierarchy.bits_of([name]) for name in candidates}
        wanted, possible = sum(bits[name] for name in names), sum(bits.values())
        types = (*self._asked, *(self._above(names) if len(names) > 1 else ()))
        return next((cls for cls in types if self._program.subtypes(cls) & possible == wanted), None)

    def _above(self, names: Iterable[str]) -> Sequence[Class]:
        """The common supertypes of all the classes, those with the fewest subtypes first."""
        classes = [self._program.klass(name) for name in sorted(names)]
        seen: dict[str, Class] = {}
        waiting = [classes[0]]
        while waiting:
            cls = waiting.pop()
            if cls.name not in seen:
                seen[cls.name] = cls
                waiting += [*cls.interfaces, *([cls.superclass] if cls.superclass is not None else [])]
        common = [cls for cls in seen.values() if all(each.is_subtype_of(cls) for each in classes)]
        return sorted(common, key=lambda cls: (self._program.subtypes(cls).bit_count(), cls.name))

    def declared(self, refs: Iterable[Term], printer: ConditionPrinter) -> list[str]:
        """The declared types of references, as text."""
        return [
            f"{printer.java(ref)} is declared as {_type_name(self._shape.node(str(ref.payload)).descriptor)}"
            for ref in dict.fromkeys(refs)
        ]


def _type_name(descriptor: str) -> str:
    brackets = descriptor.count("[")
    inner = descriptor[brackets:]
    return ".".join(outer_name(inner[1:-1]).parts) + "[]" * brackets if inner[0] == "L" else descriptor


def _instruction(place: Place | None, program: Program) -> Constant | None:
    """The constant of the instruction at a place: the tested type or the called method; None for others."""
    owner = program.find(place.class_name) if place is not None else None
    method = owner.declared_method(place.method, place.descriptor) if owner is not None and place is not None else None
    if place is None or owner is None or method is None or owner.file is None:
        return None
    step = next((each for each in method.instructions if each.pc == place.pc), None)
    if step is None or not step.name.startswith(("invoke", "instanceof", "checkcast")):
        return None
    return owner.file.constant(step.operand)
