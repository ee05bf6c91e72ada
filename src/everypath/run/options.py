"""The one configuration of a run: every option is a field of `Options`, and the field says everything about it.

A field's metadata yields the command-line option, the key in ``everypath.toml`` or ``[tool.everypath]``, the
environment variable, the help text and the line in ``docs/options.md``. `resolve` puts the sources together, once, and
remembers for each value where it came from. Later sources win: default, file, environment, command line.
"""

from __future__ import annotations

import dataclasses
import difflib
import os
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from everypath.errors import UsageError

#: What a value looks like before it is parsed: text from the command line or environment, or a TOML value.
Raw = object

ANALYSING = frozenset({"check", "generate", "paths", "why"})
PATHS = frozenset({"paths"})
PREFIX = "EVERYPATH_"
FILE_NAME = "everypath.toml"
#: How calls can be taken (`everypath.library.rules`).
CALL_MODES = ("inline", "lemma", "havoc")
#: So many workers leave this process enough open files on every usual system.
MOST_JOBS = 128


class Origin(Enum):
    """Where a value came from."""

    DEFAULT = "default"
    FILE = "file"
    ENVIRONMENT = "environment"
    COMMAND_LINE = "command line"


@dataclass(frozen=True)
class Setting:
    """What is known of one option beside its type and default.

    `parse` turns a raw value into the typed one and raises `ValueError` with a reason; `show` is for people.
    `repeated` options may be given several times; `flag` options take no value; `common` ones are in the short help.
    """

    help: str
    parse: Callable[[Raw], object]
    show: Callable[[object], str] = str
    metavar: str = ""
    choices: tuple[str, ...] = ()
    repeated: bool = False
    flag: bool = False
    common: bool = False
    commands: frozenset[str] = ANALYSING
    short: str = ""


def parse_duration(raw: Raw) -> float:
    """Seconds of ``60``, ``60s``, ``2m``, ``1h`` or ``1m30s``. Raises `ValueError`."""
    text = str(raw).strip().lower()
    if re.fullmatch(r"\d+(\.\d+)?", text):
        seconds = float(text)
    else:
        match = re.fullmatch(r"(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?", text)
        if match is None or not text:
            raise ValueError(f"'{raw}' is not a duration; write 60s, 2m or 1h")
        hours, minutes, rest = (float(part) if part else 0.0 for part in match.groups())
        seconds = hours * 3600 + minutes * 60 + rest
    if seconds <= 0:
        raise ValueError(f"'{raw}' is not a duration above zero")
    return seconds


def show_duration(value: object) -> str:
    """``60 s`` for 60.0: the shortest exact spelling."""
    return f"{value:g}s" if isinstance(value, (int, float)) else str(value)


def _parse_bool(raw: Raw) -> bool:
    if isinstance(raw, bool):
        return raw
    text = str(raw).strip().lower()
    if text in ("1", "true", "yes", "on"):
        return True
    if text in ("0", "false", "no", "off", ""):
        return False
    raise ValueError(f"'{raw}' is neither true nor false")


def _parse_count(least: int) -> Callable[[Raw], int]:
    def parse(raw: Raw) -> int:
        if isinstance(raw, bool) or not re.fullmatch(r"\d+", str(raw).strip()) or int(str(raw)) < least:
            raise ValueError(f"'{raw}' is not a whole number from {least} up")
        return int(str(raw))

    return parse


def _parse_jobs(raw: Raw) -> int:
    if str(raw).strip().lower() == "auto":
        return 0
    jobs = _parse_count(1)(raw)
    if jobs > MOST_JOBS:
        raise ValueError(f"'{raw}' is more than {MOST_JOBS}")
    return jobs


def _parse_choice(*choices: str) -> Callable[[Raw], str]:
    def parse(raw: Raw) -> str:
        if raw not in choices:
            raise ValueError(f"'{raw}' is not one of {', '.join(choices)}")
        return str(raw)

    return parse


def _parse_text(raw: Raw) -> str:
    if not isinstance(raw, (str, os.PathLike)):
        raise ValueError(f"{raw!r} is not a text")
    text = str(raw).strip()
    if not text:
        raise ValueError("an empty text is no value")
    return text


def _parse_output(raw: Raw) -> Path:
    return Path(_parse_text(raw))


def _parse_list(separator: str) -> Callable[[Raw], tuple[str, ...]]:
    def parse(raw: Raw) -> tuple[str, ...]:
        items = raw if isinstance(raw, (list, tuple)) else [raw]
        for item in items:
            if not isinstance(item, (str, os.PathLike)):
                raise ValueError(f"{item!r} is not a text")
        return tuple(part for item in items for part in str(item).split(separator) if part)

    return parse


def _parse_conditions(raw: Raw) -> tuple[str, ...]:
    """Conditions, each with the pattern of its methods before it or in the key of a table."""
    from everypath.run.contracts import Told

    if isinstance(raw, Mapping):
        items = [f"{key}: {text}" for key, found in raw.items() for text in _texts(found)]
    else:
        items = _texts(raw)
    for item in items:
        Told.read(item)
    return tuple(items)


def _texts(raw: object) -> list[str]:
    items = raw if isinstance(raw, (list, tuple)) else [raw]
    for item in items:
        if not isinstance(item, str):
            raise ValueError(f"{item!r} is not a text")
    return [str(item) for item in items]


def _parse_paths(raw: Raw) -> tuple[Path, ...]:
    return tuple(Path(item) for item in _parse_list(os.pathsep)(raw))


def _parse_criteria(raw: Raw) -> tuple[str, ...]:
    from everypath.explore.criteria import BOUNDED, CRITERIA, is_criterion  # not for every `--help`

    names = _parse_list(",")(raw)
    for name in names:
        if not is_criterion(name):
            known = ", ".join((*CRITERIA, *(f"{bound}-K" for bound in BOUNDED)))
            raise ValueError(f"'{name}' is not one of {known}")
    return tuple(dict.fromkeys(names))


def _parse_descriptor(raw: Raw) -> str:
    from everypath.program import parse_descriptor

    return parse_descriptor(_parse_text(raw))


def _parse_calls(raw: Raw) -> tuple[str, ...]:
    rules = _parse_list(",")(raw)
    for each in rules:
        pattern, _, mode = each.partition("=")
        if mode not in CALL_MODES or not pattern.strip("# "):
            raise ValueError(f"'{each}' is no rule; write Class#method={'|'.join(CALL_MODES)}")
    return rules


def _parse_sources(raw: Raw) -> tuple[str, ...]:
    patterns = _parse_list(",")(raw)
    for each in patterns:
        if "=" in each or not each.partition("#")[2]:
            raise ValueError(f"'{each}' names no methods; write Class#method, such as Verifier#nondet*")
    return patterns


def _or_none(words: str) -> Callable[[object], str]:
    """Shows None as `words`."""
    return lambda value: words if value is None else str(value)


def _show_jobs(value: object) -> str:
    return "auto" if value == 0 else str(value)


def _show_list(separator: str) -> Callable[[object], str]:
    return lambda value: separator.join(str(item) for item in value) if isinstance(value, tuple) else str(value)


def _about(setting: Setting) -> dict[str, Setting]:
    return {"setting": setting}


def _flag(
    help_text: str, *, common: bool = False, commands: frozenset[str] = ANALYSING, short: str = ""
) -> dict[str, Setting]:
    def show(value: object) -> str:
        return "true" if value else "false"

    return _about(Setting(help_text, _parse_bool, show, flag=True, common=common, commands=commands, short=short))


def _bound(help_text: str, least: int = 1, default: str = "deepening") -> dict[str, Setting]:
    return _about(Setting(help_text, _parse_count(least), _or_none(default), "N"))


def _output(
    help_text: str, metavar: str = "FILE", commands: frozenset[str] = ANALYSING, short: str = ""
) -> dict[str, Setting]:
    return _about(
        Setting(help_text, _parse_output, _or_none("none"), metavar, common=True, commands=commands, short=short)
    )


def _text(
    help_text: str, default: str, metavar: str, *, common: bool = False, commands: frozenset[str] = ANALYSING
) -> dict[str, Setting]:
    return _about(Setting(help_text, _parse_text, _or_none(default), metavar, common=common, commands=commands))


def _list(help_text: str, separator: str, parse: Callable[[Raw], object], metavar: str) -> dict[str, Setting]:
    return _about(Setting(help_text, parse, _show_list(separator), metavar, repeated=True, common=True))


def _file(help_text: str, commands: frozenset[str]) -> dict[str, Setting]:
    return _about(Setting(help_text, _parse_output, _or_none("none"), "FILE", commands=commands))


def _patterns(help_text: str) -> dict[str, Setting]:
    return _about(Setting(help_text, _parse_list(","), _show_list(","), "GLOB", repeated=True))


def _conditions(help_text: str) -> dict[str, Setting]:
    return _about(Setting(help_text, _parse_conditions, _show_list("; "), "EXPR", repeated=True))


def _choice(help_text: str, *choices: str, metavar: str, common: bool = False) -> dict[str, Setting]:
    return _about(Setting(help_text, _parse_choice(*choices), metavar=metavar, choices=choices, common=common))


@dataclass(frozen=True)
class Options:
    """Everything a run can be told. Build it with `resolve` (all sources) or by keyword (tests, programs)."""

    classpath: tuple[Path, ...] = field(
        default=(),
        metadata=_about(
            Setting(
                "Class directories and jars that the code under test needs.",
                _parse_paths,
                _show_list(os.pathsep),
                "PATH",
                repeated=True,
                common=True,
                commands=ANALYSING | {"replay"},
            )
        ),
    )
    only: tuple[str, ...] = field(
        default=(),
        metadata=_list("Only classes or class#method matching this pattern.", ",", _parse_list(","), "GLOB"),
    )
    budget: float = field(
        default=60.0,
        metadata=_about(Setting("Time for the whole run.", parse_duration, show_duration, "TIME", common=True)),
    )
    jobs: int = field(
        default=0,
        metadata=_about(
            Setting("Worker processes; auto: as the work needs.", _parse_jobs, _show_jobs, "N", common=True)
        ),
    )
    jdk: str | None = field(
        default=None,
        metadata=_text(
            "Home of the JDK used for replay.",
            "found",
            "JDK",
            common=True,
            commands=ANALYSING | {"doctor", "demo", "replay"},
        ),
    )
    json: Path | None = field(default=None, metadata=_output("Write the results as JSON (- for standard output)."))
    sarif: Path | None = field(default=None, metadata=_output("Write the findings as SARIF 2.1.0."))
    profile: Path | None = field(
        default=None,
        metadata=_about(
            Setting(
                "Write where the time went, method by method (- for standard error).",
                _parse_output,
                _or_none("none"),
                "FILE",
            )
        ),
    )
    interpret: bool = field(
        default=False,
        metadata=_flag("Compile no bytecode to Python functions: every instruction is interpreted (to compare)."),
    )
    dump_compiled: Path | None = field(
        default=None,
        metadata=_about(
            Setting(
                "Folder for the Python functions that hot methods became, beside their bytecode.",
                _parse_output,
                _or_none("none"),
                "DIR",
            )
        ),
    )
    output: Path | None = field(
        default=None,
        metadata=_output("Folder for the generated test sources.", "DIR", frozenset({"generate"}), "o"),
    )
    private: bool = field(default=False, metadata=_flag("Private methods are entries, too.", common=True))
    null_args: str = field(
        default="warn",
        metadata=_choice(
            "Level of what only a null argument shows.", "error", "warn", "never", metavar="LEVEL", common=True
        ),
    )
    forced_states: bool = field(
        default=False,
        metadata=_flag("Use object states that no public call is known to produce.", common=True),
    )
    symbolic_statics: bool = field(
        default=False,
        metadata=_flag("Take static fields that are not final as inputs; a test assigns and restores them."),
    )
    aliasing: str = field(
        default="full",
        metadata=_choice("Which inputs may be one object.", "full", "inputs", "off", "eager", metavar="POLICY"),
    )
    setup_calls: int = field(
        default=4,
        metadata=_about(
            Setting(
                "Calls that change an input after its creation, or its builder, at most.", _parse_count(0), metavar="N"
            )
        ),
    )
    declared_types: bool = field(
        default=False,
        metadata=_flag("Give each input the one class that fits its declared type best, as classic exploration does."),
    )
    assume: tuple[str, ...] = field(
        default=(),
        metadata=_conditions(
            "Only inputs with this property, as in 'a != null && a.length > 2' (or 'CLASS#METHOD: …')."
        ),
    )
    ensure: tuple[str, ...] = field(
        default=(),
        metadata=_conditions("Prove that this holds when the method returns, as in 'result >= old(a.length)'."),
    )
    reflect_targets: tuple[str, ...] = field(
        default=(),
        metadata=_patterns("Classes and members that reflection on unknown names is explored over."),
    )
    calls: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            Setting(
                "How calls are taken: PATTERN=inline, =lemma or =havoc; the first that matches counts.",
                _parse_calls,
                _show_list(","),
                "RULE",
                repeated=True,
            )
        ),
    )
    source: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            Setting(
                "Methods that return unknown values, such as Verifier#nondet*: each call gives a new one.",
                _parse_sources,
                _show_list(","),
                "GLOB",
                repeated=True,
            )
        ),
    )
    sensitive: tuple[str, ...] = field(
        default=(),
        metadata=_patterns(
            "Members that no caller may reach with arguments of its choice, such as java.lang.Class#forName."
        ),
    )
    strict: bool = field(default=False, metadata=_flag("Exit with 3 unless every method is complete.", common=True))
    verbose: bool = field(
        default=False, metadata=_flag("Show notes, every method and its reasons.", common=True, short="v")
    )
    all: bool = field(
        default=False,
        metadata=_flag(
            "List infeasible sides, too, with what contradicts.", common=True, commands=frozenset({"paths"})
        ),
    )
    contexts: bool = field(
        default=False,
        metadata=_flag("Tell apart which elements, and which inputs, are one (execution contexts).", commands=PATHS),
    )
    no_overflow: bool = field(
        default=False,
        metadata=_flag("Inferred preconditions exclude overflows, too.", commands=frozenset({"paths"})),
    )
    patterns: int = field(
        default=1,
        metadata=_about(
            Setting(
                "Members of each class: the smallest, some at boundaries, the rest by chance (`--seed`).",
                _parse_count(1),
                metavar="N",
                commands=PATHS,
            )
        ),
    )
    markdown: Path | None = field(
        default=None,
        metadata=_about(
            Setting("Write the classes as Markdown.", _parse_output, _or_none("none"), "FILE", commands=PATHS)
        ),
    )
    svg: Path | None = field(
        default=None,
        metadata=_about(
            Setting(
                "Draw the execution tree of the method as SVG.", _parse_output, _or_none("none"), "FILE", commands=PATHS
            )
        ),
    )
    html: Path | None = field(
        default=None,
        metadata=_about(
            Setting(
                "Write the execution trees as one HTML page that folds.",
                _parse_output,
                _or_none("none"),
                "FILE",
                commands=PATHS,
            )
        ),
    )
    metrics: bool = field(
        default=False,
        metadata=_flag("Show how complex the methods are to explore.", commands=PATHS),
    )
    export: Path | None = field(
        default=None,
        metadata=_about(
            Setting(
                "Write classes and patterns for `everypath replay` (.json or .xml).",
                _parse_output,
                _or_none("none"),
                "FILE",
                commands=PATHS,
            )
        ),
    )
    per_class: bool = field(
        default=False,
        metadata=_flag("One case for each class of the inputs that takes a path, not one for each path."),
    )
    entry: str | None = field(
        default=None,
        metadata=_text("Analyse whole programs from the methods of this name.", "every method", "NAME"),
    )
    strategy: str = field(
        default="coverage",
        metadata=_choice(
            "Order of exploration.",
            "coverage",
            "generational",
            "depth-first",
            "breadth-first",
            "random",
            "interleaved",
            metavar="NAME",
        ),
    )
    seed: int = field(
        default=0,
        metadata=_about(
            Setting(
                "What the strategy random, and the members of classes (--patterns), are drawn by.",
                _parse_count(0),
                metavar="N",
            )
        ),
    )
    criterion: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            Setting(
                "Explore until this criterion is met: statement, branch, condition, mcdc, exceptions, def-use, path, "
                "loop-K, block-K, depth-K.",
                _parse_criteria,
                lambda value: ",".join(value) if isinstance(value, tuple) and value else "none",
                "NAME",
                repeated=True,
            )
        ),
    )
    path: str | None = field(
        default=None,
        metadata=_about(
            Setting(
                "Follow only the path with this descriptor, such as TTFF.",
                _parse_descriptor,
                _or_none("every path"),
                "LETTERS",
                commands=frozenset({"paths"}),
            )
        ),
    )
    fuzz: str = field(
        default="unreached",
        metadata=_choice(
            "Fuzz methods on the JVM: where lines are left that no path reached, or before a solver is asked, too.",
            "off",
            "unreached",
            "first",
            metavar="WHEN",
        ),
    )
    loop: int | None = field(default=None, metadata=_bound("Iterations of every loop, fixed.", 0))
    block: int | None = field(
        default=None, metadata=_bound("Visits of every basic block (PET's block-k), fixed.", default="none")
    )
    depth: int | None = field(
        default=None, metadata=_bound("Derivation steps of every path (PET's depth-k), fixed.", default="none")
    )
    steps: int | None = field(default=None, metadata=_bound("Calls and backward jumps of every path, fixed."))
    call_depth: int | None = field(default=None, metadata=_bound("Depth of calls below the entry, fixed.", 0))
    no_pruning: bool = field(
        default=False,
        metadata=_flag("Look for no contradiction before a solver is asked (to measure what that saves)."),
    )
    no_cache: bool = field(
        default=False,
        metadata=_flag(
            "Use and keep nothing on disk of other runs (see `everypath cache`).",
            commands=ANALYSING | {"demo", "replay"},
        ),
    )
    condition_length: int | None = field(default=None, metadata=_bound("Conditions on a path, fixed."))
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
        value = "" if setting.flag else f" {setting.metavar}"
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
