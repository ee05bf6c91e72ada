"""Fields that a framework sets after the constructor. An exception due to their ``null`` cannot happen to an object
that the framework made.
"""

from __future__ import annotations

import re

from everypath.errors import ClassFormatError, LinkageError, MissingClassError
from everypath.program import Class, Program
from everypath.suite import Throw

__all__ = ["INJECTED", "rests_on_injection"]

INJECTED = frozenset(
    {
        *("Autowired", "Inject", "Resource", "Value", "EJB", "PersistenceContext", "PersistenceUnit"),
        *("ConfigProperty", "RestClient", "Mock", "MockBean", "MockitoBean", "Spy", "InjectMocks", "Captor"),
    }
)
"""Simple names of the annotations, of any package, by which Spring, Jakarta EE, MicroProfile and Mockito know them."""

_CAUSE = re.compile(r'because "this\.(\w+)" is null$')


def rests_on_injection(throw: Throw, program: Program) -> bool:
    """True if a NullPointerException comes from a field of ``this`` that a framework sets."""
    found = _CAUSE.search(throw.message or "")
    if found is None or throw.site is None or throw.origin != "instruction":
        return False
    try:
        owner: Class | None = program.klass(throw.site.class_name)
    except (MissingClassError, ClassFormatError, LinkageError):
        return False
    while owner is not None:
        field = next((each for each in owner.fields if each.name == found[1]), None)
        if field is not None:
            return any(each.name.replace("$", "/").rpartition("/")[2] in INJECTED for each in field.annotations)
        owner = owner.superclass
    return False
