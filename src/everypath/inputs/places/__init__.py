"""The places that hold inputs: their names, erased and generic types, and what annotations say about ``null``.

An `InputPlace` describes a parameter, a field, an array element or the result of a stub's method before any value is
chosen for it. `Overriding` finds the methods that an implementation of an interface or abstract class must declare, and
with which types. May import `everypath.classfile` and `everypath.program`.
"""

from everypath.inputs.places.generics import (
    NO_BINDINGS,
    Bindings,
    bindings_in,
    erasure,
    parse_generic,
    signature_text,
    substitute,
)
from everypath.inputs.places.input_place import (
    ANY_OF_THEM,
    InputPlace,
    element_place,
    field_path,
    field_place,
    index_name,
    is_inner,
    parameter_annotations,
    parameter_places,
    result_place,
)
from everypath.inputs.places.nullness import Nullness
from everypath.inputs.places.overriding import Overriding, source_types
from everypath.inputs.places.type_arguments import (
    creator_bindings,
    fits,
    fits_literal,
    held_by,
    literal_bound,
    made_by,
    type_of_class,
)

__all__ = [
    "ANY_OF_THEM",
    "NO_BINDINGS",
    "Bindings",
    "InputPlace",
    "Nullness",
    "Overriding",
    "bindings_in",
    "creator_bindings",
    "element_place",
    "erasure",
    "field_path",
    "field_place",
    "fits",
    "fits_literal",
    "held_by",
    "index_name",
    "is_inner",
    "literal_bound",
    "made_by",
    "parameter_annotations",
    "parameter_places",
    "parse_generic",
    "result_place",
    "signature_text",
    "source_types",
    "substitute",
    "type_of_class",
]
