"""The table of sinks: its rows exist, and the machine reads the same."""

from __future__ import annotations

from everypath.bridge import always_refused
from everypath.bridge.guard import SINKS, find_sink, instrumented_classes, sink_name
from everypath.bridge.guard.sinks import ENTRIES
from everypath.classfile import Jdk, installed_jdks

OLD_OR_NEW = 0.25
"""At most this part of the methods is missing in one JDK."""


def test_the_rows_name_methods_that_the_jdks_have() -> None:
    jdks = {jdk.feature: jdk for jdk in installed_jdks()}
    found = {feature: set[int]() for feature in jdks}
    for feature, jdk in jdks.items():
        for _, _, numbers in instrumented_classes(jdk):
            found[feature] |= numbers
    everywhere = set.union(*found.values())
    assert {sink_name(number) for number in everywhere} >= {
        "java.io.File.delete (files)",
        "java.lang.Shutdown.exit (exit)",
    }
    for numbers in found.values():
        assert len(numbers) > (1 - OLD_OR_NEW) * len(everywhere)
    owners = {sink.owner for sink in SINKS}
    seen = {owner for jdk in jdks.values() for owner, _, _ in instrumented_classes(jdk)}
    assert seen <= owners


def test_public_entries_are_methods_of_the_jdk_and_lead_to_rows() -> None:
    image = Jdk.find().image()
    for (owner, name), (deep, deep_name) in ENTRIES.items():
        data = image.find(owner)
        assert data is not None
        assert name.encode() in data
        assert find_sink(deep, deep_name, "(") is not None


def test_what_is_refused_only_elsewhere_is_not_always_refused() -> None:
    assert always_refused("java/lang/System", "exit", "(I)V") == "java.lang.Shutdown.exit (exit)"
    assert always_refused("java/lang/ProcessBuilder", "start", "()Ljava/lang/Process;") is not None
    assert always_refused("java/io/File", "delete", "()Z") is None
    assert always_refused("java/lang/String", "length", "()I") is None
