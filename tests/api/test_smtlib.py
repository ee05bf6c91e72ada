"""Every path condition is read back by z3 and Bitwuzla: sat, with our witness a model; infeasible sides are unsat."""

from __future__ import annotations

import re

import pytest
from tests.cli.support import everypath as command
from tests.solver.backends.test_solver_smtlib import bitwuzla_says, z3_says

import everypath

SUBJECTS = {
    "fee": {},
    "count": {"loop": 2},
    "size": {},
    "swap": {},
    "letters": {},
    "kind": {},
    "chain": {},
    "twice": {},
}


@pytest.mark.parametrize("method", SUBJECTS)
def test_conditions_are_read_back(classes, method):
    with everypath.explore(
        f"api.Parcel#{method}", classpath=[classes], all=True, budget=30, **SUBJECTS[method]
    ) as paths:
        found = [path for path in paths if not path.uncertain]
    assert found
    for path in found:
        text = path.smtlib(witness=True)
        assert "(set-info :status sat)" in text
        assert bitwuzla_says(text) == "sat", text
        if "fp.rem" not in text:
            assert z3_says(text) == "sat", text
    sides = [side.smtlib() for side in paths.results[0].refuted]
    for text in sides:
        known = "(set-info :status unsat)" in text
        assert known or "what is not expressed" in text, text
        answers = {bitwuzla_says(text), z3_says(text)}
        assert answers == {"unsat"} if known else answers <= {"sat", "unsat"}, text


def test_no_two_paths_overlap(classes):
    """The conditions of two paths contradict each other: put together, they are unsat."""
    with everypath.explore("api.Parcel#fee", classpath=[classes]) as paths:
        scripts = [path.smtlib() for path in paths]
    for one in scripts:
        for other in scripts:
            assertions = "\n".join(re.findall(r"^\(assert .*\)$", other, re.MULTILINE))
            declared = set(re.findall(r"^\(declare-const (\S+)", one, re.MULTILINE))
            more = [
                line for line in other.splitlines() if line.startswith("(declare") and line.split()[1] not in declared
            ]
            whole = one.replace("(check-sat)\n", "\n".join([*more, assertions]) + "\n(check-sat)\n")
            assert bitwuzla_says(whole) == ("sat" if one is other else "unsat")


def test_what_is_not_expressed_is_reported(classes):
    with everypath.explore("api.Parcel#kind", classpath=[classes], budget=20) as paths:
        texts = {path.effect: path.smtlib() for path in paths}
    assert "; not expressed: the class of o is one of: java.lang.String\n" in texts["returns 1"]
    assert "; not expressed: size == Parcel.Size.LARGE\n" in texts["returns 3"]
    with everypath.explore("api.Parcel#chain", classpath=[classes], budget=20) as paths:
        texts = [path.smtlib() for path in paths if path.effect.startswith("returns")]
    assert sorted("; not expressed: first.next == first\n" in text for text in texts) == [False, True]
    assert sorted("; not expressed: first.next != first\n" in text for text in texts) == [False, True]


def test_the_command_line_writes_files(classes, tmp_path):
    done = command("paths", "api.Parcel#twice", "--classpath", classes, "--all", "--smtlib", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "out" / "api.Parcel.twice"
    written = sorted(file.name for file in folder.iterdir())
    assert written == ["class-1.smt2", "class-2.smt2", "infeasible-1.smt2"]
    for name in written:
        text = (folder / name).read_text()
        assert z3_says(text) == bitwuzla_says(text) == ("sat" if name.startswith("class") else "unsat")
    listed = re.findall(r"^  (\d)  (.*)", done.stdout, re.MULTILINE)
    for number, effect in listed:
        assert f"; effect {effect}" in (folder / f"class-{number}.smt2").read_text()
    refused = command("paths", "api.Parcel#twice", "--classpath", classes, "--smtlib", folder / "class-1.smt2")
    assert refused.returncode == 2
    assert "is no folder" in refused.stderr
