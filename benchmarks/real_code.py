"""Real code: tests for commons-lang3 and JDK classes, run under the real JUnit, measured by JaCoCo and our probes.

    python -m benchmarks.real_code [--budget 180s] [commons] [jdk] [more-commons] [more-jdk] [lang3-hard]

Prints a Markdown table: methods by status, tests, instruction coverage as our probes and as JaCoCo measured it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from pathlib import Path

from benchmarks.fetching import JACOCO_AGENT, JACOCO_CLI, fetched
from benchmarks.history import figure
from benchmarks.outside import compile_tests, report, run_tests

LANG = "org.apache.commons:commons-lang3:3.14.0"
COMMONS = [
    "org.apache.commons.lang3.math.Fraction",
    "org.apache.commons.lang3.BitField",
    "org.apache.commons.lang3.CharUtils",
    "org.apache.commons.lang3.BooleanUtils",
    "org.apache.commons.lang3.math.IEEE754rUtils",
    "org.apache.commons.lang3.CharRange",
    *(
        f"org.apache.commons.lang3.mutable.Mutable{kind}"
        for kind in ("Boolean", "Byte", "Double", "Float", "Int", "Long", "Object", "Short")
    ),
]
JDK = ["java.util.BitSet", "java.util.StringJoiner", "java.util.OptionalInt"]
MORE_COMMONS = [
    f"org.apache.commons.lang3.{name}"
    for name in ("StringUtils", "math.NumberUtils", "ArrayUtils", "text.WordUtils", "StringEscapeUtils")
]
MORE_JDK = ["java.util.ArrayDeque", "java.util.PriorityQueue"]
HARD = [f"org.apache.commons.lang3.{name}" for name in ("math.Fraction", "text.WordUtils", "time.DurationFormatUtils")]
SETS = {"commons": COMMONS, "jdk": JDK, "more-commons": MORE_COMMONS, "more-jdk": MORE_JDK, "lang3-hard": HARD}


def generate(targets: list[str], only: list[str], work: Path, budget: str, jobs: int) -> dict:
    """Run ``everypath generate`` and return its JSON with the wall seconds it took."""
    command = [sys.executable, "-m", "everypath.cli", "generate", *targets, "-o", str(work / "tests")]
    command += ["--json", str(work / "out.json"), "--budget", budget, "--jobs", str(jobs)]
    for pattern in only:
        command += ["--only", pattern]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200, check=False)
    seconds = time.monotonic() - start
    (work / "out.txt").write_text(done.stdout + done.stderr)
    if done.returncode not in (0, 1) or not (work / "out.json").exists():
        sys.exit(f"generate ended with {done.returncode}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    result = json.loads((work / "out.json").read_text())
    result["wall"] = seconds
    return result


def run_junit(work: Path, classpath: list[Path], patched: Path | None) -> tuple[int, int]:
    """Compile and run the written tests with the real JUnit under JaCoCo: (passed, failed).

    JDK classes are loaded before an agent could change them: they are instrumented ahead and patched into their module.
    """
    compiled = compile_tests(work / "tests", classpath, work / "classes")
    if compiled.errors:
        sys.exit(f"tests do not compile: {compiled.errors}")
    if patched is None:
        done = run_tests(compiled, work / "run", ["-ea"], coverage=True)
    else:
        data = work / "run" / "jacoco.exec"
        measuring = ["--patch-module", f"java.base={patched}", f"-Xbootclasspath/a:{fetched(JACOCO_AGENT)}"]
        measuring += ["--add-reads", "java.base=ALL-UNNAMED", f"-Djacoco-agent.destfile={data}"]
        done = run_tests(compiled, work / "run", [*measuring, "-ea"])
        if done.problem and "initialization of boot layer" in (work / "run" / "junit.txt").read_text():
            print("The JVM does not start with these classes instrumented: JaCoCo measures nothing.\n")
            shutil.rmtree(work / "run")
            done = run_tests(compiled, work / "run", ["-ea"])
    if done.problem:
        sys.exit(f"the tests did not run: {done.problem}")
    return done.ran - len(done.failed), len(done.failed)


def extract(work: Path, classes: list[str]) -> tuple[Path, Path]:
    """The class files of the JDK classes, and their instrumented copies."""
    shown = subprocess.run(
        ["java", "-XshowSettings:properties", "-version"], capture_output=True, text=True, check=True, timeout=60
    ).stderr
    home = next(line.split("=")[1].strip() for line in shown.splitlines() if "java.home =" in line)
    files, patched = work / "jdk", work / "patched"
    include = ",".join(f"regex:.*/{name.replace('.', '/')}(\\$.*)?\\.class" for name in classes)
    subprocess.run(
        [f"{home}/bin/jimage", "extract", "--dir", str(files), "--include", include, f"{home}/lib/modules"],
        check=True,
        timeout=120,
    )
    command = [
        "java",
        "-jar",
        str(fetched(JACOCO_CLI)),
        "instrument",
        str(files / "java.base"),
        "--dest",
        str(patched),
        "--quiet",
    ]
    subprocess.run(command, check=True, timeout=120)
    return files, patched


def jacoco_methods(work: Path) -> dict[tuple[str, str, str], tuple[int, int]]:
    """JaCoCo's instruction counts: (class, method, descriptor) to (covered, total)."""
    result: dict[tuple[str, str, str], tuple[int, int]] = {}
    if not (work / "run" / "jacoco.xml").exists():
        return result
    for cls in ElementTree.parse(work / "run" / "jacoco.xml").getroot().iter("class"):
        for method in cls.findall("method"):
            for counter in method.findall("counter"):
                if counter.get("type") == "INSTRUCTION":
                    covered, missed = int(counter.get("covered", 0)), int(counter.get("missed", 0))
                    key = cls.get("name", "").replace("/", "."), method.get("name", ""), method.get("desc", "")
                    result[key] = covered, covered + missed
    return result


def table(result: dict, classes: list[str], work: Path, tests: tuple[int, int]) -> None:
    """Print one row a class and a total; then the methods where JaCoCo and our probes differ by more than a point."""
    by_method = jacoco_methods(work)
    rows: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    differences = []
    for method in result["methods"]:
        row = rows[method["class"]]
        row["methods"] += 1
        row[method["status"]] += 1
        for key in ("covered", "total"):
            row[key] += method["instructions"][key]
        for outcome, count in method["outcomes"].items():
            row[outcome] += count
        theirs = by_method.get((method["class"], method["method"], method["descriptor"]))
        if theirs is None:
            theirs = 0, 0
        row["jacoco"] += theirs[0]
        row["jacoco-total"] += theirs[1]
        ours = method["instructions"]
        if by_method and theirs != (ours["covered"], ours["total"]):
            differences.append((method["class"], method["method"], method["descriptor"], ours, theirs))
    print("| class | methods | complete | bounded | partial | skipped | failed | ours | JaCoCo |")
    print("|---|---|---|---|---|---|---|---|---|")
    total: dict[str, int] = defaultdict(int)

    def line(name: str, row: dict[str, int]) -> None:
        statuses = " | ".join(str(row[s]) for s in ("methods", "complete", "bounded", "partial", "skipped", "failed"))
        measured = f"{100 * row['covered'] / max(1, row['total']):.1f} %"
        theirs = f"{100 * row['jacoco'] / row['jacoco-total']:.1f} %" if row["jacoco-total"] else "-"
        print(f"| {name} | {statuses} | {measured} | {theirs} |")

    for name in classes:
        line(f"`{name.rsplit('.', 1)[-1]}`", rows[name])
        for key, value in rows[name].items():
            total[key] += value
    line("together", total)
    figure(
        f"{', '.join(classes)[:40]}: coverage",
        100 * total["covered"] / max(1, total["total"]),
        "%",
        more_is_better=True,
    )
    figure(f"{', '.join(classes)[:40]}: wall", result["wall"], "s")
    figure(f"{', '.join(classes)[:40]}: tests passed", tests[0], "tests", more_is_better=True)
    outcomes = {k: total[k] for k in ("confirmed", "diverged", "not-triggered", "other-exception") if k in total}
    print(f"\n{result['wall']:.0f} s wall; tests passed {tests[0]}, failed {tests[1]}; outcomes {outcomes}")
    reasons = Counter(
        each["reason"] for method in result["methods"] for each in method["unreached"] if "reason" in each
    )
    print(f"lines not reached, by what stopped the nearest paths: {dict(reasons.most_common())}")
    print(f"methods whose instruction counts differ: {len(differences)}")
    for difference in differences[:40]:
        print("  ", *difference)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("which", nargs="*", default=["commons", "jdk"])
    parser.add_argument("--budget", default="180s")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="keep the work in this folder")
    options = parser.parse_args()
    for which in options.which:
        with tempfile.TemporaryDirectory() as temporary:
            work = (options.keep or Path(temporary)) / which
            work.mkdir(parents=True, exist_ok=True)
            jar = fetched(LANG)
            print(f"\n### {which}\n")
            classes = SETS[which]
            if classes[0] not in JDK + MORE_JDK:
                only = [f"{name}#*" for name in classes]
                result = generate([str(jar)], only, work, options.budget, options.jobs)
                tests = run_junit(work, [jar], None)
                report(work / "run", jar)
                table(result, classes, work, tests)
            else:
                result = generate(classes, [], work, options.budget, options.jobs)
                files, patched = extract(work, classes)
                tests = run_junit(work, [], patched)
                report(work / "run", files)
                table(result, classes, work, tests)


if __name__ == "__main__":
    main()
