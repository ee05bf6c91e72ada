"""``everypath cache``, and what a run keeps."""

import os
import shutil

import pytest
from tests.cli.support import SUBJECTS, everypath

from everypath.usercache import KINDS

SUBJECT = SUBJECTS / "Account.java"


def lines_of(done):
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout.splitlines()


def findings(place, *arguments):
    done = everypath("check", SUBJECT, *arguments, EVERYPATH_CACHE=str(place))
    assert done.returncode == 1, done.stderr
    return [line for line in done.stdout.splitlines() if ": error " in line or ": warning " in line]


def rows(place, *kinds):
    place_line, head, *body = lines_of(everypath("cache", *kinds, EVERYPATH_CACHE=str(place)))
    assert place_line == str(place)
    assert head.split() == ["kind", "entries", "size", "holds"]
    return {line.split()[0]: int(line.split()[1]) for line in body}


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """A cache that one run has filled, and what that run found."""
    place = tmp_path_factory.mktemp("used") / "cache"
    found = findings(place)
    assert found
    return place, found


def test_an_empty_cache_shows_its_kinds(tmp_path):
    shown = rows(tmp_path / "cache")
    assert shown == dict.fromkeys([*KINDS, "together"], 0)
    assert not (tmp_path / "cache").exists()


def test_a_run_fills_it_and_clearing_empties_it(used, tmp_path):
    place = tmp_path / "copy"
    shutil.copytree(used[0], place)
    shown = rows(place)
    assert shown["boot"] == 1
    assert shown["compiled"] == 1
    (message,) = lines_of(everypath("cache", "--clear", "compiled", EVERYPATH_CACHE=str(place)))
    assert message.startswith("removed 1 entry, ")
    assert rows(place, "compiled", "boot") == {"compiled": 0, "boot": 1, "together": 1}
    lines_of(everypath("cache", "--clear", EVERYPATH_CACHE=str(place)))
    assert rows(place)["together"] == 0


def test_an_unknown_kind_is_one_clear_line(tmp_path):
    done = everypath("cache", "--clear", "everything", EVERYPATH_CACHE=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith("everypath: 'everything' is no kind; there are hierarchy, ")


def test_without_the_cache_nothing_is_used_and_nothing_stays(used, tmp_path):
    place = tmp_path / "cache"
    assert findings(place, "--no-cache") == used[1]
    assert not place.exists()


def test_a_damaged_cache_changes_nothing(used, tmp_path):
    place, found = used
    damaged = tmp_path / "damaged"
    shutil.copytree(place, damaged)
    for file in [path for path in damaged.rglob("*") if path.is_file()]:
        data = bytearray(file.read_bytes())
        if data:
            data[len(data) // 2] ^= 0x10
        file.write_bytes(data)
    assert findings(damaged) == found
    assert findings(damaged) == found


def test_a_cache_that_cannot_be_written_changes_nothing(used, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert findings(blocked / "cache") == used[1]
    assert os.listdir(tmp_path) == ["file"]
