"""The texts of a path for people: its condition and effect as Java.

Simplifying a condition for people takes more time than anything else in building a test case. Where only findings and
tests are read, the text is made after these are selected.
"""

from __future__ import annotations

from collections.abc import Iterable

from everypath.dataclass import replace
from everypath.explore import Exploration, Path
from everypath.inputs.places import parameter_annotations
from everypath.inputs.sources import written_statics
from everypath.run.engine import Description, Engine, Work
from everypath.state import Ending
from everypath.suite import NoCase, TestCase, Verdict
from everypath.suite.descriptions import is_renamed

DESCRIBED_AT_ONCE = 100
"""The paths of one method that return and are described before tests are selected, when tests are written."""


def build_case(engine: Engine, path: Path) -> TestCase | NoCase:
    """The test case of a path. If it is described late, its condition is missing or not simplified."""
    if engine.every_path:
        return engine.builder.build(path, engine.builder.described(path).condition)
    if not _is_described_late(engine, path):
        return engine.builder.build(path, asserted=engine.writes)
    is_test = engine.writes and path.ending is Ending.RETURNED
    return engine.builder.build(path, raw=True) if is_test else engine.builder.build(path, "", asserted=engine.writes)


def _is_described_late(engine: Engine, path: Path) -> bool:
    """True if the condition of a path is simplified only when the path becomes a finding or a test.

    The effect of a path that returns may distinguish its test from others. If it names inputs whose names depend on the
    condition, the condition is needed at once. Annotations of parameters in the condition may suppress a finding: then
    it is needed at once, too.
    """
    if engine.every_path or engine.options.per_class:
        return False
    if path.ending is Ending.RETURNED and engine.writes:
        return path.number >= DESCRIBED_AT_ONCE
    if path.ending is Ending.RETURNED:
        return not (engine.reads_cases or is_renamed(path.returned) or written_statics(path.state))
    return not engine.reads_cases and not any(parameter_annotations(path.entry))


def describe_late(engine: Engine, work: Work, exploration: Exploration, selected: Iterable[Verdict]) -> None:
    """Describe the paths of selected verdicts that have no text yet, and store the texts in ``work``."""
    paths = {path.number: path for path in exploration.paths if _is_described_late(engine, path)}
    for verdict in selected:
        path = paths.get(verdict.case.path)
        if path is None or path.number in work.descriptions:
            continue
        with work.contained():
            if path.ending is Ending.RETURNED:
                work.descriptions[path.number] = Description(engine.builder.condition(path), verdict.case.effect)
            elif isinstance(built := engine.builder.build(path), TestCase):
                work.descriptions[path.number] = Description(built.condition, built.effect)


def described(work: Work, verdicts: Iterable[Verdict]) -> list[Verdict]:
    """The verdicts with the texts that ``work`` holds for their paths."""
    return [_described(work, each) for each in verdicts]


def _described(work: Work, verdict: Verdict) -> Verdict:
    text = work.descriptions.get(verdict.case.path)
    if text is None:
        return verdict
    return replace(verdict, case=replace(verdict.case, condition=text.condition, effect=text.effect))
