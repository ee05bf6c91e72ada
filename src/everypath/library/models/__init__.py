"""The table of models and what models share.

`MODELS`, `PURE` and `IN_JAVA` say what runs in place of a method of the JDK; `model`, `pure` and `in_java` fill them.
`support` has limits on texts, checks that throw as the JDK does, and the choice of a concrete value.
Imports nothing of `everypath.library`.
"""

from everypath.library.models.box_caches import CACHED, cache_of
from everypath.library.models.registry import (
    IN_JAVA,
    MODELS,
    PURE,
    Key,
    add_model,
    in_java,
    in_java_static,
    is_modelled,
    model,
    pure,
)
from everypath.library.models.support import (
    BUILDERS,
    STRING,
    boolean,
    concrete_text,
    concretise,
    has_unseen_effects,
    known_length,
    limited,
    method_name,
    note_unseen,
    one_limited,
    unless_same,
)

__all__ = [
    "BUILDERS",
    "CACHED",
    "IN_JAVA",
    "MODELS",
    "PURE",
    "STRING",
    "Key",
    "add_model",
    "boolean",
    "cache_of",
    "concrete_text",
    "concretise",
    "has_unseen_effects",
    "in_java",
    "in_java_static",
    "is_modelled",
    "known_length",
    "limited",
    "method_name",
    "model",
    "note_unseen",
    "one_limited",
    "pure",
    "unless_same",
]
