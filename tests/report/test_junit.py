"""JUnit XML, as build servers read it."""

from __future__ import annotations

import dataclasses
from typing import Any
from xml.etree import ElementTree

from everypath.report import junit
from everypath.run import Analysis, Level


def test_methods_are_tests_and_findings_their_failures(analysis: Analysis) -> None:
    root = ElementTree.fromstring(junit.junit_text(analysis))
    assert {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5",
        "failures": "1",
        "errors": "1",
        "skipped": "1",
    }
    (suite,) = root
    assert (suite.get("name"), suite.get("tests")) == ("shop.Fee", "5")
    cases = {case.get("name"): case for case in suite}
    failure = cases["Fee.fee(int, boolean)"].find("failure")
    assert failure is not None
    assert (failure.get("message"), failure.get("type")) == ("ArithmeticException: / by zero", "EP001")
    assert "    input  Fee.fee(30, false)\n    when   age == 30" in str(failure.text)
    output = cases["Fee.fee(int, boolean)"].findtext("system-out")
    assert output is not None
    assert output.startswith("shop/Fee.java:9: note EP020")  # the note fails nothing, and is listed
    assert cases["Fee.bug()"].find("error") is not None
    skipped = cases["Fee.own()"].find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "native"
    assert cases["Fee.loop(int[])"].findtext("system-out") == "bounded: loop bound at Fee.java:12 (3 paths)"


def test_the_level_that_fails_is_chosen(analysis: Analysis) -> None:
    def failures(least: Level | None) -> int:
        return str(ElementTree.fromstring(junit.junit_text(analysis, least)).findall(".//failure")).count("Element")

    assert (failures(None), failures(Level.ERROR), failures(Level.NOTE)) == (0, 1, 1)
    text = ElementTree.fromstring(junit.junit_text(analysis, Level.NOTE)).findtext(".//failure")
    assert text is not None
    assert "note EP020" in text


def test_what_xml_cannot_hold_is_replaced(analysis: Analysis, make_finding: Any) -> None:
    strange = make_finding(expression="f(\x00\ud800)", message="<&\x01\"'\n", condition="a < b && c", trace=("\x7f",))
    root = ElementTree.fromstring(junit.junit_text(dataclasses.replace(analysis, findings=(strange,))))
    failure = root.find(".//failure")
    assert failure is not None
    assert "a < b && c" in str(failure.text)


def test_nothing_analysed_is_an_empty_document(analysis: Analysis) -> None:
    root = ElementTree.fromstring(junit.junit_text(dataclasses.replace(analysis, methods=(), findings=())))
    assert (root.get("tests"), len(root)) == ("0", 0)
