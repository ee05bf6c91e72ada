"""Models of ``String``, ``StringBuilder``, ``Character``, charsets and locales.

No bytecode of strings runs: their content is an `everypath.state.text.Text`. `value_text` is ``String.valueOf``.
Imports `jdk` and `models`.
"""

from everypath.library.text import (
    builders,
    char_arrays,
    characters,
    charsets,
    code_points,
    letter_case,
    locales,
    strings,
)
from everypath.library.text.builder_capacity import INITIAL_CAPACITY, Capacity
from everypath.library.text.builders import value_text
from everypath.library.text.characters import is_whitespace
from everypath.library.text.strings import ends_solid

MODEL_MODULES = (builders, char_arrays, characters, charsets, code_points, letter_case, locales, strings)
"""The modules of this package that register models when they are imported."""

__all__ = [
    "INITIAL_CAPACITY",
    "MODEL_MODULES",
    "Capacity",
    "ends_solid",
    "is_whitespace",
    "value_text",
]
