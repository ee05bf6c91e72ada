"""Java subjects compiled once."""

from pathlib import Path

import pytest
from tests.compiling import javac

SUBJECTS = Path(__file__).parents[1] / "java" / "run"


@pytest.fixture
def compiled_run(tmp_path):
    def compile_subject(name, without=()):
        folder = tmp_path / "classes"
        javac("-g", "-d", folder, SUBJECTS / f"{name}.java")
        for each in without:
            (folder / f"{each}.class").unlink()
        return folder

    return compile_subject
