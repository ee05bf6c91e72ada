"""Coverage of one method as its replays on the JVM measured it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.bridge import Coverage
from everypath.run.engine import Work
from everypath.run.results import Ran

if TYPE_CHECKING:
    from everypath.explore import Exploration
    from everypath.run.engine import Engine


def ran_by(engine: Engine, work: Work, exploration: Exploration) -> tuple[Ran, ...]:
    """What the replays of one method ran, of the classes of the target that it entered."""
    coverage = Coverage(engine.bridge.probes)
    coverage.add(work.coverage.hits)
    called = {engine.machine.blocks[number][0] for number in exploration.covered}
    owners = {method.owner.name for method in (*called, work.method) if method.owner.is_target}
    for method in called:
        if method.name == "<clinit>" and method.owner.is_target:
            coverage.add(engine.bridge.initialiser_hits(method.owner.name))
    return tuple(
        Ran(owner, name, descriptor, sum(1 << pc for pc in found.instructions), found.branches)
        for owner in sorted(owners)
        for (name, descriptor), found in sorted(coverage.methods(owner).items())
        if found.instructions
    )
