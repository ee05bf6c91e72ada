"""Recordings of JDK objects: an answer of one process is used in another only where both give the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from everypath import usercache
from everypath.bridge import Bridge, Jdk
from everypath.bridge.jdk_state.recording import Recording, key_for

Objects = dict[str, list[str]]
"""What each object points to. Names that begin with ``C`` are classes; the parts of a ``*`` are laid out by hashes."""

KEY = "this JDK"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(usercache.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


class Process:
    """Numbers the objects of a world as the Java side does: in the order in which requests come to them."""

    def __init__(self, objects: Objects, salt: int) -> None:
        self.objects, self.salt = objects, salt
        self.numbers: dict[str, int] = {}
        self.next = 0
        self.asked = 0

    def parts(self, name: str) -> list[str]:
        parts = self.objects[name]
        return parts[::-1] if "*" in name and self.salt % 2 else parts

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        self.asked += 1
        self.next = max(self.next, request["from"])
        if request["class"] not in self.objects:
            return {"failure": "no such class", "id": 0}
        pending: list[str] = []

        def reference(name: str) -> list[Any]:
            if name not in self.numbers:
                self.numbers[name] = self.next
                self.next += 1
                pending.append(name)
            return ["r", self.numbers[name]]

        fields = [[f"f{i}", "LX;", reference(each)] for i, each in enumerate(self.parts(request["class"]))]
        nodes = [
            [self.numbers[name], "o", name, [["X", "f", reference(each)] for each in self.parts(name)]]
            for name in pending  # which grows meanwhile
        ]
        return {"fields": fields, "nodes": nodes, "refused": {}, "id": 0}


class Run:
    """One run of everypath: a recording, and the processes behind it."""

    def __init__(self, objects: Objects, salt: int, key: str | None = KEY) -> None:
        self.objects, self.salt = objects, salt
        self.process: Process | None = None
        self.recording = Recording(self.live, key)
        self.nodes: dict[int, Any] = {}

    def live(self, message: dict[str, Any]) -> dict[str, Any]:
        if self.process is None:
            self.process = Process(self.objects, self.salt)
            self.recording.restarted()
        return self.process.answer(message) if message else {}

    def restart(self, salt: int) -> None:
        self.process, self.salt = None, salt

    def ask(self, name: str) -> dict[str, Any]:
        answer = self.recording.answer({"class": name})
        for node in answer.get("nodes", []):
            assert node[0] not in self.nodes, "an object was sent twice"
            self.nodes[node[0]] = node
        return answer

    def names(self, answer: dict[str, Any]) -> list[str]:
        """The objects that the fields hold, which with all below them were sent."""
        return [self._known(value[1])[2] for _, _, value in answer["fields"]]

    def _known(self, number: int) -> Any:
        work = [number]
        for each in work:
            work += [value[1] for _, _, value in self.nodes[each][3] if value[1] not in work]
        return self.nodes[number]


OBJECTS = {
    "C1": ["a", "b"],
    "C2": ["b", "c"],
    "C3": ["d"],
    "C*": ["c", "e"],
    "C5": ["e"],
    "a": ["b"],
    "b": [],
    "c": ["a"],
    "d": [],
    "e": [],
}


def of_a_run(*names: str, objects: Objects = OBJECTS, salt: int = 0) -> Run:
    run = Run(objects, salt)
    for name in names:
        run.ask(name)
    run.recording.save()
    return run


def test_no_process_is_asked_for_what_two_gave_alike() -> None:
    assert of_a_run("C1", "C2", salt=0).process is not None
    assert of_a_run("C1", salt=1).process is not None  # only one process has answered so far
    run = Run(OBJECTS, 2)
    assert run.names(run.ask("C2")) == ["b", "c"]
    assert run.names(run.ask("C1")) == ["a", "b"]
    assert run.process is None


def test_objects_keep_their_identity_in_whatever_order_they_are_asked_for() -> None:
    for salt in (0, 1):
        of_a_run("C1", "C2", salt=salt)
    run = Run(OBJECTS, 2)
    second, first = run.ask("C2"), run.ask("C1")
    assert second["fields"][0][2] == first["fields"][1][2]
    assert len(run.nodes) == len({node[2] for node in run.nodes.values()}) == 3


def test_what_differs_between_processes_is_never_kept_nor_what_points_there() -> None:
    for salt in (0, 1, 2, 3):
        of_a_run("C*", "C5", "C3", salt=salt)
    run = Run(OBJECTS, 4)
    assert run.names(run.ask("C3")) == ["d"]
    assert run.process is None
    assert run.names(run.ask("C*")) == ["c", "e"]
    assert run.process is not None
    assert run.names(run.ask("C5")) == ["e"]


def test_a_random_difference_is_kept_when_two_processes_give_it_alike_again() -> None:
    for salt in (0, 1, 3, 5):
        of_a_run("C*", "C5", salt=salt)
    run = Run(OBJECTS, 2)
    assert run.names(run.ask("C*")) == ["e", "c"]
    assert run.names(run.ask("C5")) == ["e"]
    assert run.process is None


def test_a_class_without_objects_may_have_some_in_another_process() -> None:
    later = {"C1": ["a"], "C2": ["b"], "a": [], "b": []}
    of_a_run("C1", "C2", objects=later | {"C1": []})
    for _ in range(4):
        of_a_run("C2", objects=later)
        run = Run(later, 0)
        assert run.names(run.ask("C1")) == ["a"]
        assert run.names(run.ask("C2")) == ["b"]
        run.recording.save()


def test_after_a_restart_nothing_points_to_what_the_new_process_numbers_otherwise() -> None:
    run = Run(OBJECTS, 0, key=None)
    run.ask("C*")
    run.restart(1)
    assert "differ" in run.ask("C5")["failure"]
    assert run.names(run.ask("C3")) == ["d"]
    assert "differ" in run.ask("C5")["failure"]
    run.restart(0)
    assert "differ" in run.ask("C5")["failure"]


def test_failures_are_kept_as_other_answers() -> None:
    for salt in (0, 1):
        assert Run(OBJECTS, salt).ask("None")["failure"] == "no such class"
        of_a_run("None", salt=salt)
    run = Run(OBJECTS, 2)
    assert run.ask("None")["failure"] == "no such class"
    assert run.process is None


def at_the_same_time(*asked: tuple[str, ...]) -> None:
    runs = [(Run(OBJECTS, salt), names) for salt, names in enumerate(asked)]
    for run, names in runs:
        for name in names:
            run.ask(name)
    for run, _ in runs:
        run.recording.save()


@pytest.mark.parametrize("asked", [(("C1", "C2", "C3"), ("C5",)), (("C5",), ("C1", "C2", "C3"))])
def test_what_one_of_two_runs_at_the_same_time_asked_for_is_known_to_later_ones(asked: tuple[tuple[str, ...]]) -> None:
    at_the_same_time(*asked)
    for salt in (1, 2):
        of_a_run("C1", salt=salt)  # which is not asked a second time
        of_a_run("C5", salt=salt)
    run = Run(OBJECTS, 3)
    assert run.names(run.ask("C5")) == ["e"]
    assert run.names(run.ask("C2")) == ["b", "c"]
    assert run.names(run.ask("C3")) == ["d"]
    assert run.process is None
    check_identity(run, OBJECTS)


def test_what_runs_at_the_same_time_agree_on_from_the_beginning_two_processes_gave_alike() -> None:
    at_the_same_time(("C1", "C2", "C3"), ("C1", "C2", "C5"))
    run = Run(OBJECTS, 2)
    assert run.names(run.ask("C2")) == ["b", "c"]
    assert run.process is None
    assert run.names(run.ask("C3")) == ["d"]
    assert run.process is not None  # only one process has answered so far


def test_a_run_that_saves_twice_does_not_agree_with_itself() -> None:
    one, other = Run(OBJECTS, 0), Run(OBJECTS, 1)
    one.ask("C1")
    one.ask("C2")
    other.ask("C5")
    for each in (one, other):
        each.recording.save()
    one.ask("C3")
    one.recording.save()
    run = Run(OBJECTS, 2)
    assert run.names(run.ask("C1")) == ["a", "b"]
    assert run.process is not None


def test_in_whatever_order_runs_at_the_same_time_end_objects_keep_their_identity() -> None:
    names = ("C1", "C2", "C3", "C*", "C5")
    for shift in range(5):
        at_the_same_time(*((*names[at:], *names[:at])[: 1 + (at + shift) % 4] for at in range(3)))
        run = Run(OBJECTS, 7)
        for name in names[shift:] + names[:shift]:
            assert run.names(run.ask(name)) in (OBJECTS[name], OBJECTS[name][::-1] if "*" in name else None)
            check_identity(run, OBJECTS)
        run.recording.save()


@pytest.mark.parametrize("harm", ["truncated", "changed", "gone"])
def test_a_damaged_recording_is_made_again(cache: Path, harm: str) -> None:
    for salt in (0, 1):
        of_a_run("C1", "C2", salt=salt)
    (file,) = (cache / "boot").glob("*.entry")
    data = bytearray(file.read_bytes())
    if harm == "changed":
        data[-3] ^= 4
    file.write_bytes(b"" if harm == "gone" else data[:-1] if harm == "truncated" else data)
    run = of_a_run("C2")
    assert run.process is not None
    assert run.names(run.ask("C1")) == ["a", "b"]


@st.composite
def object_graphs(draw: st.DrawFn) -> Objects:
    objects = [f"{'*' if draw(st.booleans()) else 'o'}{i}" for i in range(draw(st.integers(1, 7)))]
    classes = [f"C{'*' if draw(st.booleans()) else ''}{i}" for i in range(draw(st.integers(1, 5)))]
    return {name: draw(st.lists(st.sampled_from(objects), max_size=3)) for name in (*classes, *objects)}


def check_identity(run: Run, objects: Objects) -> None:
    """One number, one object: and each has the parts that it has in the JVM, in an order of some process."""
    names = [node[2] for node in run.nodes.values()]
    assert len(names) == len(set(names))
    for node in run.nodes.values():
        parts = [run.nodes[value[1]][2] for _, _, value in node[3]]
        assert parts in (objects[node[2]], objects[node[2]][::-1] if "*" in node[2] else None)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(objects=object_graphs(), data=st.data())
def test_every_run_sees_the_objects_of_the_jvm(objects: Objects, data: st.DataObject) -> None:
    usercache.clear()
    classes = [name for name in objects if name.startswith("C")]
    for salt in data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=5)):
        run = Run(objects, salt)
        for step in data.draw(st.lists(st.sampled_from([*classes, "restart"]), max_size=8)):
            if step == "restart":
                run.restart(data.draw(st.integers(0, 3)))
                continue
            answer = run.ask(step)
            if "failure" not in answer:
                assert run.names(answer) in (objects[step], objects[step][::-1] if "*" in step else None)
                check_identity(run, objects)
        run.recording.save()


def test_a_run_that_is_never_restarted_is_refused_nothing() -> None:
    for salt in range(6):
        run = Run(OBJECTS, salt)
        for name in ("C*", "C5", "C1", "C2", "C3")[:: 1 if salt % 3 else -1]:
            assert "failure" not in run.ask(name)
        check_identity(run, OBJECTS)
        run.recording.save()


# ---- with a JVM

NAMES = ("java/lang/Integer", "java/math/BigInteger", "java/util/Locale", "java/time/ZoneId", "java/util/Scanner")


def asked(jdk: Jdk) -> tuple[list[Any], bool]:
    """The images of some classes, and whether a process had to be asked."""
    with Bridge(jdk) as bridge:
        images = [bridge.statics(name) for name in NAMES]
        images.append(bridge.statics("java/util/ImmutableCollections", without=("SALT32L", "REVERSE")))
        constants = bridge.jdk_object("constants", "java.time.DayOfWeek")
        return [*images, constants], bridge._library.is_running


def test_from_disk_comes_what_the_jvm_says(jdk: Jdk) -> None:
    runs = [asked(jdk) for _ in range(3)]
    assert [images for images, _ in runs] == [runs[0][0]] * 3
    assert [process for _, process in runs] == [True, True, False]


def test_the_process_boots_early_where_nothing_is_known(jdk: Jdk) -> None:
    with Bridge(jdk) as bridge:
        bridge.start_library()
        started = bridge._library._jvm
        assert started is not None
        assert "digits" in bridge.statics("java/lang/Integer").fields
        assert bridge._library._jvm is started
    with Bridge(jdk) as bridge:
        bridge.start_library()
        assert not bridge._library.is_running


def test_what_each_process_draws_anew_is_asked_for_each_time(jdk: Jdk) -> None:
    seen = set()
    for _ in range(3):
        with Bridge(jdk) as bridge:
            image = bridge.statics("java/util/SplittableRandom")
            seen.add(image.nodes)
            assert bridge._library.is_running
    assert len(seen) == 3


def test_another_jdk_or_other_java_code_has_a_recording_of_its_own(jdk: Jdk) -> None:
    keys = {key_for(jdk, "one", 256), key_for(jdk, "other", 256), key_for(jdk, "one", 512)}
    keys.add(key_for(jdk, "one", 256, archived=True))
    assert len(keys) == 4
    assert None not in keys
    assert key_for(Jdk(Path("/nowhere"), "17.0.1", 17), "one", 256) is None
