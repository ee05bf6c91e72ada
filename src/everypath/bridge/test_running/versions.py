"""Names of test classes for a class loader that stays: it defines a name once, but tests change."""

from __future__ import annotations

from collections.abc import Mapping

from everypath.classfile import renamer

__all__ = ["Versions"]


class Versions:
    """Gives each version of a test class a name of its own. Nothing that a test asserts depends on the name."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[int, Mapping[str, bytes]]] = {}
        """The number of the last version and its class files, by the internal name of the outermost class."""
        self._replaced: list[str] = []
        self._classes: Mapping[str, bytes] = {}
        self._made: tuple[dict[str, str], dict[str, bytes]] = {}, {}
        """What was made of the last class files: tests run several times."""

    def of(self, classes: Mapping[str, bytes]) -> tuple[dict[str, str], dict[str, bytes]]:
        """The names of class files for such a loader, by internal name, and the files under these names."""
        if classes != self._classes:
            self._classes, self._made = dict(classes), self._made_of(classes)
        return self._made

    def _made_of(self, classes: Mapping[str, bytes]) -> tuple[dict[str, str], dict[str, bytes]]:
        own: dict[str, dict[str, bytes]] = {}
        for name, data in classes.items():
            own.setdefault(_outermost(name, classes), {})[name] = data
        versions = {outermost: _name(outermost, self._number(outermost, files)) for outermost, files in own.items()}
        renamed = renamer(versions)
        names = {
            name: version + name[len(outermost) :] for outermost, version in versions.items() for name in own[outermost]
        }
        return names, {names[name]: renamed(data) for name, data in classes.items()}

    def take_replaced(self) -> list[str]:
        """The names of versions that were replaced since the last call."""
        replaced, self._replaced = self._replaced, []
        return replaced

    def _number(self, outermost: str, files: Mapping[str, bytes]) -> int:
        number, known = self._last.get(outermost, (0, None))
        if known == files:
            return number
        self._last[outermost] = number + 1, files
        self._replaced += (_name(outermost, number) + name[len(outermost) :] for name in known or ())
        return number + 1


def _name(outermost: str, number: int) -> str:
    return f"{outermost}__{number}"


def _outermost(name: str, classes: Mapping[str, bytes]) -> str:
    """The outermost of the classes in which a class is nested."""
    ends = (at for at, char in enumerate(name) if char == "$")
    return next((outer for at in ends if (outer := name[:at]) in classes), name)
