"""The roots of an input: the receiver and the arguments with which an entry is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import access, class_of_descriptor, dotted
from everypath.dataclass import replace
from everypath.inputs.candidates import (
    Kind,
)
from everypath.inputs.construction import is_created
from everypath.inputs.lazy.candidate_choice import CandidateChoice
from everypath.inputs.lazy.context import InputContext, root_places
from everypath.inputs.places import signature_text
from everypath.inputs.shapes import (
    SHAPE,
    Node,
    Slot,
    Stub,
    shape_of,
    slot_of,
)
from everypath.state import State
from everypath.term import Value
from everypath.vm.core import AnswerScript

if TYPE_CHECKING:
    from everypath.inputs.places import InputPlace
    from everypath.program import Class, Method

RECEIVER = "inputs.receiver"
"""The attachment that holds the address of the object on which a constructor, the entry, runs."""

MOST_ALIASES = 3
"""The number of pairs of arguments, built by calls, that are tried as one object."""


class InputRoots:
    """Makes the receiver and the arguments of an entry, and names the pairs of them that may be one object."""

    def __init__(self, context: InputContext, choice: CandidateChoice) -> None:
        self._context = context
        self._choice = choice

    def arguments(self, state: State, method: Method) -> list[Value]:
        """Symbols for the receiver (if any) and the parameters of an entry, which become the roots of the shape."""
        places = root_places(method, is_program=self._context.options.program)
        if not method.is_static and method.name != "<init>":
            self._choice.receivers = self._context.known.receivers(method)
        values = [self._context.symbol(state, place) for place in places]
        roots = tuple(slot_of(place, value) for place, value in zip(places, values, strict=True))
        state.attachments[SHAPE] = replace(shape_of(state), roots=roots)
        return values

    def has_receiver(self, method: Method) -> bool:
        """True if the method is static, or an object can be made on which a call runs the method.

        The constructor of an abstract class runs on an object of an anonymous subclass.
        """
        if method.is_constructor and method.owner.access & access.ABSTRACT:
            cls = method.owner
            return self._context.known.can_be_stubbed(cls) and method in self._context.api.creators.stub_constructors(
                cls
            )
        if method.is_static or method.is_constructor:
            return True
        return any(self._choice.is_allowed(each) for each in self._context.known.receivers(method))

    def why_no_receiver(self, method: Method) -> str:
        """Why `has_receiver` is false, for people."""
        cls, program = method.owner, self._context.program
        name = dotted(cls.name)
        if method.is_constructor:
            return f"{name} is abstract and a test cannot extend it with this constructor"
        if self._context.api.creators.nameable(cls) or not cls.is_target:
            return f"no call makes an object of {name}"
        if is_created(program, cls):
            return f"no call returns an object of {name}: only the code around it calls this method"
        return f"no code around {name} makes an object of it, and a test cannot name it"

    def alias_pairs(self, method: Method) -> list[tuple[str, str]]:
        """Pairs of arguments of an entry, the later one first, that may be one object although no path makes an alias
        query. Calls build these arguments, and their writes are not compared with the reads of the path.
        """
        if self._context.options.aliasing == "off":
            return []
        places = root_places(method, is_program=self._context.options.program)
        types = [self._context.program.find(class_of_descriptor(each.effective)) for each in places]
        pairs = [
            (places[second].name, places[first].name)
            for second, later in enumerate(types)
            for first, earlier in enumerate(types[:second])
            if earlier is not None
            and later is not None
            and (earlier.is_target or earlier.name.startswith("java/util/"))
            and earlier.is_subtype_of(later)
            and self._is_built(places[first])
        ]
        return pairs[:MOST_ALIASES]

    def _is_built(self, place: InputPlace) -> bool:
        found = self._context.known.of(place.effective, signature_text(place.generic))
        return any(each.kind is Kind.RECIPE for each in found)

    def new_receiver(self, state: State, cls: Class) -> int:
        """Make the object on which the entry, a constructor, is about to run. `RECEIVER` then holds its address.

        If the class is abstract, the object is a stub and the first root of the shape.
        """
        address = self._context.machine.new_instance(state, cls)
        if cls.access & access.ABSTRACT:
            node = Node("this", cls.descriptor, Stub(cls.name), non_null=True)
            shape = shape_of(state).with_node(node)
            state.attachments[SHAPE] = replace(shape, roots=(Slot(node.name, node.descriptor), *shape.roots))
            state.writable(address).extra = AnswerScript(node.name)
        state.attachments[RECEIVER] = address
        return address
