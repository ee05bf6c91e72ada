"""What each part of a campaign brings: whole libraries with one part switched off, in covered goals.

    python -m benchmarks.bench_ablation [--seconds 60] [--seeds 3] [--part NAME ...] [LIBRARY...]

Each run is ``everypath check`` on a whole library of the zoo, of this checkout or of a copy of it in which one part is
cut out. A cut is a change of the source text; one that fits nowhere is an error. Runs go round by seed, library and
part, so that the load of the machine meets all parts alike. Each result is kept: it goes on where it was stopped.
The table has the mean of the seeds for the whole, with the least and the most; and for each part that is switched off,
the goals in percent of those of the whole with the same seed, with the least and the most.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from benchmarks.fetching import ROOT
from benchmarks.zoo.libraries import Library, jars_of, libraries
from benchmarks.zoo.results import digest_of_sources

CACHE = ROOT / ".cache" / "ablation"
KEPT = CACHE / "results.json"
LIBRARIES = "commons-cli", "gson", "jackson-databind", "commons-lang3", "joda-time", "commons-codec"
KILLED_AFTER = 60.0
"""A run that is so many seconds over its budget is killed."""


@dataclass(frozen=True)
class Cut:
    """A change of a source file: a text that it has once, and what replaces it."""

    file: str
    text: str
    instead: str


@dataclass(frozen=True)
class Switch:
    """What switches a part off: cuts, or options of everypath."""

    cuts: tuple[Cut, ...] = ()
    options: tuple[str, ...] = ()


SWITCHES = {
    "none": Switch(),
    "sweep": Switch(options=("--sweep", "off")),
    "restoring": Switch((Cut("bridge/bridge.py", "defaults=defaults, restore=restore)", "defaults=defaults)"),)),
    "concolic": Switch(
        (
            Cut(
                "run/campaign/seed_queue.py",
                '        """Add a sequence of the sweep."""\n',
                '        """Add a sequence of the sweep."""\n        return\n',
            ),
        )
    ),
    "realisation": Switch(
        (
            Cut(
                "bridge/java/everypath/sweep/Sweep.java",
                "kind == Shares.Kind.NEARER ? goals.frontier().choose() : null",
                "null",
            ),
            Cut(
                "run/method_analysis/flipping.py",
                "(*self._realised(seed.sequence.steps, sequences), *extended)",
                "extended",
            ),
        )
    ),
    "scheduler": Switch(
        (
            Cut(
                "run/campaign/sequence_queue.py",
                "(-value, next(self._order), waiting)",
                "(-1, next(self._order), waiting)",
            ),
            Cut("run/campaign/sequence_queue.py", "if now == -value:", "if now:"),
            Cut("run/campaign/sequence_queue.py", "\nCANDIDATES = 16\n", "\nCANDIDATES = 1\n"),
            Cut("run/scheduling/scheduler.py", "\nHEAD_START = 0.1\n", "\nHEAD_START = 0.0\n"),
            Cut("run/scheduling/scheduler.py", "covered = unit.round == 0 and", "covered = False and"),
            Cut("run/campaign/campaign.py", "\nNOT_REPLAYED = 0.05\n", "\nNOT_REPLAYED = 2.0\n"),
        )
    ),
}
"""By the part that is switched off. Realisation is coming nearer to open sides by the distance of their conditions, and
calls on objects of sequences that satisfy a condition on fields. The scheduler's cuts leave sequences in the order in
which they were found, and methods in the order of the plan.
"""


@dataclass(frozen=True)
class Run:
    """A run of the table."""

    library: str
    part: str
    seed: int
    seconds: int

    @property
    def key(self) -> str:
        """Its key among the kept results."""
        return f"{self.library} {self.part} {self.seed} {self.seconds}"


def tree(part: str, sources: str) -> Path:
    """A folder with a copy of the package where a part is switched off. Raises `ValueError` if a cut does not fit."""
    folder = CACHE / "trees" / sources / part
    if folder.exists():
        return folder
    partial = folder.with_name(f"partial-{part}")
    shutil.rmtree(partial, ignore_errors=True)
    cuts = SWITCHES[part].cuts
    left_out = ["__pycache__", *(["prebuilt", "archives"] if any(cut.file.endswith(".java") for cut in cuts) else [])]
    shutil.copytree(ROOT / "src" / "everypath", partial / "everypath", ignore=shutil.ignore_patterns(*left_out))
    for cut in cuts:
        file = partial / "everypath" / cut.file
        text = file.read_text(encoding="utf-8")
        if text.count(cut.text) != 1:
            raise ValueError(f"{part}: {cut.file} has {text.count(cut.text)} times: {cut.text.strip()}")
        file.write_text(text.replace(cut.text, cut.instead), encoding="utf-8")
    partial.rename(folder)
    return folder


def goals_of(run: Run, library: Library, sources: str) -> int:
    """The goals that one run covers within its budget. Raises `ValueError` if it writes no result."""
    jar, *others = jars_of(library, ROOT / ".cache" / "zoo" / "libraries")
    document = CACHE / "out.json"
    document.unlink(missing_ok=True)
    command = [sys.executable, "-m", "everypath", "check", str(jar), "--json", str(document), "--seed", str(run.seed)]
    command += ["--budget", f"{run.seconds}s", *SWITCHES[run.part].options]
    command += ["--classpath", os.pathsep.join(map(str, others))] if others else []
    environment = {
        **os.environ,
        "PYTHONPATH": str(tree(run.part, sources)),
        "EVERYPATH_CACHE": str(CACHE / "cache" / run.part),
    }
    done = subprocess.run(
        command,
        cwd=CACHE,
        env=environment,
        timeout=run.seconds + KILLED_AFTER,
        capture_output=True,
        text=True,
        check=False,
    )
    if not document.exists():
        raise ValueError(f"{run.key}: {done.stderr[-500:]}")
    points = json.loads(document.read_text(encoding="utf-8"))["curve"]
    return max((point["goals"] for point in points), default=0)


def kept(sources: str) -> dict[str, int]:
    """The goals of the runs that are kept, by their keys: those of these sources."""
    known: dict[str, dict[str, int]] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return known.get(sources, {})


def keep(sources: str, known: dict[str, int]) -> None:
    """Keep the goals of runs of these sources."""
    KEPT.write_text(json.dumps({sources: known}, indent=1), encoding="utf-8")


def table(known: dict[str, int], names: Sequence[str], parts: Sequence[str], seeds: int, seconds: int) -> Iterator[str]:
    """The lines of the table, of what is known."""
    yield (
        f"| library | goals at {seconds} s | "
        + " | ".join(f"without {part}" for part in parts if part != "none")
        + " |"
    )
    yield "|---" * (len(parts) + 1) + "|"
    for name in names:
        whole = {seed: known.get(Run(name, "none", seed, seconds).key, 0) for seed in range(seeds)}
        cells = [f"{mean(whole.values()):,.0f} ({min(whole.values()):,} to {max(whole.values()):,})"]
        for part in parts:
            found = [
                100 * goals / whole[seed]
                for seed in range(seeds)
                if part != "none" and whole[seed] and (goals := known.get(Run(name, part, seed, seconds).key))
            ]
            cells += [f"{mean(found):.0f} % ({min(found):.0f} to {max(found):.0f})"] if found else []
        yield f"| {name} | " + " | ".join(cells) + " |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is missing, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="*", default=LIBRARIES, help="names of libraries of the zoo")
    parser.add_argument("--seconds", type=int, default=60, help="the budget of a run")
    parser.add_argument("--seeds", type=int, default=3, help="the number of seeds")
    parser.add_argument("--part", action="append", choices=[*SWITCHES][1:], help="only these parts are switched off")
    given = parser.parse_args(arguments)
    sources, parts = digest_of_sources(), ["none", *(given.part or [*SWITCHES][1:])]
    listed = {each.name: each for each in libraries()}
    CACHE.mkdir(parents=True, exist_ok=True)
    known = kept(sources)
    for seed in range(given.seeds):
        for name in given.libraries:
            for part in parts:
                run = Run(name, part, seed, given.seconds)
                if run.key not in known:
                    known[run.key] = goals_of(run, listed[name], sources)
                    keep(sources, known)
                    print(f"{run.key}: {known[run.key]:,} goals", file=sys.stderr, flush=True)
    print("\n".join(table(known, given.libraries, parts, given.seeds, given.seconds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
