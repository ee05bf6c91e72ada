"""."""

from everypath.inputs.code_facts.class_tests import Mentions, mentions_of
from everypath.inputs.code_facts.constants import Constants, called_methods
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
from everypath.inputs.code_facts.field_constructors import PlainConstructor, copied_fields, plain_constructor
from everypath.inputs.code_facts.representative_members import varied_classes, varied_members

__all__ = [
    "ELEMENTS",
    "LIBRARY",
    "Constants",
    "Effects",
    "Mentions",
    "PlainConstructor",
    "Touched",
    "called_methods",
    "copied_fields",
    "effects_of",
    "fields_near",
    "is_getter",
    "is_trivial",
    "may_write",
    "mentions_of",
    "plain_constructor",
    "returns_itself",
    "varied_classes",
    "varied_members",
]
