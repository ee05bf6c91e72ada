"""Parses and prints the values of options. Each parser takes text or a TOML value, and raises `ValueError`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

from everypath.work import Steps

Raw = object
"""A value before it is parsed: text from the command line or environment, or a TOML value."""

CALL_MODES = ("inline", "lemma", "havoc", "auto")
"""The ways to execute a call (`everypath.library.dispatch`)."""
STRATEGIES = ("coverage", "generational", "depth-first", "breadth-first", "random", "interleaved")
"""The names in the table of `everypath.explore.search.strategies`, the default first. They are repeated here because
importing that package would slow down every ``--help``; a test compares them.
"""
CRITERIA = (
    *("statement", "branch", "condition", "mcdc", "exceptions", "def-use", "path"),
    *("loop-K", "block-K", "depth-K"),
)
"""The names in the table of `everypath.explore.criteria`, repeated for the same reason."""
LEAST_MEMORY = 850 << 20
"""The least bytes with which a run goes on well: the main process and one worker, with their JVMs."""
MOST_JOBS = 128
"""The most workers: with them, this process has enough open files left on every usual system."""


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


def parse_budget(raw: Raw) -> float | Steps:
    """A budget of time, as seconds of a duration, or one of work, as in ``200k-steps``. Raises `ValueError`."""
    text = str(raw).strip()
    if "step" not in text.lower():
        try:
            return parse_duration(text)
        except ValueError as problem:
            raise ValueError(f"{problem}, or work as 200k-steps" if "write" in str(problem) else problem) from None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([kKmM]?)-steps", text)
    if match is None:
        raise ValueError(f"'{raw}' is no number of steps; write 5000-steps, 200k-steps or 2M-steps")
    count = Fraction(match[1]) * {"": 1, "k": 1_000, "m": 1_000_000}[match[2].lower()]
    if count < 1 or count.denominator > 1:
        raise ValueError(f"'{raw}' is no whole number of steps above zero")
    return Steps(int(count))


def show_budget(value: object) -> str:
    """``60s`` for 60.0, ``200k-steps`` for so many steps: the shortest exact spelling."""
    return f"{value:g}s" if isinstance(value, (int, float)) else str(value)


def parse_flag(raw: Raw) -> bool:
    """True or False of a switch in a file or the environment."""
    if isinstance(raw, bool):
        return raw
    text = str(raw).strip().lower()
    if text in ("1", "true", "yes", "on"):
        return True
    if text in ("0", "false", "no", "off", ""):
        return False
    raise ValueError(f"'{raw}' is neither true nor false")


def parse_count(least: int) -> Callable[[Raw], int]:
    """A parser of whole numbers from `least` up."""

    def parse(raw: Raw) -> int:
        if isinstance(raw, bool) or not re.fullmatch(r"\d+", str(raw).strip()) or int(str(raw)) < least:
            raise ValueError(f"'{raw}' is not a whole number from {least} up")
        return int(str(raw))

    return parse


def parse_jobs(raw: Raw) -> int:
    """A number of workers; 0 for ``auto``."""
    if str(raw).strip().lower() == "auto":
        return 0
    jobs = parse_count(1)(raw)
    if jobs > MOST_JOBS:
        raise ValueError(f"'{raw}' is more than {MOST_JOBS}")
    return jobs


def parse_size(raw: Raw) -> int:
    """Bytes of ``800M`` or ``1.5G``; 0 for ``auto``. Raises `ValueError`."""
    text = str(raw).strip().lower()
    if text == "auto":
        return 0
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([mg])b?", text)
    if match is None:
        raise ValueError(f"'{raw}' is not a size; write 800M or 2G")
    size = int(float(match[1]) * (1 << {"m": 20, "g": 30}[match[2]]))
    if size < LEAST_MEMORY:
        raise ValueError(f"'{raw}' is less than {show_size(LEAST_MEMORY)}, which one worker and its JVMs need")
    return size


def show_size(value: object) -> str:
    """``auto`` for 0, ``2G`` or ``800M`` for bytes."""
    if not isinstance(value, int) or not value:
        return "auto"
    return f"{value >> 30}G" if value % (1 << 30) == 0 else f"{value >> 20}M"


def parse_choice(*choices: str) -> Callable[[Raw], str]:
    """A parser that takes one of `choices`."""

    def parse(raw: Raw) -> str:
        if raw not in choices:
            raise ValueError(f"'{raw}' is not one of {', '.join(choices)}")
        return str(raw)

    return parse


def parse_text(raw: Raw) -> str:
    """A text that is not empty."""
    if not isinstance(raw, (str, os.PathLike)):
        raise ValueError(f"{raw!r} is not a text")
    text = str(raw).strip()
    if not text:
        raise ValueError("an empty text is no value")
    return text


def parse_output(raw: Raw) -> Path:
    """The path of a file to write."""
    return Path(parse_text(raw))


def parse_list(separator: str) -> Callable[[Raw], tuple[str, ...]]:
    """A parser of texts given one by one, as a list, or as one text with `separator` between them."""

    def parse(raw: Raw) -> tuple[str, ...]:
        items = raw if isinstance(raw, (list, tuple)) else [raw]
        for item in items:
            if not isinstance(item, (str, os.PathLike)):
                raise ValueError(f"{item!r} is not a text")
        return tuple(part for item in items for part in str(item).split(separator) if part)

    return parse


def parse_patterns(raw: Raw) -> tuple[str, ...]:
    """Patterns of classes and methods, as a list or with commas between them; commas of parameters do not separate."""
    return tuple(part for item in _texts(raw) for part in re.split(r",(?![^(]*\))", item) if part)


def parse_conditions(raw: Raw) -> tuple[str, ...]:
    """Conditions, each with the pattern of its methods before it or in the key of a table."""
    from everypath.run.option_values import ConditionOption

    if isinstance(raw, Mapping):
        items = [f"{key}: {text}" for key, found in raw.items() for text in _texts(found)]
    else:
        items = _texts(raw)
    for item in items:
        ConditionOption.read(item)
    return tuple(items)


def _texts(raw: object) -> list[str]:
    items = raw if isinstance(raw, (list, tuple)) else [raw]
    for item in items:
        if not isinstance(item, str):
            raise ValueError(f"{item!r} is not a text")
    return [str(item) for item in items]


def parse_suppress(raw: Raw) -> tuple[str, ...]:
    """Rules or ids of findings, each with the pattern of its methods before it or in the key of a table."""
    from everypath.run.rules import is_id, read_row

    if isinstance(raw, Mapping):
        items = [f"{key}: {' '.join(_texts(found))}" for key, found in raw.items()]
    else:
        items = _texts(raw)
    for item in items:
        if not is_id(item):
            read_row(item)
    return tuple(items)


def parse_paths(raw: Raw) -> tuple[Path, ...]:
    """Paths, separated as the system separates them."""
    return tuple(Path(item) for item in parse_list(os.pathsep)(raw))


def parse_criteria(raw: Raw) -> tuple[str, ...]:
    """Names of criteria, each once."""
    from everypath.explore.criteria import is_criterion, known_names  # not for every `--help`

    names = parse_list(",")(raw)
    for name in names:
        if not is_criterion(name):
            raise ValueError(f"'{name}' is not one of {', '.join(known_names())}")
    return tuple(dict.fromkeys(names))


def parse_strategy(raw: Raw) -> str:
    """The name of a strategy: one of ours, or a plug-in's that can be loaded."""
    name = parse_text(raw)
    if name not in STRATEGIES:
        from everypath.explore.search import STRATEGIES as KNOWN

        if KNOWN.find(name) is None:
            raise ValueError(f"'{name}' is not one of {', '.join(KNOWN.names)}")
    return name


def parse_descriptor(raw: Raw) -> str:
    """The letters of a path, such as ``TTFTF``."""
    from everypath.program import parse_descriptor

    return parse_descriptor(parse_text(raw))


def parse_calls(raw: Raw) -> tuple[str, ...]:
    """Rules for calls, such as ``Tax#rate=lemma``, or ``auto`` for all."""
    rules = parse_list(",")(raw)
    for each in rules:
        pattern, _, mode = ("*", "=", each) if each in CALL_MODES else each.partition("=")
        if mode not in CALL_MODES or not pattern.strip("# "):
            raise ValueError(f"'{each}' is no rule; write Class#method={'|'.join(CALL_MODES)}")
    return rules


def parse_sources(raw: Raw) -> tuple[str, ...]:
    """Patterns of methods that are sources of unknown values."""
    patterns = parse_list(",")(raw)
    for each in patterns:
        if "=" in each or not each.partition("#")[2]:
            raise ValueError(f"'{each}' names no methods; write Class#method, such as Verifier#nondet*")
    return patterns


def or_none(text: str) -> Callable[[object], str]:
    """Prints None as ``text``."""
    return lambda value: text if value is None else str(value)


def show_jobs(value: object) -> str:
    """``auto`` for 0."""
    return "auto" if value == 0 else str(value)


def show_list(separator: str) -> Callable[[object], str]:
    """Shows a list with `separator` between its parts."""
    return lambda value: separator.join(str(item) for item in value) if isinstance(value, tuple) else str(value)
