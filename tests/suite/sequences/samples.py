"""Call sequences on the classes of tests/java/sequences, one for each way to build, call or end."""

from __future__ import annotations

from tests.suite.sequences.sequence import KIT, OBJECT, ORDER, STRING, Sequence

BUILDER, LINE, STATE = f"{ORDER}$Builder", f"{ORDER}$Line", f"{ORDER}$State"
BOX = f"{KIT}$Box"
DESK, TICKET = "sequences/Desk", "sequences/Desk$Ticket"
SUPPLIER, CONSUMER, BI_FUNCTION = (f"java/util/function/{name}" for name in ("Supplier", "Consumer", "BiFunction"))
SEQUENCES: dict[str, Sequence] = {}


def named(name: str) -> Sequence:
    found = SEQUENCES[name] = Sequence()
    return found


def _orders() -> None:
    s = named("builder")
    made = s.static(ORDER, "builder", f"()L{BUILDER};")
    made = s.call(made, BUILDER, "name", f"({STRING})L{BUILDER};", s.text("tea"))
    made = s.call(made, BUILDER, "count", f"(I)L{BUILDER};", s.number(3))
    s.call(made, BUILDER, "build", f"()L{ORDER};")

    s = named("builder that fails")
    made = s.static(ORDER, "builder", f"()L{BUILDER};")
    s.call(made, BUILDER, "count", f"(I)L{BUILDER};", s.number(3))
    s.call(made, BUILDER, "build", f"()L{ORDER};")

    s = named("getter after setter")
    order = s.order("tea", 2)
    s.call(order, ORDER, "setCount", "(I)V", s.number(5))
    s.call(order, ORDER, "getCount", "()I")

    s = named("setter")
    order = s.order("tea", 2)
    s.call(order, ORDER, "setCount", "(I)V", s.number(5))

    s = named("state that a call changes")
    order = s.order("tea", 2)
    s.call(order, ORDER, "pay", "()V")

    s = named("exception after a change")
    order = s.order("tea", 2)
    s.call(order, ORDER, "pay", "()V")
    s.call(order, ORDER, "pay", "()V")

    s = named("collection inside the receiver")
    order = s.order("tea", 2)
    line = s.new(LINE, f"({STRING}I)V", s.text("green"), s.number(4))
    s.call(order, ORDER, "add", f"(L{LINE};)V", line)

    s = named("state of several calls")
    order = s.order("tea", 2)
    for text, number in (("green", 4), ("black", 5)):
        line = s.new(LINE, f"({STRING}I)V", s.text(text), s.number(number))
        s.call(order, ORDER, "add", f"(L{LINE};)V", line)
    s.call(order, ORDER, "total", "()I")

    s = named("cast of an element")
    order = s.order("tea", 2)
    line = s.new(LINE, f"({STRING}I)V", s.text("green"), s.number(4))
    s.call(order, ORDER, "add", f"(L{LINE};)V", line)
    lines = s.call(order, ORDER, "getLines", "()Ljava/util/List;")
    first = s.call(lines, "java/util/List", "get", f"(I){OBJECT}", s.number(0))
    s.call(first, LINE, "getText", f"(){STRING}")

    s = named("inner class")
    note = s.new(f"{ORDER}$Note", f"(L{ORDER};{STRING})V", s.order("tea", 2), s.text("hot"))
    s.call(note, f"{ORDER}$Note", "shown", f"(){STRING}")

    s = named("constructor")
    s.order("tea", 2)


def _arguments() -> None:
    s = named("list of objects")
    s.kit("totalOf", "(Ljava/util/List;)I", s.listed(s.order("tea", 2), s.order("pot", 1)))

    s = named("varargs")
    s.kit("sum", "([I)I", s.array("I", s.number(1), s.number(2)))

    s = named("varargs of objects")
    s.kit("joined", f"({STRING}[{OBJECT}){STRING}", s.text("-"), s.array(OBJECT, s.text("a"), s.null(), s.box(1000)))

    for kind in (OBJECT, STRING, "I", "J", "Ljava/lang/Integer;"):
        s = named(f"overload of {kind}")
        given = {
            OBJECT: lambda s: s.box(5),
            STRING: lambda s: s.null(),
            "I": lambda s: s.number(5),
            "J": lambda s: s.number(5, "J"),
            "Ljava/lang/Integer;": lambda s: s.box(5),
        }[kind](s)
        s.kit("kind", f"({kind}){STRING}", given)

    s = named("lambda")
    rule = s.stub(f"{KIT}$Rule", ("holds", f"({STRING})Z", s.number(1, "Z")))
    s.kit("asked", f"(L{KIT}$Rule;{STRING}){STRING}", rule, s.text("x"))

    s = named("lambda with a generic answer")
    supplier = s.stub(SUPPLIER, ("get", f"(){OBJECT}", s.text("tea")))
    s.kit("made", f"(Ljava/util/function/Supplier;){STRING}", supplier)

    s = named("lambda with a box")
    function = s.stub("java/util/function/Function", ("apply", f"({OBJECT}){OBJECT}", s.box(41)))
    s.kit("applied", "(Ljava/util/function/Function;)I", function)

    s = named("stub of two methods")
    shape = s.stub(f"{KIT}$Shape", ("area", "()D", s.number(2.5, "D")), ("label", f"(){STRING}", s.text("round")))
    s.kit("described", f"(L{KIT}$Shape;){STRING}", shape)

    s = named("enum")
    s.kit("of", f"(L{STATE};){STRING}", s.field(STATE, "PAID"))

    s = named("null")
    s.kit("of", f"(L{STATE};){STRING}", s.null())

    s = named("generic object")
    box = s.static(BOX, "of", f"({OBJECT})L{BOX};", s.text("tea"))
    s.call(box, BOX, "get", f"(){OBJECT}")

    s = named("generic object that is polluted")
    box = s.static(BOX, "of", f"({OBJECT})L{BOX};", s.text("tea"))
    s.call(box, BOX, "set", f"({OBJECT})V", s.box(7))
    s.call(box, BOX, "get", f"(){OBJECT}")

    s = named("cast of a generic result")
    box = s.new(BOX, f"({OBJECT})V", s.order("tea", 2))
    held = s.call(box, BOX, "get", f"(){OBJECT}")
    s.call(held, ORDER, "getName", f"(){STRING}")

    s = named("subclass with other type arguments")
    s.kit("shown", f"(L{BOX};){STRING}", s.new(f"{KIT}$Count", "(I)V", s.number(7)))

    s = named("lambda that answers a generic result")
    box = s.static(BOX, "of", f"({OBJECT})L{BOX};", s.text("tea"))
    held = s.call(box, BOX, "get", f"(){OBJECT}")
    s.kit("made", f"(Ljava/util/function/Supplier;){STRING}", s.stub(SUPPLIER, ("get", f"(){OBJECT}", held)))

    s = named("value used twice")
    box = s.box(1000)
    same = s.listed(box, box)
    s.call(same, "java/util/List", "lastIndexOf", f"({OBJECT})I", box)


def _callbacks() -> None:
    s = named("object handed to a lambda")
    desk = s.new(DESK)
    taker = s.stub(CONSUMER)
    s.call(desk, DESK, "give", f"(L{CONSUMER};)V", taker)
    given = s.call(desk, DESK, "give", f"(L{CONSUMER};)V", taker)
    s.call(s.handed(taker, CONSUMER, "accept", f"({OBJECT})V", 0, given), TICKET, "number", "()I")

    s = named("objects handed to a lambda that answers")
    desk = s.new(DESK)
    apply = ("apply", f"({OBJECT}{OBJECT}){OBJECT}")
    joins = s.stub(BI_FUNCTION, (*apply, s.text("joined")))
    both = s.call(desk, DESK, "both", f"(L{BI_FUNCTION};){STRING}", joins)
    first, second = (s.handed(joins, BI_FUNCTION, *apply, at, both) for at in range(2))
    s.call(first, TICKET, "isAfter", f"(L{TICKET};)Z", second)

    s = named("object handed to an anonymous class")
    desk = s.new(DESK)
    queue = s.stub(f"{DESK}$Queue", ("isOver", "()Z", s.number(1, "Z")))
    served = s.call(desk, DESK, "serve", f"(L{DESK}$Queue;)I", queue)
    s.call(s.handed(queue, f"{DESK}$Queue", "next", f"(JL{TICKET};)V", 1, served), TICKET, "number", "()I")


def _results() -> None:
    s = named("array that is sorted")
    s.kit("sort", "([I)V", s.array("I", s.number(3), s.number(1), s.number(2)))

    s = named("list that is reversed")
    s.kit("reverse", "(Ljava/util/List;)V", s.listed(s.text("a"), s.text("b")))

    s = named("array of arrays")
    s.kit("grid", "(I)[[I", s.number(2))

    s = named("list")
    s.kit("words", f"({STRING})Ljava/util/List;", s.text("a b"))

    s = named("map")
    s.kit("counted", "(Ljava/util/Collection;)Ljava/util/Map;", s.listed(s.text("a"), s.text("b"), s.text("a")))

    s = named("set")
    s.kit("letters", f"({STRING})Ljava/util/Set;", s.text("tea"))

    s = named("optional")
    s.kit("first", "(Ljava/util/List;)Ljava/util/Optional;", s.listed(s.text("a")))

    s = named("private class behind an interface")
    s.kit("square", f"(D)L{KIT}$Shape;", s.number(1.5, "D"))

    s = named("number of the JDK")
    s.kit("price", f"({STRING})Ljava/math/BigDecimal;", s.text("1.5"))

    s = named("static state")
    s.kit("count", "()I")

    s = named("the same object")
    s.kit("appended", "(Ljava/lang/StringBuilder;)Ljava/lang/StringBuilder;", s.new("java/lang/StringBuilder"))

    s = named("the same object of a type variable")
    s.kit("same", f"({OBJECT}){OBJECT}", s.order("tea", 2))

    s = named("class")
    s.kit("type", f"({OBJECT})Ljava/lang/Class;", s.text("x"))

    s = named("time")
    s.kit("now", "()J")

    s = named("time that has passed")
    s.call(s.new(f"{KIT}$Watch"), f"{KIT}$Watch", "millis", "()J")

    s = named("identity")
    s.kit("identity", f"(){STRING}")

    s = named("object")
    s.kit("plain", f"(){OBJECT}")

    s = named("list with a time")
    s.kit("mixed", "()Ljava/util/List;")

    s = named("lambda that is returned")
    s.kit("lambda", "(I)Ljava/lang/Runnable;", s.number(3))


def _exceptions() -> None:
    s = named("checked exception")
    s.kit("read", f"({STRING}){STRING}", s.text("/x"))

    s = named("no checked exception")
    s.kit("read", f"({STRING}){STRING}", s.text("x"))

    s = named("own exception")
    s.kit("fail", "(I)V", s.number(7))

    s = named("failed cast")
    s.kit("length", f"({OBJECT})I", s.box(3))

    s = named("helper")
    s.kit("checked", f"({STRING})I", s.null())

    s = named("division")
    s.kit("divided", "(I)I", s.number(0))

    s = named("library")
    s.kit("parsed", f"({STRING})I", s.text("x1"))

    s = named("assertion")
    s.kit("asserted", "(I)I", s.number(0))

    s = named("pollution")
    s.kit("polluted", f"(Ljava/util/List;){STRING}", s.listed(s.box(1)))


_orders()
_arguments()
_callbacks()
_results()
_exceptions()
