"""Static fields whose value may change after the initialisation of their class.

Methods are explored with static state as initialisation left it, unless static fields are inputs. What depends on such
fields may therefore be otherwise after calls that change them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from everypath.classfile import MemberRef, access
from everypath.errors import TargetError
from everypath.explore.behaviours.named_members import CALLS, members_of
from everypath.inputs.code_facts import nest_of
from everypath.program import called_from, lookup_field, program_cache

if TYPE_CHECKING:
    from everypath.program import Class, Field, Method, Program

MOST_METHODS = 400
"""The most methods that are searched for one class or one entry."""

_LOADS = frozenset(f"{kind}aload" for kind in "abcdfils")
_IMMUTABLE = frozenset(
    f"java/{name}"
    for name in (
        *("lang/String", "lang/Class", "lang/Enum", "math/BigInteger", "math/BigDecimal", "util/Locale", "util/UUID"),
        *("util/regex/Pattern", "nio/charset/Charset", "net/URI", "time/ZoneId", "lang/invoke/MethodType"),
    )
)
"""Classes of the JDK whose objects keep their state, though not all of their fields are final."""


def depends_on_statics(program: Program, method: Method) -> bool:
    """True if a method, with the analysed code that it calls, may depend on static state other than constants."""
    reached = called_from(program, method, MOST_METHODS)
    read = (member for each in reached for step, member in members_of(each) if step == "getstatic")
    others = [each for each in read if not is_constant(program, each)]
    if len(reached) >= MOST_METHODS or not all(_is_final_array(program, each) for each in others):
        return True
    return bool(others) and any(_reads_elements(program, each) for each in reached)


def variable_statics(program: Program, blocks: Iterable[tuple[Method, int, int]]) -> tuple[Field, ...]:
    """The static fields of the analysed code that these blocks of it read, and whose value or object may change.

    A block is a method with its first pc and the pc after its last. Initialisers of classes are left out.
    """
    found = {
        field
        for method, first, last in blocks
        for pc, field in (_variable_reads(program, method) if method.owner.is_target else ())
        if first <= pc < last
    }
    return tuple(sorted(found, key=str))


@program_cache(4096)
def _variable_reads(program: Program, method: Method) -> tuple[tuple[int, Field], ...]:
    """The instructions of a method, by pc, that read such fields of the analysed code."""
    file = method.owner.file
    if file is None or method.name == "<clinit>" or not method.has_code:
        return ()
    members = ((each.pc, file.constant(each.operand)) for each in method.instructions if each.name == "getstatic")
    read = ((pc, _field(program, member)) for pc, member in members if isinstance(member, MemberRef))
    return tuple(
        (pc, field)
        for pc, field in read
        if field is not None and field.owner.is_target and not _is_constant(program, field)
    )


def is_constant(program: Program, member: MemberRef) -> bool:
    """True if a static field, and the object in it, never change after initialisation: a final number or string, a
    constant of an enum without state, an immutable object of the JDK.
    """
    found = _field(program, member)
    return found is not None and _is_constant(program, found)


def _field(program: Program, member: MemberRef) -> Field | None:
    owner = program.find(member.owner)
    try:
        return lookup_field(owner, member.name, member.descriptor) if owner is not None else None
    except TargetError:
        return None


@program_cache(4096)
def _is_constant(program: Program, field: Field) -> bool:
    if not field.is_final or field.name == "$assertionsDisabled":
        return field.name == "$assertionsDisabled"
    if field.access & access.SYNTHETIC and field.name.startswith(("$SwitchMap$", "$VALUES")):
        return True
    kind = field.descriptor[0]
    if kind not in "L[":
        return True
    cls = program.find(field.descriptor[1:-1]) if kind == "L" else None
    return cls is not None and _is_immutable(program, cls, frozenset())


def _is_immutable(program: Program, cls: Class, within: frozenset[Class]) -> bool:
    """True if all objects of a class and of what extends it keep what they hold: all their fields are final and hold
    numbers, strings and such objects.
    """
    if cls.name in _IMMUTABLE or cls in within:
        return True
    if not (cls.is_final or cls.is_enum):
        return False
    extending = [cls]
    if not cls.is_final:
        nested = (program.find(name) for name in sorted(nest_of(program, cls)))
        extending += [each for each in nested if each is not None and each.superclass is cls]
    classes = (above for each in extending for above in each.superclasses() if above.name not in _IMMUTABLE)
    fields = (field for each in classes for field in each.fields)
    return all(_keeps(program, field, within | {cls}) for field in fields if not field.is_static)


def _keeps(program: Program, field: Field, within: frozenset[Class]) -> bool:
    if not field.is_final:
        return False
    if field.descriptor[0] != "L":
        return field.descriptor[0] != "["
    cls = program.find(field.descriptor[1:-1])
    return cls is not None and _is_immutable(program, cls, within)


def _is_final_array(program: Program, member: MemberRef) -> bool:
    found = _field(program, member)
    return found is not None and found.is_final and found.descriptor[0] == "["


def _reads_elements(program: Program, method: Method) -> bool:
    """True if a method reads elements of arrays, or calls code that is not analysed and may."""
    if any(each.name in _LOADS for each in method.instructions if method.has_code):
        return True
    for step, member in members_of(method):
        owner = program.find(member.owner)
        parameters = member.descriptor.partition(")")[0]
        takes_arrays = "[" in parameters or "Ljava/lang/Object;" in parameters or member.owner[0] == "["
        is_plain = member.owner == "java/util/Objects" and member.name != "deepEquals"
        if step in (*CALLS, "handle") and takes_arrays and not is_plain and (owner is None or not owner.is_target):
            return True
    return False
