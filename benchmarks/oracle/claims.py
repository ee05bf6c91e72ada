"""What is claimed of the methods of targets: their status, and their paths as predicates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from benchmarks.oracle.examples import Example, examples_of
from benchmarks.oracle.overlaps import ClassChecks

import everypath
from everypath.classfile import Jdk, dotted
from everypath.explore.paths import Path as RawPath
from everypath.inputs import RecipeInput
from everypath.program import Method, Program
from everypath.suite.predicates import PredicateClass, predicate_class
from everypath.suite.prediction import Write, writes

MOVED = "outside"
"""The package around those for methods of the JDK."""


@dataclass(frozen=True)
class Claim:
    """A method with what is claimed of it. ``titles`` are the texts of the paths, one for each predicate. For tests of
    the oracle, a ``variant`` is a wrong claim.
    """

    program: Program
    method: Method
    name: str
    status: str
    paths: tuple[RawPath, ...]
    titles: tuple[str, ...]
    predicates: PredicateClass
    examples: tuple[Example, ...] = ()
    variant: str = ""

    @property
    def driver(self) -> str:
        """The internal name of the class that asks the predicates and calls the method."""
        return self.predicates.name + "Driver"

    def changed(
        self,
        variant: str,
        status: str | None = None,
        paths: Mapping[int, RawPath | None] = MappingProxyType({}),
        written: Callable[[RawPath], Sequence[Write]] = writes,
    ) -> Claim:
        """The claim with another status, with other paths in some places (None: without), or with other writes."""
        every = [
            (paths.get(at, path), title) for at, (path, title) in enumerate(zip(self.paths, self.titles, strict=True))
        ]
        kept = [(path, title) for path, title in every if path is not None]
        raw, titles = tuple(path for path, _ in kept), tuple(title for _, title in kept)
        made = predicate_class(self.method, self.name, raw, titles, written)
        made = made.renamed(f"{self.predicates.name.rpartition('/')[2]}{variant}")
        if is_of_the_jdk(self.method):
            made = _moved(made)
        return replace(self, status=status or self.status, paths=raw, titles=titles, predicates=made, variant=variant)


@dataclass
class Explored:
    """Counts of the explored methods."""

    statuses: Counter[str] = field(default_factory=Counter)
    """The methods by status."""
    left_out: Counter[str] = field(default_factory=Counter)
    """The methods without a claim that can be attacked, by reason."""
    checks: ClassChecks = field(default_factory=ClassChecks)


def claims_of(
    targets: Sequence[str], budget: str, explored: Explored, classpath: Sequence[Path] = ()
) -> Iterator[Claim]:
    """The claims of the methods of targets, which are folders of classes, jars, or classes and packages of the JDK.

    Two explorations take ``budget`` each.
    """
    for result, own, others in results_of(targets, budget, explored, classpath):
        if result.status not in ("complete", "bounded") or not own:
            explored.left_out[f"it is {result.status}" if own else "it has no paths"] += 1
            continue
        claim = _claim(result, own, explored.statuses.total())
        if claim.predicates.missing:
            explored.left_out[_general(next(iter(claim.predicates.missing.values())))] += 1
        else:
            checked = explored.checks.check(claim.name, own, is_complete=claim.status == "complete")
            yield replace(claim, examples=(*examples_of([*own, *others]), *checked))


def results_of(
    targets: Sequence[str],
    budget: str,
    explored: Explored,
    classpath: Sequence[Path] = (),
    only: Sequence[str] = (),
) -> Iterator[tuple[everypath.MethodResult, list[everypath.Path], list[everypath.Path]]]:
    """The results of methods, their paths, and further paths: on free fields where a path reads the state of an object
    that calls made, with those on objects that calls made as the further ones. ``only`` are patterns of methods.
    """
    options: dict[str, object] = {"classpath": list(map(str, classpath))} if classpath else {}
    options |= {"only": list(only)} if only else {}
    with (
        everypath.explore(*targets, budget=budget, **options) as built,
        everypath.explore(*targets, budget=budget, free_fields=True, **options) as free,
    ):
        on_free = {each.raw.entry.key: (each, own) for each, own in _explored(free)}
        for result, own in _explored(built):
            others: list[everypath.Path] = []
            found = on_free.get(result.raw.entry.key)
            if found is not None:
                is_left_out = any(path.left_out & {"recipe", "alias"} for path in result.raw.paths)
                if is_left_out or (found[0].status == "complete" and _are_built(result.raw.paths)):
                    others = own
                    result, own = found
            explored.statuses[result.status] += 1
            yield result, own, others


def _are_built(paths: Sequence[RawPath]) -> bool:
    """True if calls make an object that a path looks at."""
    nodes = (node for path in paths for node in path.shape.reachable() if not node.unused)
    return any(isinstance(node.build, RecipeInput) for node in nodes)


def _explored(exploration: everypath.Exploration) -> Iterator[tuple[everypath.MethodResult, list[everypath.Path]]]:
    """The explored methods, with their paths."""
    paths: dict[object, list[everypath.Path]] = {}
    for each in exploration:
        paths.setdefault(each.raw.entry, []).append(each)
    for result in exploration.results:
        if result.raw is not None:
            yield result, paths.get(result.raw.entry, [])


def _claim(result: everypath.MethodResult, own: Sequence[everypath.Path], number: int) -> Claim:
    """What is claimed of a method. Its ``number`` is part of a name, as overloads have the same."""
    raw = result.raw
    kept = {each.number: each for each in raw.paths}  # with what is known in the end
    shown = [each for each in own if each.raw.number in kept]
    paths = tuple(kept[each.raw.number] for each in shown)
    titles = tuple(f"{each.condition}: {each.effect}" for each in shown)
    made = predicate_class(raw.entry, result.method, paths, titles)
    made = made.renamed(f"{made.name.rpartition('/')[2]}{number}")
    program = own[0]._context.services.program
    if is_of_the_jdk(raw.entry):
        made = _moved(made)
    return Claim(program, raw.entry, result.method, result.status, paths, titles, made)


def is_of_the_jdk(method: Method) -> bool:
    """True if a method is the JDK's: no class of ours can be in its package."""
    return Jdk.find().image().find(method.owner.name) is not None


def _moved(made: PredicateClass) -> PredicateClass:
    """The class in another package, as the JDK's own packages take none (JLS 7.4.3)."""
    package, _, simple = made.name.rpartition("/")
    source = made.source.replace(f"package {dotted(package)};", f"package {MOVED}.{dotted(package)};", 1)
    return replace(made, name=f"{MOVED}/{package}/{simple}", source=source)


def _general(reason: str) -> str:
    """A reason without the name that it begins with."""
    return re.sub(r"^\S+ is (in|no) ", r"it is \1 ", reason)
