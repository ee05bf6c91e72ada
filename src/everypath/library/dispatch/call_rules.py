"""The options ``--calls`` and ``--source``: how calls of methods that match a pattern are executed.

- *inline*: the called method's code runs.
- *lemma*: the call is answered by a summary of the method (`everypath.explore.lemmas.lemmas`).
- *havoc*: the result is a fresh symbol and side effects are ignored (call depth 0 in Artemis). The path is partial.
- *auto*: inline or lemma, by the method's code and its calls. The choice changes no result.
- *source*: each call returns a fresh symbol that is an input of the program, in the order of the calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from everypath.classfile import MemberRef, dotted, internal_name
from everypath.dataclass import dataclass, field
from everypath.library.models import method_name, note_unseen
from everypath.vm.core import CallSubstitute

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.term import Value
    from everypath.vm.core import Call, Model

INLINE, LEMMA, HAVOC, AUTO, SOURCE = "inline", "lemma", "havoc", "auto", "source"
MODES = (INLINE, LEMMA, HAVOC, AUTO)
"""The values of ``--calls``."""

BRANCHING = 3
"""With *auto*, a method gets a lemma if its branches have this many further successors, or any if it is recursive."""


@dataclass(frozen=True, slots=True)
class CallRule:
    """A pattern of methods and the mode of their calls. A class pattern without a dot matches simple names, too."""

    classes: str
    members: str
    mode: str

    @classmethod
    def parse(cls, text: str) -> CallRule:
        """Parse ``com.acme.Util#*=lemma``, or ``lemma`` for all methods. A pattern without ``=`` is a source.

        Raises `ValueError`.
        """
        pattern, given, mode = ("*#*", "=", text) if text in MODES else text.partition("=")
        if given and mode.strip() not in MODES:
            raise ValueError(f"'{text}': after = stands one of {', '.join(MODES)}")
        classes, _, members = pattern.strip().partition("#")
        if not classes and not members:
            raise ValueError(f"'{text}' names no method; write Class#method")
        return cls(dotted(classes) or "*", members or "*", mode.strip() if given else SOURCE)

    def names(self, owner: str, member: str) -> bool:
        """True if the rule matches a method by the internal name of its class and its own name."""
        name = dotted(owner)
        named = fnmatchcase(name, self.classes)
        if not named and "." not in self.classes:
            named = fnmatchcase(name.rpartition(".")[2], self.classes)
        return named and fnmatchcase(member, self.members)


@dataclass
class CallRules:
    """The rules of a run in order: the first one that matches a method decides. Sources come first.

    ``lemma`` is the model of methods in mode *lemma*, ``auto`` the model of methods in mode *auto*. The exploration
    that computes lemmas sets both.
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
        """The mode of a method's calls. Constructors and class initialisers are always inlined."""
        if not self.rules or method.name.startswith("<"):
            return INLINE
        known = self._modes.get(method)
        if known is None:
            found = next((each.mode for each in self.rules if each.names(method.owner.name, method.name)), INLINE)
            known = self._modes[method] = found
        return known

    def is_source(self, owner: str, name: str, descriptor: str) -> bool:
        """True if calls of a method return fresh inputs."""
        return next((each.mode for each in self.rules if each.names(owner, name)), INLINE) == SOURCE

    def named_classes(self) -> list[str]:
        """The internal names of the classes that rules for sources name without wildcards."""
        found = [each.classes for each in self.rules if each.mode == SOURCE and not set(each.classes) & set("*?[")]
        return [internal_name(name) for name in found]

    def find(self, method: Method) -> Model | None:
        """The model of a method in mode *havoc* or *source*; it precedes the library's own. None for other modes."""
        match self.mode(method):
            case "havoc":
                return CallSubstitute(_havoc)
            case "source":
                return CallSubstitute(_source)
        return None

    def find_without_model(self, method: Method) -> Model | None:
        """The model in mode *lemma* or *auto* of a method that the library has no model of. None if its code runs."""
        mode = self.mode(method)
        if mode == LEMMA and method.has_code:
            return CallSubstitute(self._lemma, transparent=True)
        if mode == AUTO and method.owner.is_target and is_branching(method):
            return CallSubstitute(self._auto, transparent=True)
        return None

    def _lemma(self, call: Call, *args: Value) -> Value | None:
        return self.lemma(call, *args) if self.lemma is not None else call.run_code(args)

    def _auto(self, call: Call, *args: Value) -> Value | None:
        return self.auto(call, *args) if self.auto is not None else call.run_code(args)


_TEXTS = frozenset({"Ljava/lang/String;", "Ljava/lang/CharSequence;"})


def is_branching(method: Method) -> bool:
    """True if a method has enough branches that computing a lemma may save work.

    False for methods with loops, as bounds cut some of their paths, and with strings, which lemmas hardly support.
    """
    if not method.has_code or method.flow.loops or not _TEXTS.isdisjoint(method.parameters):
        return False
    branches = sum(len(block.successors) - 1 for block in method.flow.blocks.values() if len(block.successors) > 1)
    return branches >= BRANCHING or (branches > 0 and _calls_itself(method))


def _calls_itself(method: Method) -> bool:
    file = method.owner.file
    calls = (each for each in method.instructions if each.name.startswith("invoke") and file is not None)
    named = (file.constant(each.operand) for each in calls if file is not None)
    own = (method.owner.name, method.name, method.descriptor)
    return any(isinstance(each, MemberRef) and (each.owner, each.name, each.descriptor) == own for each in named)


def _havoc(call: Call, *args: Value) -> Value | None:
    """A fresh symbol as the result. Side effects and exceptions of the call are ignored."""
    note_unseen(call.state)
    call.state.note("havoc", method_name(call))
    return None if call.method.returns == "V" else call.machine.inputs.unknown(call, "havoc")


def _source(call: Call, *args: Value) -> Value | None:
    """The next input. A test cannot make methods of the JDK return chosen values: for these it is a havoc."""
    if call.machine.program.jdk.find(call.method.owner.name) is not None:
        return _havoc(call, *args)
    return None if call.method.returns == "V" else call.machine.inputs.unknown(call, SOURCE)
