"""The scratch folder of a run may be written, by all usual means, and is empty for the next run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from everypath.bridge import Bridge, Primitive, Status, static_call
from everypath.classfile import Jdk

METHODS = ("temporaryFile", "temporaryPath", "here", "home")


def test_the_scratch_folder_is_written_and_emptied(jdk: Jdk, java_classes: Callable[..., Path]) -> None:
    plans = []
    for name in METHODS:
        plans += [static_call("Scratch", each, "()Z") for each in (name, "isEmpty")]
    with Bridge(jdk, [java_classes("scratch")]) as bridge:
        outcomes = bridge.replay_many(plans)
    names = [part for name in METHODS for part in (name, f"the folder is empty after {name}")]
    for name, each in zip(names, outcomes, strict=True):
        assert each.status is Status.OK, (name, each)
        assert each.returned == Primitive("Z", 1), name
