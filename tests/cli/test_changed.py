"""`--changed`: only the methods that a change touches are analysed."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.cli.support import everypath

SOURCE = """package shop;

import java.util.function.IntUnaryOperator;

public class Till {
    private int rate;
    private int taken = 3;

    public Till(int rate) {
        this.rate = rate;
    }

    public static int first(int x) {
        int y = x + 1;
        return 10 / y;
    }

    public static int second(int x) {
        return helped(x);
    }

    private static int helped(int x) {
        return deep(x) + 1;
    }

    private static int deep(int x) {
        return 10 / (x - 5);
    }

    public static int third(int x) {
        IntUnaryOperator inverse = y -> {
            int z = y + 1;
            return 20 / z;
        };
        return inverse.applyAsInt(x);
    }

    public static int fourth(int x) {
        return x
                + 1;
    }

    public int rated(int x) {
        return x * rate;
    }
}
"""
OTHER = "package shop;\n\npublic class Other {\n    public static int other(int x) {\n        return x;\n    }\n}\n"
ALL = {"<init>", "first", "second", "helped", "deep", "third", "fourth", "rated"}


def git(folder: Path, *arguments: str) -> None:
    names = {f"GIT_{role}_{what}": "nobody" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = os.environ | names | {"GIT_CONFIG_GLOBAL": os.devnull}
    subprocess.run(["git", *arguments], cwd=folder, check=True, timeout=60, capture_output=True, env=environment)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "a project"
    (folder / "src" / "shop").mkdir(parents=True)
    (folder / "src" / "shop" / "Till.java").write_text(SOURCE)
    (folder / "src" / "shop" / "Other.java").write_text(OTHER)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "first")
    return folder


def analysed(folder: Path, *arguments: object) -> set[str]:
    done = everypath("check", "src", "--jobs", 1, "--json", "-", "--private", *arguments, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    return {row["method"] for row in json.loads(done.stdout)["methods"]}


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("int y = x + 1;", "int y = x + 2;", {"first"}),
        ("        int y = x + 1;\n        return 10 / y;", "        return 10 / (x + 1);", {"first"}),
        ("return 10 / (x - 5);", "return 10 / (x - 6);", {"deep", "helped", "second"}),
        ("int z = y + 1;", "int z = y + 2;", {"lambda", "third"}),
        ("                + 1;", "                + 2;", {"fourth", "rated"}),  # it has no code: in doubt, both
        ("this.rate = rate;", "this.rate = rate + 1;", {"<init>"}),
        ("int taken = 3;", "int taken = 4;", {"<init>"}),
        ("private int rate;", "private int rate; private long more;", ALL),
        ("public class Till {", "public class Till implements Cloneable {", ALL),
        ("    public int rated", "    /** Rated. */\n    // by the rate\n\n    public int rated", set()),
    ],
)
def test_what_a_change_touches(old: str, new: str, names: set[str], repository: Path) -> None:
    source = repository / "src" / "shop" / "Till.java"
    assert old in SOURCE
    source.write_text(SOURCE.replace(old, new))
    assert analysed(repository, "--changed") == names - {"lambda"}


def test_new_files_and_commits(repository: Path) -> None:
    (repository / "src" / "shop" / "Newest.java").write_text(
        OTHER.replace("Other", "Newest").replace("other", "newest")
    )
    assert analysed(repository, "--changed") == {"<init>", "newest"}
    git(repository, "checkout", "-q", "-b", "topic")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "second")
    assert analysed(repository, "--changed") == set()
    git(repository, "checkout", "-q", "main")
    other = repository / "src" / "shop" / "Other.java"
    other.write_text(OTHER.replace("return x;", "return x + 1;"))
    git(repository, "commit", "-q", "-a", "-m", "third")
    git(repository, "checkout", "-q", "topic")
    # What happened on main meanwhile is no change of this branch.
    assert analysed(repository, "--changed=main") == {"<init>", "newest"}


def test_nothing_changed_is_no_error(repository: Path) -> None:
    done = everypath("check", "src", "--changed", cwd=repository)
    assert done.returncode == 0, done.stderr
    assert "no method changed since HEAD" in done.stdout + done.stderr
    assert "no findings · no methods" in done.stdout


def test_outside_a_repository_it_is_one_clear_line(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "Alone.java").write_text("class Alone { static int f(int x) { return x; } }")
    cases = (
        (tmp_path, "--changed", "lies in no git repository"),
        (repository, "--changed=nowhere", "'nowhere' is no commit of the repository a project"),
        (repository, "--changed=--output=x", "'--output=x' is no commit of the repository a project"),
    )
    for folder, option, message in cases:
        target = "src" if folder == repository else "Alone.java"
        done = everypath("check", target, option, cwd=folder, GIT_CEILING_DIRECTORIES=str(tmp_path.parent))
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert done.stderr.startswith("everypath: --changed: ")
        assert message in done.stderr
