"""The class literals for places that hold class objects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from everypath.inputs.candidates.candidate import Candidate, Kind
from everypath.inputs.places import fits_literal, literal_bound

if TYPE_CHECKING:
    from everypath.inputs.construction import Api
    from everypath.program import Program

_CLASS_TYPE = "Ljava/lang/Class;"

#: `Class` parameters: literals that most code distinguishes.
CLASS_LITERALS = ("java/lang/String", "java/lang/Integer", "int", "java/lang/Object", "[I")

MOST_CLASSES = 6
"""The number of classes of the analysed code that are tried for a ``Class``, beside those that the code names."""


def class_literals(
    program: Program,
    api: Api,
    mentioned: Sequence[str],
    candidates: Callable[[str], Sequence[Candidate]],
    descriptor: str,
    generic: str | None,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the class literals for a place of this type, and those that are tried later.

    The first are the literals in the entry's code (``mentioned``) and, if the type is ``Class``, the classes declared
    as targets of reflection. A few classes of the analysed code come last. All fit the generic type of the place.
    """
    declared = program.reflect.classes if program.reflect.patterns else ()
    wanted = dict.fromkeys((*mentioned, *declared) if descriptor == _CLASS_TYPE else mentioned)
    own = api.representative_classes if descriptor == _CLASS_TYPE else ()
    every = dict.fromkeys((*wanted, *declared, *CLASS_LITERALS, *own[:MOST_CLASSES]))
    fitting = [name for name in every if fits_literal(name, generic, program)] or _allowed(candidates, generic)
    return tuple(name for name in fitting if name in wanted), tuple(name for name in fitting if name not in wanted)


def _allowed(candidates: Callable[[str], Sequence[Candidate]], generic: str | None) -> list[str]:
    """The literals for a place whose type allows none of the usual ones: of the classes that it allows."""
    bound = literal_bound(generic)
    if bound is None:
        return list(CLASS_LITERALS)
    below = [each.cls.name for each in candidates(f"L{bound};") if each.kind is not Kind.STUB]
    return below[:MOST_CLASSES] or [bound]
