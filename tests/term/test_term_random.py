"""Random expressions: what the simplifying constructors build means what plain Java arithmetic on the leaves means."""

import os
import pickle

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.term.random_expressions import MODELS, X, conditions, expressions

from everypath import term as t
from everypath.term import evaluate
from everypath.term.values import same_float

SETTINGS = settings(
    max_examples=int(os.environ.get("EVERYPATH_EXAMPLES", "400")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
MANY_MODELS = st.lists(MODELS, min_size=3, max_size=3)


def agree(got, expected):
    if isinstance(expected, float):
        assert same_float(got, expected)
    else:
        assert type(got) is type(expected)
        assert got == expected


@SETTINGS
@given(st.sampled_from(["int", "long", "float", "double"]).flatmap(expressions), MANY_MODELS)
def test_values_mean_what_java_computes(pair, models):
    term, meaning = pair
    for model in models:
        agree(evaluate(term, model), meaning(model))


@SETTINGS
@given(conditions(), MANY_MODELS)
def test_conditions_mean_what_java_decides(pair, models):
    term, meaning = pair
    for model in models:
        agree(evaluate(term, model), meaning(model))
        assert evaluate(t.not_(term), model) is (not meaning(model))


@SETTINGS
@given(expressions("int"), MANY_MODELS)
def test_intervals_hold_every_value(pair, models):
    term, _ = pair
    low, high = t.interval(term)
    assert t.INT_MIN <= low <= high <= t.INT_MAX
    for model in models:
        assert low <= evaluate(term, model) <= high


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(conditions(), MODELS)
def test_pickling_substituting_and_naming_keep_terms(pair, model):
    term, meaning = pair
    assert pickle.loads(pickle.dumps(term)) is term
    assert t.substitute(term, {X: X}) is term
    constants = {symbol: model[symbol] for symbol in t.variables(term)}
    assert t.substitute(term, constants) == meaning(model)
    assert t.to_java(term)
    assert t.to_text(term)
