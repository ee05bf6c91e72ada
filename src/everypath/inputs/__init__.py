"""Symbolic inputs of an entry: creates their symbols and objects, and records how a test builds them.

Its packages, lowest first:

- `code_facts`: facts about code, read from bytecode before anything runs
- `places`: name, types and nullness of the places that hold inputs
- `construction`: constructors, factories, builders, setup calls, and recipes made of them
- `shapes`: the decided shape of the inputs of a path; aliases
- `candidates`: the candidate classes of a reference
- `stubs`: answers of stubs and their contracts
- `conditions`: preconditions and postconditions
- `sources`: static fields, the environment of a program, havocked results
- `lazy`: lazy initialisation (`SymbolicInputs`), completion of finished paths, random inputs
"""

from everypath.inputs.lazy import FORCED_STATE, InputOptions, SymbolicInputs
from everypath.inputs.shapes import (
    Alias,
    Answer,
    BoxInput,
    Build,
    CallInput,
    ClassLiteral,
    ConstantInput,
    EnumInput,
    FieldInput,
    FieldsInput,
    InputShape,
    ListInput,
    MapInput,
    MemberInput,
    Node,
    NotConstructible,
    Null,
    OptionalInput,
    PrimitiveArrayInput,
    RecipeInput,
    ReferenceArrayInput,
    Slot,
    Stub,
    TextInput,
    Undecided,
    shape_of,
    slots_of,
)
from everypath.inputs.stubs import promised

__all__ = [
    "FORCED_STATE",
    "Alias",
    "Answer",
    "BoxInput",
    "Build",
    "CallInput",
    "ClassLiteral",
    "ConstantInput",
    "EnumInput",
    "FieldInput",
    "FieldsInput",
    "InputOptions",
    "InputShape",
    "ListInput",
    "MapInput",
    "MemberInput",
    "Node",
    "NotConstructible",
    "Null",
    "OptionalInput",
    "PrimitiveArrayInput",
    "RecipeInput",
    "ReferenceArrayInput",
    "Slot",
    "Stub",
    "SymbolicInputs",
    "TextInput",
    "Undecided",
    "promised",
    "shape_of",
    "slots_of",
]
