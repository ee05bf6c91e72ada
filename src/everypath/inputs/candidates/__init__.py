"""The candidates for a reference: the classes that an input may have, with the way in which each is made.

`Candidates` finds them for a type and orders them; a `Candidate` is one class with its `Kind`. May import
`code_facts`, `places`, `construction` and `shapes` of the inputs.
"""

from everypath.inputs.candidates.candidates import CLASS_LITERALS, Candidate, Candidates, Kind, together
from everypath.inputs.candidates.reflective_members import (
    MEMBER_CLASSES,
    MOST_MEMBERS,
    reflectable_members,
    reflected_member,
)
from everypath.inputs.candidates.type_variables import as_unlikely, likely_first

__all__ = [
    "CLASS_LITERALS",
    "MEMBER_CLASSES",
    "MOST_MEMBERS",
    "Candidate",
    "Candidates",
    "Kind",
    "as_unlikely",
    "likely_first",
    "reflectable_members",
    "reflected_member",
    "together",
]
