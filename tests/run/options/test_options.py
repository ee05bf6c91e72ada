"""Options: one source of truth for command line, file, environment and docs."""

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everypath.errors import UsageError
from everypath.run.options import Options, Origin, document, parse_duration, resolve, settings

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize(
    ("text", "seconds"), [("60", 60), ("60s", 60), ("2m", 120), ("1h", 3600), ("1m30s", 90), ("0.5s", 0.5), (10, 10)]
)
def test_durations(text, seconds):
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "s", "abc", "10x", "-5", "0", "0s", "1s1m", True])
def test_what_is_no_duration(text):
    with pytest.raises(ValueError, match="is not a duration"):
        parse_duration(text)


@given(st.text())
def test_any_text_is_a_duration_or_a_clear_error(text):
    try:
        seconds = parse_duration(text)
    except ValueError:
        return
    assert seconds > 0


def test_every_field_has_a_setting():
    names = {each.name for each in dataclasses.fields(Options)} - {"origins"}
    assert names == set(settings())


def test_later_sources_win_and_are_remembered(tmp_path):
    (tmp_path / "everypath.toml").write_text('budget = "10s"\njobs = 3\nonly = ["a.*", "b.*"]\nstrict = true\n')
    environment = {"EVERYPATH_BUDGET": "20s", "EVERYPATH_NULL_ARGS": "never"}
    options = resolve({"budget": "30s", "private": False, "only": ()}, tmp_path, environment)
    assert (options.budget, options.jobs, options.only) == (30, 3, ("a.*", "b.*"))
    assert (options.strict, options.null_args, options.private) == (True, "never", False)
    assert options.origin("budget") is Origin.COMMAND_LINE
    assert options.origin("null_args") is Origin.ENVIRONMENT
    assert options.origin("jobs") is Origin.FILE
    assert options.origin("private") is Origin.DEFAULT


def test_the_table_in_pyproject_counts_where_there_is_no_own_file(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.everypath]\nnull-args = "error"\n[tool.other]\nx = 1\n')
    assert resolve({}, tmp_path, {}).null_args == "error"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("bugdet = 1", "everypath.toml: unknown key 'bugdet'; did you mean 'budget'?"),
        ("zzz = 1", "everypath.toml: unknown key 'zzz'"),
        ("budget = ", "everypath.toml cannot be read: "),
        ("budget = 'soon'", "everypath.toml: budget: 'soon' is not a duration"),
        ("jobs = 0", "everypath.toml: jobs: '0' is not a whole number from 1 up"),
        ("null-args = 'maybe'", "everypath.toml: null-args: 'maybe' is not one of error, warn, never"),
        ("strict = 'perhaps'", "everypath.toml: strict: 'perhaps' is neither true nor false"),
    ],
)
def test_what_a_file_may_not_say(tmp_path, content, message):
    (tmp_path / "everypath.toml").write_text(content)
    with pytest.raises(UsageError) as caught:
        resolve({}, tmp_path, {})
    assert str(caught.value).startswith(message)


def test_the_document_is_up_to_date():
    assert (DOCS / "options.md").read_text(encoding="utf-8") == document(), "run: python tools/write_docs.py"
