"""The text of ``docs/options.md``."""

from __future__ import annotations

from everypath.run.options.options import Options
from everypath.run.options.table import file_key, flag_name, settings, variable_name


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
