"""The classes of a method as Markdown, and its execution tree as SVG and HTML; its metrics."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.whole.running import JAVA, run

from everypath.report.tree import tree_of
from everypath.run.results import PathClass
from everypath.suite.descriptions import Described

SVG = "{http://www.w3.org/2000/svg}"


class Folded(HTMLParser):
    """Checks the nesting, and collects the texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not any(name in ("src", "href") for name, _ in attrs)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict, str, Path]:
    folder = tmp_path_factory.mktemp("documents")
    arguments = [f"--{kind}={folder / f'cases.{kind}'}" for kind in ("svg", "html", "markdown")]
    subject = f"{JAVA}/classes/Small.java#cases"
    document, done = run("paths", subject, "--metrics", *arguments, json_file=folder / "out.json")
    return document, done.stdout, folder


def test_the_tree_as_svg_has_every_class(made: tuple[dict, str, Path]) -> None:
    document, _, folder = made
    drawn = ElementTree.parse(folder / "cases.svg").getroot()
    titles = [each.text for each in drawn.iter(f"{SVG}title")]
    assert {each["effect"] for each in document["classes"]} <= set(titles)
    rows = {text.get("y") for text in drawn.iter(f"{SVG}text") if (text.text or "")[:1].isdigit()}
    assert len(rows) == len(document["classes"])


def test_the_tree_as_html_folds_and_needs_nothing_else(made: tuple[dict, str, Path]) -> None:
    document, _, folder = made
    page = Folded()
    page.feed((folder / "cases.html").read_text())
    assert page.open == []
    assert {each["effect"] for each in document["classes"]} <= set(page.texts)


def test_markdown_has_a_section_for_every_class(made: tuple[dict, str, Path]) -> None:
    document, _, folder = made
    text = (folder / "cases.markdown").read_text()
    assert text.count("\n## ") == len(document["classes"])
    for each in document["classes"]:
        assert f"- when `{each['condition']}`\n" in text
        assert f"- example `{each['expression']}`: confirmed\n" in text


def test_metrics_are_shown_and_counted(made: tuple[dict, str, Path]) -> None:
    document, text, _ = made
    found = document["metrics"]
    assert found["paths"] == len(document["classes"])
    assert found["queries"] == sum(found["answered"].values()) > 0
    assert 0 < found["longest_condition"] <= 8
    assert f"{found['paths']} paths, longest condition {found['longest_condition']}, " in text


def test_decisions_that_nothing_branches_off_are_one_step() -> None:
    decision_lists = [("a", "b", "c"), ("a", "b", "!c"), ("!a",)]
    rows = [
        PathClass(at, "returns", Described("", f"returns {at}", decisions=decisions), "confirmed")
        for at, decisions in enumerate(decision_lists, 1)
    ]
    root = tree_of(rows)
    assert [child.label for child in root.children] == ["a && b", "!a"]
    assert [[number for number, _ in each.ends] for each in root.children[0].children] == [[1], [2]]
