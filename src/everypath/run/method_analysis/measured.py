"""Coverage of one method as its replays on the JVM measured it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from everypath.bridge import Coverage
from everypath.classfile import nested_name
from everypath.explore.behaviours import variable_statics
from everypath.run.coverage import executed_code
from everypath.run.results import Count, ExecutedCode, Unreached

if TYPE_CHECKING:
    from everypath.bridge import MethodCoverage
    from everypath.explore import Exploration
    from everypath.program import Method
    from everypath.run.engine import Engine, Work


def method_coverage(work: Work) -> MethodCoverage | None:
    """The coverage of the entry method itself; None if its class was not measured."""
    method = work.method
    return work.coverage.method(method.owner.name, method.name, method.descriptor)


def _with_initialisers(engine: Engine, work: Work, called: Iterable[Method]) -> Coverage:
    """The coverage of the replays and of the class initialisers of the target that the exploration executed."""
    coverage = Coverage(engine.bridge.probes)
    coverage.add(work.coverage.hits)
    for method in called:
        if method.name == "<clinit>" and method.owner.is_target:
            coverage.add(engine.bridge.initialiser_hits(method.owner.name))
    return coverage


def ran_by(engine: Engine, work: Work, exploration: Exploration) -> tuple[ExecutedCode, ...]:
    """The instructions that the replays of one method executed, of all methods of the target's classes it entered."""
    called = {engine.machine.blocks[number][0] for number in exploration.covered}
    owners = {method.owner.name for method in (*called, work.method) if method.owner.is_target}
    coverage = _with_initialisers(engine, work, called)
    return tuple(
        executed_code(owner, name, descriptor, found)
        for owner in sorted(owners)
        for (name, descriptor), found in sorted(coverage.methods(owner).items())
        if found.instructions
    )


def reached(engine: Engine, work: Work, exploration: Exploration) -> Count:
    """The covered instructions of the target's methods that the entry called."""
    called = {engine.machine.blocks[number][0] for number in exploration.covered} - {work.method}
    coverage = _with_initialisers(engine, work, called)
    total = Count()
    for method in called:
        if method.owner.is_target:
            measured = coverage.method(method.owner.name, method.name, method.descriptor)
            if measured is not None:
                total += Count(measured.instructions_covered, measured.instructions_total)
    return total


def statics_of(engine: Engine, work: Work, *explorations: Exploration) -> tuple[str, ...]:
    """The static fields of analysed code that were read as initialisation left them, as ``count`` or ``Pool.free``."""
    blocks = sorted(frozenset().union(*(each.covered for each in explorations)))
    fields = variable_statics(engine.program, map(engine.machine.blocks.__getitem__, blocks))
    statics, entry = work.explorer.session.inputs.statics, work.method
    named = {
        each.name if each.owner is entry.owner else f"{nested_name(each.owner.name)}.{each.name}"
        for each in fields
        if not statics.is_input(each)
    }
    return tuple(sorted(named))


def unreached(exploration: Exploration, measured: MethodCoverage | None, *, refuted: bool) -> tuple[Unreached, ...]:
    """The lines that no path reached, without those that the JVM executed all the same.

    If there is such a line, or if the exploration is ``refuted`` otherwise, no line counts as proved unreachable.
    """
    ran = measured.lines if measured is not None else frozenset()
    refuted = refuted or any(each.line in ran for each in exploration.unreached)
    return tuple(
        Unreached(each.line, each.proved and not refuted, each.reason or ("diverged" if refuted else ""))
        for each in exploration.unreached
        if each.line not in ran
    )
