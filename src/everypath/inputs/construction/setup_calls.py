"""The methods that set an object up after its creator: setters, adders, and methods that remove something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import access
from everypath.dataclass import replace
from everypath.inputs.code_facts import LIBRARY, Effects, copied_fields, effects_of, fields_near, may_write
from everypath.inputs.construction.builders import is_chained
from everypath.inputs.construction.creators import find_method, is_record
from everypath.inputs.construction.jdk_classes import ADDERS, is_collection
from everypath.inputs.construction.jdk_values import JDK_VALUES
from everypath.inputs.construction.setup_sequences import CandidateCall, SetupCall
from everypath.library.dispatch import is_machine_dependent

if TYPE_CHECKING:
    from everypath.inputs.construction.accessibility import Accessibility
    from everypath.inputs.construction.creators import Creators
    from everypath.program import Class, Method, Program

_NEAR = 9.0
"""The reduction of the rank of a call that names a field which the entry names, too."""
_SETTERS = (
    "set",
    "add",
    "put",
    "push",
    "append",
    "insert",
    "offer",
    "enqueue",
    "with",
    "increment",
    "flip",
    "register",
)
_ASKING = frozenset({("equals", "(Ljava/lang/Object;)Z"), ("hashCode", "()I"), ("toString", "()Ljava/lang/String;")})
"""Methods of every object that do not change it."""
_NO_SETTERS = (
    "wait",
    "notify",
    "close",
    "finalize",
    "main",
    "print",
    "dump",
    "read",
    "write",
    "run",
)
_GETTERS = ("get", "is", "has", "to")
"""Prefixes of the names of JDK methods that return something and do not change the object."""
_REMOVERS = ("remove", "clear", "poll", "pop", "dequeue", "delete", "take", "undo")
_ADDED = frozenset((name, descriptor) for _, name, descriptor in ADDERS)
_UNKNOWN = Effects(frozenset(), frozenset(), frozenset(), opaque=True)


class SetupCalls:
    """Finds and ranks the calls that set up objects of the classes of one program."""

    def __init__(self, program: Program, accessibility: Accessibility, creators: Creators) -> None:
        self.program = program
        self._accessibility = accessibility
        self._creators = creators
        self._ranks: dict[tuple[Method, Class], float | None] = {}
        self._candidate_calls: dict[tuple[Method, Class, bool, bool], CandidateCall] = {}

    def candidate_calls(self, cls: Class, entry: Method | None, *, builder: bool = False) -> list[CandidateCall]:
        """The calls that set an object of the class up, the most promising first: setters and adders, then methods that
        remove something.
        """
        removes = self.removers(cls)
        methods = [*self.mutators(cls, entry), *removes]
        return [self._candidate_call(each, cls, builder=builder, removes=each in removes) for each in methods]

    def _candidate_call(self, method: Method, cls: Class, *, builder: bool, removes: bool) -> CandidateCall:
        key = (method, cls, builder, removes)
        found = self._candidate_calls.get(key)
        if found is None:
            found = self._candidate_calls[key] = self._find_candidate_call(
                method, cls, builder=builder, removes=removes
            )
        return found

    def _find_candidate_call(self, method: Method, cls: Class, *, builder: bool, removes: bool) -> CandidateCall:
        effects = effects_of(self.program, method) if method.owner.is_target else _UNKNOWN
        own = {each.owner.name for each in cls.instance_fields}
        writes_itself = effects.opaque or any(owner in own for owner, _ in effects.writes)
        if method.owner.is_target and not writes_itself:
            copied = copied_fields(self.program, method)
            effects = replace(effects, made=effects.made - copied, reads=effects.reads - copied)
        if not method.owner.is_target:
            writes_itself = not method.name.startswith("with")
        chained = is_chained(method, cls, builder=builder, writes_itself=writes_itself)
        return CandidateCall(SetupCall(method, chained), effects, removes)

    def mutators(self, cls: Class, entry: Method | None) -> list[Method]:
        """Accessible instance methods that seem to change the object, setters and adders first.

        A method that a class of the analysed code inherits from the JDK is tried only if it adds an element.
        """
        if is_record(cls):
            return []
        for name, method_name, descriptor in ADDERS:
            if not cls.is_target and cls.is_subtype_of(self.program.klass(name)):
                adder = find_method(cls, method_name, descriptor)
                return [adder] if adder is not None else []
        ranked: list[tuple[float, int, Method]] = []
        seen: set[tuple[str, str]] = set()
        for owner in cls.superclasses():
            if owner.name == "java/lang/Object":
                continue
            for method in owner.methods:
                key = (method.name, method.descriptor)
                if key in seen or (cls.is_target and not owner.is_target and key not in _ADDED):
                    continue
                seen.add(key)
                rank = self._rank(method, cls)
                if rank is not None:
                    ranked.append((rank - self._nearness(method, cls, entry), len(ranked), method))
        return [method for _, _, method in sorted(ranked, key=lambda each: each[:2])]

    def removers(self, cls: Class) -> list[Method]:
        """The methods of the analysed code that seem to remove something from the object."""
        if is_record(cls) or not cls.is_target:
            return []
        found: dict[tuple[str, str], Method] = {}
        for owner in cls.superclasses():
            for method in owner.methods if owner.is_target else ():
                if (
                    method.name.lower().startswith(_REMOVERS)
                    and not method.access & (access.STATIC | access.ABSTRACT)
                    and self._accessibility.usable(method)
                    and may_write(self.program, method)
                ):
                    found.setdefault((method.name, method.descriptor), method)
        return sorted(
            found.values(), key=lambda each: sum(self._creators.parameter_cost(p, cls) for p in each.parameters)
        )

    def _rank(self, method: Method, cls: Class) -> float | None:
        key = (method, cls)
        if key not in self._ranks:
            self._ranks[key] = self._mutator_rank(method, cls)
        return self._ranks[key]

    def _mutator_rank(self, method: Method, cls: Class) -> float | None:
        """The rank of a method among the mutators, the lower the better; None if it is none."""
        if not self._may_be_called(method, cls) or not self._may_change(method, cls):
            return None
        name = method.name.lower()
        cost = sum(self._creators.parameter_cost(each, method.owner) for each in method.parameters)
        if name.startswith(_NO_SETTERS):
            if not self._changes_fields(method):
                return None
            cost += 3.0
        named = name.startswith(_SETTERS)
        if not method.parameters and not named:
            cost += 2.0
        return cost + (0.0 if named else 3.0 if method.returns == "V" else 6.0)

    def _may_be_called(self, method: Method, cls: Class) -> bool:
        """True if a test may call the method on an object of the class, and no simpler call gives the same states."""
        if method.name.startswith("<") or method.access & (access.STATIC | access.ABSTRACT):
            return False
        if not self._accessibility.usable(method):
            return False
        if not method.owner.is_target and is_machine_dependent(method):
            return False
        # a call that adds one element gives as much as one that takes a whole collection
        return not (self._creators.is_jdk_collection(cls) and any(self._holds_elements(p) for p in method.parameters))

    def _may_change(self, method: Method, cls: Class) -> bool:
        """True if the method, by its name and its code, may change the object or return a changed copy of it."""
        name = method.name.lower()
        if name.startswith(_REMOVERS) or (method.name, method.descriptor) in _ASKING:
            return False
        if method.owner.is_target:
            return may_write(self.program, method)
        if method.returns != "V" and method.name.startswith(_GETTERS):
            return False
        returns_copy = name.startswith("with") and method.returns == cls.descriptor
        return returns_copy or may_write(self.program, method)

    def _nearness(self, method: Method, cls: Class, entry: Method | None) -> float:
        """The bonus of a method that names a field of the class which the entry names, too, directly or in methods of
        their classes. It is highest for a setter with parameters.
        """
        if entry is None or not (method.owner.is_target and entry.owner.is_target):
            return 0.0
        common = fields_near(self.program, method) & fields_near(self.program, entry)
        if not any((each.owner.name, each.name) in common for each in cls.instance_fields):
            return 0.0
        return _NEAR if method.parameters and method.name.lower().startswith(_SETTERS) else _NEAR / 3

    def _changes_fields(self, method: Method) -> bool:
        """True if a method of the analysed code writes a field of its own class, or numbers or a text in one."""
        if not method.owner.is_target:
            return False
        found, own = effects_of(self.program, method), method.owner.name
        values = {(own, each.name) for each in method.owner.instance_fields if each.descriptor[1:-1] in JDK_VALUES}
        return any(owner == own for owner, _ in found.writes) or (
            LIBRARY in found.writes and not values.isdisjoint(found.reads)
        )

    def _holds_elements(self, descriptor: str) -> bool:
        found = self.program.find(descriptor[1:-1]) if descriptor[0] == "L" else None
        return found is not None and is_collection(self.program, found)
