"""Library methods as programs: every method of the draw, run in our machine and in the JVM on the same inputs.

    python -m benchmarks.programs [--jdk 17] [--jobs 2] [--only REGEX] [--library NAME] [--again] [--fresh] [--table]

Results go to .cache/programs/jdk<N>.jsonl, one line a method; ``--again`` runs only what was not equal there,
``--table`` runs nothing. The answers of the JVM are kept there, too, while the generator of the inputs stays the same;
``--fresh`` asks it again. Prints a Markdown table, the mismatches, and the reasons why a method did not run to its end.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import time
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.conftest import JDKS
from tests.programs.draw import drawn, support_classes
from tests.programs.population import QUOTAS, Subject, fetch_jars
from tests.programs.trials import Laboratory

from everypath.classfile import Jdk

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / ".cache" / "programs"
BATCH = 250
"""Methods that one process runs, so that a process that dies takes few with it."""
MEMORY = 6 << 30
TIME_LIMIT = 3600


def jdk_of(feature: int) -> Jdk:
    """The JDK of this release."""
    for jdk in JDKS:
        if jdk.feature == feature:
            return jdk
    sys.exit(f"no JDK {feature} found")


def work(jdk: Jdk, fresh: bool) -> None:
    """A worker: subjects come on the standard input, one line each; results go to the standard output."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    jars = fetch_jars()
    laboratory = Laboratory(jdk, [*jars, support_classes(Jdk.find(), jars)], memory=None if fresh else RESULTS)
    print("ready", flush=True)
    try:
        for line in sys.stdin:
            trials = laboratory.trials(Subject.parse(line.strip()))
            print(json.dumps({"subject": line.strip(), "trials": [asdict(each) for each in trials]}), flush=True)
    finally:
        laboratory.close()


def run(jdk: Jdk, subjects: list[Subject], jobs: int, results: dict[str, dict], flags: list[str]) -> None:
    """Run the subjects in batches; a batch whose process dies goes on after the subject that it died of."""
    batches = [list(map(str, subjects[at : at + BATCH])) for at in range(0, len(subjects), BATCH)]
    running: list[Worker] = []
    chosen = set(map(str, subjects))
    done: set[str] = set()
    printed = time.monotonic()
    while batches or running:
        while batches and len(running) < jobs:
            running.append(_start(jdk, batches.pop(0), flags))
        time.sleep(0.5)
        for worker in list(running):
            if worker.process.poll() is not None or time.monotonic() - worker.since > TIME_LIMIT:
                running.remove(worker)
                done.update(worker.found())
                batches[:0] = _finish(worker, results)
        if time.monotonic() - printed > 20 or not running:
            printed = time.monotonic()
            for worker in running:
                results.update(worker.found())
                done.update(worker.found())
            _save(jdk, results)
            verdicts = Counter(trial["verdict"] for each in results.values() for trial in each["trials"])
            print(f"{len(done)}/{len(chosen)} {dict(verdicts)}", file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Worker:
    """A running process, its subjects, where its results go, and when it began."""

    process: subprocess.Popen
    lines: list[str]
    output: Path
    since: float

    def found(self) -> dict[str, dict]:
        """The results so far."""
        rows = [json.loads(each) for each in self.output.read_text().splitlines() if each.endswith("}")]
        return {each["subject"]: each for each in rows}


def _finish(worker: Worker, results: dict[str, dict]) -> list[list[str]]:
    """Take the results of a process that has ended; what it did not come to."""
    worker.process.kill()
    if not worker.output.read_text().startswith("ready"):
        sys.exit(f"a worker did not start, see {RESULTS / 'errors.log'}")
    found = worker.found()
    results.update(found)
    worker.output.unlink()
    rest = [each for each in worker.lines if each not in found]
    if rest:
        results[rest[0]] = {"subject": rest[0], "trials": [_death(worker.process)]}
    return [rest[1:]] if rest[1:] else []


def _start(jdk: Jdk, lines: list[str], flags: list[str]) -> Worker:
    RESULTS.mkdir(parents=True, exist_ok=True)
    output = RESULTS / f"batch-{time.monotonic_ns()}.jsonl"
    command = [sys.executable, "-m", "benchmarks.programs", "--jdk", str(jdk.feature), "--worker", *flags]
    with output.open("w") as file, (RESULTS / "errors.log").open("a") as errors:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=file, stderr=errors, text=True, cwd=ROOT)
    assert process.stdin is not None
    process.stdin.write("\n".join(lines) + "\n")
    process.stdin.close()
    return Worker(process, lines, output, time.monotonic())


def _death(process: subprocess.Popen) -> dict:
    detail = f"the process ended with {process.returncode}"
    return {"verdict": "failed", "detail": detail, "plan": "", "steps": 0, "seconds": 0.0, "message_known": True}


def _path(jdk: Jdk) -> Path:
    return RESULTS / f"jdk{jdk.feature}.jsonl"


def _save(jdk: Jdk, results: dict[str, dict]) -> None:
    RESULTS.mkdir(parents=True, exist_ok=True)
    _path(jdk).write_text("".join(json.dumps(each) + "\n" for each in results.values()))


def load(jdk: Jdk) -> dict[str, dict]:
    """The last results."""
    if not _path(jdk).exists():
        return {}
    return {each["subject"]: each for each in map(json.loads, _path(jdk).read_text().splitlines())}


WORST = ("mismatch", "failed", "limit", "unsupported", "machine", "equal")


def verdict_of(result: dict) -> str:
    """A method's verdict: the worst of its executions; ``no input`` where there was none."""
    verdicts = {trial["verdict"] for trial in result["trials"]}
    return next((each for each in WORST if each in verdicts), "no input")


def table(jdk: Jdk, subjects: list[Subject], results: dict[str, dict]) -> None:
    """The Markdown table, the mismatches and the reasons."""
    rows: dict[str, Counter] = defaultdict(Counter)
    reasons: dict[str, Counter] = defaultdict(Counter)
    for subject in subjects:
        result = results.get(str(subject))
        if result is None:
            continue
        verdict = verdict_of(result)
        for row in (rows[subject.library], rows["together"]):
            row["drawn"] += 1
            row[verdict] += 1
            row["executions"] += len(result["trials"])
            row["equal executions"] += sum(trial["verdict"] == "equal" for trial in result["trials"])
        for kind, detail in {(trial["verdict"], trial["detail"]) for trial in result["trials"]}:
            if kind not in ("equal", "machine"):
                reasons[kind][detail[:160]] += 1
    columns = ("drawn", "no input", "machine", "equal", "mismatch", "unsupported", "limit", "failed")
    print(f"JDK {jdk.version}\n\n| library | {' | '.join(columns)} | ran to the end | executions | equal |")
    print("|---|" + "---|" * (len(columns) + 3))
    for library in (*QUOTAS, "together"):
        row = rows[library]
        counted = row["drawn"] - row["no input"]
        ran = row["equal"] + row["mismatch"] + row["machine"]
        share = f"{100 * ran / counted:.1f} %" if counted else ""
        cells = [*(str(row[each]) for each in columns), share, str(row["executions"]), str(row["equal executions"])]
        print(f"| {library} | {' | '.join(cells)} |")
    for kind in ("failed", "limit", "unsupported"):
        print(f"\n{kind}:")
        for detail, count in reasons[kind].most_common(60):
            print(f"{count:5} {detail}")
    print("\nmismatches:")
    for each in results.values():
        for trial in each["trials"]:
            if trial["verdict"] == "mismatch":
                print(f"{each['subject']}\n      {trial['detail'][:400]}\n      {trial['plan'][:700]}")
                break


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jdk", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--library", default="")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--worker", action="store_true")
    options = parser.parse_args()
    if options.worker:
        work(jdk_of(options.jdk), options.fresh)
        return
    good = [examine(jdk, options) for jdk in ([jdk_of(options.jdk)] if options.jdk else JDKS)]
    sys.exit(0 if all(good) else 1)


def examine(jdk: Jdk, options: argparse.Namespace) -> bool:
    """Run what was asked for on one JDK and print the table; whether there was no mismatch and no failure."""
    results = load(jdk)
    subjects = drawn()
    chosen = [each for each in subjects if re.search(options.only, str(each)) and options.library in each.library]
    if options.again:
        fine = ("equal",)
        chosen = [each for each in chosen if str(each) not in results or verdict_of(results[str(each)]) not in fine]
    if not options.table:
        run(jdk, chosen, options.jobs, results, ["--fresh"] if options.fresh else [])
    table(jdk, subjects, results)
    return not any(verdict_of(each) in ("mismatch", "failed") for each in results.values())


if __name__ == "__main__":
    main()
