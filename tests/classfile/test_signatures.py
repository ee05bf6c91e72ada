"""Generic signatures against the JVM's own reflection."""

from tests.classfile.support import run_java

from everypath.classfile import (
    ArrayType,
    ClassFile,
    ClassType,
    PrimitiveType,
    TypeVariable,
    Wildcard,
    java_type,
    parse_class_signature,
    parse_field_signature,
    parse_method_signature,
)

NAMES = (
    "java/util/HashMap",
    "java/util/Map",
    "java/util/Comparator",
    "java/util/stream/Collectors",
    "java/util/concurrent/CompletableFuture",
    "java/util/Collections",
    "java/lang/Enum",
    "java/util/concurrent/ConcurrentHashMap$ValuesView",
    "java/util/TreeMap$NavigableSubMap",
    "java/lang/invoke/MethodHandles",
    "java/util/EnumMap",
    "java/util/AbstractMap",
)


def name_of(kind):
    """As ``Type.getTypeName`` writes it."""
    match kind:
        case PrimitiveType(descriptor):
            return java_type(descriptor)
        case TypeVariable(name):
            return name
        case ArrayType(element):
            return name_of(element) + "[]"
        case Wildcard("*", _):
            return "?"
        case Wildcard("+", bound):
            return "?" if name_of(bound) == "java.lang.Object" else f"? extends {name_of(bound)}"
        case Wildcard(_, bound):
            return f"? super {name_of(bound)}"
        case ClassType(name, arguments, outer):
            text = name.replace("/", ".")
            if outer is not None:
                text = name_of(outer) + "$" + name.removeprefix(outer.name + "$")
            return text + (f"<{', '.join(map(name_of, arguments))}>" if arguments else "")
    raise AssertionError(kind)


def names(kinds):
    return "&".join(map(name_of, kinds))


def parameters(declared):
    bounds = ((each.name, names(each.bounds) or "java.lang.Object") for each in declared)
    return "<" + ",".join(f"{name}:{bound}" for name, bound in bounds) + ">"


def declarations(file):
    dotted = file.name.replace("/", ".")
    if file.signature is not None:
        cls = parse_class_signature(file.signature)
        yield f"{dotted} {parameters(cls.type_parameters)} {names(cls.interfaces)}"
    for method in file.methods:
        if method.signature is not None and not method.name.startswith("<"):
            parsed = parse_method_signature(method.signature)
            throws = names(parsed.throws) or "&".join(name.replace("/", ".") for name in method.exceptions)
            yield (
                f"{dotted}.{method.name}{method.descriptor} {parameters(parsed.type_parameters)} "
                f"{names(parsed.parameters)} {name_of(parsed.returns)} {throws}"
            )
    for field in file.fields:
        kind = parse_field_signature(field.signature or field.descriptor)
        yield f"{dotted}.{field.name}:{field.descriptor} {name_of(kind)}"


def test_signatures_mean_what_reflection_says(jdk, image, subjects):
    theirs = set(
        run_java(jdk, subjects, "Signatures", stdin="\n".join(n.replace("/", ".") for n in NAMES)).splitlines()
    )
    ours = [line for name in NAMES for line in declarations(ClassFile(image.find(name)))]
    assert len(ours) > 400
    missing = [line for line in ours if line not in theirs]
    # Reflection hides some fields of core classes.
    assert not missing


def test_examples():
    cls = parse_class_signature("<K:Ljava/lang/Object;V::Ljava/lang/Runnable;>La/Outer<TK;>.Inner<[I>;La/I;")
    assert cls.type_parameters[1].bounds == (ClassType("java/lang/Runnable"),)
    assert cls.superclass == ClassType(
        "a/Outer$Inner", (ArrayType(PrimitiveType("I")),), ClassType("a/Outer", (TypeVariable("K"),))
    )
    assert cls.interfaces == (ClassType("a/I"),)
    method = parse_method_signature("<T:Ljava/lang/Exception;>(TT;[J)V^TT;^Ljava/io/IOException;")
    assert method.parameters == (TypeVariable("T"), ArrayType(PrimitiveType("J")))
    assert method.throws == (TypeVariable("T"), ClassType("java/io/IOException"))
    assert parse_field_signature("La/A<*+TX;-Lb/B;>;").arguments == (
        Wildcard("*", None),
        Wildcard("+", TypeVariable("X")),
        Wildcard("-", ClassType("b/B")),
    )
