"""Interrupts, terminations and killed processes: what was found is kept, and nothing stays behind."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

import pytest
from tests.busy import budget, slowness
from tests.cli.support import ROOT, SUBJECTS, environment
from tests.conftest import compile_java

from everypath.cli.interrupts import interruptible

HOSTILE = sorted((ROOT / "tests" / "java" / "hostile").glob("*.java"))


@contextmanager
def running(tmp_path, *arguments):
    """A run in a process group of its own; at the end nothing of it is left, neither processes nor folders."""
    temporary = tmp_path / "tmp"
    temporary.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "everypath", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(TMPDIR=str(temporary)),
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=30 * slowness())
    left = wait_until(lambda: not processes_in(temporary))
    assert left, processes_in(temporary)


def processes_in(folder):
    """The processes that were started with this temporary folder."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{number}/environ", "rb") as file:
                if os.fsencode(folder) in file.read():
                    found.append(int(number))
        except OSError:
            continue
    return found


def wait_until(condition, seconds=20.0):
    until = time.monotonic() + seconds * slowness()
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.05)
    return False


def children_of(process):
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
        return [int(number) for number in file.read().split()]


def workers_of(process):
    found = []
    for number in children_of(process):
        with suppress(FileNotFoundError, ProcessLookupError), open(f"/proc/{number}/cmdline") as file:  # it has ended
            if "spawn_main" in file.read():
                found.append(number)
    return found


def seconds_used(number):
    """The processor time of a process, which a busy machine does not change."""
    try:
        with open(f"/proc/{number}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):  # it has ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seconds_of_all(process):
    """The processor time of a run and of the processes that it started: how far it has come."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return sum(map(seconds_used, [process.pid, *children_of(process)]))
    return 0.0


def has_worked(process, seconds):
    """Wait until the run, or one of its workers, has used so much processor time (a busy machine counts less)."""
    seconds *= min(slowness(), 2.0)

    def worked():
        return process.poll() is not None or max(map(seconds_used, [process.pid, *workers_of(process)])) > seconds

    return wait_until(worked, 120) and process.poll() is None


@pytest.mark.parametrize("whole_group", [True, False], ids=["group", "alone"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda each: each.name)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_signal_keeps_what_was_found(tmp_path, number, whole_group, jobs):
    out = tmp_path / "out.json"
    classes = compile_java(HOSTILE), compile_java([SUBJECTS / "Account.java"])
    arguments = ["check", *classes, "--only", "hostile.Loops,Account", "--jobs", jobs]
    with running(tmp_path, *arguments, "--json", out, "--budget", budget(60)) as process:
        assert process.stdout.readline().startswith("Analysing")
        assert has_worked(process, 2.0)  # several times what the first method takes
        (os.killpg if whole_group else os.kill)(process.pid, number)
        printed, complaints = process.communicate(timeout=30 * slowness())
    assert process.returncode == 130
    assert printed.splitlines()[-1].endswith("interrupted")
    assert complaints == ""
    document = json.loads(out.read_text())
    assert document["interrupted"] is True
    assert any(each["status"] != "skipped" for each in document["methods"])
    assert os.listdir(tmp_path / "tmp") == []


@pytest.mark.parametrize("delay", [0.1, 0.25, 0.4, 0.6])
def test_a_signal_at_the_start_is_no_traceback(tmp_path, delay):
    with running(tmp_path, "check", SUBJECTS / "Account.java", "--jobs", "2") as process:
        wait_until(lambda: process.poll() is not None or seconds_of_all(process) >= delay)
        os.killpg(process.pid, signal.SIGINT)
        printed, complaints = process.communicate(timeout=30 * slowness())
    assert "Traceback" not in printed + complaints
    assert os.listdir(tmp_path / "tmp") == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda each: each.name)
def test_a_signal_in_a_finaliser_is_not_lost(capsys, number):
    class Finalised:
        def __del__(self):
            os.kill(os.getpid(), number)
            time.sleep(0)

    def run():
        Finalised()
        time.sleep(10)

    with pytest.raises(KeyboardInterrupt), interruptible():
        run()
    assert capsys.readouterr().err == ""


def test_tests_of_what_was_found_are_written_after_an_interrupt(tmp_path):
    """Whoever stops it waits for three seconds, which a busy machine has for others: then it runs longer next time."""
    tests = tmp_path / "tests"
    arguments = ["generate", compile_java(HOSTILE), "--only", "hostile.Loops,hostile.Eats", "-o", tests]
    for attempt in range(5):
        with running(tmp_path, *arguments, "--jobs", "1", "--budget", budget(120)) as process:
            assert process.stdout.readline().startswith("Analysing")
            assert has_worked(process, 1.2 * 2**attempt)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=30 * slowness())
        assert process.returncode == 130
        assert os.listdir(tmp_path / "tmp") == []
        if list(tests.rglob("*Test.java")):
            break
    assert list(tests.rglob("*Test.java"))


def test_a_killed_worker_costs_a_retry_and_is_reported(tmp_path):
    out = tmp_path / "out.json"
    arguments = ["check", compile_java(HOSTILE), "--only", "hostile.Loops,hostile.Eats", "--jobs", "2"]
    with running(tmp_path, *arguments, "--json", out, "--budget", budget(5)) as process:
        assert wait_until(lambda: max(map(seconds_used, workers_of(process)), default=0) > 1)
        os.kill(max(workers_of(process), key=seconds_used), signal.SIGKILL)
        _, complaints = process.communicate(timeout=90 * slowness())
    assert "the worker process died, killed by SIGKILL; trying once more" in complaints
    assert "Traceback" not in complaints
    document = json.loads(out.read_text())
    assert document["summary"]["failed"] == 0
    assert [each["worker_deaths"] for each in document["methods"] if "worker_deaths" in each] == [1]
    assert os.listdir(tmp_path / "tmp") == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_run_leaves_no_process_and_the_next_one_tidies_up(tmp_path, jobs):
    with running(tmp_path, "check", compile_java(HOSTILE), "--jobs", jobs, "--budget", budget(60)) as process:
        assert process.stdout.readline().startswith("Analysing")
        time.sleep(1.5)
        process.kill()
    with running(tmp_path, "check", SUBJECTS / "Clean.java", "--only", "Clean#divide") as process:
        process.communicate(timeout=60 * slowness())
    assert [name for name in os.listdir(tmp_path / "tmp") if not name.endswith(".log")] == []


@pytest.mark.parametrize("whole_group", [True, False], ids=["group", "alone"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_signal_keeps_what_the_running_method_found(tmp_path, jobs, whole_group):
    out = tmp_path / "out.json"
    subject = compile_java([ROOT / "tests" / "java" / "endless" / "Endless.java"])
    arguments = ["check", subject, "--only", "Endless#shares", "--jobs", jobs, "--json", out, "--budget", "600s"]
    with running(tmp_path, *arguments) as process:
        assert process.stdout.readline().startswith("Analysing")
        assert has_worked(process, 1.5)
        (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
        printed, complaints = process.communicate(timeout=60 * slowness())
    assert process.returncode == 130
    assert complaints == ""
    assert "EP001" in printed
    (method,) = json.loads(out.read_text())["methods"]
    assert method["status"] == "bounded"
    assert "interrupted" in [reason["code"] for reason in method["reasons"]]
    assert os.listdir(tmp_path / "tmp") == []
