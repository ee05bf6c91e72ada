"""Reads maps and sets from inputs: their size, what they have for the keys that code looked up, and their first
entries.
"""

from __future__ import annotations

from everypath.classfile import BOX_CLASSES, PRIMITIVES, class_of_descriptor, dotted
from everypath.inputs import BoxInput, EnumInput, MapInput, Slot
from everypath.inputs.places import index_name
from everypath.inputs.shapes import REFUSES_NULL, KeyInput
from everypath.suite.predicates.helpers import call
from everypath.suite.predicates.statements import Statements
from everypath.suite.testcase import primitive, string
from everypath.term import BOOL, Term, ref_var, var, variables

__all__ = ["MapReader"]


class MapReader:
    """Adds the statements that read maps and sets."""

    def __init__(self, statements: Statements) -> None:
        self._to = statements
        self.keys: dict[tuple[str, str], str] = {}
        """The expressions of keys, by the place of the map and the name of the key."""
        self.waiting: list[tuple[KeyInput, str, str]] = []
        """Keys that are still to be looked up, each with the place and the expression of its map."""

    def read(self, path: str, text: str, build: MapInput) -> None:
        """Read the size and what the map has for the keys that code looked up."""
        kind = f"java.util.{'Collection' if build.is_set else 'Map'}<?{'' if build.is_set else ', ?'}>"
        self._to.need(f"{text} instanceof {kind.partition('<')[0]}")
        self._to.symbol(build.size, self._to.local(f"{path}.size", "int", f"(({kind}) {text}).size()"))
        self._to.lines.append(call("checkKeys", text, f'"{dotted(class_of_descriptor(build.key_type))}"') + ";")
        if build.refuses_null is not None:
            self._to.symbols[var(f"{path}.{REFUSES_NULL}", BOOL)] = f"({call('hasKey', text, 'null')} == null)"
        self._to.typed |= {each.value.name for each in build.keys if each.value is not None}
        self.waiting += [(each, path, text) for each in build.keys]
        self._in_order(path, text, build)

    def _in_order(self, path: str, text: str, build: MapInput) -> None:
        """Read the first entries in the order of iteration."""
        views = ("",) if build.is_set else (".keySet()", ".values()")
        kind = "java.util.Collection<?>" if build.is_set else "java.util.Map<?, ?>"
        for number, view in enumerate(views if build.order else ()):
            name = self._to.local(f"{path}{view}.before", "Object[]", f"(({kind}) {text}){view}.toArray()")
            self._to.need(f"{len(build.order)} <= {name}.length")
            for at, slots in enumerate(build.order):
                slot = slots[number]
                assert slot is not None
                self._to.typed.add(slot.name)
                self._to.take(slot, f"{name}[{at}]")
                if number == 0:
                    self.keys[path, index_name(ref_var(slot.name))] = self._to.objects[slot.name]

    def known_keys(self) -> list[str]:
        """Read what maps have for the keys that are known now. Return the names of the values."""
        found = []
        for each in list(self.waiting):
            looked_up, path, text = each
            key = self._key(looked_up.key)
            if key is None:
                continue
            self.waiting.remove(each)
            self.keys[path, looked_up.name] = key
            answer = self._to.local(str(looked_up.symbol.payload), "Boolean", call("hasKey", text, key))
            self._to.need(f"{answer} != null")
            self._to.symbols[looked_up.symbol] = answer
            if looked_up.value is not None:
                self._to.take(looked_up.value, call("heldFor", text, key))
                found.append(looked_up.value.name)
        return found[::-1]

    def _key(self, key: Slot | str | BoxInput | EnumInput | None) -> str | None:
        """The expression of a key; None if it has inputs that were not read."""
        match key:
            case Slot(name=name):
                return self._to.objects.get(name)
            case str():
                return string(key)
            case BoxInput(value=Slot(descriptor=kind, value=value)):
                if isinstance(value, Term) and not variables(value) <= self._to.symbols.keys():
                    return None
                shown = self._to.term(value) if isinstance(value, Term) else primitive(kind, value or 0, cast=False)
                box = dotted(BOX_CLASSES[kind]).removeprefix("java.lang.")
                return f"{box}.valueOf(({PRIMITIVES[kind]}) {shown})"
            case EnumInput(class_name=owner, constant=constant):
                return call("constant", f'"{dotted(owner)}"', f'"{constant}"')
        return "null"
