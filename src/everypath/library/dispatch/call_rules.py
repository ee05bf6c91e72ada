"""How calls of certain methods are taken: `--calls` and `--source`, by patterns of the methods.

A call is *inlined* (its code runs: macro expansion), answered by a *lemma* (its classes, computed once:
`everypath.explore.lemmas.lemmas`), or *havocked* (its result is a fresh symbol and what else it does is not followed:
call
depth 0 in Artemis; the path is partial). A *source* of unknown values returns a fresh symbol, too, but exactly that is
what it means: each answer is an input of the program, remembered in the order of the calls. *Auto* leaves the choice
between inlining and a lemma to what the code of the method and its calls look like: it changes no result.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from everypath.classfile import MemberRef, dotted, internal_name
from everypath.dataclass import dataclass, field
from everypath.library.models import method_name
from everypath.vm.core.translated_method import StandIn

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.term import Value
    from everypath.vm.core.protocols import Call, Model

INLINE, LEMMA, HAVOC, AUTO, SOURCE = "inline", "lemma", "havoc", "auto", "source"
MODES = (INLINE, LEMMA, HAVOC, AUTO)
"""What ``--calls`` can ask for."""

BRANCHING = 3
"""So many ways to go at its branches, less one each, make a method worth a lemma; if it calls itself, any do."""


@dataclass(frozen=True, slots=True)
class CallRule:
    """A pattern of methods and how calls of them are taken. A class without a dot goes by its simple name, too."""

    classes: str
    members: str
    mode: str

    @classmethod
    def parse(cls, text: str) -> CallRule:
        """Of ``com.acme.Util#*=lemma``, or ``lemma`` for all methods; a pattern without ``=`` is a source. Raises
        `ValueError`.
        """
        pattern, given, mode = ("*#*", "=", text) if text in MODES else text.partition("=")
        if given and mode.strip() not in MODES:
            raise ValueError(f"'{text}': after = stands one of {', '.join(MODES)}")
        classes, _, members = pattern.strip().partition("#")
        if not classes and not members:
            raise ValueError(f"'{text}' names no method; write Class#method")
        return cls(dotted(classes) or "*", members or "*", mode.strip() if given else SOURCE)

    def names(self, owner: str, member: str) -> bool:
        """Whether the rule is about methods of this name, of the class with this internal name."""
        name = dotted(owner)
        named = fnmatchcase(name, self.classes)
        if not named and "." not in self.classes:
            named = fnmatchcase(name.rpartition(".")[2], self.classes)
        return named and fnmatchcase(member, self.members)


@dataclass
class CallRules:
    """The rules of a run, in the order in which they count: the first that matches decides. Sources come first.

    ``lemma`` is the model of a method whose calls lemmas answer, ``auto`` of one where that is to be chosen; the
    exploration that computes lemmas sets them.
    """

    rules: tuple[CallRule, ...] = ()
    lemma: Model | None = None
    auto: Model | None = None
    _modes: dict[Method, str] = field(default_factory=dict)

    @classmethod
    def of(cls, calls: Sequence[str], sources: Sequence[str] = ()) -> CallRules:
        """The rules of ``--calls`` and ``--source``. Raises `ValueError`."""
        return cls(tuple(CallRule.parse(each) for each in (*sources, *calls)))

    def mode(self, method: Method) -> str:
        """How calls of a method are taken. Constructors and class initialisers always run."""
        if not self.rules or method.name.startswith("<"):
            return INLINE
        known = self._modes.get(method)
        if known is None:
            found = next((each.mode for each in self.rules if each.names(method.owner.name, method.name)), INLINE)
            known = self._modes[method] = found
        return known

    def is_source(self, owner: str, name: str, descriptor: str) -> bool:
        """Whether a method is a source of unknown values."""
        return next((each.mode for each in self.rules if each.names(owner, name)), INLINE) == SOURCE

    def named_classes(self) -> list[str]:
        """The internal names of classes that rules about sources name in full."""
        found = [each.classes for each in self.rules if each.mode == SOURCE and not set(each.classes) & set("*?[")]
        return [internal_name(name) for name in found]

    def find(self, method: Method) -> Model | None:
        """What stands for the calls of a method in place of its code and of the library's own model, if anything."""
        match self.mode(method):
            case "havoc":
                return StandIn(_havoc)
            case "source":
                return StandIn(_source)
        return None

    def find_without_model(self, method: Method) -> Model | None:
        """The same for a method of which the library has no model: its code runs, or its lemma."""
        mode = self.mode(method)
        if mode == LEMMA and method.has_code:
            return StandIn(self._lemma, transparent=True)
        if mode == AUTO and method.owner.is_target and is_branching(method):
            return StandIn(self._auto, transparent=True)
        return None

    def _lemma(self, call: Call, *args: Value) -> Value | None:
        return self.lemma(call, *args) if self.lemma is not None else call.run_code(args)

    def _auto(self, call: Call, *args: Value) -> Value | None:
        return self.auto(call, *args) if self.auto is not None else call.run_code(args)


_TEXTS = frozenset({"Ljava/lang/String;", "Ljava/lang/CharSequence;"})


def is_branching(method: Method) -> bool:
    """Whether a method's own code has so many ways that its classes may be worth computing once.

    Not so with loops, of which a bound cuts some, and strings, of which lemmas say little.
    """
    if not method.has_code or method.flow.loops or not _TEXTS.isdisjoint(method.parameters):
        return False
    ways = sum(len(block.successors) - 1 for block in method.flow.blocks.values() if len(block.successors) > 1)
    return ways >= BRANCHING or (ways > 0 and _calls_itself(method))


def _calls_itself(method: Method) -> bool:
    file = method.owner.file
    calls = (each for each in method.instructions if each.name.startswith("invoke") and file is not None)
    named = (file.constant(each.operand) for each in calls if file is not None)
    own = (method.owner.name, method.name, method.descriptor)
    return any(isinstance(each, MemberRef) and (each.owner, each.name, each.descriptor) == own for each in named)


def _havoc(call: Call, *args: Value) -> Value | None:
    """An unknown result; what the call does to objects, and what it throws, is not followed."""
    call.state.note("havoc", method_name(call))
    return None if call.method.returns == "V" else call.machine.inputs.unknown(call, "havoc")


def _source(call: Call, *args: Value) -> Value | None:
    """The next unknown value. Nobody can make methods of the JDK return what is wanted: there, the path is partial."""
    if call.machine.program.jdk.find(call.method.owner.name) is not None:
        return _havoc(call, *args)
    return None if call.method.returns == "V" else call.machine.inputs.unknown(call, SOURCE)
