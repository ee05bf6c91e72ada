"""Options: one source of truth for command line, file, environment and docs."""

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everypath.errors import UsageError
from everypath.run.options import Options, Origin, document, parse_budget, parse_duration, resolve, settings
from everypath.work import Steps, seconds_of

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


@pytest.mark.parametrize(
    ("text", "steps"),
    [("200k-steps", 200_000), ("2M-steps", 2_000_000), ("5000-steps", 5_000), ("1.5k-steps", 1_500), ("1-steps", 1)],
)
def test_budgets_of_work(text, steps, tmp_path):
    assert parse_budget(text) == parse_budget(Steps(steps)) == Steps(steps)
    (tmp_path / "everypath.toml").write_text(f'budget = "{text}"\n')
    assert resolve({}, tmp_path, {}).budget == Steps(steps)
    assert resolve({}, tmp_path, {"EVERYPATH_BUDGET": "7s"}).budget == 7
    options = resolve({"budget": "3s"}, tmp_path, {"EVERYPATH_BUDGET": text})
    assert (options.budget, options.origin("budget")) == (3, Origin.COMMAND_LINE)
    assert parse_budget(settings()["budget"].show(Steps(steps))) == Steps(steps)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("steps", "is no number of steps; write 5000-steps, 200k-steps or 2M-steps"),
        ("200k steps", "is no number of steps"),
        ("-3-steps", "is no number of steps"),
        ("1s-steps", "is no number of steps"),
        ("0-steps", "is no whole number of steps above zero"),
        ("0.5-steps", "is no whole number of steps above zero"),
        ("soon", "'soon' is not a duration; write 60s, 2m or 1h, or work as 200k-steps"),
        ("0s", "'0s' is not a duration above zero"),
    ],
)
def test_what_is_no_budget(text, message):
    with pytest.raises(ValueError, match=message):
        parse_budget(text)


@given(st.text() | st.from_regex(r"[0-9.]{0,9}[kMm]?-?steps?"))
def test_any_text_is_a_budget_or_a_clear_error(text):
    try:
        budget = parse_budget(text)
    except ValueError:
        return
    assert seconds_of(budget) > 0


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
