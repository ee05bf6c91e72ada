"""``everypath cache``: shows and removes the files that are kept between runs."""

from __future__ import annotations

from collections.abc import Sequence

import click

from everypath import usercache
from everypath.errors import UsageError

_MB = 1 << 20


def show(kinds: Sequence[str]) -> int:
    """Print the folder of the cache, and the number and size of the entries of each kind."""
    rows = _chosen(kinds)
    click.echo(str(usercache.root()))
    width = max(map(len, [*usercache.KINDS, "together"]))
    click.echo(f"{'kind':<{width}}  entries      size  holds")
    for row in rows:
        click.echo(f"{row.name:<{width}}  {row.entries:7}  {_megabytes(row.size)}  {row.holds}")
    total = sum(row.size for row in rows)
    click.echo(f"{'together':<{width}}  {sum(row.entries for row in rows):7}  {_megabytes(total)}")
    return 0


def clear(kinds: Sequence[str]) -> int:
    """Remove these kinds, or everything."""
    before = sum(row.size for row in _chosen(kinds))
    removed, kept = usercache.clear(kinds)
    after = sum(row.size for row in usercache.usage() if not kinds or row.name in kinds)
    entries = "entry" if removed == 1 else "entries"
    left = f"; {kept} in use by another run stay" if kept else ""
    click.echo(f"removed {removed} {entries}, {_megabytes(before - after).strip()}, from {usercache.root()}{left}")
    return 0


def _chosen(kinds: Sequence[str]) -> list[usercache.Usage]:
    """The usage of these kinds, or of all. Raises `UsageError` for a kind that does not exist."""
    rows = usercache.usage()
    for name in kinds:
        if name not in usercache.KINDS and name != usercache.OTHER_VERSIONS:
            raise UsageError(
                f"'{name}' is no kind; there are {', '.join((*usercache.KINDS, usercache.OTHER_VERSIONS))}"
            )
    return [row for row in rows if not kinds or row.name in kinds]


def _megabytes(size: int) -> str:
    return f"{size / _MB:5.1f} MB"
