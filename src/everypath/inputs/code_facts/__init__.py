"""Facts about code that are read from bytecode before anything runs.

`Effects` are the locations that a method reads and writes, `TypeTests` the classes that an entry names in type tests,
`literals_of` finds the literals of its code. Further functions find constructors that only assign fields, and
representative classes and members. May import `everypath.program` and `everypath.classfile`.
"""

from everypath.inputs.code_facts.effects import (
    ELEMENTS,
    LIBRARY,
    Effects,
    Touched,
    effects_of,
    fields_near,
    is_getter,
    is_trivial,
    may_write,
    returns_itself,
)
from everypath.inputs.code_facts.field_classes import class_in_field, nest_of
from everypath.inputs.code_facts.field_constructors import PlainConstructor, copied_fields, plain_constructor
from everypath.inputs.code_facts.literals import Literals, called_methods, literals_of
from everypath.inputs.code_facts.representatives import representative_classes, representative_members
from everypath.inputs.code_facts.type_tests import TypeTests, type_tests_of

__all__ = [
    "ELEMENTS",
    "LIBRARY",
    "Effects",
    "Literals",
    "PlainConstructor",
    "Touched",
    "TypeTests",
    "called_methods",
    "class_in_field",
    "copied_fields",
    "effects_of",
    "fields_near",
    "is_getter",
    "is_trivial",
    "literals_of",
    "may_write",
    "nest_of",
    "plain_constructor",
    "representative_classes",
    "representative_members",
    "returns_itself",
    "type_tests_of",
]
