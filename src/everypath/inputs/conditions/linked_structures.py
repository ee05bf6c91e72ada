"""Finds linked structures by class: the fields that link objects, and the field with the number of a list node."""

from __future__ import annotations

from everypath.dataclass import dataclass
from everypath.errors import ClassFormatError, LinkageError
from everypath.program import Class, Field, Program


@dataclass(frozen=True)
class Chain:
    """A linked list of numbers: the field of a node with its number, and the field with the next node.

    ``head`` is the field of the list object that refers to the first node. It is None if the object is itself a node.
    """

    number: Field
    next: Field
    head: Field | None = None

    @property
    def node(self) -> Class:
        """The class of the nodes."""
        return self.next.owner


def links_of(program: Program, cls: Class) -> tuple[Field, ...]:
    """The reference fields of a class, except those of strings, boxes and enum constants."""
    return tuple(each for each in cls.instance_fields if each.descriptor[0] in "L[" and _is_structure(program, each))


def _is_structure(program: Program, field: Field) -> bool:
    kind = field.descriptor
    if kind.startswith("Ljava/lang/") and kind != "Ljava/lang/Object;":
        return False
    try:
        found = program.class_of_descriptor(kind)
    except (ClassFormatError, LinkageError):
        return False
    return not (found.superclass is not None and found.superclass.name == "java/lang/Enum")


def nodes_and_numbers(program: Program, cls: Class) -> Chain | str:
    """Return the linked list that an object of the class is or holds, or the reason why it has none or several."""
    own = _chain(cls)
    if isinstance(own, Chain):
        return own
    heads = [
        (each, chain)
        for each in links_of(program, cls)
        if each.descriptor[0] == "L"
        and isinstance(chain := _chain(program.class_of_descriptor(each.descriptor)), Chain)
    ]
    if len(heads) == 1:
        head, chain = heads[0]
        return Chain(chain.number, chain.next, head)
    if heads:
        return f"name the first node: one of {', '.join(head.name for head, _ in heads)}"
    return own


def _chain(cls: Class) -> Chain | str:
    nexts = [each for each in cls.instance_fields if each.descriptor == cls.descriptor]
    numbers = [each for each in cls.instance_fields if each.descriptor in tuple("BSCIJFD")]
    if not nexts:
        return "no list of numbers: no field leads from one node to the next"
    if len(nexts) > 1:
        return f"it has several fields to further nodes: {', '.join(each.name for each in nexts)}"
    if len(numbers) != 1:
        found = ", ".join(each.name for each in numbers)
        return f"several fields may hold its number: {found}" if numbers else "its nodes hold no number"
    return Chain(numbers[0], nexts[0])
