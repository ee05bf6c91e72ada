"""The classes of a method over the fields of its objects, not over the calls that make them.

Where calls make the objects of an input, a path knows only the state that they left. So the method is explored once
more on objects whose fields are free: conditions and effects speak of `this.state`. Which object is in such a class is
a second question. The paths on objects that calls made answer it: the condition is evaluated on the state that they
began with. A class without such an object is *unrealised*. If there is one, the method is explored again, with the
invariants of the classes, which may rule it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.errors import TargetError, UnsupportedError
from everypath.explore.engine import invariants_of
from everypath.inputs import Alias, FieldsInput, InputShape, Null, RecipeInput, Undecided
from everypath.inputs.lazy import UNREALISED as NO_OBJECT
from everypath.run.path_classes.class_inputs import ClassInputs
from everypath.run.results import PathClass
from everypath.state import Ending
from everypath.suite.descriptions import condition_texts
from everypath.suite.testcase import outer_name
from everypath.term import digest
from everypath.vm.references import CONTENTS

if TYPE_CHECKING:
    from everypath.explore import Exploration
    from everypath.explore.paths import Path
    from everypath.program import Program
    from everypath.run.engine import Allowance, Engine, ObjectSearch, Work
    from everypath.suite import Verdict

__all__ = ["FreeFields", "on_free_fields"]

OF_MADE = frozenset({"recipe", "alias"})
"""The bounds of inputs that are left out since calls made objects (`Path.left_out`)."""

LEAST = 0.5
"""The least seconds of the exploration on free fields."""

MOST_AIMED = 3
"""The most other arguments for one choice of calls."""


@dataclass(frozen=True)
class FreeFields:
    """The ``exploration`` of a method on free fields, with its ``classes`` in the order in which they are shown.

    ``unrealised`` is the number of classes for which no object is known. The ``invariants`` are assumed of all objects.
    """

    exploration: Exploration
    classes: tuple[PathClass, ...]
    unrealised: int
    invariants: tuple[str, ...]

    @property
    def is_all(self) -> bool:
        """True if paths on further objects would show nothing more."""
        return self.exploration.status == "complete" and not self.unrealised


def on_free_fields(
    work: Work, built: Exploration, verdicts: Sequence[Verdict], allowance: Allowance
) -> FreeFields | None:
    """The classes of a method over free fields, with inputs of the paths so far on objects that calls have ``built``,
    whose replays gave the ``verdicts``. None if there are no such objects, or if exploring on free fields knows no
    more, or not yet.

    Invariants of the classes are found only if there are paths without them that no object takes.
    """
    made = _made(built)
    if not made:
        return None
    if built.status == "complete" and not any(path.left_out & OF_MADE for path in built.paths):
        found = _attempt(work, made, built, verdicts, allowance, invariants=False)
        work.free_waits = False
        return found if found is not None and found.is_all else None
    found = _attempt(work, made, built, verdicts, allowance, invariants=False)
    if work.free_waits or (found is not None and found.is_all):
        return found
    return _attempt(work, made, built, verdicts, allowance, invariants=True) or found


def _made(built: Exploration) -> list[str]:
    """The names of the classes of objects that calls have made and that paths look at."""
    builds = (node.build for path in built.paths for node in path.shape.reachable() if not node.unused)
    return list(dict.fromkeys(each.class_name for each in builds if isinstance(each, RecipeInput)))


def _attempt(
    work: Work,
    made: Sequence[str],
    built: Exploration,
    verdicts: Sequence[Verdict],
    allowance: Allowance,
    *,
    invariants: bool,
) -> FreeFields | None:
    """The classes without or with invariants; None if they are not known, or no more than those of the other paths."""
    try:
        explored = _explored(work, made, allowance, invariants=invariants)
    except (TargetError, UnsupportedError):
        return None
    if explored is None or work.free_waits:
        return None
    return _realised(work, explored, built, verdicts, allowance)


def _explored(work: Work, made: Sequence[str], allowance: Allowance, *, invariants: bool) -> Exploration | None:
    """The exploration on free fields so far; None if there was no time for the invariants of the classes ``made``."""
    if invariants not in work.free:
        work.free[invariants] = work.engine.explorer(work.method, free_fields=True, invariants=invariants)
    explorer = work.free[invariants]
    classes = [cls for cls in map(work.engine.program.klass, made) if cls.is_target]
    before = explorer.session.work()
    try:
        work.free_waits = not explorer.receivers.know_invariants(classes, max(allowance.left(), LEAST))
        if work.free_waits:
            return None
        found = explorer.run(max(allowance.left(), LEAST))
        work.free_waits = found.stop == "time"
        return found
    finally:
        work.engine.side_work += explorer.session.work() - before


def _realised(
    work: Work, found: Exploration, built: Exploration, verdicts: Sequence[Verdict], allowance: Allowance
) -> FreeFields | None:
    """The classes of the exploration on free fields; None if it knows no more than the other one."""
    is_free = all(OF_MADE.isdisjoint(path.left_out) for path in found.paths)
    is_all_known = all(each.bound not in (CONTENTS, NO_OBJECT) for each in found.cuts)
    is_new = found.paths and found.stop is None and is_free and is_all_known
    if found.status not in ("complete", "bounded") or not is_new:
        return None
    inputs = ClassInputs(work.engine, built, verdicts, allowance, work.objects.known)
    shown = sorted(
        (path for path in found.paths if path.ending in (Ending.RETURNED, Ending.THREW)),
        key=lambda each: (each.ending is not Ending.THREW, each.number),
    )
    classes = {path.number: inputs.class_of(path) for path in shown}
    left = [path for path in shown if classes[path.number].case is None]
    _search(work, inputs, left, classes, work.objects.paths(allowance, built.paths))
    unrealised = sum(each.case is None for each in classes.values())
    is_none = unrealised == len(classes) and any(each.confirmed for each in verdicts)
    if is_none or (unrealised and _reads_inherited(work.engine, shown)):
        return None  # objects that are known show more
    return FreeFields(found, tuple(classes.values()), unrealised, _invariants(shown, work.engine.program))


def _search(
    work: Work, inputs: ClassInputs, left: list[Path], classes: dict[int, PathClass], objects: Iterable[Path]
) -> None:
    """Search objects for the classes that are left: those that are found replace the classes without. ``objects`` are
    further paths on built ones.
    """
    with suppress(TargetError, UnsupportedError):
        for built in objects if left else ():
            for path in list(left):
                found = _aimed(work.objects, inputs, path, built)
                if found is not None:
                    classes[path.number] = found
                    left.remove(path)
            if not left:
                return


def _aimed(objects: ObjectSearch, inputs: ClassInputs, path: Path, built: Path) -> PathClass | None:
    """The class of a path with an input that the same calls make as for a path on built objects, perhaps with other
    arguments; None if none is found. Each try may use objects that the one before left out.
    """
    found = inputs.class_of_further(path, built)
    for _ in range(MOST_AIMED):
        aim = inputs.aim(path, built) if found is None else None
        again = objects.again(built, aim) if aim is not None else None
        if again is None:
            return found
        built = again
        found = inputs.class_of_further(path, built)
    return found


def _reads_inherited(engine: Engine, paths: Sequence[Path]) -> bool:
    """True if an object has fields of classes outside of the analysed code, whose writers are not known."""
    nodes = (node for path in paths for node in path.shape.reachable() if not node.unused)
    names = {each.build.class_name for each in nodes if isinstance(each.build, FieldsInput)}
    return any(not field.owner.is_target for name in names for field in engine.program.klass(name).instance_fields)


def _invariants(paths: Sequence[Path], program: Program) -> tuple[str, ...]:
    """The invariants that concern the conditions of paths, as Java."""
    found = {each: path.shape for path in paths for each in invariants_of(path.state)}
    nodes = {name: node for shape in found.values() for name, node in shape.nodes.items()}
    shape = InputShape(paths[0].shape.roots, nodes) if paths else InputShape()
    texts = condition_texts(sorted(found, key=digest), shape)
    return (*texts, *dict.fromkeys(text for path in paths for text in _exact_classes(path, program)))


def _exact_classes(path: Path, program: Program) -> Iterator[str]:
    """The invariants on the classes of objects that a path used, but for those of final types."""
    for node in path.shape.reachable():
        is_final = node.descriptor == f"L{node.exact};" and program.klass(node.exact).is_final
        if node.exact and not is_final and not node.unused and not isinstance(node.build, Undecided | Null | Alias):
            yield f"{node.name}.getClass() == {'.'.join(outer_name(node.exact).parts)}.class"
