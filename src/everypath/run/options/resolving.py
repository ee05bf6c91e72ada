"""Resolves the options of a run from the defaults, the configuration file, the environment and the command line."""

from __future__ import annotations

import dataclasses
import difflib
import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from everypath.errors import UsageError
from everypath.run.options.options import Options, Origin
from everypath.run.options.parsing import Raw
from everypath.run.options.settings import Setting
from everypath.run.options.table import file_key, flag_name, settings, variable_name

FILE_NAME = "everypath.toml"


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
