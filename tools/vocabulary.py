"""Words that the project no longer uses, and the terms of the field that stand in their place.

    python tools/vocabulary.py [--list]

Identifiers are split into words (``told_condition``, ``ToldSolver``); prose is docstrings, comments and
``docs/``. Java files below ``src`` are read in the same manner.
Keys of documents, options and hooks of plug-ins are an interface and keep their spelling: see `INTERFACES`.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Replaced:
    """Old words and what to say instead. ``identifiers`` and ``prose`` say where they are not used any more."""

    words: str
    instead: str
    identifiers: bool = True
    prose: bool = True


REPLACED = (
    Replaced("told tell tells teller", "reported (findings), known (facts), shown (texts), notified (listeners)"),
    Replaced("said unsaid", "stated facts, known"),
    Replaced("words", "text, printer", prose=False),
    Replaced("behind", "materialise, dereference", prose=False),
    Replaced("rear", "receiver search"),
    Replaced("spare spares", "redundant (calls), further arguments (variants)"),
    Replaced("proper", "solver backends"),
    Replaced("course courses", "block trace, replay conditions"),
    Replaced("vivid", "distinguishing values"),
    Replaced("ahead", "reachable; pipelined (messages to a JVM)", prose=False),
    Replaced("keeper", "path filter"),
    Replaced("stepped", "step trace", prose=False),
    Replaced("sow sown sowing", "run seed inputs"),
    Replaced("unmade", "not constructible"),
    Replaced("lane lanes", "worker"),
    Replaced("way ways", "setup sequence, outcome, side", prose=False),
    Replaced("spot spots", "input place"),
    Replaced("guest brought", "extensions"),
    Replaced("hear hears heard hearing", "listener, recorded answer"),
    Replaced("parcel parcels", "collected results"),
    Replaced("agenda", "analysis plan"),
    Replaced("stain stains", "side effects on shared state"),
    Replaced("doubt", "unmodelled values", prose=False),
    Replaced("chance", "non-determinism", prose=False),
    Replaced("apart", "non-alias assumption, disjoint, isolated", prose=False),
    Replaced("astray", "off the path"),
    Replaced("beforehand unbegun", "initialised before the entry, initialisers pending"),
    Replaced("played player", "stub answers, recorded answer"),
    Replaced("growing", "open-ended criterion", prose=False),
    Replaced("standings", "program positions of pending states"),
    Replaced("twin twins", "copy of a state"),
    Replaced("aside asides", "setup code"),
    Replaced("hurried scarce", "last round, low budget"),
    Replaced("patience patient", "time limit, plateau limit"),
    Replaced("quiet news", "stagnation, progress", prose=False),
    Replaced("excluding", "unreachable states"),
    Replaced("obstacles", "reasons why a line was not reached"),
    Replaced("surrounding surroundings surround surrounded", "environment"),
    Replaced("mentions", "type tests", prose=False),
    Replaced("variety", "representative members"),
    Replaced("world worlds", "class hierarchy, evaluation context", prose=False),
    Replaced("unlooked unwinding", "unprofiled, deoptimisation"),
    Replaced("loose", "non-exact type", prose=False),
    Replaced("settling sift sifted", "merge results, apply suppressions"),
    Replaced("sketch", "heap diagram"),
    Replaced("wish wishes wished", "soft constraint"),
    Replaced("judgement judged judging", "verification verdict, condition check"),
    Replaced("furthest", "longest feasible prefix", prose=False),
    Replaced("gone", "fixed findings", prose=False),
    Replaced("room rooms house", "package; memory budget"),
)

INTERFACES: dict[str, str] = {
    "quiet": "a parameter of `compileall.compile_dir`",
    "break_long_words": "a parameter of `textwrap.wrap`",
    "spare": "a key of pattern files (`Perform`, docs/interchange.md)",
    "parcel": "the parameter of the hook `take_over` (docs/api.md)",
    "register_three_way": "a comparison with three results",
    "_three_way": "a comparison with three results",
    "src/everypath/library/numbers/big_numbers.py:words": "the 32-bit words of a BigInteger",
    "old_words": "the function of this module",
    "test_old_words_in_names_and_prose_are_found": "the function of this module",
    "src/everypath/run/results/findings.py:told": "a key of baseline files (`BaselineFinding`)",
    "src/everypath/report/terminal.py:told": "a key of baseline files (`BaselineFinding`)",
    "src/everypath/report/sarif.py:told": "a key of baseline files (`BaselineFinding`)",
    "src/everypath/report/html/findings.py:told": "a key of baseline files (`BaselineFinding`)",
}
"""Identifiers that hold an old word and stay, with the reason; ``file:identifier`` is one of that file only."""

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_WORD = re.compile(r"[A-Za-z]+")
_CODE = re.compile(r"```.*?```|``[^`]*``|`[^`]*`|\]\([^)]*\)", re.DOTALL)

_JAVA = re.compile(
    r"(?P<comment>/\*.*?\*/|//[^\n]*)"
    r'|(?P<text>""".*?"""|"(?:\\.|[^"\\])*")'
    r"|(?P<char>'(?:\\.|[^'\\])+')"
    r"|(?P<name>[A-Za-z_]\w*)|.",
    re.DOTALL,
)
_JAVADOC_CODE = re.compile(r"\{@(?:code|link)[^}]*\}")

IN_IDENTIFIERS = {word: each for each in REPLACED if each.identifiers for word in each.words.split()}
IN_PROSE = {word: each for each in REPLACED if each.prose for word in each.words.split()}


def old_words(root: Path = ROOT) -> Iterator[str]:
    """Places of old words: file, line, word, what to say instead."""
    for folder in ("src", "tests", "benchmarks", "tools"):
        for path in sorted((root / folder).rglob("*.py")):
            if path != Path(__file__).resolve():
                yield from _in_module(path, root)
    for path in sorted((root / "src").rglob("*.java")):
        if "demo_sources" not in path.parts:
            yield from _in_java(path, root)
    for path in sorted([*(root / "docs").rglob("*.md"), *root.glob("*.md")]):
        yield from _in_document(path, root)


def _in_module(path: Path, root: Path) -> Iterator[str]:
    source = path.read_text()
    place = path.relative_to(root)
    docstrings = {node.lineno: node.value for node in _docstrings(ast.parse(source))}
    for line, text in docstrings.items():
        yield from _in_prose(place, line, text)
    seen: set[tuple[int, str]] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield from _in_prose(place, token.start[0], token.string)
        elif token.type == tokenize.NAME and (token.start[0], token.string) not in seen:
            seen.add((token.start[0], token.string))
            yield from _in_identifier(place, token.start[0], token.string)


def _in_identifier(place: Path, line: int, name: str) -> Iterator[str]:
    if INTERFACES.keys().isdisjoint((name, f"{place}:{name}")):
        for word in _PARTS.findall(name):
            found = IN_IDENTIFIERS.get(word.lower())
            if found is not None:
                yield f"{place}:{line}: {name} ({found.instead})"


def _in_java(path: Path, root: Path) -> Iterator[str]:
    """Old words in the comments and identifiers of a Java file; texts in quotes are left out."""
    place = path.relative_to(root)
    line = 1
    for token in _JAVA.finditer(path.read_text()):
        kind, text = token.lastgroup, token[0]
        if kind == "comment":
            yield from _in_prose(place, line, _JAVADOC_CODE.sub("", text))
        elif kind == "name":
            yield from _in_identifier(place, line, text)
        line += text.count("\n")


def _docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Texts that stand alone as statements: docstrings of modules, classes, functions and attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value


def _in_document(path: Path, root: Path) -> Iterator[str]:
    yield from _in_prose(path.relative_to(root), 1, path.read_text())


def _in_prose(place: Path, first: int, text: object) -> Iterator[str]:
    plain = _CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), str(text))
    for number, line in enumerate(plain.split("\n")):
        for word in _WORD.findall(line):
            found = IN_PROSE.get(word.lower())
            if found is not None:
                yield f"{place}:{first + number}: {word} ({found.instead})"


if __name__ == "__main__":
    places = list(old_words())
    print(f"old words: {len(places)}")
    if places and "--list" in sys.argv:
        print(*(f"    {place}" for place in places), sep="\n")
    sys.exit(bool(places))
