"""How a call ended in our machine, in the tokens that the judge in the JVM prints.

First ``R`` and the result, or ``X`` and the throwable; then the arguments that are references; then, for each class of
the program that is initialised and has static fields, ``@`` with its name and the fields by name. A primitive is its
number (floats and doubles: canonical bits), ``V`` is no value, ``N`` null, ``T`` text, ``K`` a class object, ``B`` a
box, ``L`` a lambda; every other object is ``#`` and a number in the order of discovery, its contents follow the token
``{number:class``: elements, or fields by name, superclass first. Of the JDK's own objects only those of ``java.util``,
enum constants, string builders and throwables (message, cause, suppressed) are looked into.

A token ``~`` stands where our machine says nothing: the messages that the JVM words.
"""

from __future__ import annotations

from collections import deque

from tests.conformance.calls import Call

from everypath.program import Class, Field
from everypath.state import Ending, Obj, State, TextObject
from everypath.term import EMPTY, Value
from everypath.term.values import double_to_bits, float_to_bits
from everypath.vm.references import Lambda

ANY_VALUE = "~"
_BOXES = {
    f"java/lang/{name}" for name in ("Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double")
}
_WORDED = ("java/lang/ClassCastException", "java/lang/IllegalAccessError")
"""Their messages name modules and loaders in brackets, which are not compared."""


def dump(state: State, call: Call, returns: str, arguments: list[Value]) -> str:
    """The tokens of a call that has returned or thrown."""
    return _Writer(state).call(call, returns, arguments)


def same(ours: str, theirs: str) -> bool:
    """Whether two dumps agree; a value that our machine leaves open agrees with everything."""
    if ours == theirs:
        return True
    left, right = ours.split(" "), theirs.split(" ")
    return len(left) == len(right) and all(a in (b, ANY_VALUE) for a, b in zip(left, right, strict=True))


def payload(value: Value | None, kind: str) -> str:
    """A primitive as a token."""
    assert isinstance(value, int | float), value
    if kind == "F":
        return str(float_to_bits(value))
    if kind == "D":
        return str(double_to_bits(value))
    return str(int(value))


def _escape(text: str) -> str:
    return "".join(c if " " < c <= "~" and c != "\\" else f"\\{ord(c):04x}" for c in text)


class _Writer:
    def __init__(self, state: State) -> None:
        self.state = state
        self.tokens: list[str] = []
        self.ids: dict[int, int] = {}
        self.pending: deque[int] = deque()

    def call(self, call: Call, returns: str, arguments: list[Value]) -> str:
        state = self.state
        if state.ending is Ending.THREW:
            self.tokens.append("X")
            self.reference(state.thrown)
        else:
            self.tokens.append("R")
            if returns == "V":
                self.tokens.append("V")
            else:
                self.value(returns, state.result)
        for kind, value in zip(call.kinds, arguments, strict=True):
            if kind[0] in "L[":
                self.reference(value)
        for cls in sorted(state.initialised, key=lambda each: each.name):
            if cls.is_target and not cls.is_array and state.initialised[cls] == "done":
                self.statics(cls)
        return " ".join(self.tokens)

    def value(self, kind: str, value: Value | None) -> None:
        if kind[0] in "L[":
            self.reference(value)
        else:
            self.tokens.append(payload(value, kind))

    def reference(self, value: Value | None) -> None:
        self.named(value)
        while self.pending:
            self.contents(self.pending.popleft())

    def named(self, value: Value | None) -> None:
        if value is None:
            self.tokens.append(ANY_VALUE)
            return
        assert isinstance(value, int), value
        self.tokens.append(self._name(value))

    def _name(self, address: int) -> str:
        if address == 0:
            return "N"
        obj = self.state.object(address)
        if isinstance(obj, TextObject) and obj.cls.name == "java/lang/String":
            return "T" + _escape(obj.text.evaluate(EMPTY))
        if isinstance(obj.extra, Class):
            return "K" + obj.extra.name.replace("/", ".")
        if obj.cls.name in _BOXES:
            field = obj.cls.instance_fields[0]
            return f"B{obj.cls.name.rpartition('/')[2]}:{payload(obj.fields[field.slot], field.descriptor)}"
        if isinstance(obj.extra, Lambda):
            return "L"
        known = self.ids.get(address)
        if known is None:
            known = self.ids[address] = len(self.ids)
            self.pending.append(address)
        return f"#{known}"

    def contents(self, address: int) -> None:
        obj = self.state.object(address)
        self.tokens.append(f"{{{self.ids[address]}:{obj.cls.name.replace('/', '.')}")
        if obj.cls.element is not None:
            for each in obj.fields:
                if obj.cls.element.descriptor[0] in "L[":
                    self.named(each)
                else:
                    self.tokens.append(payload(each, obj.cls.element.descriptor))
        elif isinstance(obj, TextObject):
            self.tokens.append("T" + _escape(obj.text.evaluate(EMPTY)))
        elif any(each.name == "java/lang/Throwable" for each in obj.cls.supertypes):
            self.throwable(address, obj)
        else:
            self.fields(obj)
        self.tokens.append("}")

    def throwable(self, address: int, obj: Obj) -> None:
        held = {f.name: obj.fields[f.slot] for f in obj.cls.instance_fields if f.owner.name == "java/lang/Throwable"}
        message = held["detailMessage"]
        self.named(message)
        if obj.cls.name in _WORDED:
            self.tokens[-1] = self.tokens[-1].partition("\\0020(")[0]
        self.named(0 if held["cause"] == address else held["cause"])
        for each in self._suppressed(held["suppressedExceptions"]):
            self.tokens.append("+")
            self.named(each)
        self.fields(obj)

    def _suppressed(self, address: Value | None) -> list[Value]:
        if not isinstance(address, int) or address == 0:
            return []
        obj = self.state.object(address)
        held = {field.name: obj.fields[field.slot] for field in obj.cls.instance_fields}
        size, data = held.get("size"), held.get("elementData")
        if not isinstance(size, int) or not isinstance(data, int):
            return []  # the empty list that stands for none
        return self.state.object(data).fields[:size]

    def fields(self, obj: Obj) -> None:
        for field in _shown(obj.cls):
            value = obj.fields[field.slot]
            if field.descriptor[0] in "L[":
                self.tokens.append(f"{field.name}=")
                self.named(value)
            else:
                self.tokens.append(f"{field.name}={payload(value, field.descriptor)}")

    def statics(self, cls: Class) -> None:
        fields = sorted((field for field in cls.fields if field.is_static), key=lambda each: each.name)
        if not fields:
            return
        self.tokens.append("@" + cls.name.replace("/", "."))
        for field in fields:
            value = self.state.statics[field]
            if field.descriptor[0] in "L[":
                self.tokens.append(f"{field.name}=")
                self.reference(value)
            else:
                self.tokens.append(f"{field.name}={payload(value, field.descriptor)}")


def _shown(cls: Class) -> list[Field]:
    """The instance fields that are compared, superclass first, by name."""
    by_owner: dict[Class, list[Field]] = {}
    for field in cls.instance_fields:
        by_owner.setdefault(field.owner, []).append(field)
    return [
        field
        for owner, fields in by_owner.items()
        if _is_shown(owner)
        for field in sorted(fields, key=lambda each: each.name)
        if field.name != "hash"
    ]


def _is_shown(cls: Class) -> bool:
    if cls.is_target:
        return True
    in_util = cls.name.startswith("java/util/") and "/" not in cls.name[len("java/util/") :]
    throwable = any(each.name == "java/lang/Throwable" for each in (cls, *cls.supertypes))
    return cls.name == "java/lang/Enum" or (in_util and not throwable)
