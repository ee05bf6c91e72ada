"""The seed examples: exactly these findings, all confirmed, also when renamed, reordered and with other constants."""

from __future__ import annotations

import pytest
from tests.busy import budget
from tests.whole.running import JAVA, run

# class: {method: [(rule, line, level)]}
EXPECTED = {
    "ExtraMath": {"signum": [("EP001", 6, "error")]},
    "Div": {"div": [("EP008", 5, "error")], "div2": [("EP008", 5, "error")]},
    "ZeroDivisor": {
        "div": [("EP001", 4, "error")],
        "mod": [("EP001", 8, "error")],
        "test": [("EP001", 13, "error")],
    },
    "ArrayAccess": {"get": [("EP002", 3, "warning"), ("EP003", 3, "error")]},
    "ArrayCreation": {"newArray": [("EP004", 3, "error")]},
    "Primes": {"primes": [("EP020", 5, "note")]},
}
VARIANTS = {
    "Sign": {"of": [("EP001", 11, "error")]},
    "Quotient": {"checked": [("EP008", 18, "error")], "outer": [("EP008", 18, "error")]},
    "Divisors": {
        "quotient": [("EP001", 15, "error")],
        "rest": [("EP001", 11, "error")],
        "region": [("EP001", 6, "error")],
    },
    "Cell": {"read": [("EP002", 4, "warning"), ("EP003", 4, "error")]},
    "Fresh": {"make": [("EP004", 4, "error")]},
    "Factors": {"print": [("EP020", 6, "note")]},
}


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    folder = tmp_path_factory.mktemp("seeds")
    found = {}
    for key, names, where in (("seeds", EXPECTED, JAVA / "seeds"), ("variants", VARIANTS, JAVA / "seeds" / "variants")):
        files = [where / f"{name}.java" for name in names]
        document, _ = run("check", *files, "--budget", budget(60), json_file=folder / f"{key}.json")
        found[key] = document
    return found


@pytest.mark.parametrize(
    ("key", "name"), [("seeds", name) for name in EXPECTED] + [("variants", name) for name in VARIANTS]
)
def test_findings_are_exactly_these(documents, key, name):
    expected = {**EXPECTED, **VARIANTS}[name]
    found: dict[str, list[tuple[str, int, str]]] = {}
    for finding in documents[key]["findings"]:
        if finding["class"] == name:
            assert finding["outcome"] == "confirmed"
            found.setdefault(finding["method"], []).append((finding["rule"], finding["line"], finding["level"]))
    assert {method: sorted(rows) for method, rows in found.items()} == expected


@pytest.mark.parametrize(
    ("key", "name", "method", "line"), [("seeds", "ExtraMath", "signum", 8), ("variants", "Sign", "of", 13)]
)
def test_the_dead_branch_is_proved_unreached(documents, key, name, method, line):
    report = next(m for m in documents[key]["methods"] if (m["class"], m["method"]) == (name, method))
    assert report["status"] == "complete"
    assert report["unreached"] == [{"line": line, "proved": True}]


def test_every_prediction_was_confirmed(documents):
    for document in documents.values():
        for method in document["methods"]:
            wrong = {"diverged", "not-triggered", "other-exception"} & method["outcomes"].keys()
            assert not wrong, method
