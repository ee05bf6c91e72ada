"""Makes a `Path` of a state that ended: with a plain witness, a short condition, and the effect of the path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.explore.paths import BlockTrace, Path
from everypath.explore.witnesses.compact import compact
from everypath.explore.witnesses.minimal import holds, plain_witness, varied
from everypath.inputs import InputShape, PrimitiveArrayInput, ReferenceArrayInput, TextInput
from everypath.inputs.shapes import decided_shape, shape_of
from everypath.solver import Sat, Solver
from everypath.state import Ending, State, TextObject, class_constraint, entered_blocks
from everypath.term import Model, Term, Value, conj, evaluate, ge, is_null, le, not_, ref_var, variables
from everypath.vm.observers import descriptor_of

if TYPE_CHECKING:
    from everypath.program import Method

LONGEST_INPUT = 1 << 16
"""A path whose input needs longer strings or arrays is cut by the length bound, as no test could hold them."""

LARGEST_PLAIN = 100_000
"""If 2 to `MOST_LARGE` numbers are larger than this, one query of at most `SECONDS` of work asks for smaller ones."""
SECONDS = 0.1
MOST_LARGE = 6

LONGEST_PLAIN = 64
"""Lengths above this are worth a query that asks for shorter ones."""
SHORT_LENGTH = 4


def finished_path(
    number: int, entry: Method, state: State, solver: Solver, *, uncertain: bool, plain: bool = True
) -> Path:
    """The path that ended in ``state``. ``plain``: its witness may be replaced by one with plainer values."""
    assert state.ending is not None
    constraints = tuple(state.path)
    shape = decided_shape(state)
    witness = state.witness
    if plain:
        witness = plainest(constraints, witness, shape, state.lengths, solver)
        uncertain = uncertain or not holds(constraints, witness)
    thrown, message = _thrown(state, witness) if state.ending is Ending.THREW else (None, None)
    return Path(
        number=number,
        entry=entry,
        ending=state.ending,
        constraints=constraints,
        condition=shortened(constraints, state),
        place=state.place,
        returned=state.result if state.ending is Ending.RETURNED else None,
        thrown=thrown,
        message=message,
        witness=witness,
        shape=shape,
        state=state,
        reasons=state.reasons,
        covered=frozenset(entered_blocks(state)),
        block_trace=BlockTrace(tuple(state.covered), state.prepared),
        uncertain=uncertain,
        descriptor=descriptor_of(state),
    )


def plainest(
    constraints: Sequence[Term], witness: Model, shape: InputShape, lengths: Sequence[Term], solver: Solver
) -> Model:
    """A witness of a finished path whose strings and arrays are short and whose values are small and readable."""
    witness = plain_witness(constraints, shorter(constraints, witness, lengths, solver), shape)
    witness = compact(constraints, witness, lengths)
    less = _smaller(constraints, witness, solver)
    return witness if less is witness else plain_witness(constraints, less, shape)


def shorter(
    constraints: Sequence[Term],
    witness: Model,
    lengths: Sequence[Term],
    solver: Solver,
    wanted: Sequence[int] = (LONGEST_PLAIN, SHORT_LENGTH),
) -> Model:
    """A witness with shorter ``lengths`` if one exceeds `LONGEST_PLAIN`: the objects of the witness must fit into a
    test.

    ``wanted`` are upper bounds of the lengths, which the solver is given as soft constraints. The witness is unchanged
    if the solver finds no better one.
    """
    long = [each for each in lengths if _number(each, witness) > LONGEST_PLAIN]
    if not long:
        return witness
    bounds = [bound for each in long for most in wanted if isinstance(bound := le(each, most), Term)]
    answer = solver.check(varied(constraints, witness), soft=tuple(bounds), hint=witness)
    if isinstance(answer, Sat):
        shorter = witness.with_(dict(answer.model))
        if holds(constraints, shorter):
            return shorter
    return witness


def _smaller(constraints: Sequence[Term], witness: Model, solver: Solver) -> Model:
    """A witness with smaller numbers if several are large: dependent numbers cannot become small one at a time."""
    large = [
        symbol
        for symbol, value in witness.items()
        if symbol.op == "var" and symbol.sort.is_vector and isinstance(value, int) and abs(value) > LARGEST_PLAIN
    ]
    touched = {each for condition in constraints for each in variables(condition)}
    large = [each for each in large if each in touched]
    if not 1 < len(large) <= MOST_LARGE:
        return witness
    bounds = [conj(ge(each, -LARGEST_PLAIN), le(each, LARGEST_PLAIN)) for each in large]
    limits = solver.limits
    solver.limits = replace(limits, work=min(limits.work, SECONDS))
    try:
        answer = solver.check([*varied(constraints, witness), *bounds], hint=witness)
    finally:
        solver.limits = limits
    if isinstance(answer, Sat):
        smaller = witness.with_(dict(answer.model))
        if holds(constraints, smaller):
            return smaller
    return witness


def longest_input(path: Path) -> int:
    """The length of the longest string or array of a path's input."""
    longest = 0
    for node in path.shape.nodes.values():
        if isinstance(node.build, TextInput | PrimitiveArrayInput | ReferenceArrayInput):
            longest = max(longest, _number(node.build.length, path.witness))
    return longest


def _number(term: Value, witness: Model) -> int:
    value = evaluate(term, witness)
    return value if isinstance(value, int) else 0


def _thrown(state: State, witness: Model) -> tuple[str, str | None]:
    obj = state.object(state.thrown)
    message: str | None = None
    for field in obj.cls.instance_fields:
        if field.name == "detailMessage" and field.owner.name == "java/lang/Throwable":
            value = obj.fields[field.slot]
            address = state.reference(value)
            if isinstance(address, int) and address:
                text = state.object(address)
                if isinstance(text, TextObject):
                    message = text.text.evaluate(witness)
    return obj.cls.name, message


def shortened(constraints: Sequence[Term], state: State) -> tuple[Term, ...]:
    """The conditions in their order, without those that hold for all inputs and those that another one implies."""
    shape = shape_of(state)
    obvious = {ge(length, 0) for length in shape.lengths}
    obvious |= {not_(is_null(ref_var(node.name))) for node in shape.nodes.values() if node.non_null}
    kept: dict[Term, None] = {}
    about: dict[Term | None, list[Term]] = {}
    strong: dict[Term | None, list[Term]] = {}
    for condition in dict.fromkeys(constraints):
        if condition in obvious:
            continue
        subject = _subject(condition)
        rivals = (*strong.get(None, ()), *(strong.get(subject, ()) if subject is not None else ()))
        if any(other in kept and implies_plainly(other, condition) for other in rivals):
            continue
        if _may_imply(condition):
            conjunction = condition.op == "conj"
            implied = [*kept] if conjunction else about.get(subject, ())
            for each in implied:
                if each in kept and implies_plainly(condition, each):
                    del kept[each]
            strong.setdefault(None if conjunction else subject, []).append(condition)
        kept[condition] = None
        about.setdefault(subject, []).append(condition)
    return tuple(kept)


def _subject(condition: Term) -> Term | None:
    """The only symbol of a condition, or the reference whose class it restricts; None if it has several symbols.

    Only a conjunction can plainly imply a condition with another subject.
    """
    constraint = class_constraint(condition)
    if constraint is not None:
        return constraint[0]
    symbols = variables(condition)
    return next(iter(symbols)) if len(symbols) == 1 else None


def _may_imply(term: Term) -> bool:
    """True if a condition can imply others plainly (`implies_plainly`)."""
    if term.op == "eq":
        return any(not isinstance(arg, Term) for arg in term.args)
    return term.op in ("conj", "has_class")


def implies_plainly(strong: Term, weak: Term) -> bool:
    """True if ``strong`` implies ``weak`` for a simple reason: their conjunction simplifies to ``strong``, or it alone
    fixes the class or the value that ``weak`` is about.
    """
    if strong is weak or (strong.op == "conj" and conj(strong, weak) is strong):
        return True
    if strong.op == "has_class" and weak.op == "not":
        chosen, refused = class_constraint(strong), class_constraint(weak)
        if chosen is None or refused is None:
            return False
        return chosen[0] is refused[0] and chosen[1].isdisjoint(refused[1])
    if strong.op == "eq" and len(strong.args) == 2:
        symbol, value = strong.args
        if isinstance(value, Term):
            symbol, value = value, symbol
        if isinstance(symbol, Term) and symbol.op == "var" and not isinstance(value, Term):
            return variables(weak) == frozenset((symbol,)) and evaluate(weak, Model({symbol: value})) is True
    return False
