"""What modules remember of methods is forgotten with their program."""

from __future__ import annotations

import gc
import weakref

from tests.vm.support import jdk_image

from everypath.classfile import ClassPath
from everypath.inputs.code_facts import effects_of
from everypath.inputs.places import parameter_places
from everypath.program import Program, clear_program_caches


def test_a_forgotten_program_is_collected():
    program = Program(ClassPath([]), jdk_image())
    method = next(each for each in program.klass("java/util/ArrayList").methods if each.name == "addAll")
    assert len(parameter_places(method)) == 1
    effects_of(program, method)
    alive = weakref.ref(program)
    del program, method
    gc.collect()
    assert alive() is not None
    clear_program_caches()
    gc.collect()
    assert alive() is None
