"""The configuration of a run: every option is a field of `Options`, with its type and default.

`everypath.run.options.table` has a row for each field: the command-line option, the key in ``everypath.toml`` or
``[tool.everypath]``, the environment variable, the help text and the line in ``docs/options.md`` follow from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path

from everypath.dataclass import dataclass, field
from everypath.work import Steps


class Origin(Enum):
    """Where a value came from."""

    DEFAULT = "default"
    FILE = "file"
    ENVIRONMENT = "environment"
    COMMAND_LINE = "command line"


@dataclass(frozen=True)
class Options:
    """All options of a run. Make it with `resolve` (from all sources) or by keyword (tests, programs).

    ``budget`` is in seconds, or in steps of counted work. ``memory`` is in bytes; 0 for most of the free ones.
    """

    classpath: tuple[Path, ...] = ()
    only: tuple[str, ...] = ()
    budget: float | Steps = 60.0
    jobs: int = 0
    memory: int = 0
    jdk: str | None = None
    json: Path | None = None
    sarif: Path | None = None
    profile: Path | None = None
    goals: Path | None = None
    interpret: bool = False
    dump_compiled: Path | None = None
    output: Path | None = None
    findings: bool = False
    keep_all: bool = False
    missing: bool = False
    separate: bool = False
    framework: str = "auto"
    private: bool = False
    null_args: str = "warn"
    forced_states: bool = False
    symbolic_statics: bool = False
    aliasing: str = "full"
    setup_calls: int = 4
    declared_types: bool = False
    assume: tuple[str, ...] = ()
    ensure: tuple[str, ...] = ()
    reflect_targets: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    sensitive: tuple[str, ...] = ()
    fail_on: str = "error"
    changed: str | None = None
    baseline: Path | None = None
    write_baseline: Path | None = None
    junit: Path | None = None
    suppress: tuple[str, ...] = ()
    strict: bool = False
    verbose: bool = False
    all: bool = False
    contexts: bool = False
    no_overflow: bool = False
    case: int | None = None
    steps: bool = False
    patterns: int = 1
    markdown: Path | None = None
    svg: Path | None = None
    html: Path | None = None
    metrics: bool = False
    export: Path | None = None
    smtlib: Path | None = None
    java: Path | None = None
    per_class: bool = False
    entry: str | None = None
    strategy: str = "coverage"
    seed: int = 0
    criterion: tuple[str, ...] = ()
    path: str | None = None
    sweep: str = "auto"
    loop: int | None = None
    block: int | None = None
    depth: int | None = None
    step_limit: int | None = None
    call_depth: int | None = None
    no_pruning: bool = False
    no_cache: bool = False
    condition_length: int | None = None
    origins: Mapping[str, Origin] = field(default_factory=dict, compare=False)

    def origin(self, name: str) -> Origin:
        """The source of the value of the option ``name``."""
        return self.origins.get(name, Origin.DEFAULT)
