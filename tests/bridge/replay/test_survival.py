"""Whatever code under test does to the process, every replay gets its verdict."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from everypath.bridge import Bridge, Plan, Primitive, Status, Text, Value, static_call
from everypath.classfile import Jdk

EVIL = "hostile/Evil"
SUBJECT = Path(__file__).parents[2] / "java" / "bridge" / "Evil.java"

EXPECTED = {
    "tightLoop": {Status.FUEL},
    "oneLineLoop": {Status.FUEL},
    "longHotLoop": {Status.FUEL},
    "catchAllLoop": {Status.FUEL},
    "syncLoop": {Status.FUEL},
    "finallyLoop": {Status.FUEL},
    "jdkLoop": {Status.FUEL},
    "flood": {Status.FUEL, Status.TIMEOUT},
    "badMessage": {Status.FUEL},
    "bigPrime": {Status.TIMEOUT},
    "sleep": {Status.TIMEOUT},
    "waitForever": {Status.TIMEOUT},
    "deadlock": {Status.TIMEOUT},
    "bigIntHuge": {Status.OOM},
    "oomArray": {Status.OOM},
    "oomList": {Status.OOM, Status.TIMEOUT},
    "oomStatic": {Status.OOM, Status.TIMEOUT},
    "oomSmall": {Status.FUEL, Status.OOM, Status.TIMEOUT},
    "overflow": {Status.THROW},
    "overflowCaught": {Status.OK},
    "exit": {Status.EXIT},
    "exitCaught": {Status.EXIT},
    "halt": {Status.EXIT},
    "exitReference": {Status.EXIT},
    "haltReference": {Status.EXIT},
    "exitReflect": {Status.CONTAINED},
    "haltReflect": {Status.CONTAINED},
    "segmentationFault": {Status.CONTAINED},
    "threads": {Status.OK},
    "stubbornThread": {Status.OK},
    "spinningThread": {Status.OK},
    "joinedThread": {Status.FUEL},
    "rawDescriptor": {Status.OK},
    "closeOut": {Status.OK},
    "print": {Status.OK},
    "readStdin": {Status.OK},
    "changeWorld": {Status.OK},
    "world": {Status.OK},
    "fillDisk": {Status.THROW},
    "interruptAll": {Status.OK},
}


def hostile() -> Iterator[tuple[str, Plan]]:
    descriptors = {"int": "()I", "void": "()V", "String": "()Ljava/lang/String;"}
    for kind, name in re.findall(r"public static (int|void|String) (\w+)\(\)", SUBJECT.read_text()):
        if name != "ok":
            yield name, static_call(EVIL, name, descriptors[kind])


def test_every_replay_gets_a_verdict(jdk: Jdk, classes: Path) -> None:
    good = static_call(EVIL, "ok", "()I")
    plans: list[Plan] = []
    names: dict[int, str] = {}
    for name, plan in hostile():
        names[len(plans)] = name
        plans += [plan] + [good] * 15
    with Bridge(jdk, [classes]) as bridge:
        outcomes = bridge.replay_many(plans, timeout=0.7)
    assert len(outcomes) == len(plans)
    assert set(names.values()) == set(EXPECTED)
    wrong = {name: outcomes[at].status for at, name in names.items() if outcomes[at].status not in EXPECTED[name]}
    assert wrong == {}
    rest = [outcome for at, outcome in enumerate(outcomes) if at not in names]
    assert {outcome.returned for outcome in rest} == {Primitive("I", 1)}
    assert {outcome.out + outcome.err for outcome in rest} == {""}
    found = {name: outcomes[at] for at, name in names.items()}
    assert found["exit"].exit_code == found["exitCaught"].exit_code == 3
    assert found["overflow"].exception == "java/lang/StackOverflowError"
    assert found["print"].out == "seen"
    assert found["readStdin"].returned == Primitive("I", -1)
    assert isinstance(found["world"].returned, Text)
    assert found["world"].returned.value.startswith("title")
    assert found["tightLoop"].trace[0].method == "tightLoop"
    assert found["deadlock"].trace[0].method == "deadlock"


def test_a_single_hostile_replay_in_a_fresh_process(bridge: Bridge) -> None:
    assert bridge.replay_fresh(static_call(EVIL, "segmentationFault", "()V")).status is Status.CONTAINED
    assert bridge.replay_fresh(static_call(EVIL, "tightLoop", "()V")).status is Status.FUEL
    assert bridge.replay_fresh(static_call(EVIL, "ok", "()I")).status is Status.OK


def test_nothing_is_left_over(jdk: Jdk, classes: Path, tmp_path: Path) -> None:
    """A script that forgets to close its bridge leaves neither processes nor folders."""
    script = textwrap.dedent(
        f"""
        import pathlib
        from everypath.bridge import Bridge, static_call
        from everypath.classfile import Jdk
        jdk = Jdk(pathlib.Path({str(jdk.home)!r}), {jdk.version!r}, {jdk.feature})
        bridge = Bridge(jdk, [pathlib.Path({str(classes)!r})])
        outcome = bridge.replay(static_call("{EVIL}", "ok", "()I"))
        bridge.replay_fresh(static_call("{EVIL}", "ok", "()I"))
        print(outcome.status, bridge._runner._jvm.pid, bridge._runner._standby.pid)
        """
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True, env=environment
    )
    status, *pids = done.stdout.split()
    assert status == "ok"
    assert list(tmp_path.iterdir()) == []
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


def test_an_interrupted_exchange_does_not_mix_up_later_ones(bridge: Bridge) -> None:
    """Ctrl-C in the middle of a batch leaves answers in the pipe; nobody must take them for his own."""
    plans = [static_call(EVIL, "ok", "()I"), static_call(EVIL, "sleep", "()V"), static_call(EVIL, "ok", "()I")]
    with alarm(0.3), pytest.raises(KeyboardInterrupt):
        bridge.replay_many(plans, timeout=5.0)
    assert bridge.replay(static_call(EVIL, "print", "()V")).out == "seen"


def test_an_interrupt_at_any_place_leaves_a_bridge_that_works(classes: Path) -> None:
    """Ctrl-C while a process is given its settings, or while it is ended."""
    calls = [static_call(EVIL, name, "()I" if name == "ok" else "()V") for name in ("ok", "print", "closeOut")]
    with Bridge(Jdk.find(), [classes]) as bridge:

        def begin() -> None:
            bridge.close()
            bridge.replay_many(calls)

        for act, place in ((begin, "_prepare"), (bridge.close, "kill")):
            line = 0
            while interrupted_at(act, place, line):
                line += 1
                assert [each.out for each in bridge.replay_many(calls[:2])] == ["", "seen"]
            assert line > 8


def interrupted_at(act: Callable[[], object], place: str, line: int) -> bool:
    """Whether the act came to so many lines of the function; there it was interrupted."""
    left = line

    def trace(frame: FrameType, event: str, argument: object) -> Callable[..., object] | None:
        nonlocal left
        if frame.f_code.co_name != place:
            return None
        if event == "line":
            left -= 1
            if left < 0:
                sys.settrace(None)
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ended(bridge: Bridge, plans: Sequence[Plan]) -> list[tuple[Status, Value | None, str]]:
    return [(each.status, each.returned, each.out) for each in bridge.replay_many(plans)]


def test_pipelined_plans_end_as_they_do_together(jdk: Jdk, classes: Path) -> None:
    """Also where one of them ends the process, what they need is new to it, or others follow that were not sent."""
    names = ("ok", "print", "exit", "ok", "segmentationFault", "ok", "world", "print", "ok", "ok")
    descriptors = {"ok": "()I", "world": "()Ljava/lang/String;"}
    plans = [static_call(EVIL, name, descriptors.get(name, "()V")) for name in names]
    with Bridge(jdk, [classes]) as bridge:
        together = ended(bridge, plans)
        assert {status for status, *_ in together} == {Status.OK, Status.EXIT, Status.CONTAINED}
        bridge.replay(plans[0])  # there is a process to send to
        restarts = bridge.restarts
        bridge.define(
            bridge.compile({"late/Late": "package late; class Late { static int five() { return 5; } }"}).classes
        )
        late = static_call("late/Late", "five", "()I")
        bridge.send(late)
        assert ended(bridge, [late, late]) == [(Status.OK, Primitive("I", 5), "")] * 2
        for each in plans[5:]:
            bridge.send(each)
        assert ended(bridge, plans[5:]) == together[5:]
        assert bridge.restarts == restarts
        for each in plans[:8]:
            bridge.send(each)
        assert ended(bridge, plans) == together


def test_what_was_sent_and_never_asked_for_disturbs_nobody(jdk: Jdk, classes: Path) -> None:
    calls = [static_call(EVIL, name, "()I" if name == "ok" else "()V") for name in ("print", "ok", "print")]
    with Bridge(jdk, [classes]) as bridge:
        expected = ended(bridge, calls)
        bridge.send(calls[1])
        assert ended(bridge, calls) == expected
        bridge.send(calls[1])
        assert bridge.probes(EVIL) is not None
        bridge.send(calls[0])
        assert ended(bridge, calls) == expected
        bridge.send(calls[0])
        assert bridge.replay_many(calls, fuel=0)[0].status is Status.FUEL
        assert ended(bridge, calls) == expected
