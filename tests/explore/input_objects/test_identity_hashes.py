"""Identity hashes and aliases; what code that reflects is given."""

from __future__ import annotations

import pytest
from tests.explore.lab import Lab

from everypath.inputs import SymbolicInputs
from everypath.inputs.candidates import CLASS_LITERALS
from everypath.inputs.code_facts import representative_classes, representative_members
from everypath.program import Program

CLASS = "explored/Hashed"


@pytest.mark.parametrize("name", ["shared", "find"])
def test_all_three_cases_are_explored(lab: Lab, name: str) -> None:
    result = lab.explore(CLASS, name, idle_path_limit=2000)
    assert {path.returned for path in result.paths if path.thrown is None} == {0, 1, 2}
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_null_is_a_key_among_unknown_ones(lab: Lab) -> None:
    result = lab.explore(CLASS, "counted", idle_path_limit=2000)
    assert {(path.returned, path.thrown) for path in result.paths} == {(2, None), (11, None)}
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_classes_of_proxies_have_names_of_the_jvm(lab: Lab) -> None:
    assert dict(lab.outcomes(lab.explore(CLASS, "proxied"))) == {"confirmed": 2}


def test_a_class_may_be_one_of_the_analysed_code(lab: Lab) -> None:
    program = Program(lab.program.classpath, lab.program.jdk, [CLASS, f"{CLASS}$Telling"])
    entry = next(each for each in program.klass(CLASS).methods if each.name == "constructors")
    named, others = SymbolicInputs(program, entry).known.class_literals("Ljava/lang/Class;")
    assert named == ()
    assert others == (*CLASS_LITERALS, f"{CLASS}$Telling", CLASS)


def test_the_class_with_the_most_kinds_of_members_comes_first(lab: Lab) -> None:
    names = [f"{CLASS}$Key", f"{CLASS}$Telling"]
    assert representative_classes(lab.program, names, 2) == (f"{CLASS}$Telling", f"{CLASS}$Key")
    assert representative_classes(lab.program, names, 1) == (f"{CLASS}$Telling",)


def test_each_kind_of_member_comes_once_before_it_comes_again(lab: Lab) -> None:
    methods = [each for each in lab.program.klass(f"{CLASS}$Telling").methods if not each.is_constructor]
    ordered = [f"{each.name}{each.descriptor}" for each in representative_members(methods)]
    assert sorted(ordered) == sorted(f"{each.name}{each.descriptor}" for each in methods)
    assert ordered.index("getSize()I") < ordered.index("setSize(I)V")
