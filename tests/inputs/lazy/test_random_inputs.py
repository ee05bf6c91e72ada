"""Inputs drawn at random: children of other inputs keep what is of the same kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.vm.support import jdk_image

from everypath.classfile import ClassPath
from everypath.inputs import SymbolicInputs
from everypath.inputs.lazy import Sampler
from everypath.inputs.lazy.random_inputs import DEEPEST_OBJECT
from everypath.program import Program


def test_arguments_of_one_name_and_several_types_are_drawn_separately():
    """The constructors of ``BigInteger`` call a text, a number and arrays ``val``."""
    program = Program(ClassPath([]), jdk_image())
    entry = next(each for each in program.klass("java/math/BigInteger").methods if each.name == "shiftLeft")
    sampler = Sampler(SymbolicInputs(program, entry), entry)
    sample = sampler.draw()
    kinds = set()
    for _ in range(400):
        sample = sampler.draw(sample)
        kinds |= {key for key in sample.genes if ".val" in key}
    assert {"this.new.val:J", "this.new.val:text"} <= kinds


def test_objects_that_always_need_another_one_are_drawn_to_some_depth(java_classes: Callable[..., Path]) -> None:
    program = Program(ClassPath([java_classes("inputs/endless")]), jdk_image(), {"endless/Endless"})
    entry = next(each for each in program.klass("endless/Endless").methods if each.name == "isLong")
    sampler = Sampler(SymbolicInputs(program, entry), entry)
    for sample in (sampler.plainest(), *(sampler.draw() for _ in range(20))):
        assert max(name.count(".new.") for name in sample.shape.nodes) > DEEPEST_OBJECT
