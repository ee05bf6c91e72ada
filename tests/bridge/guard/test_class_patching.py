"""Calls inserted into class files: the JVM takes them, and the code does what it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from everypath.bridge import Bridge, Primitive, static_call
from everypath.bridge.guard import insert_calls
from everypath.bridge.guard.class_patching import Insertion
from everypath.classfile import ClassFile
from everypath.errors import ClassFormatError


def everywhere(name: str, descriptor: str) -> Insertion:
    return Insertion("refuse", "(I)V", (), 7)


def test_every_method_of_a_class_can_have_a_call(classes: Path) -> None:
    """The code behind the call is the same, at a place that leaves the padding of switches as it was."""
    for path in sorted(classes.rglob("*.class")):
        data = path.read_bytes()
        changed, numbers = insert_calls(data, everywhere)
        before, after = ClassFile(data), ClassFile(changed)
        methods = [method for method in before.methods if method.code is not None]
        assert numbers == ({7} if methods else frozenset())
        for old, new in zip(before.methods, after.methods, strict=True):
            assert (old.name, old.descriptor) == (new.name, new.descriptor)
            if old.code is not None and new.code is not None:
                assert new.code.bytecode.endswith(old.code.bytecode)
                assert (len(new.code.bytecode) - len(old.code.bytecode)) % 4 == 0


def test_a_class_without_sinks_is_unchanged(classes: Path) -> None:
    data = next(iter(sorted(classes.rglob("Flow.class")))).read_bytes()
    assert insert_calls(data, lambda name, descriptor: None) == (data, frozenset())


def test_what_is_no_class_file_is_refused() -> None:
    with pytest.raises(ClassFormatError):
        insert_calls(b"\xca\xfe\xba\xbe", everywhere)


def test_a_class_with_calls_everywhere_runs(bridge: Bridge, classes: Path) -> None:
    """A class of the analysed code meets the call as one of the JDK does; the JVM has verified all of it."""
    data = next(iter(sorted(classes.rglob("Evil.class")))).read_bytes()
    changed, _ = insert_calls(data, everywhere)
    with Bridge(bridge.jdk, [classes]) as other:
        plan = static_call("hostile/Evil", "ok", "()I")
        assert other.replay(plan).returned == Primitive("I", 1)
        other.define({"hostile/Evil": changed})
        outcome = other.replay(plan)
        assert outcome.sink is not None
        assert outcome.returned is None
