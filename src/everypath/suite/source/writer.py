"""Prints statements and expressions as Java source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count as numbers
from itertools import islice

from everypath.classfile import intersected, is_reference, package_of
from everypath.dataclass import dataclass, field
from everypath.suite.testcase import (
    OBJECT,
    Allocate,
    ArrayOf,
    AssignElement,
    AssignField,
    Boxed,
    Call,
    ClassObject,
    Declare,
    Element,
    Expression,
    FieldOf,
    Invoke,
    Literal,
    Member,
    New,
    Null,
    Perform,
    Refusal,
    Statement,
    StaticField,
    Stub,
    StubMethod,
    Text,
    This,
    TypeNames,
    Variable,
    called,
    class_descriptor,
    class_of,
    is_zero,
    method_parameters,
    outer_name,
    primitive,
    return_descriptor,
    static_type,
    string,
)

__all__ = ["HELPERS", "Helpers", "SourceWriter", "one_line"]


@dataclass(slots=True)
class Helpers:
    """The reflection helpers that a file needs, in the order in which they are printed."""

    used: set[str] = field(default_factory=set)

    def use(self, name: str) -> str:
        """Record the use of a helper and return its name."""
        self.used.add(name)
        return name


HELPERS: dict[str, str] = {
    "newInstance": """\
  private static Object newInstance(Class<?> type, Class<?>[] parameters, Object... arguments)
      throws Throwable {
    java.lang.reflect.Constructor<?> constructor = type.getDeclaredConstructor(parameters);
    constructor.setAccessible(true);
    try {
      return constructor.newInstance(arguments);
    } catch (java.lang.reflect.InvocationTargetException e) {
      throw e.getCause();
    }
  }
""",
    "invoke": """\
  private static Object invoke(
      Class<?> type, String name, Class<?>[] parameters, Object receiver, Object... arguments)
      throws Throwable {
    java.lang.reflect.Method method = type.getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    try {
      return method.invoke(receiver, arguments);
    } catch (java.lang.reflect.InvocationTargetException e) {
      throw e.getCause();
    }
  }
""",
    "getField": """\
  private static Object getField(Class<?> type, String name, Object object) throws Exception {
    java.lang.reflect.Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(object);
  }
""",
    "setField": """\
  private static void setField(Class<?> type, String name, Object object, Object value)
      throws Exception {
    java.lang.reflect.Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    field.set(object, value);
  }
""",
    "stub": """\
  private static <T> T stub(Class<T> type, Object... answers) {
    return type.cast(
        java.lang.reflect.Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              for (int at = 0; at < answers.length; at += 2) {
                if (method.getName().equals(answers[at])) {
                  return answers[at + 1];
                }
              }
              switch (method.getName()) {
                case "equals":
                  return proxy == arguments[0];
                case "hashCode":
                  return System.identityHashCode(proxy);
                case "toString":
                  return type.getName();
                default:
                  Class<?> result = method.getReturnType();
                  return result == void.class
                      ? null
                      : java.lang.reflect.Array.get(
                          java.lang.reflect.Array.newInstance(result, 1), 0);
              }
            }));
  }
""",
    "allocate": """\
  private static Object allocate(Class<?> type) throws Exception {
    Class<?> unsafe = Class.forName("sun.misc.Unsafe");
    java.lang.reflect.Field instance = unsafe.getDeclaredField("theUnsafe");
    instance.setAccessible(true);
    return unsafe.getMethod("allocateInstance", Class.class).invoke(instance.get(null), type);
  }
""",
}
"""The reflection helpers a file may hold: only those that its forced states need."""


def _lambda_body(stored: Sequence[str], answer: str) -> str:
    """The body of a lambda that runs expressions and then returns an answer, which is empty for nothing."""
    if len(stored) == 1 and not answer:
        return stored[0]
    statements = "".join(f" {each};" for each in stored)
    return f"{{{statements} return {answer}; }}" if stored and answer else answer or f"{{{statements}}}"


def _stub_arguments(stub: Stub) -> Iterator[Expression]:
    """The arguments of the helper that makes a stub: its type, names of methods, and the values that they return."""
    yield ClassObject(class_descriptor(stub.class_name))
    for method in stub.methods:
        for answer in method.values[:1]:
            if not is_zero(answer):
                yield Text(method.member.name)
                boxed = isinstance(answer, Literal) and answer.descriptor not in "IZCD"
                yield Boxed(answer) if boxed and isinstance(answer, Literal) else answer


class SourceWriter:
    """Prints expressions and statements with the names, imports and helpers of one file.

    ``raw``: type arguments are not inferred, of new objects nor from classes, and those of parameters do not matter.
    ``inherits`` says whether a class is a subtype of another.
    """

    def __init__(
        self,
        names: TypeNames,
        helpers: Helpers | None = None,
        inherits: Callable[[str, str], bool] = lambda _name, _other: True,
    ) -> None:
        self.names = names
        self._inherits = inherits
        self.helpers = helpers or Helpers()
        self.raw = False
        self.variables: set[str] = set()
        """The local variables of the method, which parameters of lambdas must not hide."""

    # ---- expressions

    def expression(self, expression: Expression) -> str:
        """The expression as an operand, or at a place where its own type matters."""
        match expression:
            case Literal(descriptor=descriptor, value=value):
                return self.names.java_lang(primitive(descriptor, value))
            case Text(value=text):
                return string(text)
            case Null():
                return "null"
            case ClassObject(descriptor=descriptor):
                return f"{self.names.type(descriptor)}.class"
            case Boxed(value=value):
                return f"{self.names.class_name(expression.class_name)}.valueOf({self.expression(value)})"
            case Variable(name=name):
                return name
            case ArrayOf():
                return self._array(expression)
            case New():
                return self._new(expression, inferred=not self.raw)
            case Allocate(class_name=name):
                helper = self.helpers.use("allocate")
                return f"({self.names.class_name(name)}) {helper}({self.names.class_name(name)}.class)"
            case Invoke():
                return self._invoke(expression)
            case StaticField(owner=owner, name=name, descriptor=descriptor, hidden=hidden):
                if hidden:
                    return self._hidden_field(owner, name, descriptor, "null")
                return f"{self.names.class_name(owner)}.{name}"
            case FieldOf(receiver=receiver, owner=owner, name=name, descriptor=descriptor, hidden=hidden):
                if hidden:
                    return self._hidden_field(owner, name, descriptor, self.expression(receiver))
                return f"{self.operand(receiver, owner)}.{name}"
            case Element(array=array, index=index):
                return f"{self.operand(array)}[{index}]"
            case Stub():
                return self._stub(expression)
            case This():
                return "this"

    def operand(self, expression: Expression, owner: str = "", *, local: bool = False) -> str:
        """The expression as the receiver of a member of ``owner`` (``local``: package-private), in parentheses if
        precedence requires them.
        """
        if local and package_of(class_of(static_type(expression))) != package_of(owner):
            return f"(({self.names.class_name(owner)}) {self.expression(expression)})"
        if isinstance(expression, New):  # its type is not given by the context
            return self._new(expression, inferred=False)
        text = self.expression(expression)
        if isinstance(expression, Stub) and expression.lambda_method:  # nor is that of a lambda
            return f"(({self.names.class_name(expression.class_name)}) {text})"
        typed = isinstance(expression, Variable | Element | FieldOf | Invoke | StaticField)
        if owner and typed and not self._has_members_of(static_type(expression), owner):
            return f"(({self.names.class_name(owner)}) {text})"
        if isinstance(expression, Invoke) and self._is_inferred(expression):
            return f"(({self.names.type(static_type(expression))}) {text})"
        return f"({text})" if text.startswith("(") else text

    def _is_inferred(self, expression: Expression) -> bool:
        """True if ``javac`` infers type arguments of a value where these are not wanted."""
        if not self.raw or static_type(expression) == OBJECT:
            return False
        return isinstance(expression, ClassObject) or (isinstance(expression, Invoke) and expression.member.generic)

    def _has_members_of(self, descriptor: str, owner: str) -> bool:
        """True if expressions of a type have the members of a class without a cast."""
        if class_descriptor(owner) in (OBJECT, descriptor) or not descriptor.startswith("L"):
            return True
        return descriptor != OBJECT and self._inherits(descriptor[1:-1], owner)

    def assigned(self, expression: Expression, descriptor: str) -> str:
        """The expression as the right side of an assignment to a variable of type ``descriptor``."""
        if isinstance(expression, Literal):
            return self.names.java_lang(primitive(expression.descriptor, expression.value, cast=False))
        if isinstance(expression, Boxed):
            fits = expression.class_name == descriptor[1:-1]
            return self.assigned(expression.value, descriptor) if fits else self.expression(expression)
        text = self.expression(expression)
        actual = static_type(expression)
        if isinstance(expression, Stub) and expression.lambda_method and descriptor == OBJECT:
            return f"({self.names.type(actual)}) {text}"
        narrower = isinstance(expression, Invoke) and is_reference(descriptor) and actual != descriptor
        general = actual == OBJECT or self._is_too_general(actual, descriptor)
        if narrower or (general and descriptor != OBJECT and not isinstance(expression, Null)):
            return f"({self.names.type(descriptor)}) {text}" if descriptor != OBJECT else text
        return text

    def _is_too_general(self, actual: str, wanted: str) -> bool:
        """True if an expression of a reference type needs a cast where another one is wanted."""
        if actual == wanted or wanted == OBJECT or not (is_reference(actual) and is_reference(wanted)):
            return False
        if actual.startswith("["):
            return wanted.startswith("[") and self._is_too_general(actual[1:], wanted[1:])
        return wanted.startswith("[") or not self._inherits(actual[1:-1], wanted[1:-1])

    def argument(self, expression: Expression, parameter: str, ambiguous: bool) -> str:
        """The expression as an argument; among several overloads it is cast to exactly the parameter's type."""
        if isinstance(expression, New):
            text = self._new(expression, inferred=not (self.raw or ambiguous))
        else:
            text = self.expression(expression)
        if isinstance(expression, Literal):
            if expression.descriptor == parameter or not ambiguous:
                return text
            return f"({self.names.type(parameter)}) {text}"
        if isinstance(expression, Null):
            return f"({self.names.type(parameter)}) null" if ambiguous else text
        if self._is_inferred(expression) or (
            self.raw and isinstance(expression, ClassObject)
        ):  # a bound of the type parameter may exclude the class
            return f"({self.names.type(static_type(expression))}) {text}"
        return self._converted(text, expression, parameter, ambiguous)

    def _converted(self, text: str, expression: Expression, parameter: str, ambiguous: bool) -> str:
        """The text of an argument with the cast that its parameter needs."""
        actual = static_type(expression)
        lambda_ = isinstance(expression, Stub) and bool(expression.lambda_method)
        if actual == parameter and not (lambda_ and (ambiguous or self.raw)):
            return text
        general = actual == OBJECT or self._is_too_general(actual, parameter)
        fits_raw = self.raw and parameter.startswith("L") and parameter != OBJECT and not _is_raw(expression)
        if ambiguous or general or fits_raw or (lambda_ and parameter == OBJECT):
            cast = actual if lambda_ and parameter == OBJECT else parameter
            return f"({self.names.type(cast)}) {_cast_operand(text)}"
        return text

    def arguments(self, member: Member, arguments: Sequence[Expression], skip: int = 0) -> str:
        """An argument list without parentheses, from argument ``skip`` on."""
        parameters = method_parameters(member.descriptor)
        return ", ".join(
            self.argument(argument, parameter, member.ambiguous)
            for argument, parameter in list(zip(arguments, parameters, strict=True))[skip:]
        )

    def effect(self, call: Call) -> str:
        """The call as a statement whose value is not used: a reflective call without its cast."""
        text = self.expression(call)
        return text[text.index(")") + 2 :] if called(call).hidden and text.startswith("(") else text

    def _array(self, array: ArrayOf) -> str:
        element = array.descriptor[1:]
        base, brackets = element, ""
        while base.startswith("["):
            base, brackets = base[1:], brackets + "[]"
        if array.length >= 0:
            return f"new {self.names.type(base)}[{array.length}]{brackets}"
        if not array.elements:
            return f"new {self.names.type(base)}[0]{brackets}"
        items = ", ".join(self.assigned(item, element) for item in array.elements)
        return f"new {self.names.type(base)}[]{brackets} {{{items}}}"

    def _new(self, new: New, *, inferred: bool) -> str:
        """The creation of an object; with ``<>`` if its type is ``inferred`` and does not depend on arguments."""
        member = new.constructor
        if member.hidden:
            helper = self.helpers.use("newInstance")
            parts = [f"{self.names.class_name(member.owner)}.class", self._parameter_classes(member)]
            parts += [self.boxed(argument) for argument in new.arguments]
            return f"({self.names.class_name(member.owner)}) {helper}({', '.join(parts)})"
        if member.enclosed:
            outer = self.operand(new.arguments[0], class_of(method_parameters(member.descriptor)[0]))
            simple = self.names.class_name(member.owner).rpartition(".")[2]
            return f"{outer}.new {simple}({self.arguments(member, new.arguments, skip=1)})"
        if inferred and member.generic and not new.arguments:
            return f"new {self.names.owner(member.owner)}<>()"
        return f"new {self.names.class_name(member.owner)}({self.arguments(member, new.arguments)})"

    def _invoke(self, call: Invoke) -> str:
        member = call.member
        if member.hidden:
            return self._hidden_call(call)
        if call.receiver is None:
            target = self.names.owner(member.owner)
        else:
            target = self.operand(call.receiver, member.owner, local=member.local)
        return f"{target}.{member.name}({self.arguments(member, call.arguments)})"

    def _hidden_call(self, call: Invoke) -> str:
        member = call.member
        helper = self.helpers.use("invoke")
        parts = [f"{self.names.class_name(member.owner)}.class", string(member.name)]
        parts.append(self._parameter_classes(member))
        parts.append("null" if call.receiver is None else self.expression(call.receiver))
        parts += [self.boxed(argument) for argument in call.arguments]
        text = f"{helper}({', '.join(parts)})"
        result = return_descriptor(member.descriptor)
        return text if result in ("V", OBJECT) else f"({self.names.type(result)}) {text}"

    def boxed(self, expression: Expression) -> str:
        """The expression as an ``Object`` argument of a reflection helper."""
        text = self.expression(expression)
        if isinstance(expression, Null) or static_type(expression).startswith("["):
            return f"({self.names.java_lang('Object')}) {text}"
        return text

    def _parameter_classes(self, member: Member) -> str:
        types = ", ".join(f"{self.names.type(each)}.class" for each in method_parameters(member.descriptor))
        return f"new {self.names.java_lang('Class')}<?>[] {{{types}}}"

    def _hidden_field(self, owner: str, name: str, descriptor: str, receiver: str) -> str:
        helper = self.helpers.use("getField")
        text = f"{helper}({self.names.class_name(owner)}.class, {string(name)}, {receiver})"
        return text if descriptor == OBJECT else f"({self.names.type(descriptor)}) {text}"

    # ---- stubs

    def _stub(self, stub: Stub) -> str:
        if stub.lambda_method:
            return self._lambda(stub)
        if stub.plain:
            return f"{self.helpers.use('stub')}({', '.join(map(self.expression, _stub_arguments(stub)))})"
        methods = [self._stub_method(method) for method in stub.methods]
        body = "\n".join(methods)
        given = self.arguments(stub.constructor, stub.arguments) if stub.constructor is not None else ""
        head = f"new {self.names.class_name(stub.class_name)}({given})"
        return f"{head} {{\n{_indent(body)}\n}}" if body else f"{head} {{}}"

    def _lambda(self, stub: Stub) -> str:
        (method,) = (each for each in stub.methods if each.member.name == stub.lambda_method)
        count = len(method_parameters(method.member.descriptor))
        free = (name for at in numbers() if (name := f"p{at}") not in self.variables)
        names = list(islice(free, count))
        head = names[0] if count == 1 else f"({', '.join(names)})"
        stored = [f"{self.expression(array)}[0] = {names[at]}" for at, array in method.taken]
        result = return_descriptor(method.member.descriptor)
        return f"{head} -> {_lambda_body(stored, self.assigned(method.values[0], result) if method.answers else '')}"

    def _stub_method(self, method: StubMethod) -> str:
        member = method.member
        parameters = ", ".join(f"{self.names.type(each)} p{at}" for at, each in enumerate(method.parameters))
        result = method.returns
        head = f"@{self.names.java_lang('Override')}\npublic {self.names.type(result)} {member.name}({parameters}) {{"
        head += "".join(f"\n    {self.expression(array)}[0] = p{at};" for at, array in method.taken)
        if not method.answers:
            return f"{head}\n}}"
        answers = [self._answer(answer, result) for answer in method.answers]
        if len(set(answers)) == 1:
            return f"{head}\n    {answers[0]}\n}}"
        counter = f"{member.name}Calls"
        cases = "".join(f"        case {at}:\n            {text}\n" for at, text in enumerate(answers[:-1]))
        return (
            f"private int {counter};\n\n{head}\n    switch ({counter}++) {{\n{cases}"
            f"        default:\n            {answers[-1]}\n    }}\n}}"
        )

    def _answer(self, answer: Expression | Refusal, result: str) -> str:
        """The statement of a stub's method that returns an answer, or throws."""
        if isinstance(answer, Refusal):
            return f"throw new {self.names.class_name(answer.class_name)}();"
        return f"return {self.assigned(answer, result)};"

    # ---- statements

    def statement(self, statement: Statement) -> str:
        """One statement with its semicolon, without indentation."""
        match statement:
            case Declare(variable=variable, value=value):
                text = self.assigned(value, variable.descriptor)
                return f"{self.names.type(variable.descriptor)} {variable.name} = {text};"
            case Perform(call=call):
                return f"{self.effect(call)};"
            case AssignField():
                return self._assign_field(statement)
            case AssignElement(array=array, index=index, value=value):
                element = static_type(array)[1:]
                return f"{self.operand(array)}[{index}] = {self.assigned(value, element)};"

    def _assign_field(self, statement: AssignField) -> str:
        receiver = statement.receiver
        if statement.forced:
            helper = self.helpers.use("setField")
            target = "null" if receiver is None else self.expression(receiver)
            return (
                f"{helper}({self.names.class_name(statement.owner)}.class, {string(statement.name)}, "
                f"{target}, {self.expression(statement.value)});"
            )
        target = self.names.class_name(statement.owner) if receiver is None else self.operand(receiver, statement.owner)
        return f"{target}.{statement.name} = {self.assigned(statement.value, statement.descriptor)};"


def _is_raw(expression: Expression) -> bool:
    """True for a new object of a class with type parameters, if none are inferred."""
    return isinstance(expression, New) and expression.constructor.generic


def _cast_operand(text: str) -> str:
    return f"({text})" if text.startswith("-") else text


def _indent(text: str, by: str = "    ") -> str:
    return "\n".join(by + line if line else line for line in text.split("\n"))


def one_line(call: Call, setup: Sequence[Statement] = (), names: TypeNames | None = None) -> str:
    """The call with its setup on one line, with simple type names: the input of a finding."""
    writer = SourceWriter(names or _simple_names())
    parts = [writer.statement(each) for each in setup] + [writer.expression(call)]
    return " ".join(" ".join(part.split()) for part in parts)


def one_line_of(expression: Expression) -> str:
    """An expression on one line, with simple type names."""
    return " ".join(SourceWriter(_simple_names()).expression(expression).split())


class _SimpleNames(TypeNames):
    """Type names for people: always simple, without imports."""

    def class_name(self, name: str) -> str:
        types = intersected(name)
        if types:
            return " & ".join(map(self.class_name, types))
        return self.type(name) if name.startswith("[") else ".".join(outer_name(name).parts)


def _simple_names() -> TypeNames:
    return _SimpleNames("")
