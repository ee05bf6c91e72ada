"""Drawn inputs of programs: the same each time, and made of what the code names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.explore.lab import Lab

from everypath.inputs.lazy import ProgramSampler
from everypath.suite.recipes import build_input
from everypath.suite.replay import plan_of


@pytest.fixture(scope="module")
def around(java_classes: Callable[..., Path]) -> Lab:
    return Lab(java_classes("around"))


def sampler(lab: Lab, class_name: str) -> ProgramSampler:
    return ProgramSampler(lab.program, lab.method(class_name, "main"))


def test_the_jvm_can_build_each_input(around: Lab) -> None:
    drawing = sampler(around, "Guess")
    drawn = [drawing.plainest(), *(drawing.draw() for _ in range(40))]
    drawn += [drawing.draw(drawn[each]) for each in range(20)]
    members = around.builder.members("")
    member = members.method("Guess", "main", around.method("Guess", "main").descriptor)
    plans = [plan_of(build_input(each.shape, each.model, members, member).recipe) for each in drawn]
    assert {each.status.value for each in around.bridge.replay_many(plans)} <= {"ok", "throw"}
    assert len({(each.arguments, each.typed) for each in drawn}) > 30
    around.bridge.close()


def test_the_same_inputs_are_drawn_each_time(around: Lab) -> None:
    first, second = sampler(around, "Guess"), sampler(around, "Guess")
    assert [first.draw().typed for _ in range(20)] == [second.draw().typed for _ in range(20)]


def test_tokens_are_literals_of_the_code_and_numbers_beside_them(around: Lab) -> None:
    drawing = sampler(around, "Guess")
    tokens = {token[:-1] for _ in range(400) for token in drawing.draw().typed}
    assert {"4216", "4217", "4218", "0", ""} <= tokens


def test_an_input_shares_tokens_with_its_parent(around: Lab) -> None:
    drawing = sampler(around, "Guess")
    parent = next(each for each in iter(drawing.draw, None) if len(each.typed) > 3)
    children = [drawing.draw(parent) for _ in range(50)]
    kept = sum(mine == its for each in children for mine, its in zip(each.typed, parent.typed, strict=False))
    assert 2 * kept > sum(len(each.typed) for each in children)
