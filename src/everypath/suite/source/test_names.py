"""Names of tests: ``fee_throwsArithmeticException_whenAgeIs30``, ``balance_returns1_afterDeposit``.

Names are as short as possible. If several are equal, all of those get more detail: values, setup, messages. So a name
does not depend on the order of the tests. A number is the last resort.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from everypath.classfile import PRIMITIVES, UNBOXED, is_reference
from everypath.suite.prediction import contents_of
from everypath.suite.recipes import Members
from everypath.suite.testcase import (
    ArrayOf,
    ArrayValue,
    AssignElement,
    AssignField,
    Boxed,
    BoxValue,
    ClassObject,
    ClassValue,
    Declare,
    EnumValue,
    Expected,
    Expression,
    FieldOf,
    Invoke,
    Literal,
    New,
    Null,
    NullValue,
    ObjectValue,
    Perform,
    Primitive,
    StaticField,
    Stub,
    TestCase,
    Text,
    TextValue,
    Variable,
    class_of,
    code_units,
    constant_in_name,
    identifier,
    method_parameters,
    return_descriptor,
    unique,
    value_in_name,
)

__all__ = ["COMPLETES", "names_of_tests"]

COMPLETES = "completes"
"""The name of an ending without assertions."""

LONGEST_NAME = 80
"""Most characters of a name; further parts are left out."""

_FEW, _MORE = 2, 4
"""The number of inputs that a name mentions, in its short and in its long form."""

_SHORT_ARRAY = 3
_MOST_CALLS = 3
_MESSAGE_PARTS = 3
_ADDERS = ("add", "put", "addLast", "offer", "push", "addAll", "append")

_BRIEF, _SETUP, _DETAIL, _EVERYTHING, _OVERLOAD = range(5)


def names_of_tests(cases: Sequence[TestCase], members: Members) -> list[str]:
    """The names of the tests of one class, all different, in the order of the cases."""
    levels = [_BRIEF] * len(cases)
    while True:
        names = [_name(case, members, level) for case, level in zip(cases, levels, strict=True)]
        often = Counter(names)
        entries: dict[str, set[str]] = {}
        for name, case in zip(names, cases, strict=True):
            entries.setdefault(name, set()).add(case.descriptor)
        raised = [
            level + 1 if often[name] > 1 and level < (_OVERLOAD if len(entries[name]) > 1 else _EVERYTHING) else level
            for name, level in zip(names, levels, strict=True)
        ]
        if raised == levels:
            break
        levels = raised
    taken: set[str] = set()
    return [unique(name, taken) for name in names]


def _name(case: TestCase, members: Members, level: int) -> str:
    method = "constructor" if case.method == "<init>" else identifier(case.method, "method")[:LONGEST_NAME].rstrip("_")
    method = method or "method"
    if level >= _OVERLOAD:
        types = [_simple(each) for each in method_parameters(case.descriptor)]
        method += f"Of{_and(types)}" if types else "OfNothing"
    parts = [method, _outcome(case, members, level) or COMPLETES]
    when = [each for each in _inputs(case, level) if each]
    if when and len("_".join([*parts, _when(when[:1])])) > LONGEST_NAME:
        when = [each for each in _inputs(case, _BRIEF) if each]
    after = _after(case, level) if level >= _SETUP or not when else ""
    while when and len("_".join([*parts, _when(when)])) > LONGEST_NAME:
        when.pop()
    if when:
        parts.append(_when(when))
    if after and len("_".join([*parts, after])) <= LONGEST_NAME:
        parts.append(after)
    return "_".join(parts)


def _when(parts: Sequence[str]) -> str:
    return "when" + _and(parts)


def _and(parts: Sequence[str]) -> str:
    return "And".join(map(_capital, parts))


def _simple(descriptor: str) -> str:
    """A type as part of a name: ``Int``, ``String``, ``IntArray``."""
    base = descriptor.lstrip("[")
    name = PRIMITIVES.get(base) or identifier(re.split(r"[/$]", base[1:-1])[-1])
    return name[:1].upper() + name[1:] + "Array" * (len(descriptor) - len(base))


# ---- how it ends


def _outcome(case: TestCase, members: Members, level: int) -> str:
    if case.throws is not None:
        part = f"throws{_class_part(members.nearest_accessible(case.throws.class_name))}"
        message = re.findall(r"[A-Za-z]+", case.throws.message or "") if level >= _DETAIL else []
        return part + "".join(map(_capital, message[:_MESSAGE_PARTS]))
    if case.method == "<init>":
        return f"creates{_class_part(case.class_name)}"
    returned = case.returns
    if returned is None or (isinstance(returned, Primitive) and returned.descriptor == "V"):
        return _effect(case)
    if isinstance(case.given, Variable):
        return f"returns{_capital(case.given.name)}"
    part = _returned(returned, return_descriptor(case.descriptor), members)
    return f"returns{part}" if part else ""


def _returned(value: Expected, declared: str, members: Members) -> str:
    match value:
        case Primitive(descriptor=descriptor, value=number):
            return value_in_name(descriptor, number)
        case NullValue():
            return "Null"
        case TextValue(value=text):
            return value_in_name("", text) or "String"
        case EnumValue(constant=constant):
            return constant_in_name(constant)
        case BoxValue(class_name=name, value=number):
            return value_in_name(UNBOXED[name], number)
        case ArrayValue(length=length):
            return f"ArrayOf{length}" if length else "EmptyArray"
        case ClassValue(descriptor=descriptor):
            return f"ClassOf{_simple(descriptor)}"
        case ObjectValue(class_name=name):
            contents = contents_of(value)
            if contents is not None:
                size = len(contents.items) // (2 if contents.kind == "map" else 1)
                kind = _capital(contents.kind)
                return (f"{kind}Of{size}" if contents.kind != "optional" else "Present") if size else f"Empty{kind}"
            shown = name if members.accessible(name) or not is_reference(declared) else class_of(declared)
            return _class_part(shown.lstrip("[").strip("L;"))
    return ""


def _effect(case: TestCase) -> str:
    """The effect of a ``void`` call, as far as the test asserts it."""
    for each in case.check.assertions:
        match each.actual:
            case Invoke(member=member, arguments=given) if not given or not member.owner.startswith("java/"):
                name = re.sub(r"^(?:get|is)(?=[A-Z])", "", member.name)
            case FieldOf(name=name) | StaticField(name=name) | Variable(name=name):
                pass
            case _:
                continue
        name = _capital(identifier(name))
        if _was_there(each.expected, case):
            return f"keeps{name}"
        part = "Null" if each.kind == "null" else _value_part(each.expected)
        return f"sets{name}To{part}" if part and each.kind in ("equals", "null") else f"changes{name}"
    return f"prints{_printed_part(case.printed)}" if case.printed else ""


def _was_there(value: Expression, case: TestCase) -> bool:
    """True if a text is what only the receiver was constructed with."""
    call = case.recipe.call
    if not isinstance(value, Text) or not isinstance(call, Invoke) or call.receiver is None:
        return False
    made = _resolved(call.receiver, case)
    return isinstance(made, New) and value in made.arguments and list(case.recipe.parts()).count(value) == 1


def _printed_part(text: str) -> str:
    """The first words of the printed output."""
    return "".join(map(_capital, re.findall(r"[A-Za-z0-9]+", text)[:_MESSAGE_PARTS]))


# ---- what it is given


def _inputs(case: TestCase, level: int) -> Iterator[str]:
    """The part of a name that describes the inputs."""
    arguments = case.recipe.call.arguments
    named = [(name, arguments[at]) for at, name in case.named_arguments if at < len(arguments)]
    named += [
        (each.name, each.value) for each in case.recipe.setup if isinstance(each, AssignField) and each.receiver is None
    ]
    if level >= _EVERYTHING:
        named += [(f"p{at}", each) for at, each in enumerate(arguments) if at not in dict(case.named_arguments)]
    for name, value in named[: _FEW if level < _DETAIL else _MORE]:
        yield _input_part(identifier(name), value, case, level)
    if level >= _DETAIL:
        yield from _assigned(case)
    if level >= _EVERYTHING and isinstance(case.recipe.call, Invoke) and case.recipe.call.receiver is not None:
        receiver = _resolved(case.recipe.call.receiver, case)
        if isinstance(receiver, New) and receiver.arguments:
            yield f"thisIs{_class_part(receiver.constructor.owner)}{_arguments(receiver.arguments, case)}"


def _assigned(case: TestCase) -> Iterator[str]:
    """The values that the setup assigns to fields and elements of inputs."""
    for each in case.recipe.setup:
        match each:
            case AssignField(receiver=Variable(), name=name, value=value):
                part = _value_part(value)
                yield f"{identifier(name)}Is{part}" if part else ""
            case AssignElement(array=Variable(name=name), index=index, value=value):
                part = _value_part(value)
                yield f"{identifier(name)}{index}Is{part}" if part else ""


def _resolved(expression: Expression, case: TestCase) -> Expression:
    """The declared value of a variable."""
    if not isinstance(expression, Variable):
        return expression
    declared = (each for each in case.recipe.setup if isinstance(each, Declare) and each.variable == expression)
    return next((each.value for each in declared), expression)


def _input_part(name: str, argument: Expression, case: TestCase, level: int) -> str:
    value = _resolved(argument, case)
    match value:
        case Text(value=text) if not value_in_name("", text):
            length = len(code_units(text))
            return f"{name}Has{length}Char{'s' if length > 1 else ''}"
        case ArrayOf():
            if not value.size:
                return f"{name}IsEmpty"
            parts = [_value_part(each) for each in value.elements]
            if level >= _DETAIL and 0 < len(parts) <= _SHORT_ARRAY and all(parts):
                return f"{name}Is{_and(parts)}"
            return f"{name}Has{value.size}"
        case New(constructor=member, arguments=arguments):
            held = _held(argument, member.owner, case)
            if held >= 0:
                return f"{name}Has{held}" if held else f"{name}IsEmpty"
            details = _arguments(arguments, case) if level >= _DETAIL else ""
            return f"{name}Is{_class_part(member.owner)}{details}"
        case Stub(methods=methods) if level >= _DETAIL:
            for method in methods:
                part = _value_part(method.values[0]) if method.values else ""
                if part:
                    return f"{name}{_capital(identifier(method.member.name))}Returns{part}"
            return ""
    part = _value_part(value)
    return f"{name}Is{part}" if part else ""


def _held(argument: Expression, class_name: str, case: TestCase) -> int:
    """The number of elements that the setup puts into a JDK collection; -1 for other objects."""
    if not class_name.startswith("java/util/"):
        return -1
    return sum(
        isinstance(each, Perform) and each.call.receiver == argument and each.call.member.name in _ADDERS
        for each in case.recipe.setup
    )


def _arguments(arguments: Sequence[Expression], case: TestCase) -> str:
    parts = [_value_part(_resolved(each, case)) for each in arguments]
    return f"Of{_and(parts)}" if parts and all(parts) else ""


def _value_part(value: Expression) -> str:
    """A value as part of a name; empty if it has none."""
    match value:
        case Literal(descriptor=descriptor, value=number) | Boxed(value=Literal(descriptor=descriptor, value=number)):
            return value_in_name(descriptor, number)
        case Null():
            return "Null"
        case Text(value=text):
            return value_in_name("", text)
        case StaticField(name=constant):
            return constant_in_name(constant)
        case ClassObject(descriptor=descriptor):
            return f"ClassOf{_simple(descriptor)}"
    return ""


def _after(case: TestCase, level: int) -> str:
    """The calls of the setup: ``afterDepositAndWithdraw``."""
    receiver = case.recipe.call.receiver if isinstance(case.recipe.call, Invoke) else None
    calls = [each.call for each in case.recipe.setup if isinstance(each, Perform)]
    if level < _EVERYTHING:
        calls = [each for each in calls if each.receiver == receiver and receiver is not None]
    parts = []
    for called, group in groupby(_call_part(each, case, level) for each in calls):
        times = len(list(group))
        parts.append(called + ("" if times == 1 else "Twice" if times == _FEW else f"{times}Times"))
    if not parts:
        return ""
    return f"after{_and(parts)}" if len(parts) <= _MOST_CALLS else f"after{len(calls)}Calls"


def _call_part(call: Invoke, case: TestCase, level: int) -> str:
    name = _capital(identifier(call.member.name))
    if level < _DETAIL:
        return name
    parts = [_value_part(_resolved(each, case)) for each in call.arguments]
    return name + (_and(parts) if all(parts) else "")


def _class_part(name: str) -> str:
    return identifier(re.split(r"[/$]", name)[-1])


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
