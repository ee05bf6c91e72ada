"""Resolution, selection and subtyping against the JVM."""

import random

import pytest
from tests.classfile.support import run_java

from everypath.classfile import access
from everypath.errors import LinkageError
from everypath.program import is_member_accessible, same_nest

CHAIN = ("p/Base", "q/Middle", "p/Low", "q/Bottom")
INTERFACES = tuple(f"p/Defaults${name}" for name in ("Top", "Left", "Right", "Again", "Abstracts"))
IMPLEMENTING = tuple(
    f"p/Defaults${name}" for name in ("OfTop", "OfBoth", "OfAgain", "FromSuper", "TopAgain", "Finished")
)


def dotted(cls):
    return cls.name.replace("/", ".")


@pytest.fixture(scope="module")
def ask(jdk, subjects):
    def answers(questions):
        flags = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in PACKAGES]
        return run_java(jdk, subjects, "Judge", stdin="\n".join(questions), flags=flags).splitlines()

    return answers


PACKAGES = (
    "java.util",
    "java.lang",
    "java.io",
    "java.util.concurrent",
    "java.util.stream",
    "java.nio",
    "java.time.chrono",
)


def selected(program, declaring, runtime):
    """As the judge prints it."""
    cls = program.klass(runtime)
    parts = []
    for method in sorted(program.klass(declaring).methods, key=lambda method: method.name):
        if not method.is_static and not method.is_constructor:
            try:
                parts.append(f"{method.name}={dotted(program.select(cls, method).owner)}")
            except LinkageError as error:
                parts.append(f"{method.name}={error.java_class.replace('/', '.')}")
    return " ".join(parts)


def test_selection(program, ask):
    pairs = [(above, below) for i, above in enumerate(CHAIN) for below in CHAIN[i:]]
    pairs += [
        (above, below)
        for above in (*INTERFACES, *IMPLEMENTING)
        for below in IMPLEMENTING
        if program.klass(below).is_subtype_of(program.klass(above))
    ]
    assert len(pairs) > 30
    theirs = ask(f"select {above} {below}".replace("/", ".") for above, below in pairs)
    for (above, below), answer in zip(pairs, theirs, strict=True):
        assert selected(program, above, below) == answer, (above, below)


def test_package_private_overriding(program):
    """The case every simple implementation gets wrong, spelled out."""
    local = program.klass("p/Base").declared_method("local", "()Ljava/lang/String;")
    owners = [program.select(program.klass(name), local).owner.name for name in CHAIN]
    assert owners == ["p/Base", "p/Base", "p/Low", "q/Bottom"]


def sample(image, step):
    names = [n for n in image.names() if n.rpartition("/")[0].replace("/", ".") in PACKAGES]
    return names[::step]


def test_method_resolution(program, image, ask):
    """Every method of every supertype, looked up from the class."""
    questions, ours = [], []
    for name in sample(image, 25):
        cls = program.klass(name)
        keys = {
            (method.name, method.descriptor)
            for above in cls.supertypes
            for method in above.methods
            if not method.name.startswith("<") and above.is_interface >= cls.is_interface
        }
        for method_name, descriptor in sorted(keys):
            resolve = program.resolve_interface_method if cls.is_interface else program.resolve_method
            try:
                method = resolve(cls, method_name, descriptor)
            except LinkageError:
                method = None
            if method is not None and (method.is_static or not is_member_accessible(method, cls)):
                continue
            questions.append(f"method {dotted(cls)} {method_name} {descriptor}")
            ours.append("none" if method is None else dotted(method.owner))
    assert len(questions) > 2000
    different = []
    for question, our, their in zip(questions, ours, ask(questions), strict=True):
        # Of several abstract declarations any will do (JVMS 5.4.3.3), and HotSpot takes those of Object for Object's.
        is_any = our in their.split("|")
        is_of_object = their == "java.lang.Object" and question.split()[2] in ("equals", "hashCode", "toString")
        if not (is_any or is_of_object):
            different.append((question, our, their))
    assert different == []


def test_field_resolution(program, image, ask):
    questions, ours = [], []
    for name in sample(image, 12):
        cls = program.klass(name)
        for field_name, descriptor in sorted(
            {(f.name, f.descriptor) for above in cls.supertypes for f in above.fields}
        ):
            field = program.resolve_field(cls, field_name, descriptor)
            if is_member_accessible(field, cls):
                questions.append(f"field {dotted(cls)} {field_name} {descriptor}")
                ours.append(dotted(field.owner))
    assert len(questions) > 300
    assert ask(questions) == ours


def test_subtypes(program, image, ask):
    generator = random.Random(7)
    names = [*sample(image, 40), "[I", "[[I", "[Ljava.lang.Object;", "[[Ljava.lang.String;", "[Ljava.util.List;"]
    names += ["[Ljava.lang.Cloneable;", "[Ljava.io.Serializable;", "[[D", "[Ljava.lang.Comparable;"]
    names += ["java/lang/Object", "java/lang/Cloneable", "java/io/Serializable", "[Ljava.util.ArrayList;"] * 3
    pairs = [(generator.choice(names), generator.choice(names)) for _ in range(3000)]
    theirs = ask(f"subtype {below} {above}".replace("/", ".") for below, above in pairs)
    assert theirs.count("true") > 100
    for (below, above), answer in zip(pairs, theirs, strict=True):
        one, other = program.klass(below.replace(".", "/")), program.klass(above.replace(".", "/"))
        assert str(one.is_subtype_of(other)).lower() == answer, (below, above)
        if one.is_subtype_of(other):
            assert program.subtypes(other) >> one.number & 1


def test_failures(program):
    text, runnable = program.klass("java/lang/String"), program.klass("java/lang/Runnable")
    cases = {
        "NoSuchFieldError": lambda: program.resolve_field(text, "nothing", "I"),
        "NoSuchMethodError": lambda: program.resolve_method(text, "nothing", "()V"),
        "IncompatibleClassChangeError": lambda: program.resolve_method(runnable, "run", "()V"),
        "AbstractMethodError": lambda: program.select(text, runnable.declared_method("run", "()V")),
        "IllegalAccessError": lambda: program.resolve_field(text, "value", "[B", program.klass("p/Base")),
    }
    for error, attempt in cases.items():
        with pytest.raises(LinkageError) as caught:
            attempt()
        assert caught.value.java_class == f"java/lang/{error}"
    with pytest.raises(LinkageError, match=r"Found class java.lang.String, but interface was expected"):
        program.resolve_interface_method(text, "length", "()I")


def test_signature_polymorphic_methods(program):
    handle = program.klass("java/lang/invoke/MethodHandle")
    exact = program.resolve_method(handle, "invokeExact", "(IJ)Ljava/lang/String;")
    assert exact.is_signature_polymorphic
    assert program.select(program.klass("java/lang/invoke/BoundMethodHandle"), exact) is exact
    with pytest.raises(LinkageError):
        program.resolve_method(handle, "invokeWithArguments", "(I)V")
    assert not handle.declared_method(
        "invokeWithArguments", "([Ljava/lang/Object;)Ljava/lang/Object;"
    ).is_signature_polymorphic


def test_special_calls(program):
    """``super.m()`` starts at the direct superclass; a private method and a constructor are called as they are."""
    middle, low, base = (program.klass(name) for name in ("q/Middle", "p/Low", "p/Base"))
    opened = program.resolve_method(middle, "open", "()Ljava/lang/String;")
    assert program.select_special(low, middle, opened).owner is middle
    again = program.resolve_method(base, "open", "()Ljava/lang/String;")
    assert program.select_special(low, base, again).owner is middle
    hidden = base.declared_method("hidden", "()Ljava/lang/String;")
    assert program.select_special(base, base, hidden) is hidden
    constructor = base.declared_method("<init>", "()V")
    assert program.select_special(middle, base, constructor) is constructor
    left, both = program.klass("p/Defaults$Left"), program.klass("p/Defaults$OfBoth")
    greet = program.resolve_interface_method(left, "greet", "()Ljava/lang/String;")
    assert program.select_special(both, left, greet).owner is left
    copy = program.resolve_method(program.klass("[I"), "clone", "()Ljava/lang/Object;", caller=base)
    assert copy.owner.name == "java/lang/Object"


def test_nests(program):
    outer, inner = program.klass("p/Defaults"), program.klass("p/Defaults$Top")
    assert program.nest_host(inner) is outer
    assert program.nest_host(outer) is outer
    assert same_nest(inner, program.klass("p/Defaults$Left"))
    assert not same_nest(inner, program.klass("p/Base"))
    secret = program.klass("p/Defaults$Again").declared_method("secret", "()Ljava/lang/String;")
    assert is_member_accessible(secret, outer)
    assert not is_member_accessible(secret, program.klass("p/Base"))
    assert secret.access & access.PRIVATE
