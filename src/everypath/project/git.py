"""Finds the changed lines of the files in a git work tree, with ``git diff``."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from everypath.errors import UsageError
from everypath.run.entries import ChangedFile

__all__ = ["changed_files"]

TIMEOUT = 60.0
_PATH = re.compile(r'^\+\+\+ "?b/(.*?)"?\t?$', re.M)
_HUNK = re.compile(r"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")


def changed_files(ref: str, near: Path) -> tuple[ChangedFile, ...]:
    """The files that differ from the commit where the work tree around ``near`` branched off ``ref``, and new files.

    Raises `UsageError` with a message of one line if git fails or there is no such commit.
    """
    folder = near if near.is_dir() else near.parent
    root = Path(_git(folder, "rev-parse", "--show-toplevel").strip())
    if ref.startswith("-") or not _commit(root, ref):
        raise UsageError(f"--changed: '{ref}' is no commit of the repository {root.name}")
    base = _git(root, "merge-base", ref, "HEAD", missing=ref).strip() or ref
    shown = ("-U0", "--no-color", "--no-ext-diff", "--no-renames", "--src-prefix=a/", "--dst-prefix=b/")
    found = _parsed(_git(root, "-c", "core.quotepath=off", "diff", *shown, base, "--"))
    new = _git(root, "ls-files", "--others", "--exclude-standard", "-z").split("\0")
    return (*found, *(ChangedFile(path, whole=True) for path in new if path))


def _commit(root: Path, ref: str) -> str:
    return _git(root, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}", missing="").strip()


def _git(folder: Path, *arguments: str, missing: str | None = None) -> str:
    """The output of git; ``missing`` if it fails and that is given."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=TIMEOUT, check=False, encoding="utf-8", errors="replace"
        )
    except FileNotFoundError as problem:
        raise UsageError("--changed needs git, which is not on the path") from problem
    except subprocess.TimeoutExpired as problem:
        raise UsageError(f"--changed: git {arguments[0]} took longer than {TIMEOUT:g} s") from problem
    if done.returncode == 0:
        return done.stdout
    if missing is not None:
        return missing
    errors: Sequence[str] = done.stderr.strip().splitlines() or ["it failed"]
    if "not a git repository" in errors[0]:
        raise UsageError(f"--changed: {folder} lies in no git repository")
    raise UsageError(f"--changed: git {arguments[0]}: {errors[0].removeprefix('fatal: ')}")


def _parsed(diff: str) -> list[ChangedFile]:
    """The changed lines of a diff without context."""
    return [each for part in re.split(r"^diff --git .*\n", diff, flags=re.M)[1:] if (each := _file(part)) is not None]


def _file(part: str) -> ChangedFile | None:
    """One file of a diff; None if it was deleted or has no lines."""
    head, *hunks = re.split(r"^(?=@@ )", part, flags=re.M)
    named = _PATH.search(head)
    if named is None:
        return None
    added: list[tuple[int, str]] = []
    removed: list[tuple[int, str]] = []
    for hunk in hunks:
        lines = hunk.split("\n")
        place = _HUNK.match(lines[0])
        if place is None:
            continue
        first, count = int(place.group(1)), int(place.group(2) or 1)
        new = [line[1:] for line in lines[1:] if line.startswith("+")]
        old = [line[1:] for line in lines[1:] if line.startswith("-")]
        added += enumerate(new, first)
        if old and not count:  # replaced lines are found by their new ones
            removed.append((first + 1, "\n".join(old)))
    return ChangedFile(named.group(1), tuple(added), tuple(removed))
