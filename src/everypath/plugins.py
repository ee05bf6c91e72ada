"""Plug-ins: parts that other installed packages add to everypath, by entry points of these groups.

=========================  ==============================================================================
``everypath.strategies``   ``strategy(rank, seed) -> Worklist``, for ``--strategy NAME``
``everypath.criteria``     ``criterion(goals) -> Criterion``, for ``--criterion NAME``
``everypath.models``       a mapping of methods, ``"shop.Clock#now()J"``, to models of their calls
``everypath.findings``     a `Rule` (or several), asked before our own what an exception is
=========================  ==============================================================================

Strategies and criteria, including our own, are looked up in a `Registry`. A plug-in that cannot be loaded raises one
`UsageError` that names it. A plug-in that fails later raises `PluginFailedError` for the path or the method.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Generic, TypeVar

from everypath.dataclass import dataclass
from everypath.errors import EngineError, UsageError

__all__ = ["GROUPS", "Plugin", "PluginFailedError", "Registry", "guarded", "installed"]

T = TypeVar("T")

STRATEGIES, CRITERIA, MODELS, FINDINGS = (
    "everypath.strategies",
    "everypath.criteria",
    "everypath.models",
    "everypath.findings",
)
GROUPS: Mapping[str, str] = {
    STRATEGIES: "strategy",
    CRITERIA: "criterion",
    MODELS: "models",
    FINDINGS: "findings",
}
"""The groups of entry points, each with the word for one of its plug-ins."""


class PluginFailedError(EngineError):
    """Code of a plug-in raised something."""


@dataclass(frozen=True, order=True)
class Plugin:
    """One entry point: its group and name, the object that it points to, and its package with the version."""

    group: str
    name: str
    value: str
    package: str

    def __str__(self) -> str:
        return f"plug-in {self.name} ({self.package or 'no package'}, {self.group})"

    def load(self) -> object:
        """Import the object that the entry point points to. Raises `UsageError` if that fails."""
        from importlib.metadata import EntryPoint

        try:
            found: object = EntryPoint(self.name, self.value, self.group).load()
        except Exception as problem:
            raise UsageError(f"{self} cannot be loaded: {type(problem).__name__}: {problem}") from problem
        return found


@cache
def installed(group: str) -> tuple[Plugin, ...]:
    """The plug-ins of a group, sorted by name and package. Does not load them."""
    from importlib.metadata import entry_points

    found = set()
    for each in entry_points(group=group):
        package = f"{each.dist.name} {each.dist.version}" if each.dist is not None else ""
        found.add(Plugin(group, each.name, each.value, package))
    return tuple(sorted(found))


class Registry(Generic[T]):
    """The parts of one kind by name: our own, and those of plug-ins, which are loaded when they are looked up.

    A plug-in cannot replace a part of our own. ``admit`` makes a part from the name and the object of a plug-in.
    """

    def __init__(self, group: str, own: Mapping[str, T], admit: Callable[[str, Callable[..., object]], T]) -> None:
        self.group = group
        self.own = dict(own)
        self._admit = admit

    @property
    def names(self) -> tuple[str, ...]:
        """All names, our own first."""
        return tuple(dict.fromkeys([*self.own, *(each.name for each in installed(self.group))]))

    def __contains__(self, name: str) -> bool:
        return name in self.own or any(each.name == name for each in installed(self.group))

    def find(self, name: str) -> T | None:
        """The part of this name; None if there is none.

        Raises `UsageError` if its plug-in cannot be loaded or called, or if two plug-ins have the name.
        """
        if name in self.own:
            return self.own[name]
        found = [each for each in installed(self.group) if each.name == name]
        if not found:
            return None
        if len(found) > 1:
            raise UsageError(f"two plug-ins are named {name}: {' and '.join(map(str, found))}")
        loaded = found[0].load()
        if not callable(loaded):
            raise UsageError(f"{found[0]} is no {GROUPS[self.group]}: {found[0].value} cannot be called")
        return self._admit(str(found[0]), loaded)


@contextmanager
def guarded(name: str) -> Iterator[None]:
    """Turn an exception that a plug-in raises in the block into a `PluginFailedError`."""
    try:
        yield
    except EngineError:
        raise
    except Exception as problem:
        raise PluginFailedError(f"{name}: {type(problem).__name__}: {problem}") from problem
