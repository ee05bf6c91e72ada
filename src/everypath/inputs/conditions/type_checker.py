"""Checks a parsed condition for one method: resolves its names and checks its types as Java does."""

from __future__ import annotations

from everypath.classfile import canonical_name
from everypath.dataclass import dataclass
from everypath.inputs.conditions import syntax
from everypath.inputs.conditions.linked_structures import links_of, nodes_and_numbers
from everypath.inputs.conditions.name_resolution import NameResolution, readable
from everypath.inputs.conditions.syntax import ConditionError, Tree
from everypath.inputs.conditions.typed_tree import (
    Arithmetic,
    Choice,
    Compare,
    Constant,
    Convert,
    Element,
    Equals,
    FieldOf,
    Input,
    InstanceOf,
    Length,
    Logic,
    Negation,
    Not,
    Old,
    Property,
    Result,
    Same,
    Typed,
    conjuncts,
    parts,
)
from everypath.program import Class, Method, Program

STRING = "Ljava/lang/String;"
NUMERIC = "BSCIJFD"

PROPERTIES = {"noshare": 2, "acyclic": 1, "tree": 1, "distinct": 1, "sorted": 1}
"""Properties of the heap, with the number of their arguments."""


@dataclass(frozen=True)
class Condition:
    """A condition of one method: what was written, and its parts that ``&&`` joins, checked."""

    text: str
    parts: tuple[Typed, ...]
    olds: tuple[Old, ...] = ()

    @property
    def properties(self) -> tuple[Property, ...]:
        """The parts that are properties of linked objects. They are checked when objects are materialised."""
        return tuple(each for each in self.parts if isinstance(each, Property) and is_structural(each))


def is_structural(node: Property) -> bool:
    """True if a property concerns linked objects: no term expresses it before the objects are known."""
    return node.name not in ("distinct", "sorted") or node.arguments[0].type[0] != "["


def check(text: str, method: Method, program: Program, *, after: bool = False) -> Condition:
    """The condition that a text means for a method: before its call, or ``after`` it returned (then ``result`` and
    ``old(…)`` have a meaning).

    Raises `ConditionError`.
    """
    checker = _Checker(text, method, program, after=after)
    tree = syntax.parse(text)
    typed = checker.check(tree)
    if typed.type != "Z":
        raise ConditionError(f"a condition is true or false, not of type {readable(typed.type)}", text, _start(tree))
    split = tuple(conjuncts(typed))
    for each in split:
        for inner in parts(each):
            if isinstance(inner, Property) and is_structural(inner) and (inner is not each or after):
                where = "of a postcondition" if after else "joined by anything but '&&'"
                raise ConditionError(f"{inner.name}(…) is no part {where}", text, max(text.find(inner.name), 0))
    return Condition(text, split, tuple(checker.olds))


class _Checker:
    """Types the tree of one condition. ``olds`` are the ``old(…)`` found so far."""

    def __init__(self, text: str, method: Method, program: Program, *, after: bool) -> None:
        self.method = method
        self.program = program
        self.after = after
        self.olds: list[Old] = []
        self.inside_old = False
        self.names = NameResolution(text, method, program, after=after)
        self.inputs = self.names.inputs
        self.error = self.names.error

    # -- nodes --------------------------------------------------------------------------------------------------

    def check(self, tree: Tree) -> Typed:
        match tree:
            case syntax.Literal(type=kind, value=value):
                return Constant(kind, value)
            case syntax.Name():
                return self._name(tree)
            case syntax.Access():
                return self._access(tree)
            case syntax.Call():
                return self._call(tree)
            case syntax.Index():
                return self._index(tree)
            case syntax.Unary():
                return self._unary(tree)
            case syntax.Binary():
                return self._binary(tree)
            case syntax.Conditional():
                return self._conditional(tree)
            case syntax.Cast():
                return self._cast(tree)
            case syntax.TypeTest():
                return self._type_test(tree)

    def _name(self, tree: syntax.Name) -> Typed:
        found = self._variable(tree)
        if found is not None:
            return found
        if self.names.find_class(tree.name) is not None:
            raise self.error(f"'{tree.name}' is a class: what of it?", tree.at)
        names = [each for each in self.inputs if not each.startswith("arg")] or list(self.inputs)
        known = ", ".join(names) if names else "none"
        raise self.error(f"no '{tree.name}' here (parameters: {known})", tree.at)

    def _variable(self, tree: syntax.Name) -> Typed | None:
        name = tree.name
        if name in self.inputs:
            return self.inputs[name]
        if name == "this":
            raise self.error(f"{self.method.owner.simple_name}.{self.method.name} has no 'this' here", tree.at)
        if name == "result":
            return self._result(tree)
        owner = self.method.owner
        field = self.names.field(owner, name)
        if field is None:
            return None
        if field.is_static:
            return self.names.static(field)
        if "this" not in self.inputs:
            raise self.error(f"'{name}' is a field of an object, and there is no 'this' here", tree.at)
        return FieldOf(field.descriptor, self.inputs["this"], field)

    def _result(self, tree: syntax.Name) -> Typed:
        if not self.after:
            raise self.error("'result' has no value before the call", tree.at)
        if self.inside_old:
            raise self.error("'result' has no value before the call: old(…) cannot name it", tree.at)
        if self.method.returns == "V":
            raise self.error(f"{self.method.name} returns nothing", tree.at)
        return Result(self.method.returns)

    def _access(self, tree: syntax.Access) -> Typed:
        cls = self.names.class_named(tree.target)
        if cls is not None:
            field = self.names.field(cls, tree.name)
            if field is None or not field.is_static:
                raise self.error(f"{canonical_name(cls.name)} has no static field '{tree.name}'", tree.at)
            return self.names.static(field)
        target = self.check(tree.target)
        if target.type[0] == "[":
            if tree.name != "length":
                raise self.error(f"an array has no '{tree.name}', only 'length'", tree.at)
            return Length("I", target)
        owner = self.names.class_of(target, tree.at)
        field = self.names.field(owner, tree.name)
        if field is None:
            what = "write length()" if target.type == STRING and tree.name == "length" else _known_fields(owner)
            raise self.error(f"{canonical_name(owner.name)} has no field '{tree.name}' ({what})", tree.at)
        return self.names.static(field) if field.is_static else FieldOf(field.descriptor, target, field)

    def _call(self, tree: syntax.Call) -> Typed:
        if tree.target is None:
            return self._function(tree)
        target = self.check(tree.target)
        arguments = [self.check(each) for each in tree.arguments]
        if target.type == STRING:
            match tree.name, arguments:
                case "length", []:
                    return Length("I", target)
                case "isEmpty", []:
                    return Compare("Z", "==", Length("I", target), Constant("I", 0))
                case "charAt", [index]:
                    return Element("C", target, self._as(index, "I", tree.at))
                case "equals", [other] if other.type in (STRING, "N"):
                    return Equals("Z", target, other)
        offered = "length(), isEmpty(), charAt(i) and equals(s) of strings"
        raise self.error(f"'{tree.name}' cannot be called here: only {offered}", tree.at)

    def _function(self, tree: syntax.Call) -> Typed:
        if tree.name == "old":
            return self._old(tree)
        wanted = PROPERTIES.get(tree.name)
        if wanted is None:
            offered = ", ".join(f"{each}(…)" for each in (*PROPERTIES, "old"))
            raise self.error(f"no '{tree.name}(…)' here: there are {offered}", tree.at)
        if len(tree.arguments) != wanted:
            raise self.error(f"{tree.name}(…) takes {wanted} argument{'s' if wanted > 1 else ''}", tree.at)
        arguments = tuple(self.check(each) for each in tree.arguments)
        for each, written in zip(arguments, tree.arguments, strict=True):
            self._check_structure(tree.name, each, _start(written))
        return Property("Z", tree.name, arguments)

    def _check_structure(self, name: str, argument: Typed, at: int) -> None:
        kind = argument.type
        if (kind[0] == "L" or name not in ("sorted", "distinct")) and not _is_place(argument):
            raise self.error(f"{name}(…) of objects takes a parameter, or a field below one", at)
        if kind[0] == "[" and name == "sorted" and kind[1] not in "BSCIJFD":
            raise self.error(f"sorted(…) takes an array of numbers or a linked list, not {readable(kind)}", at)
        if kind[0] == "[":
            return
        if kind[0] != "L":
            raise self.error(f"{name}(…) speaks of objects, not of {readable(kind)}", at)
        if name in ("sorted", "distinct"):
            cls = self.names.class_of(argument, at)
            problem = nodes_and_numbers(self.program, cls)
            if isinstance(problem, str):
                raise self.error(f"{name}({readable(kind)}): {problem}", at)
        elif not links_of(self.program, self.names.class_of(argument, at)):
            raise self.error(f"{name}(…): {readable(kind)} has no fields that lead to objects", at)

    def _old(self, tree: syntax.Call) -> Typed:
        if not self.after:
            raise self.error("old(…) is for postconditions: here everything is old", tree.at)
        if self.inside_old:
            raise self.error("old(…) cannot be nested", tree.at)
        if len(tree.arguments) != 1:
            raise self.error("old(…) takes 1 argument", tree.at)
        self.inside_old = True
        operand = self.check(tree.arguments[0])
        self.inside_old = False
        known = next((each for each in self.olds if each.operand == operand), None)
        if known is None:
            known = Old(operand.type, operand, len(self.olds))
            self.olds.append(known)
        return known

    def _index(self, tree: syntax.Index) -> Typed:
        target, index = self.check(tree.target), self.check(tree.index)
        if target.type[0] != "[":
            raise self.error(f"{readable(target.type)} is no array", tree.at)
        return Element(target.type[1:], target, self._as(index, "I", _start(tree.index)))

    def _unary(self, tree: syntax.Unary) -> Typed:
        operand = self.check(tree.operand)
        if tree.op == "!":
            self._want(operand, "Z", _start(tree.operand))
            return Not("Z", operand)
        if operand.type not in NUMERIC or (tree.op == "~" and operand.type in "FD"):
            raise self.error(f"'{tree.op}' cannot be applied to {readable(operand.type)}", tree.at)
        promoted = self._converted(operand, _promoted(operand.type, "I"))
        if tree.op == "-":
            return Negation(promoted.type, promoted)
        if tree.op == "~":
            return Arithmetic(promoted.type, "^", promoted, Constant(promoted.type, -1))
        return promoted

    def _binary(self, tree: syntax.Binary) -> Typed:
        left, right = self.check(tree.left), self.check(tree.right)
        op, kinds = tree.op, (left.type, right.type)
        if op in ("&&", "||"):
            self._want(left, "Z", _start(tree.left))
            self._want(right, "Z", _start(tree.right))
            return Logic("Z", op, left, right)
        if kinds == ("Z", "Z"):
            if op in ("==", "!="):
                return Compare("Z", op, left, right)
            if op in ("&", "|", "^"):
                return Arithmetic("Z", op, left, right)
        if op in ("==", "!=") and left.type[0] in "L[N" and right.type[0] in "L[N":
            self._comparable(left, right, tree.at)
            same = Same("Z", left, right)
            return same if op == "==" else Not("Z", same)
        if not (left.type in NUMERIC and right.type in NUMERIC):
            raise self.error(f"'{op}' cannot stand between {readable(kinds[0])} and {readable(kinds[1])}", tree.at)
        if op in ("<<", ">>", ">>>"):
            return self._shift(tree, left, right)
        kind = _promoted(left.type, right.type)
        if op in ("&", "|", "^") and kind in "FD":
            raise self.error(f"'{op}' cannot stand between {readable(kinds[0])} and {readable(kinds[1])}", tree.at)
        left, right = self._converted(left, kind), self._converted(right, kind)
        if op in ("==", "!=", "<", "<=", ">", ">="):
            return Compare("Z", op, left, right)
        return Arithmetic(kind, op, left, right)

    def _shift(self, tree: syntax.Binary, left: Typed, right: Typed) -> Typed:
        if left.type in "FD" or right.type in "FD":
            raise self.error(f"'{tree.op}' shifts integers only", tree.at)
        left = self._converted(left, _promoted(left.type, "I"))
        distance = self._converted(right, _promoted(right.type, "I"))
        return Arithmetic(left.type, tree.op, left, self._converted(distance, "I"))

    def _comparable(self, left: Typed, right: Typed, at: int) -> None:
        if "N" in (left.type, right.type):
            return
        one, other = self.names.class_of(left, at), self.names.class_of(right, at)
        if one.is_subtype_of(other) or other.is_subtype_of(one) or one.is_interface or other.is_interface:
            return
        raise self.error(f"{readable(left.type)} and {readable(right.type)} are never one object", at)

    def _conditional(self, tree: syntax.Conditional) -> Typed:
        condition, yes, no = self.check(tree.condition), self.check(tree.yes), self.check(tree.no)
        self._want(condition, "Z", _start(tree.condition))
        if yes.type in NUMERIC and no.type in NUMERIC:
            kind = yes.type if yes.type == no.type else _promoted(yes.type, no.type)
            return Choice(kind, condition, self._converted(yes, kind), self._converted(no, kind))
        if yes.type == no.type or no.type == "N":
            return Choice(yes.type, condition, yes, no)
        if yes.type == "N":
            return Choice(no.type, condition, yes, no)
        raise self.error(f"'?' cannot choose between {readable(yes.type)} and {readable(no.type)}", tree.at)

    def _cast(self, tree: syntax.Cast) -> Typed:
        operand = self.check(tree.operand)
        kind = self.names.descriptor(tree.type)
        if kind in NUMERIC and operand.type in NUMERIC:
            return self._converted(operand, kind)
        if kind == "Z" and operand.type == "Z":
            return operand
        if kind[0] in "L[" and operand.type[0] in "L[N":
            return Convert(kind, operand)
        raise self.error(f"{readable(operand.type)} cannot be cast to {readable(kind)}", tree.at)

    def _type_test(self, tree: syntax.TypeTest) -> Typed:
        operand = self.check(tree.operand)
        kind = self.names.descriptor(tree.type)
        if operand.type[0] not in "L[N" or kind[0] not in "L[":
            raise self.error("'instanceof' is asked of objects and classes", tree.at)
        return InstanceOf("Z", operand, self.program.class_of_descriptor(kind))

    # -- types --------------------------------------------------------------------------------------------------

    def _want(self, node: Typed, kind: str, at: int) -> None:
        if node.type != kind:
            raise self.error(f"expected {readable(kind)} here, not {readable(node.type)}", at)

    def _as(self, node: Typed, kind: str, at: int) -> Typed:
        if node.type not in "BSCI":
            raise self.error(f"expected {readable(kind)} here, not {readable(node.type)}", at)
        return node

    @staticmethod
    def _converted(node: Typed, kind: str) -> Typed:
        if node.type == kind or (kind == "I" and node.type in "BSC"):
            return node if node.type == kind else Convert(kind, node)
        return Convert(kind, node)


def _is_place(node: Typed) -> bool:
    """True if it is a parameter, or a field below one."""
    while isinstance(node, FieldOf):
        node = node.target
    return isinstance(node, Input)


def _promoted(left: str, right: str) -> str:
    """Binary numeric promotion (JLS 5.6)."""
    return next((kind for kind in "DFJ" if kind in (left, right)), "I")


def _known_fields(cls: Class) -> str:
    names = [each.name for each in cls.instance_fields][:8]
    return f"fields: {', '.join(names)}" if names else "it has none"


def _start(tree: Tree) -> int:
    """The position in the text at which a tree begins."""
    match tree:
        case syntax.Access(target=target) | syntax.Index(target=target):
            return _start(target)
        case syntax.Call(target=target) if target is not None:
            return _start(target)
        case syntax.Binary(left=left):
            return _start(left)
        case syntax.Conditional(condition=condition):
            return _start(condition)
        case syntax.TypeTest(operand=operand):
            return _start(operand)
    return tree.at
