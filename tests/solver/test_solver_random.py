"""Random conditions: evaluation, z3 and Bitwuzla agree, and no claim of the facade is refuted by a random model."""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.term.random_expressions import MODELS, conditions, expressions

from everypath.solver import Limits, Sat, Solver, Unsat
from everypath.solver.backends.bitwuzla import BitwuzlaBackend
from everypath.solver.backends.z3 import Z3Backend
from everypath.term import Term, conj, evaluate, not_, variables, walk
from everypath.term.core import make_with_floats
from everypath.term.values import BOOL

EXAMPLES = int(os.environ.get("EVERYPATH_EXAMPLES", "120"))
SETTINGS = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
Z3 = Z3Backend()
BITWUZLA = BitwuzlaBackend()


def has(term, *operators):
    return any(node.op in operators for node in walk(term))


def has_floats(term):
    return any(node.sort.is_float for node in walk(term)) or has(term, "fp2i", "fcmp", "flt", "fle", "feq", "is_nan")


def pinned(term, model):
    """Equations that leave the term's symbols only their value in the model."""
    return [make_with_floats("eq", (symbol, model[symbol]), BOOL) for symbol in variables(term)]


@SETTINGS
@given(st.sampled_from(["int", "long", "float", "double"]).flatmap(lambda kind: expressions(kind, 3)), MODELS)
def test_solvers_compute_what_evaluation_computes(pair, model):
    term, _ = pair
    if not isinstance(term, Term) or has(term, "frem"):
        return
    value = evaluate(term, model)
    equation = make_with_floats("eq", (term, value), BOOL)
    for backend in (BITWUZLA,) if has_floats(term) else (Z3, BITWUZLA):
        assert backend.check([*pinned(term, model), equation], 20.0).result == "sat"
        assert backend.check([*pinned(term, model), make_with_floats("not", (equation,), BOOL)], 20.0).result == "unsat"


@pytest.mark.parametrize(
    ("dividend", "divisor"), [(7.5, 2.0), (-7.5, 2.0), (7.5, -2.0), (-0.0, 3.0), (5.0, 8.0), (1e30, 3.0)]
)
def test_floating_remainder_is_encoded_as_fmod(dividend, divisor):
    from everypath.term import F32, Model, frem, var
    from everypath.term.values import f32

    a, b = var("a", F32), var("b", F32)
    term = frem(a, b, F32)
    model = Model({a: f32(dividend), b: f32(divisor)})
    equation = make_with_floats("eq", (term, evaluate(term, model)), BOOL)
    assert BITWUZLA.check([*pinned(term, model), equation], 20.0).result == "sat"
    assert BITWUZLA.check([*pinned(term, model), not_(equation)], 20.0).result == "unsat"


@SETTINGS
@given(st.lists(conditions(2), min_size=1, max_size=4), st.lists(MODELS, min_size=5, max_size=5))
def test_no_answer_is_refuted(pairs, models):
    asked = [term for term, _ in pairs]
    if any(isinstance(term, Term) and has(term, "frem") for term in asked):
        return
    solver = Solver(Limits(timeout=0.5))
    answer = solver.check(asked)
    if isinstance(answer, Sat):
        assert all(evaluate(term, answer.model) for term in asked)
        assert all(symbol in answer.model for symbol in variables(conj(*asked)))
        assert solver.check(asked, hint=answer.model) == Sat(answer.model)
    elif isinstance(answer, Unsat):
        assert set(answer.core) <= {part for term in asked if isinstance(term, Term) for part in parts(term)}
        for model in models:
            assert not all(meaning(model) for _, meaning in pairs)
            assert not all(evaluate(term, model) for term in answer.core) or not answer.core
    assert solver.statistics.events["model-mismatch"] == 0


def parts(term):
    return [term, *term.args] if term.op == "conj" else [term]


@SETTINGS
@given(conditions(3))
def test_z3_and_bitwuzla_agree(pair):
    term, _ = pair
    if not isinstance(term, Term) or has_floats(term):
        return
    verdicts = {backend.check([term], 0.3).result for backend in (Z3, BITWUZLA)} - {"unknown"}
    assert len(verdicts) <= 1
