"""Hostile code under the guard: each method of ``tests/java/contained`` has a harm, which is looked for outside.

The outside is a folder of the user's, a process, a port, and the state of the JVM that the next replay sees.
"""

from __future__ import annotations

import os
import re
import select
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from everypath.bridge import CLASS_BITS, Bridge, Literal, Plan, ReplayResult, Status, Text, static_call
from everypath.bridge.processes import containment
from everypath.classfile import Jdk

SOURCES = Path(__file__).parents[2] / "java" / "contained"
FAMILIES = sorted(path.stem for path in SOURCES.glob("*Harms.java"))
LOOK = static_call("contained/StateHarms", "look", "()Ljava/lang/String;")
TIMEOUT = 0.7
LOOK_TIMEOUT = 20.0
"""Seconds for looking at the JVM, which takes long only where a new JVM starts on a busy machine."""

REFUSED = {"FileHarms", "NetworkHarms", "ProcessHarms"}
"""Families all of whose methods are refused, but for those that meet a closed package of the JDK before."""
CLOSED = {"startsDirectly"}
UNSEEN = {"endsAny", "endsMarked"}
"""Methods that see no process to end behind bubblewrap."""
WALLS = [False, *([True] if containment._bubblewrap() else [])]
"""Without bubblewrap, and with it where it is installed."""


def harms(family: str) -> list[str]:
    """The methods of a family."""
    text = (SOURCES / f"{family}.java").read_text()
    return re.findall(r"public static void (\w+)\(String outside\)", text)


def plan(family: str, name: str, outside: Path) -> Plan:
    return static_call(f"contained/{family}", name, "(Ljava/lang/String;)V", Literal.text(str(outside)))


def snapshot(folder: Path) -> Mapping[str, object]:
    """All that can be seen of the files below a folder."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else os.listdir(path)
        marks = os.listxattr(path, follow_symlinks=False)
        facts = (status.st_mode, status.st_mtime_ns, status.st_uid, status.st_gid, status.st_nlink)
        found[str(path.relative_to(folder))] = (*facts, content, marks)
    return found


class Outside:
    """A folder with files, a process and a port of the user's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "folder").mkdir(parents=True)
        (folder / "file.txt").write_text("the user's")
        (folder / "folder" / "inner.txt").write_text("the user's, too")
        self.server = socket.socket()
        self.server.bind(("127.0.0.1", 0))
        self.server.listen()
        (folder / "port.txt").write_text(str(self.server.getsockname()[1]))
        self.victim = subprocess.Popen(["sleep", "987654"])
        (folder / "victim.pid").write_text(str(self.victim.pid))
        self.before = snapshot(folder)

    def harmed(self) -> list[str]:
        """What is seen to have changed."""
        now = snapshot(self.folder)
        found = [name for name in {**self.before, **now} if self.before.get(name) != now.get(name)]
        if self.victim.poll() is not None:
            found.append("the process")
        if select.select([self.server], [], [], 0)[0]:
            found.append("the port")
        return found

    def close(self) -> None:
        self.server.close()
        self.victim.kill()
        self.victim.wait()


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Outside]:
    made = Outside(tmp_path / "outside")
    yield made
    made.close()


@pytest.fixture(scope="session")
def hostile(java_classes: Callable[..., Path]) -> Path:
    return java_classes("contained", flags=("-XDignore.symbol.file",))


def seen(outcome: ReplayResult) -> str:
    assert isinstance(outcome.returned, Text), outcome
    return outcome.returned.value


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("wall", WALLS, ids=["bwrap" if wall else "plain" for wall in WALLS])
def test_no_harm_is_seen_outside(
    jdk: Jdk, hostile: Path, outside: Outside, family: str, wall: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not wall:
        monkeypatch.setattr(containment, "_bubblewrap", lambda: None)
    with Bridge(jdk, [hostile]) as bridge:
        first = seen(bridge.replay(LOOK, timeout=LOOK_TIMEOUT))
        ended = {}
        later = {}
        for name in harms(family):
            ended[name] = bridge.replay(plan(family, name, outside.folder), timeout=TIMEOUT)
            later[name] = seen(bridge.replay(LOOK, timeout=LOOK_TIMEOUT))
        assert {name: text for name, text in later.items() if text != first} == {}
        assert {name: each.message for name, each in ended.items() if each.status is Status.DIED} == {}
        assert outside.harmed() == []
        assert list(bridge._runner._jvm.scratch.iterdir()) == []
    if family in REFUSED:
        passed = {name for name, each in ended.items() if each.status not in (Status.CONTAINED, Status.EXIT)}
        assert passed <= (CLOSED | UNSEEN if wall else CLOSED)
    assert all(each.sink for each in ended.values() if each.status is Status.CONTAINED)
    assert outside.harmed() == []


def test_the_collection_is_large() -> None:
    assert sum(len(harms(family)) for family in FAMILIES) >= 150


def test_a_bracket_is_not_left_open(jdk: Jdk, hostile: Path, outside: Outside) -> None:
    """After each kind of ending the guard is on again, and a case that met nothing is no contained one."""
    deletes = plan("FileHarms", "deletes", outside.folder)
    with Bridge(jdk, [hostile]) as bridge:
        for name in ("thread", "emptyLoop", "overflows", "floodsMemory", "waitsForEver"):
            harm = plan("ThreadHarms", name, outside.folder)
            first, second, look = bridge.replay_many([harm, deletes, LOOK], timeout=TIMEOUT)
            assert first.status is not Status.CONTAINED or name == "thread"
            assert second.status is Status.CONTAINED
            assert second.sink == "java.io.File.delete (files)"
            assert (look.status, look.sink) == (Status.OK, None)
    assert outside.harmed() == []


def test_a_refusal_counts_even_where_the_run_has_to_be_given_up(jdk: Jdk, hostile: Path, outside: Outside) -> None:
    plans = [plan("ThreadHarms", name, outside.folder) for name in ("deletesThenLoopsInJdk", "loopInJdk")]
    with Bridge(jdk, [hostile]) as bridge:
        refused, looping = bridge.replay_many(plans, timeout=TIMEOUT)
    assert (refused.status, refused.sink) == (Status.CONTAINED, "java.io.File.delete (files)")
    assert (looping.status, looping.sink) == (Status.TIMEOUT, None)


def test_sinks_of_jdk_classes_that_are_analysed_themselves(jdk: Jdk, hostile: Path, outside: Outside) -> None:
    """They are patched with probes when the JVM starts, and are guarded all the same."""
    plans = [plan("FileHarms", "deletes", outside.folder), LOOK, plan("FileHarms", "streams", outside.folder)]
    with Bridge(jdk, [hostile], instrument=["java/io/File"]) as bridge:
        first, look, second = bridge.replay_many(plans)
        assert (first.sink, second.sink) == ("java.io.File.delete (files)", "java.io.FileOutputStream.open (files)")
        assert look.status is Status.OK
        table = bridge.probes("java/io/File")
        assert table is not None
        assert any(hit >> CLASS_BITS == table.number for hit in first.hits)
    assert outside.harmed() == []


def test_the_harms_are_real(hostile: Path, tmp_path: Path) -> None:
    """Without the guard, what is looked for is seen: the methods do what the test says that they do."""
    here = tmp_path / "here"
    here.mkdir()
    command = [str(Jdk.find().java), "-Xmx256m", "-cp", str(hostile), "contained.Unguarded"]
    seen_outside = []
    names = harms("FileHarms")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=here) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number, name in enumerate(names):
            outside = Outside(tmp_path / f"outside{number}")
            process.stdin.write(f"contained.FileHarms {name} {outside.folder}\n")
            process.stdin.flush()
            assert process.stdout.readline()
            seen_outside += [name] if outside.harmed() else []
            outside.close()
        process.stdin.close()
    assert len(seen_outside) > 0.9 * len(names), set(names).difference(seen_outside)
