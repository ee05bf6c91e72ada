"""What is attacked by default."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("collections", "ctb", "explore", "language", "pet", "pool", "solving", "structures", "texts")
"""The packages of ``tests/java`` that are attacked by default."""


def of_tests(package: str, folder: Path) -> Path:
    """The compiled classes of a package of ``tests/java``."""
    classes = folder / package
    classes.mkdir(parents=True)
    sources = map(str, sorted((ROOT / "tests" / "java" / package).rglob("*.java")))
    subprocess.run(["javac", "-g", "-parameters", "-nowarn", "-d", str(classes), *sources], check=True, text=True)
    return classes
