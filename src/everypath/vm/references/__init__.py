"""References: field accesses, type tests, dispatch, arrays, class objects, and references that are still undecided.

An undecided input reference is a term; null tests, type tests and calls narrow its candidates before an object is made.
Imports `core`.
"""

from everypath.vm.references.arrays import (
    SIZES,
    STORES,
    array_contents,
    as_symbolic,
    check_element,
    check_index,
    concrete_index,
    create_array,
    create_nested_arrays,
    elements_of,
    load_element,
    narrow_element,
    read_element,
    set_array_contents,
    store_element,
    write_element,
)
from everypath.vm.references.class_objects import (
    class_object_of,
    class_value_address,
    class_value_candidates,
    class_value_owner,
    has_observed_class,
    is_class_value,
    runtime_class,
)
from everypath.vm.references.lazy_references import is_undecided, lazy_check_cast, lazy_is_instance, lazy_target
from everypath.vm.references.references import (
    CONTENTS,
    Lambda,
    comparable_references,
    dispatch,
    instance_creator,
    is_instance,
    read_field,
    set_slot,
    write_field,
)

__all__ = [
    "CONTENTS",
    "SIZES",
    "STORES",
    "Lambda",
    "array_contents",
    "as_symbolic",
    "check_element",
    "check_index",
    "class_object_of",
    "class_value_address",
    "class_value_candidates",
    "class_value_owner",
    "comparable_references",
    "concrete_index",
    "create_array",
    "create_nested_arrays",
    "dispatch",
    "elements_of",
    "has_observed_class",
    "instance_creator",
    "is_class_value",
    "is_instance",
    "is_undecided",
    "lazy_check_cast",
    "lazy_is_instance",
    "lazy_target",
    "load_element",
    "narrow_element",
    "read_element",
    "read_field",
    "runtime_class",
    "set_array_contents",
    "set_slot",
    "store_element",
    "write_element",
    "write_field",
]
