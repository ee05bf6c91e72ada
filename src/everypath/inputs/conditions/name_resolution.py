"""Resolves the names in a condition: variables, fields and classes, as code of the method's class sees them."""

from __future__ import annotations

from everypath.classfile import internal_name, java_type
from everypath.errors import ClassFormatError, LinkageError
from everypath.inputs.conditions import syntax
from everypath.inputs.conditions.syntax import PRIMITIVES, ConditionError, Tree
from everypath.inputs.conditions.typed_tree import Constant, Input, StaticOf, Typed
from everypath.inputs.places import parameter_places
from everypath.program import Class, Field, Method, Program


class NameResolution:
    """Resolves the names of one condition. ``inputs`` are the receiver and the parameters by name, each parameter also
    as ``arg0``, ``arg1``… ``after``: the condition is about the end of the call.
    """

    def __init__(self, text: str, method: Method, program: Program, *, after: bool) -> None:
        self.text = text
        self.method = method
        self.program = program
        self.after = after
        self.inputs = self._inputs()

    def _inputs(self) -> dict[str, Input]:
        receiver = not self.method.is_static and (self.method.name != "<init>" or self.after)
        found: dict[str, Input] = {}
        if receiver:
            found["this"] = Input(self.method.owner.descriptor, "this", 0)
        first = 0 if self.method.is_static else 1
        places = parameter_places(self.method)
        for at, place in enumerate(places):
            found[place.name] = Input(place.descriptor, place.name, first + at)
        for at, place in enumerate(places):
            found.setdefault(f"arg{at}", found[place.name])
        return found

    def error(self, message: str, at: int) -> ConditionError:
        """An error about this condition, at a position in its text."""
        return ConditionError(message, self.text, at)

    def static(self, field: Field) -> Typed:
        """The value of a static field: a constant if the class file has one."""
        constant = field.constant_value
        if constant is not None and field.descriptor[0] not in "L[":
            value = getattr(constant, "value", None)
            assert isinstance(value, int | float)
            return Constant(field.descriptor, bool(value) if field.descriptor == "Z" else value)
        return StaticOf(field.descriptor, field)

    def class_of(self, node: Typed, at: int) -> Class:
        """The class of an expression; an error at ``at`` if it has none."""
        if node.type[0] not in "L[":
            raise self.error(f"{readable(node.type)} has no fields", at)
        try:
            return self.program.class_of_descriptor(node.type)
        except (ClassFormatError, LinkageError) as problem:
            raise self.error(str(problem), at) from problem

    def descriptor(self, name: syntax.TypeName) -> str:
        """The descriptor of a type that the condition names."""
        kind = PRIMITIVES.get(name.name)
        if kind is None:
            cls = self.find_class(name.name)
            if cls is None:
                raise self.error(f"no class '{name.name}' is known here: write its full name", name.at)
            kind = cls.descriptor
        return "[" * name.dimensions + kind

    def class_named(self, tree: Tree) -> Class | None:
        """The class that a dotted name means; None if it names a variable of the method, or no class."""
        names: list[str] = []
        while isinstance(tree, syntax.Access):
            names.insert(0, tree.name)
            tree = tree.target
        if not isinstance(tree, syntax.Name) or self._variable_exists(tree.name):
            return None
        return self.find_class(".".join((tree.name, *names)))

    def _variable_exists(self, name: str) -> bool:
        return name in self.inputs or name in ("this", "result") or self.field(self.method.owner, name) is not None

    def find_class(self, name: str) -> Class | None:
        """A class by the name that code of the method's class would use, or by its full name."""
        plain, nested = internal_name(name), name.replace(".", "$")
        owner = self.method.owner.name
        package, _, simple = owner.rpartition("/")
        tried = [owner] if simple == name else []
        outer = simple
        while outer:  # nested classes of the class and of those around it
            tried.append(f"{package}/{outer}${nested}" if package else f"{outer}${nested}")
            outer = outer.rpartition("$")[0]
        tried += [f"{package}/{nested}" if package else nested, f"java/lang/{nested}", plain]
        while "/" in plain:  # java.util.Map.Entry
            plain = "$".join(plain.rsplit("/", 1))
            tried.append(plain)
        for each in tried:
            try:
                found = self.program.find(each)
            except (ClassFormatError, LinkageError):
                continue
            if found is not None:
                return found
        return None

    def field(self, cls: Class, name: str) -> Field | None:
        """A field by name, private ones too, from the class upwards (JVMS 5.4.3.2 without the descriptor)."""
        todo = [cls]
        while todo:
            current = todo.pop(0)
            found = next((each for each in current.fields if each.name == name), None)
            if found is not None:
                return found
            todo += [*current.interfaces, *([current.superclass] if current.superclass else [])]
        return None


def readable(kind: str) -> str:
    """A type as Java writes it, without its package."""
    return "null" if kind == "N" else java_type(kind).rpartition(".")[2]
