"""Errors injected into everypath at random places, and processes killed at random instants: each may cost one unit.

    python -m benchmarks.faults [--faults 100] [--kills 200] [--seed 0] [--keep DIR] [TARGET …]

A first run notes how often each function of the engine is called. Then each fault is one run of ``everypath generate``
in which one call of one function fails: it raises an exception or `MemoryError`, or finds the disk full, the JVM dead
or the solver hanging. Each kill hits one JVM or worker process of a run with two workers.

Every run must end as usual: without a traceback, with the files it was asked for, with at most one unit lost, which is
counted as failed and has a trace and a command in the log, and with the same results for all other methods. An error
that loses nothing, since its work was done once more, has a trace in the log as well. A solver that hangs may instead
cost tests of one class: the search for further tests has a limit on time. No process
and no temporary file may be left. Ends with 1 if a run does not.
"""

from __future__ import annotations

import argparse
import builtins
import contextlib
import errno
import inspect
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType, FunctionType

from benchmarks.same import Result, compare, read

ROOT = Path(__file__).resolve().parent.parent
TARGETS = tuple(
    str(ROOT / "src" / "everypath" / "cli" / "demo_sources" / "shop" / name) for name in ("Fee.java", "Coupon.java")
)
BUDGET = 120.0
LONGEST = 300.0
"""Seconds after which a run counts as hanging."""

PLACES = (
    "bridge.messages",
    "bridge.replay",
    "explore",
    "inputs",
    "library",
    "program",
    "report",
    "run.coverage",
    "run.engine",
    "run.findings",
    "run.method_analysis",
    "run.path_classes",
    "run.test_writing",
    "solver",
    "state",
    "suite",
    "term",
    "vm",
)
"""The packages whose functions fail. What reads options and opens targets comes before there is anything to lose."""

SAVING = "save_source", "SavedTests.save", "ErrorLog.note"
BACKENDS = "everypath.solver.backends"

KINDS = ("exception", "memory", "disk", "jvm", "solver")
SHARES = (60, 10, 10, 15, 5)
"""How many of 100 faults are of each kind."""

ERRORS = (
    KeyError,
    AssertionError,
    RecursionError,
    ValueError,
    AttributeError,
    IndexError,
    TypeError,
    ZeroDivisionError,
)
FAULT = "injected by benchmarks.faults"
_HOOK = "__everypath_fault__"


@dataclass(frozen=True)
class Fault:
    """One fault: at the call of this number, of a function by module and qualified name."""

    kind: str
    place: tuple[str, str]
    call: int
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.kind} at call {self.call} of {self.place[0]}.{self.place[1]}"


# ---- functions and their calls


def functions() -> Iterator[tuple[tuple[str, str], FunctionType]]:
    """The functions of the engine that can be replaced: all but those that need a cell of their own."""
    for name in [name for name in list(sys.modules) if name.startswith("everypath.")]:
        if not name.removeprefix("everypath.").startswith(PLACES):
            continue
        for owner in [sys.modules[name], *_classes(name)]:
            for found in vars(owner).values():
                function = found.__func__ if isinstance(found, staticmethod | classmethod) else found
                function = function.fget if isinstance(function, property) else function
                if (
                    isinstance(function, FunctionType)
                    and function.__module__ == name
                    and not function.__code__.co_freevars
                ):
                    yield (name, function.__qualname__), function


def _classes(name: str) -> list[type]:
    found = [each for each in vars(sys.modules[name]).values() if inspect.isclass(each) and each.__module__ == name]
    return [each for each in found if not issubclass(each, BaseException)]


def counted(counts: Counter[tuple[str, str]]) -> None:
    """Let this process count the calls of each function."""
    places: dict[CodeType, tuple[str, str]] = {}

    def profile(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            code = frame.f_code
            place = places.get(code)
            if place is None and "everypath" in code.co_filename:
                module = frame.f_globals.get("__name__", "")
                place = places[code] = module, code.co_qualname
            if place is not None:
                counts[place] += 1

    sys.setprofile(profile)


def inject(fault: Fault, mark: Path) -> None:
    """Let one call in this process fail; the file ``mark`` is made then."""
    import_module(fault.place[0])
    function = next(found for place, found in functions() if place == fault.place)
    original = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    original.__kwdefaults__ = function.__kwdefaults__
    calls = 0

    def hook(given: tuple[object, ...], named: dict[str, object]) -> object:
        nonlocal calls
        calls += 1
        if calls == fault.call:
            mark.touch()
            fail(fault)
        return original(*given, **named)

    setattr(builtins, _HOOK, hook)
    scope: dict[str, object] = {}
    exec(f"def shim(*given, **named): return {_HOOK}(given, named)", scope)
    shim = scope["shim"]
    assert isinstance(shim, FunctionType)
    function.__defaults__ = function.__kwdefaults__ = None
    function.__code__ = shim.__code__


def fail(fault: Fault) -> None:
    """Do what the fault is."""
    match fault.kind:
        case "exception":
            raise random.Random(fault.seed).choice(ERRORS)(FAULT)
        case "memory":
            raise MemoryError(FAULT)
        case "disk":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        case "jvm":
            for process in descendants(os.getpid()):
                if name_of(process) == "java":
                    kill(process)
        case "solver":
            until = time.monotonic() + LONGEST
            while time.monotonic() < until:
                time.sleep(0.01)


# ---- processes


def descendants(process: int) -> list[int]:
    """The processes that a process has started, directly or not."""
    parents: dict[int, list[int]] = {}
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(number))
    found, waiting = [], [process]
    while waiting:
        below = parents.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def name_of(process: int) -> str:
    """The name of a program that runs; empty if it has ended."""
    try:
        return Path(f"/proc/{process}/comm").read_text().strip()
    except OSError:
        return ""


def command_of(process: int) -> str:
    """The command line of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text(errors="replace")
    except OSError:
        return ""


def kill(process: int) -> None:
    """End a process at once."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def processes_in(folder: Path) -> list[int]:
    """The processes whose temporary folder is this one."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.fsencode(folder) in Path(f"/proc/{number}/environ").read_bytes():
                found.append(int(number))
        except OSError:
            continue
    return found


# ---- runs


@dataclass
class Run:
    """One run in a folder of its own, with a temporary folder in it."""

    folder: Path
    targets: Sequence[str]
    jobs: int = 1
    process: subprocess.Popen[bytes] | None = None
    began: float = field(default_factory=time.monotonic)

    @property
    def temporary(self) -> Path:
        """Its temporary folder: what is left there but logs was left over."""
        return self.folder / "tmp"

    @property
    def arguments(self) -> list[str]:
        """The command line of everypath."""
        output, document = str(self.folder / "tests"), str(self.folder / "out.json")
        options = ["-o", output, "--json", document, "--jobs", str(self.jobs), "--budget", f"{BUDGET:g}s", "--no-cache"]
        return ["generate", *self.targets, *options]

    def start(self, *orders: str) -> None:
        """Start it, with the orders for `child`."""
        self.temporary.mkdir(parents=True)
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "TMPDIR": str(self.temporary)}
        command = [sys.executable, "-m", "benchmarks.faults", "--child", *orders, "--", *self.arguments]
        with (self.folder / "out.txt").open("wb") as output:
            self.process = subprocess.Popen(
                command,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment,
                cwd=self.folder,
                start_new_session=True,
            )
        self.began = time.monotonic()

    def wait(self) -> int | None:
        """Its exit code; None if it hangs, and is ended."""
        assert self.process is not None
        try:
            return self.process.wait(max(LONGEST - (time.monotonic() - self.began), 0.1))
        except subprocess.TimeoutExpired:
            for each in [*descendants(self.process.pid), self.process.pid]:
                kill(each)
            self.process.wait()
            return None

    @property
    def log(self) -> str:
        """What its logs hold."""
        return "".join(path.read_text(errors="replace") for path in self.temporary.glob("everypath-*.log"))

    def complaints(self, code: int | None) -> Iterator[str]:
        """What is wrong with how it ended."""
        printed = (self.folder / "out.txt").read_text(errors="replace")
        if code not in (0, 1, 2, 3):
            yield f"it ended with {code}: {printed[-300:]}"
        if "Traceback" in printed:
            yield f"it printed a traceback: {printed[-600:]}"
        until = time.monotonic() + 20
        while (left := processes_in(self.temporary)) and time.monotonic() < until:
            time.sleep(0.2)
        if left:
            yield f"processes are left over: {[name_of(each) for each in left]}"
        files = [path.name for path in self.temporary.iterdir() if not path.name.endswith(".log")]
        if files:
            yield f"files are left over: {files}"
        partial = [path.name for path in self.folder.rglob(".everypath-*")]
        if partial:
            yield f"files are written in part: {partial}"


def child(orders: Sequence[str], arguments: list[str]) -> None:
    """The process of a run: it counts calls, or one of its calls fails."""
    from everypath.cli.main import main as run

    if orders and orders[0] == "count":
        counts: Counter[tuple[str, str]] = Counter()
        counted(counts)
        try:
            run(arguments)
        finally:
            sys.setprofile(None)
            text = json.dumps([[*place, count] for place, count in counts.items()])
            Path(orders[1]).write_text(text)
    if orders and orders[0] == "fail":
        kind, module, name, call, seed, mark = orders[1:]
        inject(Fault(kind, (module, name), int(call), int(seed)), Path(mark))
    run(arguments)


# ---- comparison


def failed(result: Result) -> list[tuple[str, str, str]]:
    """The methods that failed."""
    return [key for key, method in result.methods.items() if method["status"] == "failed"]


def differences(reference: Result, result: Result) -> list[str]:
    """Where methods that did not fail, and the tests of classes without a failed one, differ from the reference."""
    lost = set(failed(result))
    classes = {key[0] for key in lost}

    def left(every: Result) -> Result:
        methods = {
            key: {name: each for name, each in method.items() if name != "worker_deaths"}
            for key, method in every.methods.items()
            if key not in lost
        }
        findings = [each for each in every.findings if each["class"] not in classes]
        named = {name: text for name, text in every.tests.items() if not _is_of(name, classes)}
        return Result(methods, findings, named, every.seconds)

    return compare(left(reference), left(result)).different


def _is_of(file: str, classes: Iterable[str]) -> bool:
    name = file.removesuffix(".java").replace(os.sep, ".")
    return any(name.startswith(each.split("$")[0]) for each in classes)


def faults_of(number: int, counts: Mapping[tuple[str, str], int], seed: int) -> list[Fault]:
    """Random faults: the function is drawn first, then the call, so rare functions fail as often as frequent ones."""
    drawn = random.Random(seed)
    places = sorted(counts)
    made = []
    for at in range(number):
        (kind,) = drawn.choices(KINDS, SHARES)
        chosen = places
        if kind == "disk":
            chosen = [
                each for each in places if each[1] in ("save_source", "SavedTests.save", "ErrorLog.note")
            ] or places
        elif kind == "jvm":
            chosen = [each for each in places if each[0].startswith("everypath.bridge.replay")]
        elif kind == "solver":
            chosen = [each for each in places if each[0].startswith(BACKENDS) and each[1].endswith("._check")]
            kind = kind if chosen else "exception"
            chosen = chosen or places
        place = drawn.choice(chosen)
        made.append(Fault(kind, place, drawn.randint(1, counts[place]), seed + at))
    return made


def tried(fault: Fault, folder: Path, targets: Sequence[str], reference: Result) -> tuple[bool, list[str]]:
    """Whether the fault was reached, and what was wrong with the run."""
    run, mark = Run(folder, targets), folder / "reached"
    folder.mkdir(parents=True)
    run.start("fail", fault.kind, *fault.place, str(fault.call), str(fault.seed), str(mark))
    code = run.wait()
    wrong = list(run.complaints(code))
    if not mark.exists():
        return False, wrong
    if wrong:
        return True, wrong
    printed = (folder / "out.txt").read_text(errors="replace")
    if not (folder / "out.json").exists():
        is_reported = "the JSON" in printed or "No space left" in printed
        return True, [] if is_reported and code in (2, 3) else ["there is no JSON, and nothing says why"]
    result = read(folder)
    wrong = differences(reference, result)
    if fault.kind == "solver" and len(wrong) == 1 and ".java" in wrong[0]:
        wrong = []  # the search for further tests of one class ended at its limit on time
    units = failed(result)
    if len({key[:1] for key in units}) > 1 and len(units) > 1:
        wrong.append(f"more than one unit failed: {units}")
    if fault.kind in ("exception", "memory"):
        is_reported = units or code in (2, 3) or "trying once more" in printed
        is_repeated = FAULT in run.log and ".log" in printed  # the work was done once more, and nothing is lost
        if not is_reported and not is_repeated:
            wrong.append("nothing is counted as failed")
        if FAULT not in run.log and "trying once more" not in printed:
            wrong.append("the log has no trace")
        elif FAULT in run.log and "repeat: everypath " not in run.log:
            wrong.append("the log has no command")
    return True, wrong


def killed(number: int, folder: Path, targets: Sequence[str], reference: Result, seed: int) -> tuple[int, list[str]]:
    """Kill some JVMs and workers of one run at random instants. Returns how many, and what was wrong with the run."""
    run, drawn, hits = Run(folder, targets, jobs=2), random.Random(seed), 0
    folder.mkdir(parents=True)
    run.start()
    assert run.process is not None
    names = ("java", "python", "python3")
    while run.process.poll() is None and hits < number and time.monotonic() - run.began < LONGEST:
        time.sleep(drawn.uniform(0.05, 1.5))
        found = [each for each in descendants(run.process.pid) if name_of(each).startswith(names)]
        found = [each for each in found if "resource_tracker" not in command_of(each)]  # Python's own, it runs no code
        if found:
            kill(drawn.choice(found))
            hits += 1
    code = run.wait()
    wrong = list(run.complaints(code))
    if not wrong and (folder / "out.json").exists():
        result = read(folder)
        if len(failed(result)) > hits:
            wrong.append(f"{hits} kills cost {len(failed(result))} methods")
        wrong += differences(reference, result)
    return hits, wrong


def referred(folder: Path, targets: Sequence[str]) -> tuple[Result, dict[tuple[str, str], int]]:
    """The result without a fault, and the number of calls of each function in it."""
    plain = Run(folder / "plain", targets)
    plain.start()
    code = plain.wait()
    if code not in (0, 1):
        sys.exit(f"the run without a fault ended with {code}: {(plain.folder / 'out.txt').read_text()}")
    counts = folder / "counts.json"
    counting = Run(folder / "counting", targets)
    counting.start("count", str(counts))
    counting.wait()

    known = {place for place, _ in functions()}
    rows = [(tuple(each[:2]), each[2]) for each in json.loads(counts.read_text())]
    return read(plain.folder), {place: count for place, count in rows if place in known}


def main(arguments: list[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    if given and given[0] == "--child":
        end = given.index("--")
        child(given[1:end], given[end + 1 :])
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", default=TARGETS)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--each", type=int, default=3, help="kills in one run")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="where the runs stay")
    options = parser.parse_args(given)
    with tempfile.TemporaryDirectory() as temporary:
        return tested(options, options.keep or Path(temporary))


def tested(options: argparse.Namespace, folder: Path) -> int:
    """Try all faults and kills; 1 if one of them did more than it may."""
    targets = [str(Path(each).resolve()) if Path(each).exists() else each for each in options.targets]
    reference, counts = referred(folder / "reference", targets)
    print(f"{len(reference.methods)} methods, {len(reference.tests)} test classes, {len(counts)} functions", flush=True)
    bad, reached = 0, Counter[str]()
    for number, fault in enumerate(faults_of(options.faults, counts, options.seed)):
        was_reached, wrong = tried(fault, folder / f"fault{number}", targets, reference)
        reached[fault.kind] += was_reached
        bad += report(f"{number}: {fault}{'' if was_reached else ' (not reached)'}", wrong, folder / f"fault{number}")
    kills, number = 0, 0
    while kills < options.kills:
        at = folder / f"kills{number}"
        hits, wrong = killed(min(options.each, options.kills - kills), at, targets, reference, options.seed + number)
        kills, number = kills + hits, number + 1
        bad += report(f"{hits} kills", wrong, at)
        if not hits:
            break  # the run ended before there was anything to kill
    print(f"faults reached: {dict(reached)}; kills: {kills}; runs with something wrong: {bad}")
    return 1 if bad else 0


def report(title: str, wrong: Sequence[str], folder: Path) -> int:
    """Print what was wrong with a run, whose files stay then; 1 if anything was."""
    print(f"{'WRONG' if wrong else 'ok   '} {title}", flush=True)
    for each in wrong[:5]:
        print(f"      {each}", flush=True)
    if not wrong:
        shutil.rmtree(folder, ignore_errors=True)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
