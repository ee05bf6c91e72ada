"""The Java side: compiled once per JDK, or taken from the installation."""

from __future__ import annotations

import multiprocessing
import shutil
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from everypath.bridge import (
    Bridge,
)
from everypath.bridge.processes import java_build as build
from everypath.bridge.processes.java_build import java_side
from everypath.classfile import Jdk
from everypath.errors import BridgeError


def test_the_java_side_is_built_once_by_whoever_is_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jdk = Jdk.find()
    monkeypatch.delenv("EVERYPATH_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(build, "PREBUILT", tmp_path / "none")
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=java_side, args=(jdk,)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0]
    (built,) = (path for path in (tmp_path / "everypath" / "bridge").iterdir() if path.is_dir())
    side = java_side(jdk)
    assert side.main.parent == built
    assert (side.boot / "everypath" / "probes" / "Probes.class").is_file()


@dataclass
class Copied:
    """In place of a compilation: what another one came to."""

    classes: Path
    jdk: Jdk
    name: str
    work: Path

    def compile(self) -> Path:
        return shutil.copytree(self.classes, self.work, dirs_exist_ok=True)


def test_classes_that_came_with_the_installation_are_used_while_they_are_those_of_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jdk = Jdk.find()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(build, "PREBUILT", tmp_path / "prebuilt")
    build._prebuilt_place.cache_clear()
    place = build.prebuild_java(jdk)
    assert java_side(jdk).main.parent == place
    assert not (tmp_path / "cache").exists()
    with monkeypatch.context() as changed:
        changed.setattr(build, "_source_hash", lambda: "of other sources")
        build._prebuilt_place.cache_clear()
        assert build._prebuilt(jdk) is None
    with monkeypatch.context() as changed:
        changed.setattr(build, "_USED_INSIDE", ("java/util/HashMap",))  # as where it has other content
        build._prebuilt_place.cache_clear()
        assert build._prebuilt(jdk) is None
        changed.setattr(build, "_Compilation", partial(Copied, place))
        assert build.prebuild_java(jdk).parent == place.parent
    build._prebuilt_place.cache_clear()
    assert build._prebuilt(jdk) == place
    build._prebuilt_place.cache_clear()


def test_an_old_or_broken_jdk_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(BridgeError, match="too old"):
        Bridge(Jdk(tmp_path, "11.0.2", 11))
    with pytest.raises(BridgeError, match="javac"):
        Bridge(Jdk(tmp_path, "17.0.2", 17))
