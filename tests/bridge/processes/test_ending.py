"""JVMs are ended wherever a signal arrives."""

from __future__ import annotations

import time

from everypath.bridge import Bridge, live_jvms
from everypath.bridge.processes.jvm import _LIVE
from everypath.classfile import Jdk


def test_a_jvm_is_ended_by_a_signal_that_arrives_while_it_is_waited_for() -> None:
    before = set(_LIVE)
    with Bridge(Jdk.find(), ()) as bridge:
        bridge.start()
        (jvm,) = _LIVE - before
        with jvm._process._waitpid_lock:  # what the outer call holds, whose thread runs the handler
            began = time.monotonic()
            jvm.kill()
            assert time.monotonic() - began < 10
    assert jvm.pid not in live_jvms()
    assert jvm._process.wait() < 0
