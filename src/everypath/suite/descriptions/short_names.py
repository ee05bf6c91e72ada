"""Short names for inputs: access paths without the setup calls that pass them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

__all__ = ["short_names"]

_SETUP = re.compile(r".*\.(?:new|[\w$<>]+#\d+)\.")
_ANSWER = re.compile(r"~(\d+)")


def short_names(raw: Iterable[str], roots: Iterable[str], answers: Iterable[str] = ()) -> dict[str, str]:
    """Map access paths to short names without the setup calls: ``this.new.capacity`` becomes ``capacity``.

    If that name is taken, or the constructor made another object than ``this``, its argument is named like a field
    (``this.capacity``, ``point.x``). Arguments of other calls are numbered in the order in which the setup passes them
    (``amount1``, ``amount2``). ``answers`` are the access paths that are answers of stubs.
    """
    marked = {name: _marked(name, frozenset(answers)) if answers else name for name in raw}
    if not answers and not any(_SETUP.match(name) for name in marked):
        return marked
    names = sorted(marked.values(), key=_natural)
    done = {name: name for name in names if not _SETUP.match(name)}
    taken = {*roots, *(_head(name) for name in done)}
    arguments = list(dict.fromkeys(_argument(name) for name in names if name not in done))
    shorts = _argument_names(arguments, taken)
    for name in names:
        if name not in done:
            argument = _argument(name)
            done[name] = shorts[argument] + name.removeprefix(argument)
    return {name: _answered(done[mark], done.values()) for name, mark in marked.items()}


def _argument_names(arguments: Sequence[str], taken: set[str]) -> dict[str, str]:
    """The names of setup arguments: the plain name, the access path without ``new``, or the plain name numbered."""
    wanted = Counter(_SETUP.sub("", each) for each in arguments)
    numbers: Counter[str] = Counter()
    shorts: dict[str, str] = {}
    for each in arguments:
        bare, path = _SETUP.sub("", each), each.replace(".new.", ".")
        of_another = ".new." in each and not each.startswith("this.")
        if wanted[bare] == 1 and bare not in taken and not (of_another and path not in taken):
            shorts[each] = bare
        elif "#" not in path and path not in shorts.values():
            shorts[each] = path
        else:
            numbers[bare] += 1
            while f"{bare}{numbers[bare]}" in taken or f"{bare}{numbers[bare]}" in wanted:
                numbers[bare] += 1
            shorts[each] = f"{bare}{numbers[bare]}"
    return shorts


def _marked(name: str, answers: frozenset[str]) -> str:
    """The access path with ``~`` instead of ``#`` before the number of a stub's answer; setup calls keep ``#``."""
    for end in range(1, len(name) + 1):
        if name[:end] in answers and name[end : end + 1] in ("", ".", "["):
            head, _, number = name[:end].rpartition("#")
            return f"{head}~{number}{_marked(name[end:], frozenset())}"
    return name


def _argument(name: str) -> str:
    """The argument of the innermost setup call or constructor in an access path: ``x.new.s`` of ``x.new.s.length``."""
    match = _SETUP.match(name)
    assert match is not None
    return match[0] + _head(name[match.end() :])


def _natural(name: str) -> list[tuple[int, str]]:
    """A sort key under which call 10 comes after call 2."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]


def _head(name: str) -> str:
    return re.split(r"[.\[#]", name, maxsplit=1)[0]


def _answered(name: str, names: Iterable[str]) -> str:
    """``f.apply()`` if only the first answer of the stub is shown, else ``f.apply()#1``, ``f.apply()#2``."""
    match = _ANSWER.search(name)
    if match is None:
        return name
    called = name[: match.start()]
    numbers = {found[1] for each in names if each.startswith(f"{called}~") and (found := _ANSWER.search(each))}
    single = len(numbers) == 1 and match[1] == "0"
    return f"{called}(){'' if single else f'#{int(match[1]) + 1}'}{name[match.end() :]}"
