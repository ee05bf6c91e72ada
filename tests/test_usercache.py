"""What is kept on disk between runs: whole and the user's own, or absent."""

from __future__ import annotations

import multiprocessing
import multiprocessing.synchronize
import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everypath import usercache
from everypath.usercache import KINDS, Kind

CONTENT = b"which class extends which" * 7


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "cache"
    monkeypatch.setenv(usercache.VARIABLE, str(root))
    monkeypatch.setattr(usercache, "_added", {})
    return root


def the_file(root: Path, kind: str = "hierarchy") -> Path:
    (file,) = (root / kind).glob("*.entry")
    return file


# ---- entries


def test_an_entry_is_read_back_under_its_kind_and_key_only() -> None:
    assert usercache.load("hierarchy", "a") is None
    assert usercache.save("hierarchy", "a", CONTENT)
    assert usercache.load("hierarchy", "a") == CONTENT
    assert usercache.load("hierarchy", b"a") == CONTENT
    assert usercache.load("hierarchy", "b") is None
    assert usercache.load("unicode", "a") is None
    assert usercache.save("hierarchy", "a", b"")
    assert usercache.load("hierarchy", "a") == b""


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_one_changed_bit_anywhere_makes_it_absent(data: st.DataObject) -> None:
    usercache.save("hierarchy", "a", CONTENT)
    file = the_file(usercache.root())
    whole = bytearray(file.read_bytes())
    bit = data.draw(st.integers(0, 8 * len(whole) - 1))
    whole[bit // 8] ^= 1 << bit % 8
    file.write_bytes(whole)
    assert usercache.load("hierarchy", "a") is None
    usercache.save("hierarchy", "a", CONTENT)
    assert usercache.load("hierarchy", "a") == CONTENT


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(CONTENT) + 30), st.binary(max_size=3))
def test_what_was_cut_short_or_grew_is_absent(kept: int, more: bytes) -> None:
    usercache.save("hierarchy", "a", CONTENT)
    file = the_file(usercache.root())
    whole = file.read_bytes()
    changed = whole[:kept] + more
    file.write_bytes(changed)
    assert usercache.load("hierarchy", "a") == (CONTENT if changed == whole else None)


def test_an_entry_under_another_name_is_absent(place: Path) -> None:
    usercache.save("hierarchy", "a", CONTENT)
    usercache.save("hierarchy", "b", b"other")
    files = {file.read_bytes()[-5:]: file for file in (place / "hierarchy").glob("*.entry")}
    files[b"other"].write_bytes(files[CONTENT[-5:]].read_bytes())
    assert usercache.load("hierarchy", "b") is None


def test_another_format_is_absent_and_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(usercache, "_FORMAT", 2)
        usercache.save("hierarchy", "a", b"by a newer version")
    assert usercache.load("hierarchy", "a") is None
    usercache.save("hierarchy", "a", CONTENT)
    assert usercache.load("hierarchy", "a") == CONTENT


def test_what_belongs_to_another_user_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    usercache.save("hierarchy", "a", CONTENT)
    work = usercache.new_folder("bridge")
    assert usercache.keep_folder("bridge", "a", work) != work
    usercache._locked.clear()
    owner = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    assert usercache.load("hierarchy", "a") is None
    assert usercache.folder("bridge", "a") is None


def _write(number: int) -> None:
    for _ in range(200):
        usercache.save("hierarchy", "a", bytes([number]) * 50_000)


def test_readers_see_one_of_the_writers_whole() -> None:
    usercache.save("hierarchy", "a", bytes(50_000))
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_write, args=(number,)) for number in (1, 2)]
    for writer in writers:
        writer.start()
    read = 0
    while any(writer.is_alive() for writer in writers):
        content = usercache.load("hierarchy", "a")
        assert content is not None
        assert len(content) == 50_000
        assert len(set(content)) == 1
        read += 1
    assert read
    assert [writer.exitcode for writer in writers] == [0, 0]
    assert the_file(usercache.root())
    assert list((usercache.root() / "hierarchy").glob("new-*")) == []


def test_a_place_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("in the way")
    monkeypatch.setenv(usercache.VARIABLE, str(blocker / "below"))
    assert not usercache.save("hierarchy", "a", CONTENT)
    assert usercache.load("hierarchy", "a") is None
    work = usercache.new_folder("bridge")
    (work / "Bridge.class").write_bytes(b"code")
    assert usercache.keep_folder("bridge", "a", work) == work
    assert (work / "Bridge.class").read_bytes() == b"code"
    assert usercache.folder("bridge", "a") is None
    assert [row for row in usercache.usage() if row.entries] == []
    assert usercache.clear() == (0, 0)


def test_two_versions_of_everypath_stay_separate(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = usercache.version_of("term")
    usercache.save("code", ours, b"ours")
    copy = place.parent / "everypath"
    (copy / "term").mkdir(parents=True)
    (copy / "term" / "core.py").write_text("changed = True\n")
    monkeypatch.setattr(usercache, "__file__", str(copy / "usercache.py"))
    usercache.version_of.cache_clear()
    theirs = usercache.version_of("term")
    usercache.version_of.cache_clear()
    assert theirs != ours
    assert usercache.load("code", theirs) is None
    usercache.save("code", theirs, b"theirs")
    assert (usercache.load("code", ours), usercache.load("code", theirs)) == (b"ours", b"theirs")


def test_what_was_used_least_lately_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "code", Kind("code", "", 1000))
    long_ago = time.time() - 30 * usercache._DAY
    for number in range(5):
        usercache.save("code", str(number), bytes(200))
        for file in (usercache.root() / "code").glob("*.entry"):
            if file.stat().st_mtime > long_ago + 100:
                os.utime(file, (long_ago + number, long_ago + number))
    assert usercache.load("code", "1") is not None  # reading it is a use
    for number in (5, 6):
        usercache.save("code", str(number), bytes(200))
        usercache.prune("code")
    left = {number for number in range(7) if usercache.load("code", str(number)) is not None}
    assert left == {1, 4, 5, 6}


def test_what_a_killed_run_left_is_removed_later(place: Path) -> None:
    usercache.save("code", "a", CONTENT)
    left = [place / "code" / "new-1", place / "code" / "new-2"]
    for path in left:
        path.write_bytes(b"half")
    os.utime(left[0], (1, 1))
    usercache.prune("code")
    assert [path.exists() for path in left] == [False, True]


# ---- folders


def filled(text: str = "code") -> Path:
    work = usercache.new_folder("bridge")
    (work / "main").mkdir()
    (work / "main" / "Bridge.class").write_text(text)
    (work / "empty").mkdir()
    return work


def release_locks() -> None:
    for handle in usercache._locked.values():
        os.close(handle)
    usercache._locked.clear()


def test_a_folder_is_found_by_its_name() -> None:
    assert usercache.folder("bridge", "a") is None
    place = usercache.keep_folder("bridge", "a", filled())
    assert usercache.folder("bridge", "a") == place
    release_locks()
    assert usercache.folder("bridge", "a") == place
    assert (place / "main" / "Bridge.class").read_text() == "code"
    assert usercache.folders("bridge", "a") == [place]
    assert usercache.folders("bridge", "b") == []


@pytest.mark.parametrize("harm", ["changed", "missing", "more", "renamed", "seal"])
def test_a_damaged_folder_is_absent_and_replaced(harm: str) -> None:
    place = usercache.keep_folder("bridge", "a", filled())
    release_locks()
    file = place / "main" / "Bridge.class"
    if harm == "changed":
        file.write_text("c0de")
    elif harm == "missing":
        file.unlink()
    elif harm == "more":
        (place / "main" / "More.class").write_text("")
    elif harm == "renamed":
        file.rename(place / "main" / "Other.class")
    else:
        (place / usercache._SEAL).unlink()
    assert usercache.folder("bridge", "a") is None
    assert usercache.keep_folder("bridge", "a", filled("again")) == place
    assert usercache.folder("bridge", "a") == place
    assert [path.name for path in (place / "main").iterdir()] == ["Bridge.class"]
    assert file.read_text() == "again"


def test_the_first_of_two_that_make_a_folder_wins() -> None:
    first, second = filled("first"), filled("second")
    place = usercache.keep_folder("bridge", "a", first)
    assert usercache.keep_folder("bridge", "a", second) == place
    assert (place / "main" / "Bridge.class").read_text() == "first"
    assert not second.exists()


def test_a_folder_in_use_stays(place: Path) -> None:
    kept = usercache.keep_folder("bridge", "a", filled())
    usercache.keep_folder("bridge", "b", filled())
    release_locks()
    ready, done = multiprocessing.Event(), multiprocessing.Event()
    user = multiprocessing.get_context("fork").Process(target=_use, args=(ready, done))
    user.start()
    assert ready.wait(30)
    assert usercache.clear() == (1, 1)
    assert (kept / "main" / "Bridge.class").is_file()
    done.set()
    user.join(30)
    assert usercache.clear() == (1, 0)
    assert list(place.iterdir()) == []


def _use(ready: multiprocessing.synchronize.Event, done: multiprocessing.synchronize.Event) -> None:
    assert usercache.folder("bridge", "a") is not None
    ready.set()
    done.wait(30)


# ---- showing and clearing


def test_usage_counts_kinds_and_what_other_versions_left(place: Path) -> None:
    usercache.save("hierarchy", "a", CONTENT)
    usercache.save("hierarchy", "b", CONTENT)
    usercache.keep_folder("bridge", "a", filled())
    (place / "hierarchy-0.bin").write_bytes(bytes(10))
    rows = {row.name: row for row in usercache.usage()}
    assert set(rows) == {*KINDS, "others"}
    assert rows["hierarchy"].entries == 2
    assert rows["hierarchy"].size >= 2 * len(CONTENT)
    assert rows["bridge"].entries == 1
    assert rows["code"].entries == 0
    assert rows["others"] == usercache.Usage("others", "left by other versions", 1, 10)


def test_clearing_takes_the_named_kinds_only(place: Path) -> None:
    usercache.save("hierarchy", "a", CONTENT)
    usercache.save("code", "a", CONTENT)
    (place / "hierarchy-0.bin").write_bytes(bytes(10))
    assert usercache.clear(["hierarchy"]) == (1, 0)
    assert usercache.load("hierarchy", "a") is None
    assert usercache.load("code", "a") == CONTENT
    assert usercache.clear(["others"]) == (1, 0)
    assert usercache.clear() == (1, 0)
    assert list(place.iterdir()) == []


def test_the_place_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(usercache.VARIABLE)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert usercache.root() == tmp_path / "xdg" / "everypath"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert usercache.root() == tmp_path / ".cache" / "everypath"
    monkeypatch.setattr("sys.platform", "darwin")
    assert usercache.root() == tmp_path / "Library" / "Caches" / "everypath"


def test_digests_know_which_part_ends_where(tmp_path: Path) -> None:
    assert usercache.digest_of("ab", "c") != usercache.digest_of("a", "bc")
    assert usercache.digest_of("ab") == usercache.digest_of(b"ab")
    file = tmp_path / "some.jar"
    file.write_bytes(b"one")
    os.utime(file, (1, 1))
    before = usercache.identity_of(file)
    file.write_bytes(b"two")
    os.utime(file, (1, 1))
    assert usercache.identity_of(file) != before
