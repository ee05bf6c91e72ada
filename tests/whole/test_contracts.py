"""Stubs of JDK types keep to the documented contracts of their methods, and only those."""

from __future__ import annotations

import pytest
from tests.whole.running import JAVA, goals, missed, run

from everypath.classfile import ClassPath
from everypath.classfile.jdk import Jdk
from everypath.inputs.contracts import CONTRACTS
from everypath.program import Program

SUBJECT = JAVA / "contracts" / "Contracts.java"
GOALS = goals(SUBJECT)


@pytest.fixture(scope="module")
def document(tmp_path_factory):
    document, _ = run("check", SUBJECT, "--budget", "60s", json_file=tmp_path_factory.mktemp("contracts") / "out.json")
    return document


@pytest.mark.parametrize("method", GOALS)
def test_goals_are_met(document, method):
    report = next(m for m in document["methods"] if (m["class"], m["method"]) == ("Contracts", method))
    assert missed(GOALS[method], report) == []
    assert not report["outcomes"].keys() & {"diverged", "not-triggered", "other-exception", "no-test"}


def test_no_finding_needs_a_broken_contract(document):
    found = {(each["method"], each["rule"], each["level"]) for each in document["findings"] if each["level"] == "error"}
    assert found == {("unchecked", "EP008", "error"), ("free", "EP004", "error")}


def test_every_row_names_a_method_of_the_jdk():
    program = Program(ClassPath([]), Jdk.find().image())
    for row in CONTRACTS:
        owner = program.klass(row.owner)
        named = [each for each in owner.methods if each.name == row.name and row.descriptor in ("", each.descriptor)]
        assert named, row
        assert not any(each.is_static for each in named), row
        if row.promise is not None:
            assert {each.returns for each in named} <= {"I", "J", "Z"}, row
        if row.non_null:
            assert all(each.returns[0] in "L[" for each in named), row
