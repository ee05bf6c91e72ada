"""A signal that comes while a solver works is not lost in one of its callbacks."""

import signal

import pytest

from everypath.run.process import OutOfTimeError, alarm
from everypath.solver.backends.bitwuzla import _expired_after


def test_the_terminator_runs_no_frame_in_which_a_handler_could_raise():
    expired = _expired_after(3600.0)
    assert not hasattr(expired, "__code__")
    assert expired() is False
    assert _expired_after(-1.0)() is True


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
def test_an_alarm_that_a_callback_swallowed_rings_again():
    def works():
        with alarm(0.05):
            try:
                spins()
            except OutOfTimeError:
                spins()

    def spins():
        while True:
            pass

    with pytest.raises(OutOfTimeError):
        works()
