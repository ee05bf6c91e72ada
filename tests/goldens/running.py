"""Running everypath on a project as a user does, and what came of it as files to compare."""

from __future__ import annotations

import difflib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.busy import budget
from tests.compiling import javac
from tests.preloaded import run

ROOT = Path(__file__).parents[2]
PROJECTS = Path(__file__).parent / "projects"
NAMES = tuple(sorted(path.name for path in PROJECTS.iterdir() if (path / "pom.xml").is_file()))
#: Far more than any of them takes: time must decide nothing.
BUDGET = 120
MOST_SHOWN = 120
_KEYS = ("class", "method", "descriptor", "status", "instructions", "branches", "unreached")

Files = Mapping[str, str]
"""Texts by the name of their file below ``expected``."""


def findings_of(name: str, work: Path, jobs: int = 1, cache: Path | None = None) -> Files:
    """What ``everypath check`` says about a project, and its JSON of findings and methods, without counts of paths."""
    done = everypath(work, cache, "check", name, "--fail-on", "note", "--json", "out.json", "--jobs", str(jobs))
    found = json.loads((work / "out.json").read_text())
    methods = [{key: method[key] for key in _KEYS} for method in found["methods"]]
    document = {"methods": methods, "findings": found["findings"]}
    lines = [line for line in done.stdout.splitlines() if not line.startswith("Analysing ")]
    text = re.sub(r"\d+\.\d s$", "… s", "\n".join([*lines, f"exit code {done.returncode}"]), flags=re.MULTILINE)
    return {"check.txt": text + "\n", "findings.json": json.dumps(document, indent=1) + "\n"}


def suite_of(name: str, work: Path, jobs: int = 1, cache: Path | None = None) -> Files:
    """The tests that ``everypath generate`` writes for a project."""
    folder = work / name / "src" / "test" / "java"
    everypath(work, cache, "generate", name, "-o", folder, "--jobs", str(jobs))
    return {f"tests/{path.relative_to(folder)}": path.read_text() for path in sorted(folder.rglob("*.java"))}


def compiled(name: str, folder: Path) -> Path:
    """The folder with a copy of the project in it, compiled as Maven would."""
    project = folder / name
    shutil.copytree(PROJECTS / name, project, ignore=shutil.ignore_patterns("expected", "target"))
    sources = sorted(project.rglob("*.java"))
    classes = project / "target" / "classes"
    javac("-g", "--release", "17", "-encoding", "UTF-8", "-d", classes, *sources)
    return folder


def everypath(folder: Path, cache: Path | None, *arguments: object) -> subprocess.CompletedProcess[str]:
    """The command line from outside; fails where the command fails."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EVERYPATH_")}
    kept["PYTHONPATH"] = str(ROOT / "src")
    if cache is not None:
        kept["EVERYPATH_CACHE"] = str(cache)
    done = run(*arguments, "--budget", budget(BUDGET), cwd=folder, env=kept, timeout=300)
    if done.returncode not in (0, 1) or done.stderr:
        raise AssertionError(f"{' '.join(map(str, done.args))}: exit code {done.returncode}\n{done.stderr}")
    return done


def recorded(name: str, kind: str) -> Files:
    """What is expected of a project: ``findings`` or ``tests``."""
    folder = PROJECTS / name / "expected"
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    found = {path.relative_to(folder).as_posix(): path.read_text() for path in paths}
    return {file: text for file, text in found.items() if file.startswith("tests/") == (kind == "tests")}


def record(name: str, kind: str, files: Files) -> None:
    """Write down what is to be expected from now on."""
    folder = PROJECTS / name / "expected"
    for file in recorded(name, kind):
        (folder / file).unlink()
    for file, text in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)


def differences(expected: Files, got: Files) -> str:
    """A readable diff, empty where nothing differs."""
    lines = [line for file in sorted({*expected, *got}) for line in _diff(file, expected, got)]
    more = [f"… and {len(lines) - MOST_SHOWN} more lines"] if len(lines) > MOST_SHOWN else []
    return "\n".join([*lines[:MOST_SHOWN], *more])


def _diff(file: str, expected: Files, got: Files) -> Iterator[str]:
    texts = (expected.get(file), got.get(file))
    before, after = ((text or "").splitlines() for text in texts)
    names = (file if text is not None else f"{file} (no such file)" for text in texts)
    yield from difflib.unified_diff(
        before, after, *(f"{side} {name}" for side, name in zip(("expected", "got"), names, strict=True)), lineterm=""
    )
