"""invokedynamic with bootstrap methods of one's own, and dynamic constants, against the JVM."""

from __future__ import annotations

import shutil

import pytest
from tests.language.classfiles import ClassConstant, ClassWriter, Dynamic, Handle, Type
from tests.language.support import Language, compiled

from everypath.bridge import Bridge

OWNER = "Bootstraps"
LOOKUP, TYPE, HANDLE = (
    "Ljava/lang/invoke/MethodHandles$Lookup;",
    "Ljava/lang/invoke/MethodType;",
    "Ljava/lang/invoke/MethodHandle;",
)
CONSTANTS = "java/lang/invoke/ConstantBootstraps"
STATIC = 6


def site(name: str, more: str = "") -> Handle:
    return Handle(STATIC, OWNER, name, f"({LOOKUP}Ljava/lang/String;{TYPE}{more})Ljava/lang/invoke/CallSite;")


def value(name: str, more: str = "", returns: str = "Ljava/lang/Object;", owner: str = OWNER) -> Handle:
    return Handle(STATIC, owner, name, f"({LOOKUP}Ljava/lang/String;Ljava/lang/Class;{more}){returns}")


PLUS = Handle(STATIC, OWNER, "plus", "(II)I")
SAYING = Handle(STATIC, OWNER, "said", "(Ljava/lang/String;I)Ljava/lang/String;")
COUNTED = Dynamic(value("counted"), "one", "Ljava/lang/String;")
SITES = {
    "bound": Dynamic(site("binding", "I"), "x", "(I)I", (5,)),
    "saying": Dynamic(site("given", f"{HANDLE}[Ljava/lang/Object;"), "said", "(I)Ljava/lang/String;", (SAYING,)),
    "sayingMore": Dynamic(
        site("given", f"{HANDLE}[Ljava/lang/Object;"), "said", "(I)Ljava/lang/String;", (SAYING, COUNTED, 2**40, 1.5)
    ),
    "relinked": Dynamic(site("changing"), "x", "(I)I"),
    "throwing": Dynamic(site("failing"), "luck", "(I)I"),
    "mistyped": Dynamic(site("wrong"), "x", "(I)I"),
    "missing": Dynamic(site("nothing"), "x", "(I)I"),
}
_OF = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;"
VALUES = {
    "counting": COUNTED,
    "number": Dynamic(value("number", "IJLjava/lang/String;", "I"), "n", "I", (3, 2**33 + 4, "abc")),
    "wide": Dynamic(value("wide", "Ljava/lang/Object;", "J"), "w", "J", (COUNTED,)),
    "broken": Dynamic(value("broken"), "broken", "Ljava/lang/String;"),
    "unfit": Dynamic(value("counted"), "unfit", "Ljava/lang/Integer;"),
    "handle": PLUS,
    "constructor": Handle(8, "java/util/ArrayList", "<init>", "()V"),
    "getter": Handle(1, OWNER, "number", "I"),
    "interface": Handle(9, "java/util/List", "size", "()I"),
    "type": Type("(IJ[Ljava/lang/String;)V"),
    "nothing": Dynamic(value("nullConstant", owner=CONSTANTS), "x", "Ljava/lang/String;"),
    "primitive": Dynamic(
        value("primitiveClass", returns="Ljava/lang/Class;", owner=CONSTANTS), "I", "Ljava/lang/Class;"
    ),
    "enum": Dynamic(value("enumConstant", returns="Ljava/lang/Enum;", owner=CONSTANTS), "OFF", "LBootstraps$Mode;"),
    "field": Dynamic(
        value("getStaticFinal", "Ljava/lang/Class;", owner=CONSTANTS),
        "NAMED",
        "Ljava/lang/String;",
        (ClassConstant(OWNER),),
    ),
    "invoked": Dynamic(
        value("invoke", f"{HANDLE}[Ljava/lang/Object;", owner=CONSTANTS),
        "x",
        "Ljava/lang/String;",
        (SAYING, "text", 7),
    ),
    "variable": Dynamic(
        value("fieldVarHandle", "Ljava/lang/Class;Ljava/lang/Class;", "Ljava/lang/invoke/VarHandle;", CONSTANTS),
        "number",
        "Ljava/lang/invoke/VarHandle;",
        (
            ClassConstant(OWNER),
            Dynamic(value("primitiveClass", "", "Ljava/lang/Class;", CONSTANTS), "I", "Ljava/lang/Class;"),
        ),
    ),
    "elements": Dynamic(
        value("arrayVarHandle", "Ljava/lang/Class;", "Ljava/lang/invoke/VarHandle;", CONSTANTS),
        "x",
        "Ljava/lang/invoke/VarHandle;",
        (ClassConstant("[J"),),
    ),
    "cast": Dynamic(value("explicitCast", "Ljava/lang/Object;", owner=CONSTANTS), "x", "B", (300,)),
}
_SHOWN = {"I": "(I)Ljava/lang/String;", "J": "(J)Ljava/lang/String;", "B": "(I)Ljava/lang/String;"}


@pytest.fixture(scope="module")
def linked(jdk, tmp_path_factory):
    folder = tmp_path_factory.mktemp("linked") / "classes"
    shutil.copytree(compiled(jdk, "language"), folder)
    writer = ClassWriter("Linked")
    for name, dynamic in SITES.items():
        index = writer.constant(dynamic)
        kind = dynamic.descriptor.partition(")")[2]
        shown = writer.member("java/lang/String", "valueOf", _SHOWN.get(kind, "(Ljava/lang/Object;)Ljava/lang/String;"))
        concat = writer.member("java/lang/String", "concat", "(Ljava/lang/String;)Ljava/lang/String;")
        call = (("iload_0", None), ("invokedynamic", index), ("invokestatic", shown))
        writer.method(f"once_{name}", "(I)Ljava/lang/String;", *call, ("areturn", None))
        twice = writer.member("Linked", f"once_{name}", "(I)Ljava/lang/String;")
        again = (("iload_0", None), ("invokestatic", twice))
        writer.method(name, "(I)Ljava/lang/String;", *again, *again, ("invokevirtual", concat), ("areturn", None))
    for name, constant in VALUES.items():
        index = writer.constant(constant)
        kind = constant.descriptor if isinstance(constant, Dynamic) else ""
        load = (("ldc2_w" if kind == "J" else "ldc_w", index),)
        if kind in _SHOWN:
            shown = writer.member("java/lang/String", "valueOf", _SHOWN[kind])
        else:
            shown = writer.member(OWNER, "show", "(Ljava/lang/Object;)Ljava/lang/String;")
        concat = writer.member("java/lang/String", "concat", "(Ljava/lang/String;)Ljava/lang/String;")
        show = (*load, ("invokestatic", shown))
        writer.method(name, "(I)Ljava/lang/String;", *show, *show, ("invokevirtual", concat), ("areturn", None))
    writer.write(folder)
    with Bridge(jdk, [folder]) as bridge:
        yield Language(bridge, folder)


@pytest.mark.parametrize("name", [*SITES, *VALUES])
def test_linked_as_by_the_jvm(linked, name):
    compared = linked.compare("Linked", (3, -4), [name])
    wrong = [each for each in compared if not each.agrees]
    assert not wrong, "\n".join(f"{w.name}({w.argument}): {w.ours} instead of {w.wanted}" for w in wrong)
