"""The description of an option beside its type and default, and the usual kinds of options."""

from __future__ import annotations

from collections.abc import Callable

from everypath.dataclass import dataclass
from everypath.run.options.parsing import (
    Raw,
    or_none,
    parse_choice,
    parse_conditions,
    parse_count,
    parse_flag,
    parse_output,
    parse_patterns,
    parse_text,
    show_list,
)

ANALYSING = frozenset({"check", "generate", "paths", "why"})
CHECK = frozenset({"check"})
RESULTS = frozenset({"check", "generate"})
PATHS = frozenset({"paths"})


@dataclass(frozen=True)
class Setting:
    """The description of one option beside its type and default.

    `parse` turns a raw value into the typed one and raises `ValueError` with a reason; `show` returns the text for
    people. ``repeated`` options may be given several times, ``flag`` options take no value, ``common`` ones are in the
    short help. An option that is given without ``=VALUE`` has the value ``bare``, unless that is empty.
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
    bare: str = ""


def flag_setting(
    help_text: str, *, common: bool = False, commands: frozenset[str] = ANALYSING, short: str = ""
) -> Setting:
    """A switch."""

    def show(value: object) -> str:
        return "true" if value else "false"

    return Setting(help_text, parse_flag, show, flag=True, common=common, commands=commands, short=short)


def bound_setting(help_text: str, least: int = 1, default: str = "deepening") -> Setting:
    """A bound of the exploration. Deepening raises it unless the user fixes it."""
    return Setting(help_text, parse_count(least), or_none(default), "N")


def main_output_setting(
    help_text: str, metavar: str = "FILE", commands: frozenset[str] = ANALYSING, short: str = ""
) -> Setting:
    """A file to write that the short help names."""
    return Setting(help_text, parse_output, or_none("none"), metavar, common=True, commands=commands, short=short)


def text_setting(
    help_text: str, default: str, metavar: str, *, common: bool = False, commands: frozenset[str] = ANALYSING
) -> Setting:
    """A text, printed as ``default`` if it is not given."""
    return Setting(help_text, parse_text, or_none(default), metavar, common=common, commands=commands)


def listed_setting(help_text: str, separator: str, parse: Callable[[Raw], object], metavar: str) -> Setting:
    """Values that may be given several times or together, with `separator` between them."""
    return Setting(help_text, parse, show_list(separator), metavar, repeated=True, common=True)


def file_setting(help_text: str, commands: frozenset[str] = ANALYSING, metavar: str = "FILE") -> Setting:
    """A file or folder to write."""
    return Setting(help_text, parse_output, or_none("none"), metavar, commands=commands)


def patterns_setting(help_text: str) -> Setting:
    """Patterns of classes or methods."""
    return Setting(help_text, parse_patterns, show_list(","), "GLOB", repeated=True)


def conditions_setting(help_text: str) -> Setting:
    """Conditions in Java syntax."""
    return Setting(help_text, parse_conditions, show_list("; "), "EXPR", repeated=True)


def choice_setting(
    help_text: str, *choices: str, metavar: str, common: bool = False, commands: frozenset[str] = ANALYSING
) -> Setting:
    """One of `choices`."""
    parse = parse_choice(*choices)
    return Setting(help_text, parse, metavar=metavar, choices=choices, common=common, commands=commands)
