"""The one configuration of a run: every option is a field of `Options`, and the field says everything about it.

A field's metadata yields the command-line option, the key in ``everypath.toml`` or ``[tool.everypath]``, the
environment variable, the help text and the line in ``docs/options.md``. `resolve` puts the sources together, once, and
remembers for each value where it came from. Later sources win: default, file, environment, command line.
"""

from __future__ import annotations

import dataclasses
import difflib
import os
import tomllib
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from everypath.dataclass import dataclass, field
from everypath.errors import UsageError
from everypath.run.options.parsing import (
    STRATEGIES,
    Raw,
    or_none,
    parse_calls,
    parse_count,
    parse_criteria,
    parse_descriptor,
    parse_duration,
    parse_jobs,
    parse_paths,
    parse_patterns,
    parse_sources,
    parse_strategy,
    parse_suppress,
    parse_text,
    show_duration,
    show_jobs,
    show_list,
)
from everypath.run.options.settings import (
    ANALYSING,
    CHECK,
    PATHS,
    RESULTS,
    Setting,
    about,
    about_bound,
    about_choice,
    about_conditions,
    about_file,
    about_flag,
    about_list,
    about_output,
    about_patterns,
    about_text,
)

PREFIX = "EVERYPATH_"
FILE_NAME = "everypath.toml"


class Origin(Enum):
    """Where a value came from."""

    DEFAULT = "default"
    FILE = "file"
    ENVIRONMENT = "environment"
    COMMAND_LINE = "command line"


@dataclass(frozen=True)
class Options:
    """Everything a run can be told. Build it with `resolve` (all sources) or by keyword (tests, programs)."""

    classpath: tuple[Path, ...] = field(
        default=(),
        metadata=about(
            Setting(
                "Class directories and jars that the code under test needs.",
                parse_paths,
                show_list(os.pathsep),
                "PATH",
                repeated=True,
                common=True,
                commands=ANALYSING | {"replay"},
            )
        ),
    )
    only: tuple[str, ...] = field(
        default=(),
        metadata=about_list(
            "Only classes or class#method matching this pattern; parameter types choose an overload.",
            ",",
            parse_patterns,
            "GLOB",
        ),
    )
    budget: float = field(
        default=60.0,
        metadata=about(Setting("Time for the whole run.", parse_duration, show_duration, "TIME", common=True)),
    )
    jobs: int = field(
        default=0,
        metadata=about(Setting("Worker processes; auto: as the work needs.", parse_jobs, show_jobs, "N", common=True)),
    )
    jdk: str | None = field(
        default=None,
        metadata=about_text(
            "Home of the JDK used for replay.",
            "found",
            "JDK",
            common=True,
            commands=ANALYSING | {"doctor", "demo", "replay"},
        ),
    )
    json: Path | None = field(default=None, metadata=about_output("Write the results as JSON (- for standard output)."))
    sarif: Path | None = field(default=None, metadata=about_output("Write the findings as SARIF 2.1.0."))
    profile: Path | None = field(
        default=None,
        metadata=about_file("Write where the time went, method by method (- for standard error)."),
    )
    interpret: bool = field(
        default=False,
        metadata=about_flag("Compile no bytecode to Python functions: every instruction is interpreted (to compare)."),
    )
    dump_compiled: Path | None = field(
        default=None,
        metadata=about_file(
            "Folder for the Python functions that hot methods became, beside their bytecode.", metavar="DIR"
        ),
    )
    output: Path | None = field(
        default=None,
        metadata=about_output("Folder for the generated test sources.", "DIR", frozenset({"generate"}), "o"),
    )
    findings: bool = field(
        default=False,
        metadata=about_flag("Write a failing test for each bug instead.", commands=frozenset({"generate"})),
    )
    keep_all: bool = field(
        default=False,
        metadata=about_flag(
            "Write a test for every path, also where others show the same.", commands=frozenset({"generate"})
        ),
    )
    missing: bool = field(
        default=False,
        metadata=about_flag(
            "Write only tests of what the tests in the project do not cover; these are run for that.",
            common=True,
            commands=frozenset({"generate"}),
        ),
    )
    separate: bool = field(
        default=False,
        metadata=about_flag(
            "Write each case as a test of its own, also where cases differ in values only.",
            commands=frozenset({"generate"}),
        ),
    )
    framework: str = field(
        default="auto",
        metadata=about_choice(
            "What runs the written tests; auto: what the project's own tests or its build file use, else JUnit 5.",
            "auto",
            "junit5",
            "junit4",
            "testng",
            metavar="NAME",
            commands=frozenset({"check", "generate"}),
        ),
    )
    private: bool = field(default=False, metadata=about_flag("Private methods are entries, too.", common=True))
    null_args: str = field(
        default="warn",
        metadata=about_choice(
            "Level of what only a null argument shows.", "error", "warn", "never", metavar="LEVEL", common=True
        ),
    )
    forced_states: bool = field(
        default=False,
        metadata=about_flag("Use object states that no public call is known to produce.", common=True),
    )
    symbolic_statics: bool = field(
        default=False,
        metadata=about_flag("Take static fields that are not final as inputs; a test assigns and restores them."),
    )
    aliasing: str = field(
        default="full",
        metadata=about_choice("Which inputs may be one object.", "full", "inputs", "off", "eager", metavar="POLICY"),
    )
    setup_calls: int = field(
        default=4,
        metadata=about(
            Setting(
                "Calls that change an input after its creation, or its builder, at most; three times as many "
                "where effects used backwards tell which.",
                parse_count(0),
                metavar="N",
            )
        ),
    )
    declared_types: bool = field(
        default=False,
        metadata=about_flag(
            "Give each input the one class that fits its declared type best, as classic exploration does."
        ),
    )
    assume: tuple[str, ...] = field(
        default=(),
        metadata=about_conditions(
            "Only inputs with this property, as in 'a != null && a.length > 2' (or 'CLASS#METHOD: …')."
        ),
    )
    ensure: tuple[str, ...] = field(
        default=(),
        metadata=about_conditions("Prove that this holds when the method returns, as in 'result >= old(a.length)'."),
    )
    reflect_targets: tuple[str, ...] = field(
        default=(),
        metadata=about_patterns("Classes and members that reflection on unknown names is explored over."),
    )
    calls: tuple[str, ...] = field(
        default=(),
        metadata=about(
            Setting(
                "How calls are taken: PATTERN=inline, =lemma, =havoc or =auto; the first that matches counts.",
                parse_calls,
                show_list(","),
                "RULE",
                repeated=True,
            )
        ),
    )
    source: tuple[str, ...] = field(
        default=(),
        metadata=about(
            Setting(
                "Methods that return unknown values, such as Verifier#nondet*: each call gives a new one.",
                parse_sources,
                show_list(","),
                "GLOB",
                repeated=True,
            )
        ),
    )
    sensitive: tuple[str, ...] = field(
        default=(),
        metadata=about_patterns(
            "Members that no caller may reach with arguments of its choice, such as java.lang.Class#forName."
        ),
    )
    fail_on: str = field(
        default="error",
        metadata=about_choice(
            "Exit with 1 from this level on.", "error", "warning", "note", "never", metavar="LEVEL", commands=CHECK
        ),
    )
    changed: str | None = field(
        default=None,
        metadata=about(
            Setting(
                "Only methods that changed since the commit REF (git), HEAD where none is named.",
                parse_text,
                or_none("everything"),
                "REF",
                commands=RESULTS,
                bare="HEAD",
            )
        ),
    )
    baseline: Path | None = field(
        default=None,
        metadata=about_file("Findings that are known: only others are told, and those that are gone.", CHECK),
    )
    write_baseline: Path | None = field(
        default=None, metadata=about_file("Write the findings as a baseline; then they are known.", CHECK)
    )
    junit: Path | None = field(default=None, metadata=about_file("Write methods and findings as JUnit XML.", CHECK))
    suppress: tuple[str, ...] = field(
        default=(),
        metadata=about(
            Setting(
                "Findings that are not told: RULE, 'CLASS#METHOD: RULE' or the id of a finding.",
                parse_suppress,
                show_list("; "),
                "WHAT",
                repeated=True,
            )
        ),
    )
    strict: bool = field(
        default=False, metadata=about_flag("Exit with 3 unless every method is complete.", common=True)
    )
    verbose: bool = field(
        default=False, metadata=about_flag("Show notes, every method and its reasons.", common=True, short="v")
    )
    all: bool = field(
        default=False,
        metadata=about_flag(
            "List infeasible sides, too, with what contradicts.", common=True, commands=frozenset({"paths"})
        ),
    )
    contexts: bool = field(
        default=False,
        metadata=about_flag(
            "Tell apart which elements, and which inputs, are one (execution contexts).", commands=PATHS
        ),
    )
    no_overflow: bool = field(
        default=False,
        metadata=about_flag("Inferred preconditions exclude overflows, too.", commands=frozenset({"paths"})),
    )
    case: int | None = field(
        default=None,
        metadata=about(
            Setting(
                "Show only the class with this number.", parse_count(1), or_none("every class"), "N", commands=PATHS
            )
        ),
    )
    steps: bool = field(
        default=False,
        metadata=about_flag("Walk through the classes line by line, as a debugger does.", commands=PATHS),
    )
    patterns: int = field(
        default=1,
        metadata=about(
            Setting(
                "Members of each class: the smallest, some at boundaries, the rest by chance (`--seed`).",
                parse_count(1),
                metavar="N",
                commands=PATHS,
            )
        ),
    )
    markdown: Path | None = field(
        default=None,
        metadata=about_file("Write the classes as Markdown.", PATHS),
    )
    svg: Path | None = field(
        default=None,
        metadata=about_file("Draw the execution tree of the method as SVG.", PATHS),
    )
    html: Path | None = field(
        default=None,
        metadata=about_file(
            "Write one HTML page: findings, methods, cases, coverage by line (of `paths`: trees).", RESULTS | PATHS
        ),
    )
    metrics: bool = field(
        default=False,
        metadata=about_flag("Show how complex the methods are to explore.", commands=PATHS),
    )
    export: Path | None = field(
        default=None,
        metadata=about_file("Write classes and patterns for `everypath replay` (.json or .xml).", PATHS),
    )
    smtlib: Path | None = field(
        default=None,
        metadata=about_file(
            "Write each class's condition, and with --all each infeasible side, as SMT-LIB 2.", PATHS, "DIR"
        ),
    )
    per_class: bool = field(
        default=False,
        metadata=about_flag("One case for each class of the inputs that takes a path, not one for each path."),
    )
    entry: str | None = field(
        default=None,
        metadata=about_text("Analyse whole programs from the methods of this name.", "every method", "NAME"),
    )
    strategy: str = field(
        default="coverage",
        metadata=about(
            Setting(f"Order of exploration: {', '.join(STRATEGIES)}, or a plug-in's.", parse_strategy, metavar="NAME")
        ),
    )
    seed: int = field(
        default=0,
        metadata=about(
            Setting(
                "What the strategy random, and the members of classes (--patterns), are drawn by.",
                parse_count(0),
                metavar="N",
            )
        ),
    )
    criterion: tuple[str, ...] = field(
        default=(),
        metadata=about(
            Setting(
                "Explore until this criterion is met: statement, branch, condition, mcdc, exceptions, def-use, path, "
                "loop-K, block-K, depth-K, or a plug-in's.",
                parse_criteria,
                lambda value: ",".join(value) if isinstance(value, tuple) and value else "none",
                "NAME",
                repeated=True,
            )
        ),
    )
    path: str | None = field(
        default=None,
        metadata=about(
            Setting(
                "Follow only the path with this descriptor, such as TTFF.",
                parse_descriptor,
                or_none("every path"),
                "LETTERS",
                commands=frozenset({"paths"}),
            )
        ),
    )
    fuzz: str = field(
        default="unreached",
        metadata=about_choice(
            "Fuzz methods on the JVM: where lines are left that no path reached, or before a solver is asked, too.",
            "off",
            "unreached",
            "first",
            metavar="WHEN",
        ),
    )
    loop: int | None = field(default=None, metadata=about_bound("Iterations of every loop, fixed.", 0))
    block: int | None = field(
        default=None, metadata=about_bound("Visits of every basic block (PET's block-k), fixed.", default="none")
    )
    depth: int | None = field(
        default=None, metadata=about_bound("Derivation steps of every path (PET's depth-k), fixed.", default="none")
    )
    step_limit: int | None = field(default=None, metadata=about_bound("Calls and backward jumps of every path, fixed."))
    call_depth: int | None = field(default=None, metadata=about_bound("Depth of calls below the entry, fixed.", 0))
    no_pruning: bool = field(
        default=False,
        metadata=about_flag("Look for no contradiction before a solver is asked (to measure what that saves)."),
    )
    no_cache: bool = field(
        default=False,
        metadata=about_flag(
            "Use and keep nothing on disk of other runs (see `everypath cache`).",
            commands=ANALYSING | {"demo", "replay"},
        ),
    )
    condition_length: int | None = field(default=None, metadata=about_bound("Conditions on a path, fixed."))
    origins: Mapping[str, Origin] = field(default_factory=dict, compare=False)

    def origin(self, name: str) -> Origin:
        """Where the value of the option `name` came from."""
        return self.origins.get(name, Origin.DEFAULT)


def settings(command: str | None = None) -> dict[str, Setting]:
    """The settings by field name, in the order of `Options`; with `command`, those the command offers."""
    found = {each.name: each.metadata["setting"] for each in dataclasses.fields(Options) if "setting" in each.metadata}
    return {name: setting for name, setting in found.items() if command is None or command in setting.commands}


def flag_name(name: str) -> str:
    """``null_args`` is ``--null-args`` on the command line."""
    return "--" + name.replace("_", "-")


def file_key(name: str) -> str:
    """``null_args`` is ``null-args`` in a file."""
    return name.replace("_", "-")


def variable_name(name: str) -> str:
    """``null_args`` is ``EVERYPATH_NULL_ARGS`` in the environment."""
    return PREFIX + name.upper()


def resolve(
    given: Mapping[str, Raw], directory: Path | None = None, environment: Mapping[str, str] | None = None
) -> Options:
    """Put the command line (`given`), the environment and the configuration file in `directory` together.

    Values of `given` that are None, False or empty count as not given. Raises `UsageError`, naming the source, where a
    value cannot be used or a file has an unknown key.
    """
    known = settings()
    values: dict[str, Any] = {}
    origins: dict[str, Origin] = {}

    def take(name: str, raw: Raw, origin: Origin, where: str) -> None:
        try:
            values[name] = known[name].parse(raw)
        except (ValueError, UsageError) as problem:
            raise UsageError(f"{where}: {problem}") from problem
        origins[name] = origin

    for name, raw, where in _from_file(directory or Path.cwd(), known):
        take(name, raw, Origin.FILE, where)
    variables = os.environ if environment is None else environment
    for name in known:
        variable = variable_name(name)
        if variables.get(variable):
            take(name, variables[variable], Origin.ENVIRONMENT, variable)
    for name, raw in given.items():
        if raw is not None and raw is not False and raw != ():
            take(name, raw, Origin.COMMAND_LINE, flag_name(name))
    return dataclasses.replace(Options(), **values, origins=origins)


def _from_file(directory: Path, known: Mapping[str, Setting]) -> Sequence[tuple[str, Raw, str]]:
    own = directory / FILE_NAME
    project = directory / "pyproject.toml"
    if own.is_file():
        path, table = own, _read_toml(own)
    elif project.is_file():
        path = project
        tool = _read_toml(project).get("tool", {})
        section = tool.get("everypath", {}) if isinstance(tool, dict) else {}
        if not isinstance(section, dict):
            raise UsageError(f"{path.name}: tool.everypath is not a table")
        table = section
    else:
        return []
    found = []
    names = {file_key(name): name for name in known}
    for key, raw in table.items():
        if key not in names:
            near = difflib.get_close_matches(key, names, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise UsageError(f"{path.name}: unknown key '{key}'{hint}")
        found.append((names[key], raw, f"{path.name}: {key}"))
    return found


def _read_toml(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise UsageError(f"{path.name} cannot be read: {problem}") from problem


def document() -> str:
    """The text of ``docs/options.md``, from the settings alone."""
    lines = [
        "# Options",
        "",
        "Every option can be given on the command line, in the environment, and in `everypath.toml` or the table",
        "`[tool.everypath]` of `pyproject.toml` in the current directory; the first of these wins.",
        "`everypath config show` prints each value and where it came from.",
        "",
        "| command line | file key | environment | default | meaning |",
        "|---|---|---|---|---|",
    ]
    defaults = Options()
    for name, setting in settings().items():
        value = "" if setting.flag else f"[={setting.metavar}]" if setting.bare else f" {setting.metavar}"
        default = setting.show(getattr(defaults, name)) or "none"
        meaning = setting.help
        if setting.choices:
            meaning += f" One of {', '.join(f'`{choice}`' for choice in setting.choices)}."
        if setting.repeated:
            meaning += " May be repeated."
        short = f"`-{setting.short}`, " if setting.short else ""
        names = f"{short}`{flag_name(name)}{value}` | `{file_key(name)}` | `{variable_name(name)}`"
        lines.append(f"| {names} | {default} | {meaning} |")
    return "\n".join(lines) + "\n"
