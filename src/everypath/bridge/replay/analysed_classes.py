"""The classes and members that a replaying JVM has to know, and the messages that name them.

Classes are defined in addition to those on the class path; a class defined again replaces the one before. Each JVM
notes up to which version it knows the classes, and how many of the members (`Jvm.known_version`, `Jvm.known_members`).
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence

from everypath.bridge.messages import Json, MemberTable, Plan
from everypath.bridge.processes import Jvm
from everypath.classfile import dotted

__all__ = ["AnalysedClasses"]


class AnalysedClasses:
    """The class files that were defined so far, and the numbers of the members that plans named."""

    def __init__(self) -> None:
        self.members = MemberTable()
        self._classes: dict[str, bytes] = {}
        """The class files by internal name."""
        self._defined: dict[str, tuple[int, str]] = {}
        """The version and the class file in base 64, by dotted class name."""
        self._version = 0

    def define(self, classes: Mapping[str, bytes], instead_of: Iterable[str] = ()) -> None:
        """Define classes (internal name to class file), except those that are defined like this already. They are
        ``instead_of`` others, which a JVM that starts from now on does not get.
        """
        for name in instead_of:
            self._classes.pop(name, None)
            self._defined.pop(dotted(name), None)
        new = {name: data for name, data in classes.items() if self._classes.get(name) != data}
        self._classes.update(classes)
        self._version += bool(new)
        for name, data in new.items():
            self._defined[dotted(name)] = (self._version, base64.b64encode(data).decode("ascii"))

    def define_for(self, plans: Sequence[Plan]) -> None:
        """Define the classes of plans."""
        self.define({name: data for plan in plans for name, data in plan.classes})

    def updates(self, jvm: Jvm) -> Iterator[dict[str, Json]]:
        """The messages that bring a JVM up to date: classes defined and members numbered since the last call.

        The JVM counts as up to date as soon as a message is yielded: the caller must send it.
        """
        if jvm.known_version < self._version:
            missing: dict[str, Json] = {
                name: data for name, (version, data) in self._defined.items() if version > jvm.known_version
            }
            jvm.known_version = self._version
            yield {"op": "define", "id": 0, "classes": missing}
        if jvm.known_members < len(self.members.members):
            missing_members = self.members.members[jvm.known_members :]
            jvm.known_members += len(missing_members)
            yield {"op": "members", "id": 0, "members": missing_members}
