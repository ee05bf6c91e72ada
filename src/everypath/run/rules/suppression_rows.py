"""The values of ``--suppress``: the id of a finding, or rules with the pattern of the methods that they are for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from everypath.dataclass import dataclass
from everypath.run.rules.finding_rules import all_rules

_ID = re.compile(r"[0-9a-f]{12}")


@dataclass(frozen=True)
class Rules:
    """The rules that one place suppresses, by id; None: all of them."""

    ids: frozenset[str] | None

    @staticmethod
    def of(texts: Iterable[str]) -> Rules:
        """The rules of ids and names, such as ``EP002`` and ``null-dereference``. No text, or ``all``, means every
        rule. Raises `ValueError` for an unknown name.
        """
        names = {rule.name: rule.id for rule in all_rules()} | {rule.id: rule.id for rule in all_rules()}
        given = [text.strip() for text in texts if text.strip()]
        if not given or "all" in given:
            return Rules(None)
        unknown = [text for text in given if text not in names]
        if unknown:
            raise ValueError(f"'{unknown[0]}' is no rule; `everypath explain` lists them")
        return Rules(frozenset(names[text] for text in given))

    def __contains__(self, rule: str) -> bool:
        return self.ids is None or rule in self.ids


def known_rules(texts: Sequence[str]) -> Rules:
    """The rules that a source file names; unknown names suppress nothing."""
    try:
        return Rules.of(texts)
    except ValueError:
        return Rules(frozenset())


def read_row(text: str) -> tuple[str, Rules]:
    """A row of the option: the pattern of its methods, empty for all, and its rules. Raises `ValueError`."""
    pattern, colon, rules = text.rpartition(":")
    if colon and not pattern.strip():
        raise ValueError(f"'{text}' names no methods; write CLASS#METHOD: RULE")
    given = re.split(r"[,\s]+", rules.strip())
    if not any(given):
        raise ValueError(f"'{text}' names no rule; write EP002, or all")
    return pattern.strip(), Rules.of(given)


def is_id(text: str) -> bool:
    """True if a text is the id of a finding."""
    return _ID.fullmatch(text) is not None
