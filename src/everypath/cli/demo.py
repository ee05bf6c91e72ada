"""``everypath demo``: three small classes with bugs to find."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import click

from everypath.cli.analysing import run_check
from everypath.errors import UsageError
from everypath.run.options import Options

CLASSES = ("Basket.java", "Coupon.java", "Fee.java")


def write_demo(folder: Path, *, again: bool = False) -> list[Path]:
    """Write the sources below `folder`; raises `UsageError` if it exists already and `again` is not given."""
    if folder.exists() and not again:
        raise UsageError(f"{folder} exists already; delete it, or run: everypath check {folder}")
    sources = resources.files("everypath.cli").joinpath("demo_sources").joinpath("shop")
    target = folder / "shop"
    target.mkdir(parents=True, exist_ok=True)
    written = []
    for name in CLASSES:
        path = target / name
        path.write_text(sources.joinpath(name).read_text(encoding="utf-8"), encoding="utf-8")
        written.append(path)
    return written


def show_demo(folder: Path, options: Options, *, again: bool = False) -> int:
    """Write the demo and check it. The exit code is 0 if it finds its bugs."""
    written = write_demo(folder, again=again)
    click.echo(f"Wrote {len(written)} classes to {folder / 'shop'}. Now running: everypath check {folder}")
    code = run_check((str(folder),), options)
    return 0 if code == 1 else code
