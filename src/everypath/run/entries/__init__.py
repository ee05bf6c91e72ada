"""The entry methods of a target, and those of them that a change of the sources affects.

`entries_of` lists the entries of a class as `Entry`, named by `EntryName`. `affected_methods` compares `ChangedFile`
rows of a diff with line tables. The package may import ``options`` and ``results``.
"""

from everypath.run.entries.changed_code import ChangedFile, affected_methods
from everypath.run.entries.entries import Entry, EntryName, entries_of

__all__ = ["ChangedFile", "Entry", "EntryName", "affected_methods", "entries_of"]
