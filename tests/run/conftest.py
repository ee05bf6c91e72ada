"""Java subjects compiled once."""

import shutil
import subprocess
from pathlib import Path

import pytest

SUBJECTS = Path(__file__).parents[1] / "java" / "run"


@pytest.fixture
def compiled_run(tmp_path):
    def compile_subject(name, without=()):
        javac = shutil.which("javac") or "javac"
        folder = tmp_path / "classes"
        command = [javac, "-g", "-d", str(folder), str(SUBJECTS / f"{name}.java")]
        subprocess.run(command, check=True, timeout=60)
        for each in without:
            (folder / f"{each}.class").unlink()
        return folder

    return compile_subject
