"""."""

from everypath.inputs.places.nullness import Nullness
from everypath.inputs.places.overriding import Overriding, source_types
from everypath.inputs.places.places import ANY_OF_THEM, Spot, field_place, is_inner, parameter_annotations, parameters

__all__ = [
    "ANY_OF_THEM",
    "Nullness",
    "Overriding",
    "Spot",
    "field_place",
    "is_inner",
    "parameter_annotations",
    "parameters",
    "source_types",
]
