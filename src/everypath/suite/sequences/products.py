"""Objects that a changed object makes, such as what a builder builds: they show what no test can read otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from everypath.suite.oracle import Oracle, is_inspecting
from everypath.suite.testcase import (
    Assertion,
    Expected,
    Expression,
    Invoke,
    Member,
    ObjectValue,
    class_of,
    return_descriptor,
)

__all__ = ["claims_on_products", "products_of"]

_MOST_METHODS, _MOST_CLAIMS = 2, 2
_WEAK_KINDS = ("not-null", "class")


def products_of(subject: Expression, value: Expected, oracle: Oracle, changed: Sequence[str]) -> list[Invoke]:
    """Calls without arguments that make an object of another analysed class of a changed one; none if a test can read
    all fields that changed.
    """
    if (
        not isinstance(value, ObjectValue)
        or not oracle.is_open(value)
        or not oracle.unread(value).keys() & set(changed)
    ):
        return []
    return [Invoke(each, subject) for each in _makers(oracle, value.class_name)][:_MOST_METHODS]


def _makers(oracle: Oracle, class_name: str) -> Iterator[Member]:
    members = oracle.members
    for file in members.classes.hierarchy(class_name):
        for method in file.methods if not file.name.startswith("java/") else ():
            result = return_descriptor(method.descriptor)
            made = class_of(result) if result.startswith("L") else ""
            if not is_inspecting(method) or made.startswith(("java/", class_name)) or not members.accessible(made):
                continue
            member = members.method(class_name, method.name, method.descriptor)
            if not member.hidden:
                yield member


def claims_on_products(
    before: Mapping[Invoke, Expected], after: Mapping[Invoke, Expected], oracle: Oracle
) -> list[Assertion]:
    """Assertions on the fields in which the objects made after a call differ from those made before it."""
    found: list[Assertion] = []
    for call, now in after.items():
        was = before.get(call)
        if not isinstance(now, ObjectValue) or not isinstance(was, ObjectValue) or now.class_name != was.class_name:
            continue
        old = {(each.owner, each.name): each.value for each in was.fields}
        names = [each.name for each in now.fields if old.get((each.owner, each.name)) != each.value]
        claims = [each for each in oracle.fields(call, now, names) if each.kind not in _WEAK_KINDS]
        found += claims[:_MOST_CLAIMS]
    return found
