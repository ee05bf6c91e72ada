"""The candidates for a reference: the classes that an input may have, and how objects of each are made.

`Candidates` finds them for a type and orders them; a `Candidate` is one class with its `Kind`. May import
`code_facts`, `places`, `construction` and `shapes` of the inputs.
"""

from everypath.inputs.candidates.candidate import DATA, Candidate, Kind, never_free
from everypath.inputs.candidates.candidates import Candidates, together
from everypath.inputs.candidates.class_literals import CLASS_LITERALS
from everypath.inputs.candidates.priorities import prefer_likely, with_low_priority
from everypath.inputs.candidates.reflective_members import (
    MEMBER_CLASSES,
    MOST_MEMBERS,
    reflectable_members,
    reflected_member,
)

__all__ = [
    "CLASS_LITERALS",
    "DATA",
    "MEMBER_CLASSES",
    "MOST_MEMBERS",
    "Candidate",
    "Candidates",
    "Kind",
    "never_free",
    "prefer_likely",
    "reflectable_members",
    "reflected_member",
    "together",
    "with_low_priority",
]
