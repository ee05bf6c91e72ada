"""Models of annotations: which are there is known, what is in them is not modelled.

The JVM hands out those that are visible at run time (JVMS 4.7.16); annotations of classes may be inherited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.library.classes import CLASS, class_behind
from everypath.library.members import CONSTRUCTOR, FIELD, METHOD, field_behind, method_behind
from everypath.library.registry import model
from everypath.library.support import method_name
from everypath.state import NULL
from everypath.vm.references import readable

if TYPE_CHECKING:
    from everypath.classfile.members import AttributeHolder
    from everypath.program import Class
    from everypath.term import Value
    from everypath.vm.protocols import Call

_INHERITED = "Ljava/lang/annotation/Inherited;"
_NONE = "()[Ljava/lang/annotation/Annotation;"
_PRESENT = "(Ljava/lang/Class;)Z"
_GET = "(Ljava/lang/Class;)Ljava/lang/annotation/Annotation;"


def _types(holder: AttributeHolder | None) -> frozenset[str]:
    return frozenset(each.type for each in holder.visible_annotations) if holder is not None else frozenset()


def _of_class(cls: Class, wanted: str, *, inherited: bool) -> bool:
    return any(wanted in _types(each.file) for each in (cls.superclasses() if inherited else (cls,)))


def _annotation(call: Call, value: Value) -> Class:
    """The annotation asked for; null throws."""
    return class_behind(call, value)


def _holder(call: Call, this: Value) -> AttributeHolder:
    address = call.non_null(this)
    is_field = call.class_of(address).name == FIELD
    return field_behind(call, address).info if is_field else method_behind(call, address).info


@model(CLASS, "isAnnotationPresent", _PRESENT)
def is_present_on_class(call: Call, this: Value, annotation: Value) -> Value:
    """Whether a class has an annotation, or inherits it."""
    wanted = _annotation(call, annotation)
    inherited = _INHERITED in _types(wanted.file)
    return int(_of_class(class_behind(call, this), wanted.descriptor, inherited=inherited))


@model(CLASS, "getAnnotation", _GET)
@model(CLASS, "getDeclaredAnnotation", _GET)
def get_of_class(call: Call, this: Value, annotation: Value) -> Value:
    """Null where there is none."""
    return _unless(call, annotation, is_present_on_class(call, this, annotation))


def _unless(call: Call, annotation: Value, present: Value) -> Value:
    if present:
        call.unsupported(f"{method_name(call)} of {readable(_annotation(call, annotation).name)}")
    return NULL


@model("java/lang/reflect/AccessibleObject", "isAnnotationPresent", _PRESENT)
@model("java/lang/reflect/AnnotatedElement", "isAnnotationPresent", _PRESENT)
def is_present(call: Call, this: Value, annotation: Value) -> Value:
    """Whether a member has an annotation."""
    return int(_annotation(call, annotation).descriptor in _types(_holder(call, this)))


@model(METHOD, "getAnnotation", _GET)
@model("java/lang/reflect/Executable", "getAnnotation", _GET)
@model(FIELD, "getAnnotation", _GET)
@model(CONSTRUCTOR, "getAnnotation", _GET)
def get(call: Call, this: Value, annotation: Value) -> Value:
    """Null where there is none."""
    return _unless(call, annotation, is_present(call, this, annotation))


@model(CLASS, "getAnnotations", _NONE)
@model(CLASS, "getDeclaredAnnotations", _NONE)
def all_of_class(call: Call, this: Value) -> Value:
    """All of a class that has none."""
    cls = class_behind(call, this)
    if any(_types(each.file) for each in cls.superclasses()):
        return call.unsupported(method_name(call))
    return call.state.new_array(call.klass("[Ljava/lang/annotation/Annotation;"), [])


@model("java/lang/reflect/Executable", "getDeclaredAnnotations", _NONE)
@model(FIELD, "getDeclaredAnnotations", _NONE)
def all_of(call: Call, this: Value) -> Value:
    """All of a member that has none."""
    if _types(_holder(call, this)):
        return call.unsupported(method_name(call))
    return call.state.new_array(call.klass("[Ljava/lang/annotation/Annotation;"), [])
