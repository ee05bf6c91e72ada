"""Archives of classes: used while all is as it was when they were made, and never needed."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from everypath.bridge import Bridge, Jdk, JdkCall, Literal
from everypath.bridge.processes import archive_making, class_archive
from everypath.bridge.processes.class_archive import Archive
from everypath.bridge.processes.java_build import java_side
from everypath.bridge.processes.jvm import Jvm

LOG = "-Xlog:class+load=info:file=loaded"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(class_archive, "ARCHIVES", tmp_path_factory.mktemp("archives"))
        class_archive.archive_folder.cache_clear()
        (class_archive.ARCHIVES / "of other sources").mkdir()
        jdk = Jdk.find()
        found = archive_making.make_archive(jdk, java_side(jdk))
        assert (
            archive_making.make_archive(jdk, java_side(jdk))
            == class_archive.find_archive(jdk, java_side(jdk).version)
            == found
        )
        assert list(class_archive.ARCHIVES.iterdir()) == [found.folder.parent]
        yield found
        class_archive.archive_folder.cache_clear()


def loaded(made: Archive | None) -> list[str]:
    """What a process says of the classes that it loads until it serves."""
    jdk = Jdk.find()
    jvm = Jvm(jdk, replace(java_side(jdk), archive=made), [], extra_flags=[LOG])
    try:
        jvm.greet()
        return (jvm.scratch / "loaded").read_text().splitlines()
    finally:
        jvm.kill()


def shared(lines: list[str]) -> int:
    return sum("everypath.bridge." in line and "shared objects file" in line for line in lines)


def test_a_process_takes_its_classes_from_the_archive(made: Archive) -> None:
    assert shared(loaded(made)) > 10
    assert shared(loaded(None)) == 0


@pytest.mark.parametrize("content", [b"", b"no archive", None])
def test_a_process_starts_without_an_archive_that_its_jvm_refuses(
    made: Archive, content: bytes | None, tmp_path: Path
) -> None:
    broken = Archive(Path(shutil.copytree(made.folder, tmp_path / "broken", copy_function=shutil.copy)))
    broken.shared.chmod(0o600)
    broken.shared.write_bytes(made.shared.read_bytes()[: 1 << 20] if content is None else content)
    assert shared(loaded(broken)) == 0


@pytest.mark.parametrize("file", ["main.jar", "boot.jar", "classes.jsa", "seal.json"])
def test_an_archive_that_was_touched_is_not_used(made: Archive, file: str) -> None:
    jdk = Jdk.find()
    version = java_side(jdk).version
    assert java_side(jdk).archive == made
    path = made.folder / file
    status = path.stat()
    if file == "seal.json":
        content = path.read_bytes()
        path.write_bytes(content[:-1])
        assert class_archive.find_archive(jdk, version) is None
        path.write_bytes(content)
    else:
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))  # content, size and time are as they were
        assert class_archive.find_archive(jdk, version) is None
        (made.folder / "seal.json").write_text(json.dumps(made.seal()))
    assert class_archive.find_archive(jdk, version) == made
    assert class_archive.find_archive(jdk, "of other sources") is None


def test_with_an_archive_the_compiler_and_the_jdk_report_the_same(made: Archive) -> None:
    sources = {"a/A": 'package a; public class A { static String f(int x) { return x / 2 + "!"; } }'}
    answers = []
    for each in (made, None):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                "everypath.bridge.bridge.java_side", lambda jdk, each=each: replace(java_side(jdk), archive=each)
            )
            with Bridge(Jdk.find()) as bridge:
                compiled = bridge.compile(sources)
                answers.append(
                    (compiled, bridge.call_jdk(JdkCall("java/lang/Math", "sin", "(D)D", (Literal.of("D", 1.5),))))
                )
    assert answers[0] == answers[1]
