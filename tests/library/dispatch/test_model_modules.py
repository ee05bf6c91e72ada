"""Importing the library registers every model, each once."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from functools import partial
from importlib import import_module

import pytest

import everypath.library
from everypath.library.dispatch import MODEL_MODULES
from everypath.library.models import MODELS, add_model

COUNT = 997
"""Models in Python. Change this number together with the models."""


def module_of(function) -> str:
    while isinstance(function, partial):
        function = function.func
    return function.__module__


def test_importing_the_library_registers_all_models():
    code = "import everypath.library; from everypath.library.models.registry import MODELS; print(len(MODELS))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == COUNT


def test_no_module_is_left_out():
    before = set(MODELS)
    for module in pkgutil.walk_packages(everypath.library.__path__, "everypath.library."):
        import_module(module.name)
    assert set(MODELS) == before


def test_models_come_from_model_modules_only():
    names = [module.__name__ for module in MODEL_MODULES]
    assert len(set(names)) == len(names)
    shared = {"everypath.library.jdk.jvm_calls"}
    assert {module_of(function) for function in MODELS.values()} <= {*names, *shared}


def test_a_method_has_one_model():
    key = next(iter(MODELS))
    before = MODELS[key]
    with pytest.raises(ValueError, match="two models"):
        add_model(key, lambda call: None)
    assert MODELS[key] is before


def test_an_import_that_was_interrupted_is_done_again():
    code = (
        "import sys, everypath.library\n"
        "for name in [each for each in sys.modules if each.startswith('everypath.library.runtime')]:\n"
        "    del sys.modules[name]\n"
        "import everypath.library.runtime\n"
        "from everypath.library.models.registry import MODELS\n"
        "print(len(MODELS))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == COUNT
