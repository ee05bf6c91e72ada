"""Generic types through fields, wildcards and supertypes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from everypath.classfile import ClassPath, Jdk
from everypath.inputs.construction import Api
from everypath.inputs.places import (
    bindings_in,
    field_place,
    parameter_places,
    parse_generic,
    result_place,
    signature_text,
)
from everypath.program import Program


@pytest.fixture(scope="module")
def program(java_classes: Callable[..., Path]) -> Program:
    return Program(ClassPath([java_classes("inputs")]), Jdk.find().image())


def test_fields_know_their_type_arguments(program: Program) -> None:
    box = program.klass("given/Given$Box")
    generic = parse_generic("Lgiven/Given$Box<Ljava/lang/String;>;")
    bindings = bindings_in(box, box, generic)
    place = field_place(box.declared_field("content", "Ljava/lang/Object;"), "b.content", bindings)
    assert place.effective == "Ljava/lang/String;"
    more = field_place(box.declared_field("more", "Ljava/util/List;"), "b.more", bindings)
    assert signature_text(more.generic) == "Ljava/util/List<+Ljava/lang/String;>;"


def test_arguments_pass_through_supertypes(program: Program) -> None:
    names = program.klass("given/Given$Names")
    box = program.klass("given/Given$Box")
    assert signature_text(bindings_in(names, box, None)["T"]) == "Ljava/lang/String;"
    chest = program.klass("given/Given$Chest")
    found = bindings_in(chest, box, parse_generic("Lgiven/Given$Box<Ljava/lang/Long;>;"))
    assert signature_text(found["T"]) == "Ljava/lang/Long;"


def test_type_parameters_of_a_method_respect_their_bounds(program: Program) -> None:
    optional = program.klass("java/util/OptionalInt")
    method = optional.declared_method("orElseThrow", "(Ljava/util/function/Supplier;)I")
    (supplier,) = parameter_places(method)
    assert signature_text(supplier.generic) == "Ljava/util/function/Supplier<+Ljava/lang/Throwable;>;"
    owner = program.klass("java/util/function/Supplier")
    get = owner.declared_method("get", "()Ljava/lang/Object;")
    bindings = bindings_in(owner, owner, supplier.generic)
    assert result_place(get, "s.get#0", bindings).effective == "Ljava/lang/Throwable;"


def test_nullness_and_names_of_parameters(program: Program) -> None:
    method = next(m for m in program.klass("given/Given").methods if m.name == "marked")
    first, second, third = parameter_places(method)
    assert (first.name, first.non_null, first.nullable) == ("sure", True, False)
    assert (second.name, second.non_null, second.nullable) == ("maybe", False, True)
    assert (third.non_null, third.nullable) == (False, False)


def test_plans_by_weight(program: Program) -> None:
    api = Api(program, "given")
    plans = api.plans.of(program.klass("given/Given$Names"))
    assert [plan.weight for plan in plans] == sorted(plan.weight for plan in plans)
    assert plans[0].creator.name == "<init>"
    assert not plans[0].calls


def test_the_jdk_only_by_its_public_members(program: Program) -> None:
    api = Api(program, "given")
    for creator in api.creators.of(program.klass("java/util/BitSet")):
        assert creator.access & 1
    plans = api.plans.of(program.klass("java/util/ArrayList"))
    assert [len(plan.calls) for plan in plans] == [0, 1, 2, 3]
    assert {call.method.name for plan in plans for call in plan.calls} == {"add"}


def test_only_open_fields_are_set(program: Program) -> None:
    api = Api(program, "given")
    assert api.fields.settable(program.klass("given/Given$Box"))
    assert not api.fields.settable(program.klass("given/Given$Closed"))
    assert not api.fields.settable(program.klass("given/Given$Point"))
