"""`JdkLibrary`, the library of models that the machine uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from everypath.bridge import always_refused
from everypath.classfile import Directory
from everypath.library.classes import MODEL_MODULES as CLASSES
from everypath.library.collections import MODEL_MODULES as COLLECTIONS
from everypath.library.dispatch.call_rules import CallRules
from everypath.library.dispatch.machine_dependent import is_machine_dependent
from everypath.library.dispatch.sensitive import SensitiveMembers
from everypath.library.handles import MODEL_MODULES as HANDLES
from everypath.library.handles import constant_model, polymorphic_call, site_model, variable_call
from everypath.library.jdk import Image, ask_this, java_models_folder
from everypath.library.models import BUILDERS, IN_JAVA, MODELS, PURE, STRING, Key, method_name, note_unseen
from everypath.library.numbers import MODEL_MODULES as NUMBERS
from everypath.library.reflection import MODEL_MODULES as REFLECTION
from everypath.library.reflection import call_handler, is_proxy_method
from everypath.library.runtime import MODEL_MODULES as RUNTIME
from everypath.library.text import MODEL_MODULES as TEXT
from everypath.library.text import value_text
from everypath.state import text as texts
from everypath.state.text import Constant, Text

if TYPE_CHECKING:
    from everypath.bridge import Bridge
    from everypath.classfile import InvokeDynamic, Loadable
    from everypath.program import Class, Field, Method, Program
    from everypath.term import Value
    from everypath.vm.core import Call, Model

FAMILY = frozenset(
    {STRING, *BUILDERS, "java/lang/StringLatin1", "java/lang/StringUTF16", "java/lang/StringConcatHelper"}
)
"""Classes of which no bytecode runs, except the methods in `RUN_IN_FAMILY`: their content is a modelled text."""

RUN_IN_FAMILY = frozenset({"<clinit>", "describeConstable", "resolveConstantDesc", "compare", "transform"})
"""Methods of `FAMILY` that use no text and run as bytecode."""

NOT_RUN = frozenset({("java/lang/Thread", "<init>"), ("java/lang/Thread", "start")})
"""Methods that create and start threads: unsupported, as there is only one thread."""

READ_PARTIAL_STATICS = frozenset({("java/util/Currency", "getAvailableCurrencies")})
"""Methods that read a static field of a class of `boot_image.PARTIAL_CLASSES` which cannot be read from some JDKs."""

MODEL_MODULES = (
    *CLASSES,
    *COLLECTIONS,
    *HANDLES,
    *NUMBERS,
    *REFLECTION,
    *RUNTIME,
    *TEXT,
)
"""All modules that register models; importing this module imports them."""


class JdkLibrary:
    """Models of the JDK for one program. Implements `everypath.vm.core.protocols.Library`.

    Without a bridge there is no boot image, and no model can call the real JVM. The library's own Java classes become
    support classes of the program. ``models`` come from plug-ins and callers and precede the library's own.
    """

    def __init__(
        self,
        program: Program,
        bridge: Bridge | None = None,
        sensitive: Sequence[str] = (),
        rules: CallRules | None = None,
        models: Mapping[Key, Model] | None = None,
    ) -> None:
        self.program = program
        self.models = models if models is not None else {}
        self.bridge = bridge
        self.rules = rules if rules is not None else CallRules()
        self.sensitive = SensitiveMembers(sensitive)
        if bridge is not None and program.loader.support is None:
            program.loader.support = Directory(java_models_folder(bridge.jdk))
        self._image = Image(program, bridge)

    @property
    def boot(self) -> Image:
        """Objects with negative addresses."""
        return self._image

    def find(self, method: Method) -> Model | None:
        """The model of a method. None if its bytecode runs."""
        model = self._find(method)
        if not self.sensitive.patterns or not self.sensitive.is_sensitive(method):
            return model
        if model is None and not method.has_code:
            model = self.missing_native(method)
        return self.sensitive.recording(model)

    def _find(self, method: Method) -> Model | None:
        ruled = self.rules.find(method)
        return ruled if ruled is not None else self._own_model(method) or self.rules.find_without_model(method)

    def answer_calls(self, lemma: Model, auto: Model) -> None:
        """Set the models of methods in mode *lemma* and in mode *auto* (`CallRules`)."""
        self.rules.lemma, self.rules.auto = lemma, auto

    def _own_model(self, method: Method) -> Model | None:
        key = (method.owner.name, method.name, method.descriptor)
        model = self.models.get(key) or MODELS.get(key)
        if model is not None:
            return model
        replacement = IN_JAVA.get(key)
        if replacement is not None:
            return partial(_run_java, replacement)
        if key in PURE:
            return ask_this
        refused = always_refused(*key)
        if refused is not None and not method.owner.is_target:
            return partial(_contained, refused)
        if key[:2] in NOT_RUN or (key[:2] in READ_PARTIAL_STATICS and self._image.is_partial(method.owner)):
            return _unmodelled
        if key[0] in FAMILY and method.name not in RUN_IN_FAMILY and not method.is_abstract:
            return _unmodelled
        if is_machine_dependent(method) and self.program.jdk.find(key[0]) is not None:
            return _subsystem
        return None

    def missing_native(self, method: Method) -> Model | None:
        """The model of other natives: a fresh symbol; the path is partial. Methods of proxies call their handler."""
        if is_proxy_method(method):
            return call_handler
        if method.name in ("registerNatives", "initIDs"):
            return _nothing
        return _havoc

    def polymorphic(self, method: Method) -> Model | None:
        """The model of a call through a method handle or variable handle."""
        return variable_call(method) or polymorphic_call(method)

    def constant(self, cls: Class, constant: Loadable) -> Model:
        """The model of loading a method handle, method type or dynamic constant."""
        return constant_model(cls, constant)

    def call_site(self, cls: Class, constant: InvokeDynamic, place: str) -> Model:
        """The model of an invokedynamic of the program's own bootstrap method."""
        return site_model(cls, constant, place)

    def statics(self, cls: Class) -> dict[Field, Value] | None:
        """The initialised static fields of a JDK class. None if the machine runs its ``<clinit>``."""
        return self._image.statics(cls)

    def jvm_statics(self, cls: Class) -> dict[Field, Value | None] | None:
        """The static fields of a JDK class as the JVM initialised them. None for a field that only the JVM has."""
        return self._image.jvm_statics(cls)

    def jdk_object(self, *key: str) -> int | None:
        """The address of an object that the JDK makes (`Bridge.jdk_object`), None if it cannot be had."""
        return self._image.jdk_object(*key)

    def to_text(self, call: Call, value: Value, descriptor: str) -> Text | None:
        """The text of a value as ``String.valueOf`` gives it; None for objects whose ``toString`` must be called."""
        return value_text(call, value, descriptor)

    def concat(self, parts: Sequence[Text | str]) -> Text:
        """The concatenation of texts."""
        return texts.concat(*(Constant(part) if isinstance(part, str) else part for part in parts))


def _run_java(replacement: Key, call: Call, *args: Value) -> Value | None:
    owner, name, descriptor = replacement
    method = call.klass(owner).declared_method(name, descriptor)
    if method is None:
        return call.unsupported(method_name(call))
    return call.invoke(method, args)


def _contained(sink: str, call: Call, *args: Value) -> Value | None:
    return call.contained(sink)


def _unmodelled(call: Call, *args: Value) -> Value | None:
    return call.unanswered(f"{method_name(call)}{call.method.descriptor}", args)


def _subsystem(call: Call, *args: Value) -> Value | None:
    return call.unanswered(method_name(call), args)


def _nothing(call: Call, *args: Value) -> None:
    return None


def _havoc(call: Call, *args: Value) -> Value | None:
    note_unseen(call.state)
    returns = call.method.returns
    if returns == "V":
        call.state.note("havoc", method_name(call))
        return None
    if returns[0] in "L[":
        return call.unanswered(f"native {method_name(call)}", args)
    return call.havoc(returns, method_name(call))
