"""Models of annotations: proxies with the JDK's own handler, which holds the values from the class file.

Reflection returns annotations that are visible at run time (JVMS 4.7.16); annotations of classes may be inherited.
Nested annotations are not modelled.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NoReturn

from everypath.classfile import ClassValue, EnumValue, dotted
from everypath.library.classes import CLASS, represented_class
from everypath.library.handles import boxed
from everypath.library.models import method_name, model
from everypath.library.reflection.members import CONSTRUCTOR, FIELD, METHOD, represented_field, represented_method
from everypath.library.reflection.proxies import new_proxy_of
from everypath.state import NULL

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from everypath.classfile import Annotation, AttributeHolder, ElementValue
    from everypath.program import Class
    from everypath.term import Value
    from everypath.vm.core import Call

_INHERITED = "Ljava/lang/annotation/Inherited;"
_NONE = "()[Ljava/lang/annotation/Annotation;"
_PRESENT = "(Ljava/lang/Class;)Z"
_GET = "(Ljava/lang/Class;)Ljava/lang/annotation/Annotation;"


def _types(holder: AttributeHolder | None) -> frozenset[str]:
    return frozenset(each.type for each in holder.visible_annotations) if holder is not None else frozenset()


def _of_class(cls: Class, wanted: str, *, inherited: bool) -> Annotation | None:
    every = cls.superclasses() if inherited else (cls,)
    return next((found for each in every if (found := _find_annotation(each.file, wanted)) is not None), None)


def _find_annotation(holder: AttributeHolder | None, wanted: str) -> Annotation | None:
    every = holder.visible_annotations if holder is not None else ()
    return next((each for each in every if each.type == wanted), None)


def _annotation(call: Call, value: Value) -> Class:
    """The annotation type of a ``Class`` argument; null throws."""
    return represented_class(call, value)


def _holder(call: Call, this: Value) -> AttributeHolder:
    address = call.non_null(this)
    is_field = call.class_of(address).name == FIELD
    return represented_field(call, address).info if is_field else represented_method(call, address).info


@model(CLASS, "isAnnotationPresent", _PRESENT)
def is_present_on_class(call: Call, this: Value, annotation: Value) -> Value:
    """True if a class has an annotation, or inherits it."""
    return int(_on_class(call, this, annotation) is not None)


def _on_class(call: Call, this: Value, annotation: Value, *, declared: bool = False) -> Annotation | None:
    wanted = _annotation(call, annotation)
    inherited = _INHERITED in _types(wanted.file) and not declared
    return _of_class(represented_class(call, this), wanted.descriptor, inherited=inherited)


@model(CLASS, "getAnnotation", _GET)
def get_of_class(call: Call, this: Value, annotation: Value) -> Value:
    """The annotation of a class, own or inherited. Null if there is none."""
    found = _on_class(call, this, annotation)
    return NULL if found is None else _make_annotation(call, found)


@model(CLASS, "getDeclaredAnnotation", _GET)
def get_declared_of_class(call: Call, this: Value, annotation: Value) -> Value:
    """The annotation on a class itself. Null if there is none."""
    found = _on_class(call, this, annotation, declared=True)
    return NULL if found is None else _make_annotation(call, found)


@model("java/lang/reflect/AccessibleObject", "isAnnotationPresent", _PRESENT)
@model("java/lang/reflect/AnnotatedElement", "isAnnotationPresent", _PRESENT)
def is_present(call: Call, this: Value, annotation: Value) -> Value:
    """True if a member has an annotation."""
    return int(_annotation(call, annotation).descriptor in _types(_holder(call, this)))


@model(METHOD, "getAnnotation", _GET)
@model("java/lang/reflect/Executable", "getAnnotation", _GET)
@model(FIELD, "getAnnotation", _GET)
@model(CONSTRUCTOR, "getAnnotation", _GET)
def get(call: Call, this: Value, annotation: Value) -> Value:
    """The annotation of a member. Null if there is none."""
    found = _find_annotation(_holder(call, this), _annotation(call, annotation).descriptor)
    return NULL if found is None else _make_annotation(call, found)


@model(CLASS, "getAnnotations", _NONE)
def all_of_class(call: Call, this: Value) -> Value:
    """All annotations of a class: those that it inherits, then its own."""
    return _make_all(call, _inherited(call, represented_class(call, this)))


@model(CLASS, "getDeclaredAnnotations", _NONE)
def all_declared_of_class(call: Call, this: Value) -> Value:
    """The annotations on a class itself."""
    return _make_all(call, _visible(represented_class(call, this).file))


@model("java/lang/reflect/Executable", "getDeclaredAnnotations", _NONE)
@model(FIELD, "getDeclaredAnnotations", _NONE)
def all_of(call: Call, this: Value) -> Value:
    """All annotations of a member."""
    return _make_all(call, _visible(_holder(call, this)))


def _visible(holder: AttributeHolder | None) -> tuple[Annotation, ...]:
    return tuple(holder.visible_annotations) if holder is not None else ()


def _inherited(call: Call, cls: Class) -> tuple[Annotation, ...]:
    """The annotations of a class and those of its superclasses whose types are inherited, each type once."""
    above = _inherited(call, cls.superclass) if cls.superclass is not None and not cls.is_interface else ()
    found: dict[str, Annotation] = {}
    for each in above:
        kind = call.machine.program.find(each.name)
        if kind is not None and _INHERITED in _types(kind.file):
            found[each.type] = each
    return tuple((found | {each.type: each for each in _visible(cls.file)}).values())


def _make_all(call: Call, annotations: tuple[Annotation, ...]) -> Value:
    """An array of annotations. Reflection leaves out those whose type is missing."""
    known = tuple(each for each in annotations if call.machine.program.find(each.name) is not None)
    array = call.state.new_array(call.klass("[Ljava/lang/annotation/Annotation;"), [NULL] * len(known))
    return _make_from(call, array, known, 0) if known else array


def _make_from(call: Call, array: int, annotations: tuple[Annotation, ...], at: int) -> NoReturn:
    _make_annotation(call, annotations[at], partial(_stored, array, annotations, at))


def _stored(array: int, annotations: tuple[Annotation, ...], at: int, call: Call, made: Value) -> Value:
    call.state.writable(array).fields[at] = made
    return array if at + 1 == len(annotations) else _make_from(call, array, annotations, at + 1)


# -- their values ---------------------------------------------------------------------------------------------------

_HANDLER, _VALUES = "sun/reflect/annotation/AnnotationInvocationHandler", "everypath/library/Annotated"


def _itself(call: Call, made: Value) -> Value:
    return made


def _make_annotation(call: Call, annotation: Annotation, after: Callable[[Call, Value], Value] = _itself) -> NoReturn:
    """Leave the model by making the object of an annotation. ``after`` gives the result of the model."""
    cls = call.klass(annotation.name)
    infos = {each.name: each for each in cls.file.methods} if cls.file is not None else {}
    defaults = {name: each.annotation_default for name, each in infos.items() if each.annotation_default is not None}
    returns = {each.name: each.returns for each in cls.methods}
    given = dict(annotation.values)
    if any(each not in returns for each in given):
        call.unsupported(f"{method_name(call)} of a changed {dotted(cls.name)}")
    arrays = [each for values in (defaults, given) for each in _named(call, values, returns)]
    helper = call.klass(_VALUES).declared_method("values", f"({4 * '[Ljava/lang/Object;'})Ljava/util/Map;")
    assert helper is not None
    call.then(helper, arrays, partial(_handled, cls, after))


def _handled(cls: Class, after: Callable[[Call, Value], Value], call: Call, values: Value | None) -> Value:
    assert values is not None
    handler = call.new_object(_HANDLER)
    call.put_field(handler, "type", call.class_object(cls))
    call.put_field(handler, "memberValues", values)
    return after(call, new_proxy_of(call, [cls], handler))


def _named(call: Call, values: Mapping[str, ElementValue], returns: Mapping[str, str]) -> tuple[int, int]:
    """An array of the names and an array of the boxed values."""
    objects = call.klass("[Ljava/lang/Object;")
    found: list[Value] = [_object(call, value, returns[name]) for name, value in values.items()]
    names: list[Value] = [call.intern(name) for name in values]
    return call.state.new_array(objects, names), call.state.new_array(objects, found)


def _object(call: Call, value: ElementValue, descriptor: str) -> Value:
    """An element's value as an object."""
    if isinstance(value, tuple):
        array = call.machine.program.klass(descriptor)
        return call.state.new_array(array, [_plain(call, each, descriptor[1:]) for each in value])
    plain = _plain(call, value, descriptor)
    return plain if descriptor[0] in "L[" else boxed(call, plain, descriptor)


def _plain(call: Call, value: ElementValue, descriptor: str) -> Value:
    if isinstance(value, str):
        return ord(value) if descriptor == "C" else call.intern(value)
    if isinstance(value, ClassValue):
        return call.class_object(call.machine.program.class_of_descriptor(value.descriptor))
    if isinstance(value, EnumValue):
        cls = call.machine.program.class_of_descriptor(value.type)
        call.machine.ensure_initialised(call.state, cls)
        field = next((each for each in cls.fields if each.is_static and each.name == value.name), None)
        constant = call.state.statics.get(field) if field is not None else None
        if constant is None:
            call.unsupported(f"{method_name(call)} of a changed {dotted(cls.name)}")
        assert constant is not None
        return constant
    if isinstance(value, int | float):
        return int(value) if isinstance(value, bool) else value
    call.unsupported(f"{method_name(call)}: an annotation within an annotation")
    raise AssertionError


@model(_HANDLER, "toStringImpl", "()Ljava/lang/String;")
def as_text(call: Call, this: Value) -> Value:
    """The text of an annotation. The order of its elements is that of reflection, so the path is marked."""
    call.state.note("boot", "the order of an annotation's elements")
    return call.run_code([this])
