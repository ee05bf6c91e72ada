"""What the documents show is what happens."""

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.support import ROOT, everypath
from tests.compiling import javac

from everypath.cli.commands import cli
from everypath.cli.texts import rules_document

README = (ROOT / "README.md").read_text(encoding="utf-8")


def transcript():
    block = re.search(r"```console\n\$ everypath demo\n(.*?)```", README, re.DOTALL)
    return block[1].splitlines()


def without_what_varies(lines):
    """The transcript but for seconds, the JDK's release, workers, and whether sources had to be compiled."""
    for line in lines:
        if line.startswith("Compiling"):
            continue
        text = re.sub(r"\d+\.\d s$", "T s", line)
        text = re.sub(r"(JDK|Java) \d+", r"\1 N", text)
        yield re.sub(r"\d+ workers?$", "W", text)


def test_the_transcript_in_the_readme_is_real(tmp_path):
    done = everypath("demo", cwd=tmp_path)
    assert list(without_what_varies(done.stdout.splitlines())) == list(without_what_varies(transcript()))


def commands():
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL):
        for line in block.splitlines():
            arguments = shlex.split(line, comments=True)
            if arguments and arguments[0] == "everypath":
                yield arguments[1:]


@pytest.mark.parametrize("arguments", list(commands()), ids=" ".join)
def test_every_command_in_the_readme_has_options_that_exist(arguments):
    command = cli.commands[arguments[0]]
    if hasattr(command, "commands"):
        command, arguments = command.commands[arguments[1]], arguments[1:]
    context = command.make_context(arguments[0], list(arguments[1:]))
    assert context.params is not None


def test_the_page_of_rules_is_up_to_date():
    assert (ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == rules_document(), (
        "run: python tools/write_docs.py"
    )


def test_the_pages_the_readme_names_exist():
    for page in re.findall(r"`(docs/[a-z]+\.md)`", README):
        assert (ROOT / page).is_file()


def test_the_shipped_demo_compiles(tmp_path):
    sources = sorted((Path(ROOT) / "src/everypath/cli/demo_sources/shop").glob("*.java"))
    javac("-Xlint:all", "-Werror", "-d", tmp_path, *sources)
