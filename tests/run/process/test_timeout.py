"""The alarm interrupts the code wherever it is; the user sees nothing of it where the code swallows it."""

from __future__ import annotations

import signal
import time
import weakref

import pytest

from everypath.run.process import OutOfTimeError, alarm


def dawdle(seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


class Thing:
    pass


def dawdle_in_a_callback() -> None:
    thing = Thing()
    kept = weakref.ref(thing, lambda _: dawdle(5))
    del thing  # the first ring falls into the callback, and ends nothing but that
    assert kept() is None
    dawdle(10)


@pytest.mark.parametrize("work", [lambda: dawdle(5), dawdle_in_a_callback], ids=["plainly", "in a callback"])
def test_an_alarm_ends_what_does_not_look_at_the_clock(capfd: pytest.CaptureFixture[str], work) -> None:
    began = time.monotonic()
    with pytest.raises(OutOfTimeError), alarm(0.05):
        work()
    assert time.monotonic() - began < 4
    assert capfd.readouterr().err == ""


def test_a_process_that_others_keep_waiting_has_its_grace() -> None:
    with alarm(0.05, grace=0.5, most=60.0):
        time.sleep(1.0)  # it has no processor meanwhile
    with pytest.raises(OutOfTimeError), alarm(0.05, grace=0.1, most=60.0):
        dawdle(50)
    with pytest.raises(OutOfTimeError), alarm(0.05, grace=60.0, most=0.3):
        time.sleep(50)


def test_an_alarm_that_rings_while_it_is_switched_off_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be raised outside of the block, and ring on."""
    set_timer = signal.setitimer

    def ringing(which: int, seconds: float, interval: float = 0.0) -> tuple[float, float]:
        if not seconds:
            signal.raise_signal(signal.SIGALRM)
        return set_timer(which, seconds, interval)

    monkeypatch.setattr(signal, "setitimer", ringing)
    before = signal.getsignal(signal.SIGALRM)
    with alarm(60.0):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before
