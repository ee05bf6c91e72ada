"""JSON schema 1 and SARIF."""

import json

from everypath import __version__
from everypath.report import json as json_report
from everypath.report import sarif


def test_the_json_document_is_schema_1(analysis):
    document = json.loads(json_report.json_text(analysis))
    assert list(document) == ["schema", "tool", "jdk", "seconds", "work", "targets", "methods", "findings", "summary"]
    assert document["tool"] == {"name": "everypath", "version": __version__}
    method = document["methods"][0]
    assert method == {
        "class": "shop.Fee",
        "method": "fee",
        "descriptor": "(IZ)I",
        "status": "complete",
        "reasons": [],
        "paths": {"explored": 4, "infeasible": 1, "pruned": 1},
        "instructions": {"covered": 20, "total": 20},
        "branches": {"covered": 6, "total": 6},
        "reached": {"covered": 0, "total": 0},
        "seconds": 0.05,
        "work": 0,
        "unreached": [{"line": 9, "proved": True}, {"line": 11, "proved": False, "reason": "loop"}],
        "outcomes": {"confirmed": 4, "contradiction": 1},
        "cases": [
            {
                "id": "3f9c00000001",
                "ends": "throws",
                "exception": "java.lang.ArithmeticException",
                "line": 5,
                "expression": "Fee.fee(30, false)",
                "condition": "age == 30",
                "effect": "throws ArithmeticException",
                "outcome": "confirmed",
            }
        ],
    }
    assert document["methods"][1]["reasons"] == [{"code": "loop", "where": "Fee.java:12", "paths": 3}]
    assert document["findings"][0] == {
        "id": "3f9c00000001",
        "rule": "EP001",
        "level": "error",
        "exception": "java.lang.ArithmeticException",
        "class": "shop.Fee",
        "method": "fee",
        "descriptor": "(IZ)I",
        "file": "shop/Fee.java",
        "line": 5,
        "message": "/ by zero",
        "expression": "Fee.fee(30, false)",
        "condition": "age == 30",
        "blame": "precondition",
        "outcome": "confirmed",
        "case": "",
    }
    assert document["summary"] == {
        "methods": 5,
        "complete": 1,
        "bounded": 1,
        "partial": 1,
        "skipped": 1,
        "failed": 1,
        "findings": {"error": 1, "warning": 0, "note": 1},
        "tests": {"written": 0, "passed": 0},
        "instructions": {"covered": 20, "total": 20},
        "branches": {"covered": 7, "total": 8},
        "outcomes": {"confirmed": 4, "contradiction": 1},
    }


def test_json_survives_lone_surrogates(analysis, make_finding):
    import dataclasses

    strange = dataclasses.replace(analysis, findings=(make_finding(expression='f("\ud800")'),))
    assert json.loads(json_report.json_text(strange))["findings"][0]["expression"] == 'f("\ud800")'
    assert json_report.json_text(strange).isascii()


def test_sarif_holds_every_finding_and_its_rule(analysis):
    document = json.loads(sarif.sarif_text(analysis))
    run = document["runs"][0]
    assert document["version"] == "2.1.0"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["EP001", "EP020"]
    assert [result["level"] for result in run["results"]] == ["error", "note"]
    assert run["results"][0]["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "shop/Fee.java"},
        "region": {"startLine": 5},
    }
    assert run["results"][0]["message"]["text"].endswith("from Fee.fee(30, false), when age == 30")
