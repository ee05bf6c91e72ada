"""The text of ``docs/options.md``."""

from __future__ import annotations

import textwrap

from everypath.run.options.options import Options
from everypath.run.options.table import flag_name, settings


def document() -> str:
    """The text of ``docs/options.md``, from the settings alone."""
    lines = [
        "# Options",
        "",
        "```sh",
        "everypath config show    # each option, its value, and where it came from",
        "```",
        "",
        "Every option can be given on the command line, in the environment, and in `everypath.toml` or the table",
        "`[tool.everypath]` of `pyproject.toml` in the current directory. The first of these counts. The key in a file",
        "is the name without `--`. The environment variable is `EVERYPATH_` and the name in capitals with `_` for `-`:",
        '`--null-args warn` is `null-args = "warn"` and `EVERYPATH_NULL_ARGS=warn`.',
        "",
    ]
    defaults = Options()
    for name, setting in settings().items():
        value = "" if setting.flag else f"[={setting.metavar}]" if setting.bare else f" {setting.metavar}"
        short = f"`-{setting.short}`, " if setting.short else ""
        default = setting.show(getattr(defaults, name)) or "none"
        text = f"- {short}`{flag_name(name)}{value}` (default: {default}). {setting.help}"
        if setting.choices:
            text += f" One of {', '.join(f'`{choice}`' for choice in setting.choices)}."
        if setting.repeated:
            text += " May be repeated."
        lines += textwrap.wrap(text, 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines) + "\n"
