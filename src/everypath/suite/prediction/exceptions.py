"""The exception that ends a path: its message, its origin, and whether the JVM or code makes the message."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from everypath.classfile import MemberRef, access
from everypath.inputs import InputShape
from everypath.inputs import Stub as StubInput
from everypath.program import Class, Method, Program
from everypath.state import Obj, StackTrace, State, TextObject
from everypath.state import Place as StatePlace
from everypath.suite.prediction.exception_facts import (
    CLASS_CAST,
    MESSAGE_BY_THE_JVM,
    is_helper,
    is_throwable,
    makes_own_message,
    returns_type_variable,
)
from everypath.suite.prediction.predictor import Predictor
from everypath.suite.recipes import Members
from everypath.suite.testcase import Site, Throw

__all__ = ["ExceptionPredictor"]


class ExceptionPredictor:
    """The exception of one path."""

    def __init__(
        self,
        program: Program,
        state: State,
        shape: InputShape,
        members: Members,
        predictor: Predictor,
        is_jdk: Callable[[str], bool],
    ) -> None:
        self._program = program
        self._is_jdk = is_jdk
        self._state = state
        self._shape = shape
        self._members = members
        self._predictor = predictor

    def throw(self) -> Throw:
        """The predicted exception."""
        obj = self._state.object(self._state.thrown)
        cls = obj.cls
        _, *ancestors = (each.name for each in cls.superclasses())
        places = obj.extra.places if isinstance(obj.extra, StackTrace) else ()
        places = tuple(places) or ((self._state.place,) if self._state.place is not None else ())
        at = next((place for place in places if place.is_target), None)
        site = None
        source = ""
        if at is not None:
            site = Site(at.class_name, at.method, at.descriptor, at.pc, at.line)
            source = self._program.klass(at.class_name).source_path
        origin = self._origin(cls, places, at)
        message, known = self._message(obj, origin)
        if cls.name in MESSAGE_BY_THE_JVM and places and self._step(places[0]) not in ("new", "invokespecial"):
            message, known = None, False
        polluted = cls.name == CLASS_CAST and bool(places) and self._is_generic_cast(places[0])
        own = not self._is_jdk(cls.name)
        return Throw(cls.name, tuple(ancestors), message, known, site, origin, source, polluted, own)

    def _message(self, obj: Obj, origin: str) -> tuple[str | None, bool]:
        """The message, and whether it is predicted. Messages made by the JVM are not."""
        held = obj.value_of("detailMessage")
        if held is None or makes_own_message(obj.cls):
            return None, False
        filler = self._predictor.filler(held)
        if filler is not None:
            return filler, True
        address = self._predictor.address(held)
        if address is None:
            return None, False
        if address == 0:
            return None, origin in ("explicit", "helper")
        text = self._state.object(address)
        found = self._predictor.text(text.text) if isinstance(text, TextObject) else None
        worded_by_the_jvm = origin == "instruction" and obj.cls.name == "java/lang/ClassCastException"
        return found, found is not None and not worded_by_the_jvm

    def _origin(self, cls: Class, places: Sequence[StatePlace], at: StatePlace | None) -> str:
        if any(each.name == "java/lang/AssertionError" for each in cls.superclasses()):
            return "assertion"
        if at is None:
            return "library"
        position = list(places).index(at)
        if position > 0:
            caller = places[position - 1]
            return "helper" if is_helper(caller.class_name, caller.method) else "library"
        return self._origin_at(at)

    def _method(self, at: StatePlace) -> Method | None:
        owner = self._program.find(at.class_name)
        return owner.declared_method(at.method, at.descriptor) if owner is not None else None

    def _step(self, at: StatePlace) -> str:
        """The mnemonic of the instruction at a place; empty if unknown."""
        method = self._method(at)
        steps = method.instructions if method is not None else []
        return next((each.name for each in steps if each.pc == at.pc), "")

    def _is_generic_cast(self, at: StatePlace) -> bool:
        """True if a failed cast is not in the source.

        Such a cast is in a bridge method, in a method with a model, or after a call of a stub whose result has the type
        of a type variable. `Enum.compareTo` counts, too: the JDK wrote its cast by hand, but no typed caller can make
        it fail.
        """
        method = self._method(at)
        if method is None:
            return False
        if (at.class_name, at.method) == ("java/lang/Enum", "compareTo"):
            return True
        if method.access & access.BRIDGE or (at.is_target and self._step(at).startswith("invoke")):
            return True
        stubs = any(isinstance(node.build, StubInput) for node in self._shape.reachable())
        return stubs and self._follows_generic_call(method, at.pc)

    def _follows_generic_call(self, method: Method, pc: int) -> bool:
        """True if the instruction before ``pc`` calls a method that returns a type variable."""
        before = next((each for each in reversed(method.instructions) if each.pc < pc), None)
        return before is not None and returns_type_variable(method, before, self._members)

    def _origin_at(self, at: StatePlace) -> str:
        """The origin by the instruction at the innermost target frame: it throws, calls other code, or fails itself."""
        method = self._method(at)
        if method is None or method.owner.file is None:
            return "instruction"
        if at.pc < 0:  # the method has a model
            return "helper" if is_helper(at.class_name, at.method) else "explicit"
        step = next((each for each in method.instructions if each.pc == at.pc), None)
        if step is None:
            return "instruction"
        if step.name == "new":
            return "explicit"
        if step.name == "invokespecial":
            called = method.owner.file.constant(step.operand)
            if isinstance(called, MemberRef) and called.name == "<init>" and is_throwable(self._program, called.owner):
                return "explicit"
        if step.name == "invokestatic":
            called = method.owner.file.constant(step.operand)
            if isinstance(called, MemberRef) and is_helper(called.owner, called.name):
                return "helper"
            return "library"
        return "instruction"
