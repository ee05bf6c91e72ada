"""What docs/conditions.md shows is what happens."""

import re
import shlex

import pytest
from tests.cli.support import ROOT, everypath

PAGE = (ROOT / "docs" / "conditions.md").read_text(encoding="utf-8")


def examples():
    """The commands of the page, each with the lines it shows."""
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for example in block.split("$ ")[1:]:
            command, *lines = example.rstrip("\n").split("\n")
            yield command, lines


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("conditions")
    source = re.search(r"```java\n(.*?)```", PAGE, re.DOTALL)
    (made / "Shop.java").write_text(source[1], encoding="utf-8")
    return made


@pytest.mark.parametrize(("command", "lines"), list(examples()), ids=lambda each: each if isinstance(each, str) else "")
def test_the_examples_are_real(folder, command, lines):
    name, *arguments = shlex.split(command)
    assert name == "everypath"
    done = everypath(*arguments, cwd=folder)
    printed = re.sub(r"JDK \d+", "JDK 17", done.stdout + done.stderr).split("\n")
    assert done.returncode == (2 if done.stderr.startswith("everypath:") else int(": fails" in lines[0]))
    assert [line for line in lines if line not in printed] == []


def test_the_table_of_a_file_is_read(folder, tmp_path):
    tables = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    lines = [line.strip() for line in tables[1].splitlines()]
    (tmp_path / "everypath.toml").write_text("\n".join(lines), encoding="utf-8")
    done = everypath("check", folder / "Shop.java", "--only", "Shop#share,Shop#last", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no findings · 2 complete" in done.stdout
