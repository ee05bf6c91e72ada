"""The pages about the code name files, modules, classes and functions that exist."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
from tests.cli.support import ROOT

SOURCES = ROOT / "src" / "everypath"
PACKAGES = sorted((ROOT / "docs" / "packages").glob("*.md"))
PAGES = [*PACKAGES, ROOT / "docs" / "architecture.md"]
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FILE = re.compile(r"[\w.-]+(/[\w.-]+)*/[\w-]+\.py")
DOTTED = re.compile(r"everypath(\.\w+)+")
FRONT_ENDS = {"report", "project", "api", "cli"}
"""These packages share the page ``frontends.md``."""


def resolve(name: str) -> object:
    """The module, class, function or attribute of this name; raises an exception if there is none."""
    parts = name.split(".")
    found: object = importlib.import_module(parts[0])
    for count, part in enumerate(parts[1:], 2):
        try:
            found = getattr(found, part)
        except AttributeError:
            found = importlib.import_module(".".join(parts[:count]))
    return found


def codes(page: Path) -> list[str]:
    return CODE.findall(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    """A path is below ``src/everypath``, or below the root of the project (``tools/…``, ``tests/…``)."""
    files = [code for code in codes(page) if FILE.fullmatch(code)]
    assert [file for file in files if not (SOURCES / file).is_file() and not (ROOT / file).is_file()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_folder_that_a_page_names_exists(page: Path) -> None:
    folders = [code for code in codes(page) if re.fullmatch(r"[\w.-]+(/[\w.-]+)*/", code)]
    assert [folder for folder in folders if not (SOURCES / folder).is_dir() and not (ROOT / folder).is_dir()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_dotted_name_on_a_page_can_be_resolved(page: Path) -> None:
    for code in codes(page):
        if DOTTED.fullmatch(code):
            resolve(code)


def test_every_top_package_has_a_page() -> None:
    packages = {path.parent.name for path in SOURCES.glob("*/__init__.py")}
    pages = {page.stem for page in PACKAGES}
    assert packages - FRONT_ENDS | {"frontends"} == pages


@pytest.mark.parametrize("page", PACKAGES, ids=lambda page: page.stem)
def test_every_page_of_a_package_has_the_same_headings(page: Path) -> None:
    headings = re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == ["Purpose", "Main types", "How it works", "Limits", "Where to look"]
