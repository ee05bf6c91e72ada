"""The replayed plan and the compiled source of a recipe build the same input."""

from __future__ import annotations

import math

import pytest
from tests.suite.support import Lab

from everypath.suite.replay import plan_of
from everypath.suite.source import HELPERS, Helpers, SourceWriter, one_line
from everypath.suite.testcase import (
    Allocate,
    ArrayOf,
    AssignElement,
    AssignField,
    Boxed,
    ClassObject,
    Declare,
    Expression,
    Invoke,
    Literal,
    Member,
    New,
    Null,
    Perform,
    Recipe,
    Statement,
    StaticField,
    Text,
    TypeNames,
    Variable,
)

POINT = "sample/Shapes$Point"
NEW_POINT = New(Member(POINT, "<init>", "()V"))
POINT_TYPE = f"L{POINT};"
ANY = "Ljava/lang/Object;"
LIST = "Ljava/util/ArrayList;"
ADD = Member("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z", ambiguous=True)


def identity(value: Expression, *setup: Statement) -> Recipe:
    """A call that gives the value back."""
    member = Member("probe/Echo", "echo", "(Ljava/lang/Object;)Ljava/lang/Object;", static=True)
    return Recipe(setup, Invoke(member, None, (value,)))


p, q = Variable("p", POINT_TYPE), Variable("q", POINT_TYPE)
items = Variable("items", "[Ljava/lang/Object;")
many = Variable("many", "[J")
names = Variable("names", LIST)

RECIPES = {
    "text": identity(Text("lone \ud800 \"'\\\n")),
    "null": identity(Null()),
    "boxes": identity(
        ArrayOf(
            "[Ljava/lang/Object;",
            (
                Boxed(Literal("B", -5)),
                Boxed(Literal("C", 0x2028)),
                Boxed(Literal("S", 7)),
                Boxed(Literal("Z", 1)),
                Boxed(Literal("J", -(2**63))),
                Boxed(Literal("F", -0.0)),
                Boxed(Literal("D", math.nan)),
                Null(),
            ),
        )
    ),
    "bytes": identity(ArrayOf("[B", (Literal("B", -128), Literal("B", 127)))),
    "nested": identity(ArrayOf("[[I", (ArrayOf("[I", (Literal("I", 1),)), Null("[I"), ArrayOf("[I")))),
    "empty": identity(ArrayOf("[[Ljava/lang/String;", length=3)),
    "class": identity(ArrayOf("[Ljava/lang/Class;", (ClassObject("[I"), ClassObject("I"), ClassObject(ANY)))),
    "enum": identity(StaticField("sample/Values$Colour", "GREEN", "Lsample/Values$Colour;")),
    "fields": identity(
        p,
        Declare(p, NEW_POINT),
        AssignField(p, POINT, "x", "I", Literal("I", 3)),
        Declare(q, NEW_POINT),
        AssignField(p, POINT, "next", POINT_TYPE, q),
        AssignField(q, POINT, "next", POINT_TYPE, p),
    ),
    "shared": identity(
        items,
        Declare(p, NEW_POINT),
        Declare(items, ArrayOf("[Ljava/lang/Object;", length=3)),
        AssignElement(items, 0, p),
        AssignElement(items, 2, p),
        AssignElement(items, 1, items),
    ),
    "sparse": identity(many, Declare(many, ArrayOf("[J", length=100)), AssignElement(many, 99, Literal("J", 5))),
    "calls": identity(
        names,
        Declare(names, New(Member("java/util/ArrayList", "<init>", "()V"))),
        Perform(Invoke(ADD, names, (Text("a"),))),
        Perform(Invoke(ADD, names, (Null(),))),
        Perform(Invoke(ADD, names, (Boxed(Literal("I", 5)),))),
    ),
    "inner": identity(
        New(
            Member("sample/Shapes$Inner", "<init>", "(Lsample/Shapes;)V", enclosed=True),
            (New(Member("sample/Shapes", "<init>", "(I)V"), (Literal("I", 4),)),),
        )
    ),
    "forced": identity(
        Variable("account", "Lsample/Account;"),
        Declare(Variable("account", "Lsample/Account;"), Allocate("sample/Account")),
        AssignField(
            Variable("account", "Lsample/Account;"), "sample/Account", "balance", "J", Literal("J", 9), forced=True
        ),
    ),
    "hidden": identity(
        Boxed(Literal("I", 1)),
        Perform(Invoke(Member("sample/Shapes", "hidden", "(I)I", static=True, hidden=True), None, (Literal("I", 4),))),
    ),
}

ECHO = "package probe; public class Echo { public static Object echo(Object o) { return o; } }"


@pytest.mark.parametrize("name", list(RECIPES))
def test_replay_and_source_agree(lab: Lab, name: str) -> None:
    recipe = RECIPES[name]
    used = Helpers()
    writer = SourceWriter(TypeNames("sample"), used)
    lines = [writer.statement(each) for each in recipe.setup] + [f"return {writer.expression(recipe.call)};"]
    helpers = "\n".join(HELPERS[each] for each in HELPERS if each in used.used)
    imports = "".join(f"import {each};\n" for each in writer.names.imports)
    source = (
        f"package sample;\n{imports}class Made_{name} {{\n"
        f"  static Object make() throws Throwable {{\n{' '.join(lines)}\n  }}\n{helpers}\n}}"
    )
    echo = lab.bridge.compile({"probe/Echo": ECHO})
    compiled = lab.bridge.compile({f"sample/Made_{name}": source}, given=echo.classes)
    assert compiled.ok, (compiled.errors, source)
    lab.bridge.define({**echo.classes, **compiled.classes})
    made = Member(f"sample/Made_{name}", "make", "()Ljava/lang/Object;", static=True)
    replayed, written = lab.bridge.replay_many([plan_of(recipe), plan_of(Recipe((), Invoke(made, None)))])
    assert (replayed.status, replayed.message) == (written.status, written.message)
    assert (replayed.returned, replayed.objects) == (written.returned, written.objects)


def test_what_a_finding_shows_is_one_line() -> None:
    recipe = RECIPES["fields"]
    assert one_line(recipe.call, recipe.setup) == (
        "Shapes.Point p = new Shapes.Point(); p.x = 3; Shapes.Point q = new Shapes.Point(); p.next = q; q.next = p; "
        "Echo.echo(p)"
    )


def test_only_what_no_member_offers_is_forced() -> None:
    assert RECIPES["forced"].forced
    assert RECIPES["hidden"].forced
    assert not RECIPES["calls"].forced
