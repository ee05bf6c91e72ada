"""Compares two runs of everypath, which must give the same, byte for byte, but for seconds.

    python -m benchmarks.same [SET…] [--against CHECKOUT] [--budget 2M-steps] [--ways again,jobs,plain] [--keep DIR]

Each set of targets is run by ``everypath generate`` with one worker, with one worker again, with two workers and, with
``--against``, with one worker of the sources in another checkout. JSON and written tests are compared method by method
and file by file. Texts that were reworded since the other checkout are compared by the table ``wording.json``. Results
that the time limited in any of the runs are counted separately: methods that report ``time`` or a reason like it, and
the test classes that hold them. With a budget of work, time limits nothing: what the budget cuts is compared, too, and
so is the counted work. Ends with 1 if anything else differs.

The variant ``plain`` switches the devices of `benchmarks.plain` off, one by one, then all together. Without most of
them, solvers are asked more, or models come from elsewhere: where methods differ then, what they claim is compared.

Sets: see `SETS`; any other word is taken for a target of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from benchmarks.fetching import fetched
from benchmarks.plain import DEVICES

ROOT = Path(__file__).resolve().parent.parent
JAVA = ROOT / "tests" / "java"
DEMO = ROOT / "src" / "everypath" / "cli" / "demo_sources" / "shop"
LANG3 = ROOT / ".cache" / "lib" / "commons-lang3-3.14.0.jar"

WORDING = ROOT / "benchmarks" / "wording.json"
"""Old and new texts for people: pairs of what earlier versions printed and what is printed now."""

LIMITED = frozenset({"time", "budget", "not-replayed", "interrupted", "worker-died"})
"""Reasons that depend on how fast the machine is, or on what else it does. (``memory`` is a bound on inputs, too.)"""

COUNTED = frozenset({"budget", "not-replayed"})
"""Those among them that do not if the budget is one of work."""

TIMED = frozenset({"seconds", "spent", "work", "curve"})
"""Keys of the JSON that hold measured times. Counted work depends on the rounds, which time divides."""


@dataclass(frozen=True)
class Subject:
    """What is run: targets, and the classes and methods of them that count."""

    targets: tuple[str, ...]
    only: tuple[str, ...] = ()


def _sources(folder: Path, pattern: str = "*.java") -> tuple[str, ...]:
    return tuple(str(path) for path in sorted(folder.rglob(pattern)))


def _lang3(*classes: str) -> Subject:
    return Subject((str(LANG3),), tuple(f"org.apache.commons.lang3.{name}" for name in classes))


SETS = {
    "demo": Subject(_sources(DEMO)),
    "run": Subject(_sources(JAVA / "run")),
    "solving": Subject(_sources(JAVA / "solving")),
    "pet": Subject(_sources(JAVA / "pet")),
    "structures": Subject(_sources(JAVA / "structures")),
    "collections": Subject(_sources(JAVA / "collections")),
    "texts": Subject(_sources(JAVA / "texts")),
    "modern": Subject(_sources(JAVA / "modern")),
    "lang3-plain": _lang3("BitField", "CharUtils", "BooleanUtils", "CharRange", "math.IEEE754rUtils", "mutable.*"),
    "lang3-hard": _lang3("math.Fraction", "text.WordUtils", "time.DurationFormatUtils"),
}
QUICK = ("demo", "run", "lang3-plain")


def subject_of(name: str) -> Subject:
    """The set of a name, with the library that it needs; any other word is a target."""
    found = SETS.get(name) or Subject((name,))
    if str(LANG3) in found.targets:
        fetched("org.apache.commons:commons-lang3:3.14.0")
    return found


@dataclass(frozen=True)
class Result:
    """One run: its JSON without times, and the text of the tests by file name."""

    methods: dict[tuple[str, str, str], dict]
    findings: list[dict]
    tests: dict[str, str]
    seconds: float
    counted: bool = False
    """True if the budget was one of work, not of time."""
    complaints: tuple[str, ...] = ()


@dataclass
class Comparison:
    """What two runs have in common, and what not."""

    same: int = 0
    limited: Counter[str] = field(default_factory=Counter)
    different: list[str] = field(default_factory=list)
    inputs: list[str] = field(default_factory=list)
    """Methods that differ in the inputs which show what they claim alike; only where that is allowed."""
    files: int = 0
    files_left_out: int = 0


def run(subject: Subject, jobs: int, budget: str, checkout: Path, keep: Path, without: Sequence[str] = ()) -> Result:
    """Run ``everypath generate`` of a checkout, ``without`` some devices."""
    keep.mkdir(parents=True, exist_ok=True)
    tests = keep / "tests"
    program = ["benchmarks.plain", ",".join(without)] if without else ["everypath.cli"]
    command = [sys.executable, "-m", *program, "generate", *subject.targets, "-o", str(tests)]
    command += ["--json", str(keep / "out.json"), "--jobs", str(jobs), "--budget", budget]
    for pattern in subject.only:
        command += ["--only", pattern]
    environment = {**os.environ, "PYTHONPATH": f"{checkout / 'src'}{os.pathsep}{ROOT}"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600, check=False, env=environment, cwd=keep)
    (keep / "out.txt").write_text(done.stdout + done.stderr)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return read(keep)


def read(folder: Path, wording: Sequence[Sequence[str]] = ()) -> Result:
    """The results in the folder of a run, with old texts replaced by new ones (``wording``)."""

    def reworded(path: Path) -> str:
        text = path.read_text()
        for old, new in wording:
            text = text.replace(old, new)
        return text

    document = json.loads(reworded(folder / "out.json"))
    methods = {}
    counted = "steps" in document.get("budget", ())
    for each in document["methods"]:
        methods[each["class"], each["method"], each["descriptor"]] = stripped(each, counted=counted)
    found = sorted((folder / "tests").rglob("*.java"))
    tests = {str(path.relative_to(folder / "tests")): reworded(path) for path in found}
    return Result(methods, [stripped(each) for each in document["findings"]], tests, document["seconds"], counted)


def stripped(value: object, *, counted: bool = False) -> object:
    """The value without measured times, at any depth; ``counted``: with the counted work."""
    if isinstance(value, dict):
        timed = TIMED - {"work"} if counted else TIMED
        return {key: stripped(each, counted=counted) for key, each in value.items() if key not in timed}
    if isinstance(value, list):
        return [stripped(each, counted=counted) for each in value]
    return value


def limited(method: dict, *, counted: bool = False) -> str:
    """The reason by which time limited the exploration of a method, or an empty text; ``counted``: work limited it."""
    reasons = LIMITED - COUNTED if counted else LIMITED
    return next((each["code"] for each in method["reasons"] if each["code"] in reasons), "")


def claims(method: dict | None) -> object:
    """What is claimed of a method, whatever inputs show it: how far it was explored, what was covered, and how it ends
    under which conditions.
    """
    if method is None:
        return None
    ends = {(each["ends"], each.get("exception"), each.get("line"), each.get("outcome")) for each in method["cases"]}
    codes = sorted({each["code"] for each in method["reasons"]})
    return (
        method["status"],
        codes,
        method["instructions"],
        method["branches"],
        method.get("unreached"),
        sorted(map(str, ends)),
    )


def compare(first: Result, second: Result, *, exact: bool = True) -> Comparison:
    """Compare two runs of one subject; unless ``exact``, other inputs that show the same are counted separately."""
    found = Comparison()
    left_out: set[str] = set()
    counted = first.counted and second.counted
    for key in dict.fromkeys((*first.methods, *second.methods)):
        one, other = first.methods.get(key), second.methods.get(key)
        name = f"{key[0]}#{key[1]}{key[2]}"
        both = (limited(each, counted=counted) for each in (one, other) if each is not None)
        reason = next((each for each in both if each), "")
        if reason:
            found.limited[reason] += 1
            left_out.add(key[0])
        elif one == other:
            found.same += 1
        elif not exact and claims(one) == claims(other):
            left_out.add(key[0])
            found.inputs.append(name)
        else:
            left_out.add(key[0])
            found.different.append(f"{name}: {difference(one, other)}")
    _compare_findings(found, first, second, left_out)
    for path in dict.fromkeys((*first.tests, *second.tests)):
        name = path.removesuffix(".java").replace(os.sep, ".")
        if any(name.startswith(each.split("$")[0]) for each in left_out):
            found.files_left_out += 1
        elif first.tests.get(path) == second.tests.get(path):
            found.files += 1
        else:
            found.different.append(f"{path}: {_first_line(first.tests.get(path), second.tests.get(path))}")
    return found


def _compare_findings(found: Comparison, first: Result, second: Result, left_out: set[str]) -> None:
    """The findings in their order, without those of classes that were limited or reported already. Where only inputs
    may differ, the places of the others are compared.
    """
    one, other = ([each for each in result.findings if each["class"] not in left_out] for result in (first, second))
    if one != other:
        at = next((at for at, (mine, theirs) in enumerate(zip_longest(one, other)) if mine != theirs), -1)
        shown = [str(each[at].get("expression")) if at < len(each) else "nothing more" for each in (one, other)]
        found.different.append(f"findings: {shown[0]} / {shown[1]}")
    alike = set(found.inputs)
    mine, theirs = ({_place(each) for each in result.findings if _name(each) in alike} for result in (first, second))
    found.different += [f"finding: {each}" for each in sorted(mine ^ theirs)]


def _name(each: dict) -> str:
    return f"{each['class']}#{each['method']}{each['descriptor']}"


def _place(finding: dict) -> str:
    return f"{_name(finding)}: {finding['rule']} {finding['level']} {finding.get('exception')} line {finding['line']}"


def difference(one: object, other: object, path: str = "") -> str:
    """The first place where two JSON values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            if one.get(key) != other.get(key):
                return difference(one.get(key), other.get(key), f"{path}.{key}" if path else key)
    if isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return f"{path}: {len(one)} / {len(other)} entries"
        for at, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            if mine != theirs:
                return difference(mine, theirs, f"{path}[{at}]")
    return f"{path}: {str(one)[:150]} / {str(other)[:150]}"


def _first_line(one: str | None, other: str | None) -> str:
    if one is None or other is None:
        return "missing in one"
    pairs = zip_longest(one.splitlines(), other.splitlines(), fillvalue="(its end)")
    return next((f"{a.strip()} / {b.strip()}" for a, b in pairs if a != b), "other ends of lines")


def show(name: str, kind: str, found: Comparison, seconds: tuple[float, float], most: int) -> None:
    """Print one comparison."""
    cut = ", ".join(f"{count} by {reason}" for reason, count in sorted(found.limited.items()))
    print(
        f"{name:14} {kind:22} {found.same} methods and {found.files} files the same, {len(found.different)} different"
        f"{f' and {len(found.inputs)} by inputs only' if found.inputs else ''}; "
        f"limited: {cut or 'none'}, {found.files_left_out} files left out; {seconds[0]:.1f} s / {seconds[1]:.1f} s",
        flush=True,
    )
    for each in found.different[:most]:
        print(f"    {each}", flush=True)


@dataclass(frozen=True)
class Variant:
    """One variant of a run: its name, workers, sources, and the devices that are off."""

    name: str
    jobs: int = 1
    checkout: Path = ROOT
    without: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        return self.name.replace(" ", "-")

    @property
    def exact(self) -> bool:
        return all(DEVICES[each].exact for each in self.without)


def variants_of(given: argparse.Namespace) -> list[Variant]:
    """The variants that the command line asks for."""
    wanted = given.variants.split(",")
    variants = [Variant("again")] * ("again" in wanted) + [Variant("two workers", jobs=2)] * ("jobs" in wanted)
    if given.against is not None:
        variants.append(Variant("other checkout", checkout=given.against.resolve()))
    if "plain" in wanted:
        devices = given.without.split(",") if given.without else list(DEVICES)
        variants += [Variant(f"without {each}", without=(each,)) for each in devices]
        variants += [Variant("plain", without=tuple(devices))] * (len(devices) > 1)
    return variants


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare runs of everypath byte for byte.")
    parser.add_argument("subjects", nargs="*", default=QUICK, help=f"{', '.join(SETS)}, all, or a target")
    parser.add_argument("--against", type=Path, help="another checkout, whose sources are run with one worker")
    parser.add_argument("--budget", default="120s")
    parser.add_argument(
        "--ways",
        dest="variants",
        default="again,jobs",
        help="again: one worker again, jobs: two workers, plain: without devices",
    )
    parser.add_argument("--without", help=f"devices for plain: of {', '.join(DEVICES)}")
    parser.add_argument("--keep", type=Path, help="where what was written stays")
    parser.add_argument("--most", type=int, default=10, help="differences shown per comparison")
    given = parser.parse_args()
    names = list(SETS) if "all" in given.subjects else given.subjects
    chosen = variants_of(given)
    different = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        for name in names:
            subject = subject_of(name)
            first = run(subject, 1, given.budget, ROOT, folder / name / "first")
            for variant in chosen:
                second = run(
                    subject,
                    variant.jobs,
                    given.budget,
                    variant.checkout,
                    folder / name / variant.folder,
                    variant.without,
                )
                if variant.checkout != ROOT:
                    second = read(folder / name / variant.folder, json.loads(WORDING.read_text()))
                found = compare(first, second, exact=variant.exact)
                show(name, variant.name, found, (first.seconds, second.seconds), given.most)
                different += len(found.different)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
