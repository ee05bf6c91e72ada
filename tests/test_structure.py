"""The layout of the code, its words, and what ``make test-quick`` runs, are as the documents say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tools import check_structure

ROOT = Path(__file__).resolve().parent.parent


def test_the_layout_keeps_to_its_limits(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_structure.main(["--list"]) == 0, capsys.readouterr().out


def test_the_drawing_of_the_packages_is_up_to_date() -> None:
    command = [sys.executable, "-m", "tools.draw_packages", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def test_quick_tests_exist_and_cover_every_package() -> None:
    quick = (ROOT / "tests" / "quick.txt").read_text().split()
    assert [name for name in quick if not (ROOT / name).is_file()] == []
    packages = {path.name for path in (ROOT / "src" / "everypath").iterdir() if (path / "__init__.py").is_file()}
    assert packages - {Path(name).parts[1] for name in quick} == set()


A_CIRCLE = {
    "a/__init__.py": "",
    "a/one.py": "def f():\n    from everypath.b.two import g\n",
    "b/__init__.py": '__all__ = ["g"]\n',
    "b/two.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from everypath.a.one import f\n",
}


def test_circles_of_types_and_local_imports_and_imports_past_doors_are_found(tmp_path: Path) -> None:
    for name, text in {"__init__.py": "", **A_CIRCLE}.items():
        path = tmp_path / "everypath" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = check_structure.modules(tmp_path)
    assert check_structure.circles(found) == [["everypath.a.one", "everypath.b.two"]]
    assert check_structure.package_circles(found) == [["everypath.a", "everypath.b"]]
    assert len(list(check_structure.past_doors(found, tmp_path))) == 2
