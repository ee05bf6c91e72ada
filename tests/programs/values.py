"""Values of any type as steps of a plan: the same calls build them in the JVM and in our machine.

A class is made by what it offers: its public constructors, its static factories, its constants, or those of a class
below it. The everyday types of the JDK have makers of their own, which give varied and usable contents.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.programs.makers import DEEPEST, LAMBDAS, Makers, generic_parameters
from tests.programs.population import Subject

from everypath.bridge import Call, GetStatic, Literal, New, NewArray, Plan, Step
from everypath.classfile import (
    ArrayType,
    ClassType,
    GenericType,
    PrimitiveType,
    TypeVariable,
    Wildcard,
    descriptor_of_class,
)

TEXTS = (
    *("", "a", "abc", "Hello World", " x ", "foo,bar;baz", "ABC", "aXbXc", "\t\n", "zz", "été", "Straße", "\u0130i"),
    *("\U0001f600b", "\ud83d", "0", "7", "-12", "123456789012", "1.5", "-0.0", "1e10", "0x1F", "NaN", "true", "false"),
    *("2024-02-29", "10:15:30", "2011-12-03T10:15:30+01:00", "PT8H6M", "P1Y2M3D", "Z", "+02:00", "yyyy-MM-dd", "%d %s"),
    *("{0} of {1}", "#,##0.00", "a*b", "[a-c]+", "en", "US", "UTF-8", "key=value", '<a href="x">&amp;', "\\u0041"),
)
INTS = (0, 1, 2, 3, 4, 5, 7, 8, 10, 12, 16, 31, 32, 64, 97, 100, 127, 255, 365, 1000, 1970, 2024, -1, -2, -3, -10, -100)
EDGES = {
    "I": (-(2**31), 2**31 - 1, -(2**31) + 1, 65535, 65536, 2**30, -129, 128),
    "J": (-(2**63), 2**63 - 1, 2**31, -(2**31) - 1, 10**12, 86_400_000, 2**53 + 1, -(10**15)),
    "S": (-(2**15), 2**15 - 1, 255, -1),
    "B": (-128, 127, -1),
}
REALS = (0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 1.5, -2.5, 3.14159, 100.0, 1e-3, 0.1, 1e10, 123456.789, -7.25)
REAL_EDGES = (float("inf"), float("-inf"), float("nan"), 4.9e-324, 1.7976931348623157e308, 1e-10, 9007199254740993.0)
CHARACTERS = (97, 98, 65, 90, 48, 57, 32, 10, 0, 65535, 0xD83D, 0xE9, 0x2C, 0x2D, 0x7F, 0x130)
BOXES = {
    "java/lang/Integer": "I",
    "java/lang/Long": "J",
    "java/lang/Short": "S",
    "java/lang/Byte": "B",
    "java/lang/Character": "C",
    "java/lang/Boolean": "Z",
    "java/lang/Double": "D",
    "java/lang/Float": "F",
}
SINGLE = {"F": 3.4028234663852886e38}
LITERAL_CLASSES = ("Ljava/lang/String;", "Ljava/lang/Integer;", "I", "[I", "Ljava/util/List;", "Ljava/time/DayOfWeek;")


class Builder:
    """One plan under construction. ``family`` is what stands where the type says no more than ``Object``."""

    def __init__(self, makers: Makers, chooser: random.Random) -> None:
        self.makers = makers
        self.chooser = chooser
        self.steps: list[Step] = []
        self.family = chooser.choice(("text", "text", "text", "number", "number", "mixed"))

    def plan(self, subject: Subject) -> Plan:
        """Makes the receiver and the arguments, calls, and observes all of them."""
        file = self.makers.classes.find(subject.owner)
        assert file is not None
        method = next(m for m in file.methods if m.name == subject.name and m.descriptor == subject.descriptor)
        receiver = None
        if not subject.static:
            receiver = self.object(ClassType(subject.owner), DEEPEST)
            self.fill(receiver, subject.owner)
        arguments = tuple(self.make(each, DEEPEST, may_be_null=True) for each in generic_parameters(method))
        call = self.add(Call(subject.owner, subject.name, subject.descriptor, receiver, arguments))
        seen = [each for each in (receiver, *arguments) if each is not None]
        observed = [each for each in dict.fromkeys(seen) if not isinstance(self.steps[each], Literal)]
        return Plan(tuple(self.steps), call, tuple(observed))

    # -- steps ------------------------------------------------------------------------------------------------------

    def add(self, step: Step) -> int:
        """Append a step: its number."""
        self.steps.append(step)
        return len(self.steps) - 1

    def call(self, owner: str, name: str, descriptor: str, *arguments: int) -> int:
        """A static call."""
        return self.add(Call(owner, name, descriptor, None, arguments))

    def on(self, receiver: int, owner: str, name: str, descriptor: str, *arguments: int) -> int:
        """A call on an object."""
        return self.add(Call(owner, name, descriptor, receiver, arguments))

    def new(self, owner: str, descriptor: str, *arguments: int) -> int:
        """A new object."""
        return self.add(New(owner, descriptor, arguments))

    def integer(self, value: int) -> int:
        """An ``int``."""
        return self.add(Literal.of("I", value))

    def text(self, value: str | None = None) -> int:
        """A string."""
        return self.add(Literal.text(self.chooser.choice(TEXTS) if value is None else value))

    def constant(self, owner: str, *names: str) -> int:
        """One of several public constants."""
        return self.add(GetStatic(owner, self.chooser.choice(names)))

    # -- values -----------------------------------------------------------------------------------------------------

    def make(self, kind: GenericType | Wildcard, depth: int, *, may_be_null: bool = False) -> int:
        """A value of a type."""
        if isinstance(kind, Wildcard):
            kind = kind.bound if kind.bound is not None else ClassType("java/lang/Object")
        if isinstance(kind, PrimitiveType):
            return self.add(self.primitive(kind.descriptor))
        if may_be_null and self.chooser.random() < 0.04:
            return self.add(Literal.null())
        if isinstance(kind, TypeVariable):
            return self.element()
        if isinstance(kind, ArrayType):
            return self.array(kind, depth)
        return self.object(kind, depth)

    def primitive(self, code: str) -> Literal:
        """A primitive value, sometimes at the ends of its range."""
        chooser = self.chooser
        edge = chooser.random() < 0.15
        match code:
            case "Z":
                return Literal.boolean(chooser.random() < 0.5)
            case "C":
                return Literal.of("C", chooser.choice(CHARACTERS) if edge else chooser.randrange(32, 127))
            case "F" | "D":
                value = chooser.choice(REAL_EDGES if edge else REALS)
                if code == "F" and abs(value) > SINGLE["F"] and value - value == 0:
                    value = SINGLE["F"]
                return Literal.of(code, value)
        if edge:
            return Literal.of(code, chooser.choice(EDGES[code]))
        value = chooser.choice(INTS)
        return Literal.of(code, value if code != "B" else (value + 128) % 256 - 128)

    def array(self, kind: ArrayType, depth: int) -> int:
        """An array of up to five elements."""
        descriptor = erased(kind.element)
        elements = [self.make(kind.element, depth - 1) for _ in range(self.size(depth))]
        return self.add(NewArray(descriptor, len(elements), tuple(enumerate(elements))))

    def size(self, depth: int) -> int:
        """How many elements an array or a collection gets; none where the nesting is deep enough."""
        return self.chooser.choice((0, 1, 2, 3, 3, 4, 5)) if depth > 0 else 0

    def element(self) -> int:
        """Something where any object will do."""
        family = self.family if self.family != "mixed" else self.chooser.choice(("text", "number", "long", "null"))
        if family == "text":
            return self.text()
        if family == "null":
            return self.add(Literal.null())
        return self.boxed("java/lang/Integer" if family == "number" else "java/lang/Long")

    def boxed(self, name: str) -> int:
        """A box made by ``valueOf``."""
        code = BOXES[name]
        return self.call(name, "valueOf", f"({code})L{name};", self.add(self.primitive(code)))

    def object(self, kind: ClassType, depth: int) -> int:
        """An object of a class or one below it."""
        special = SPECIAL.get(kind.name)
        if special is not None:
            return special(self, kind, depth)
        producers = self.makers.producers(kind.name, depth - 1)
        if not producers:
            return self.add(Literal.null())  # a type argument that nothing makes
        chosen = self.chooser.choice(producers)
        if not chosen.descriptor:
            return self.add(GetStatic(chosen.owner, chosen.name))
        arguments = tuple(self.make(each, depth - 1) for each in chosen.generic)
        if chosen.name == "<init>":
            return self.add(New(chosen.owner, chosen.descriptor, arguments))
        return self.add(Call(chosen.owner, chosen.name, chosen.descriptor, None, arguments))

    def fill(self, receiver: int, owner: str) -> None:
        """Put something into a collection or map that was made empty."""
        above = self.makers.classes.supertypes(owner)
        count = self.chooser.choice((0, 0, 1, 2, 3))
        if owner in SPECIAL:
            return
        for _ in range(count):
            if "java/util/Collection" in above:
                self.on(receiver, "java/util/Collection", "add", f"({OBJECT})Z", self.element())
            elif "java/util/Map" in above:
                put = f"({OBJECT}{OBJECT}){OBJECT}"
                self.on(receiver, "java/util/Map", "put", put, self.element(), self.element())
            elif "com/google/common/collect/Multimap" in above:
                put = f"({OBJECT}{OBJECT})Z"
                key, value = self.element(), self.element()
                self.on(receiver, "com/google/common/collect/Multimap", "put", put, key, value)


OBJECT = "Ljava/lang/Object;"


def erased(kind: GenericType) -> str:
    """The descriptor of a type."""
    match kind:
        case PrimitiveType(descriptor=descriptor):
            return descriptor
        case ArrayType(element=element):
            return "[" + erased(element)
        case ClassType(name=name):
            return descriptor_of_class(name)
    return OBJECT


# -- makers of everyday types ---------------------------------------------------------------------------------------

Special = Callable[[Builder, ClassType, int], int]
SPECIAL: dict[str, Special] = {}


def special(*names: str) -> Callable[[Special], Special]:
    def register(maker: Special) -> Special:
        for name in names:
            SPECIAL[name] = maker
        return maker

    return register


def _argument(kind: ClassType, at: int) -> GenericType | Wildcard:
    return kind.arguments[at] if at < len(kind.arguments) else TypeVariable("E")


@special("java/lang/String", "java/lang/CharSequence")
def a_text(build: Builder, kind: ClassType, depth: int) -> int:
    if kind.name == "java/lang/CharSequence" and build.chooser.random() < 0.2:
        return build.new("java/lang/StringBuilder", "(Ljava/lang/String;)V", build.text())
    return build.text()


@special("java/lang/StringBuilder", "java/lang/Appendable")
def a_builder(build: Builder, kind: ClassType, depth: int) -> int:
    return build.new("java/lang/StringBuilder", "(Ljava/lang/String;)V", build.text())


@special("java/lang/StringBuffer")
def a_buffer(build: Builder, kind: ClassType, depth: int) -> int:
    return build.new("java/lang/StringBuffer", "(Ljava/lang/String;)V", build.text())


@special("java/lang/Object", "java/lang/Comparable", "java/io/Serializable", "java/lang/constant/Constable")
def an_element(build: Builder, kind: ClassType, depth: int) -> int:
    return build.element()


@special(*BOXES)
def a_box(build: Builder, kind: ClassType, depth: int) -> int:
    return build.boxed(kind.name)


@special("java/lang/Number")
def a_number(build: Builder, kind: ClassType, depth: int) -> int:
    return build.boxed(build.chooser.choice(("java/lang/Integer", "java/lang/Long", "java/lang/Double")))


@special("java/lang/Class")
def a_class(build: Builder, kind: ClassType, depth: int) -> int:
    inner = _argument(kind, 0)
    bound = inner.bound if isinstance(inner, Wildcard) else inner
    if isinstance(bound, ClassType) and bound.name == "java/lang/Enum":
        return build.add(Literal.klass("Ljava/time/DayOfWeek;"))
    return build.add(Literal.klass(build.chooser.choice(LITERAL_CLASSES)))


@special("java/lang/Enum")
def an_enum(build: Builder, kind: ClassType, depth: int) -> int:
    return build.constant("java/time/DayOfWeek", "MONDAY", "FRIDAY", "SUNDAY")


@special("java/lang/Throwable", "java/lang/Exception", "java/lang/RuntimeException")
def a_throwable(build: Builder, kind: ClassType, depth: int) -> int:
    name = build.chooser.choice(("IllegalStateException", "RuntimeException", "NumberFormatException"))
    return build.new(f"java/lang/{name}", "(Ljava/lang/String;)V", build.text())


def elements(build: Builder, kind: ClassType, depth: int, at: int = 0) -> list[int]:
    """Steps of up to five elements of a collection; a few of them null where anything will do."""
    inner = _argument(kind, at)
    return [build.make(inner, depth - 1) for _ in range(build.size(depth))]


def collection(build: Builder, name: str, kind: ClassType, depth: int) -> int:
    made = build.new(name, "()V")
    for each in elements(build, kind, depth):
        build.on(made, "java/util/Collection", "add", f"({OBJECT})Z", each)
    return made


def _collections(names: tuple[str, ...]) -> Special:
    def make(build: Builder, kind: ClassType, depth: int) -> int:
        return collection(build, f"java/util/{build.chooser.choice(names)}", kind, depth)

    return make


_LISTS = ("ArrayList", "ArrayList", "LinkedList")
_SETS = ("LinkedHashSet", "HashSet", "TreeSet")
special("java/util/List", "java/util/AbstractList")(_collections(_LISTS))
special("java/lang/Iterable", "java/util/Collection", "java/util/AbstractCollection")(
    _collections(("ArrayList", "LinkedHashSet", "ArrayDeque", "TreeSet"))
)
special("java/util/Set", "java/util/AbstractSet")(_collections(_SETS))
special("java/util/SortedSet", "java/util/NavigableSet")(_collections(("TreeSet",)))
special("java/util/Queue")(_collections(("ArrayDeque", "LinkedList", "PriorityQueue")))
special("java/util/Deque")(_collections(("ArrayDeque", "LinkedList")))
for _one in ("ArrayList", "LinkedList", "HashSet", "LinkedHashSet", "TreeSet", "ArrayDeque", "PriorityQueue", "Vector"):
    special(f"java/util/{_one}")(_collections((_one,)))
special("java/util/Stack")(_collections(("Stack",)))


def _maps(names: tuple[str, ...]) -> Special:
    def make(build: Builder, kind: ClassType, depth: int) -> int:
        made = build.new(f"java/util/{build.chooser.choice(names)}", "()V")
        for key in elements(build, kind, depth):
            value = build.make(_argument(kind, 1), depth - 1)
            build.on(made, "java/util/Map", "put", f"({OBJECT}{OBJECT}){OBJECT}", key, value)
        return made

    return make


special("java/util/Map", "java/util/AbstractMap")(_maps(("HashMap", "LinkedHashMap", "TreeMap")))
special("java/util/SortedMap", "java/util/NavigableMap")(_maps(("TreeMap",)))
special("java/util/Dictionary")(_maps(("Hashtable",)))
special("java/util/concurrent/ConcurrentMap")(_maps(("concurrent/ConcurrentHashMap",)))
for _one in ("HashMap", "LinkedHashMap", "TreeMap", "Hashtable", "IdentityHashMap"):
    special(f"java/util/{_one}")(_maps((_one,)))


@special("java/util/Map$Entry")
def an_entry(build: Builder, kind: ClassType, depth: int) -> int:
    key, value = (build.make(_argument(kind, at), depth - 1) for at in (0, 1))
    return build.new("java/util/AbstractMap$SimpleEntry", f"({OBJECT}{OBJECT})V", key, value)


@special("java/util/Iterator")
def an_iterator(build: Builder, kind: ClassType, depth: int) -> int:
    made = collection(build, f"java/util/{build.chooser.choice(('ArrayList', 'ArrayDeque'))}", kind, depth)
    return build.on(made, "java/util/Collection", "iterator", "()Ljava/util/Iterator;")


@special("java/util/ListIterator")
def a_list_iterator(build: Builder, kind: ClassType, depth: int) -> int:
    made = collection(build, f"java/util/{build.chooser.choice(_LISTS)}", kind, depth)
    return build.on(made, "java/util/List", "listIterator", "()Ljava/util/ListIterator;")


@special("java/util/Spliterator")
def a_spliterator(build: Builder, kind: ClassType, depth: int) -> int:
    made = collection(build, "java/util/ArrayList", kind, depth)
    return build.on(made, "java/util/Collection", "spliterator", "()Ljava/util/Spliterator;")


@special("java/util/stream/Stream")
def a_stream(build: Builder, kind: ClassType, depth: int) -> int:
    made = collection(build, "java/util/ArrayList", kind, depth)
    return build.on(made, "java/util/Collection", "stream", "()Ljava/util/stream/Stream;")


def _primitive_stream(code: str, name: str) -> None:
    @special(f"java/util/stream/{name}Stream")
    def make(build: Builder, kind: ClassType, depth: int) -> int:
        array = build.array(ArrayType(PrimitiveType(code)), depth)
        return build.call("java/util/Arrays", "stream", f"([{code})Ljava/util/stream/{name}Stream;", array)


for _code, _name in (("I", "Int"), ("J", "Long"), ("D", "Double")):
    _primitive_stream(_code, _name)


@special("java/util/Enumeration")
def an_enumeration(build: Builder, kind: ClassType, depth: int) -> int:
    made = collection(build, "java/util/ArrayList", kind, depth)
    return build.call("java/util/Collections", "enumeration", "(Ljava/util/Collection;)Ljava/util/Enumeration;", made)


@special("java/util/Comparator")
def a_comparator(build: Builder, kind: ClassType, depth: int) -> int:
    chosen = build.chooser.random()
    if chosen < 0.4:
        return build.call("java/util/Comparator", "naturalOrder", "()Ljava/util/Comparator;")
    if chosen < 0.6:
        return build.call("java/util/Collections", "reverseOrder", "()Ljava/util/Comparator;")
    number = build.integer(build.chooser.randrange(4))
    return build.call(LAMBDAS, "comparator", "(I)Ljava/util/Comparator;", number)


@special("java/util/stream/Collector")
def a_collector(build: Builder, kind: ClassType, depth: int) -> int:
    name = build.chooser.choice(("toList", "toSet", "counting"))
    return build.call("java/util/stream/Collectors", name, "()Ljava/util/stream/Collector;")


@special("java/util/Random", "java/util/random/RandomGenerator")
def a_random(build: Builder, kind: ClassType, depth: int) -> int:
    return build.new("java/util/Random", "(J)V", build.add(Literal.of("J", build.chooser.randrange(1000))))


@special("java/util/Locale")
def a_locale(build: Builder, kind: ClassType, depth: int) -> int:
    return build.constant("java/util/Locale", "ROOT", "ENGLISH", "US")


@special("java/util/TimeZone", "java/util/SimpleTimeZone")
def a_zone(build: Builder, kind: ClassType, depth: int) -> int:
    offset = build.integer(build.chooser.choice((0, 3_600_000, -18_000_000)))
    return build.new("java/util/SimpleTimeZone", "(ILjava/lang/String;)V", offset, build.text("X"))


@special("java/util/Date")
def a_date(build: Builder, kind: ClassType, depth: int) -> int:
    return build.new("java/util/Date", "(J)V", build.add(build.primitive("J")))


@special("java/util/Calendar", "java/util/GregorianCalendar")
def a_calendar(build: Builder, kind: ClassType, depth: int) -> int:
    chooser = build.chooser
    parts = (chooser.choice((1970, 2000, 2024)), chooser.randrange(12), chooser.randrange(1, 29))
    return build.new("java/util/GregorianCalendar", "(III)V", *map(build.integer, parts))


@special("java/util/regex/Pattern")
def a_pattern(build: Builder, kind: ClassType, depth: int) -> int:
    text = build.text(
        build.chooser.choice(("a", "[a-z]+", "(a|b)*c", r"\d+(\.\d+)?", r"\s*[,;]\s*", "^x?$", r"(?i)ABC"))
    )
    return build.call("java/util/regex/Pattern", "compile", "(Ljava/lang/String;)Ljava/util/regex/Pattern;", text)


@special("java/util/regex/Matcher", "java/util/regex/MatchResult")
def a_matcher(build: Builder, kind: ClassType, depth: int) -> int:
    pattern = a_pattern(build, kind, depth)
    matcher = "(Ljava/lang/CharSequence;)Ljava/util/regex/Matcher;"
    made = build.on(pattern, "java/util/regex/Pattern", "matcher", matcher, build.text())
    if build.chooser.random() < 0.7:
        build.on(made, "java/util/regex/Matcher", "find", "()Z")
    return made


@special("java/math/BigInteger")
def a_big_integer(build: Builder, kind: ClassType, depth: int) -> int:
    chooser = build.chooser
    bits = chooser.choice((0, 1, 3, 8, 31, 32, 33, 63, 64, 65, 100, 200))
    value = chooser.randrange(1 << bits) * chooser.choice((1, 1, -1))
    return build.new("java/math/BigInteger", "(Ljava/lang/String;)V", build.text(str(value)))


@special("java/math/BigDecimal")
def a_big_decimal(build: Builder, kind: ClassType, depth: int) -> int:
    chooser = build.chooser
    digits = str(chooser.randrange(10 ** chooser.choice((1, 2, 5, 9, 18, 19, 25))))
    scale = chooser.choice((0, 0, 1, 2, 5, 10))
    text = chooser.choice(("", "", "-")) + digits + ("" if scale == 0 else "." + str(chooser.randrange(10**scale)))
    return build.new("java/math/BigDecimal", "(Ljava/lang/String;)V", build.text(text))


@special("java/math/MathContext")
def a_math_context(build: Builder, kind: ClassType, depth: int) -> int:
    if build.chooser.random() < 0.5:
        return build.constant("java/math/MathContext", "UNLIMITED", "DECIMAL32", "DECIMAL64", "DECIMAL128")
    return build.new("java/math/MathContext", "(I)V", build.integer(build.chooser.randrange(12)))


# -- java.time ------------------------------------------------------------------------------------------------------


@special("java/time/LocalDate", "java/time/chrono/ChronoLocalDate")
def a_local_date(build: Builder, kind: ClassType, depth: int) -> int:
    chooser = build.chooser
    days = chooser.choice((chooser.randrange(-800_000, 1_000_000), chooser.randrange(20_000), 19_782, -719_528))
    return build.call("java/time/LocalDate", "ofEpochDay", "(J)Ljava/time/LocalDate;", build.add(Literal.of("J", days)))


@special("java/time/LocalTime")
def a_local_time(build: Builder, kind: ClassType, depth: int) -> int:
    chooser = build.chooser
    nanos = chooser.choice((0, chooser.randrange(86_400_000_000_000), chooser.randrange(86_400) * 10**9))
    number = build.add(Literal.of("J", nanos))
    return build.call("java/time/LocalTime", "ofNanoOfDay", "(J)Ljava/time/LocalTime;", number)


@special("java/time/LocalDateTime", "java/time/chrono/ChronoLocalDateTime")
def a_local_date_time(build: Builder, kind: ClassType, depth: int) -> int:
    date, time = a_local_date(build, kind, depth), a_local_time(build, kind, depth)
    of = "(Ljava/time/LocalDate;Ljava/time/LocalTime;)Ljava/time/LocalDateTime;"
    return build.call("java/time/LocalDateTime", "of", of, date, time)


@special("java/time/ZoneOffset", "java/time/ZoneId")
def an_offset(build: Builder, kind: ClassType, depth: int) -> int:
    if build.chooser.random() < 0.3:
        return build.constant("java/time/ZoneOffset", "UTC", "MIN", "MAX")
    seconds = build.integer(build.chooser.choice((0, 3600, -18000, 19800, 45, -64800)))
    return build.call("java/time/ZoneOffset", "ofTotalSeconds", "(I)Ljava/time/ZoneOffset;", seconds)


@special("java/time/zone/ZoneRules")
def zone_rules(build: Builder, kind: ClassType, depth: int) -> int:
    offset = an_offset(build, kind, depth)
    return build.call("java/time/zone/ZoneRules", "of", "(Ljava/time/ZoneOffset;)Ljava/time/zone/ZoneRules;", offset)


@special("java/time/ZonedDateTime", "java/time/chrono/ChronoZonedDateTime")
def a_zoned(build: Builder, kind: ClassType, depth: int) -> int:
    time, offset = a_local_date_time(build, kind, depth), an_offset(build, kind, depth)
    of = "(Ljava/time/LocalDateTime;Ljava/time/ZoneId;)Ljava/time/ZonedDateTime;"
    return build.call("java/time/ZonedDateTime", "of", of, time, offset)


@special("java/time/OffsetDateTime")
def an_offset_date_time(build: Builder, kind: ClassType, depth: int) -> int:
    time, offset = a_local_date_time(build, kind, depth), an_offset(build, kind, depth)
    of = "(Ljava/time/LocalDateTime;Ljava/time/ZoneOffset;)Ljava/time/OffsetDateTime;"
    return build.call("java/time/OffsetDateTime", "of", of, time, offset)


@special("java/time/OffsetTime")
def an_offset_time(build: Builder, kind: ClassType, depth: int) -> int:
    time, offset = a_local_time(build, kind, depth), an_offset(build, kind, depth)
    of = "(Ljava/time/LocalTime;Ljava/time/ZoneOffset;)Ljava/time/OffsetTime;"
    return build.call("java/time/OffsetTime", "of", of, time, offset)


@special("java/time/Instant")
def an_instant(build: Builder, kind: ClassType, depth: int) -> int:
    chooser = build.chooser
    seconds = build.add(Literal.of("J", chooser.choice((0, 1_700_000_000, chooser.randrange(-(10**11), 10**11)))))
    nanos = build.add(Literal.of("J", chooser.choice((0, 1, 999_999_999, chooser.randrange(10**9)))))
    return build.call("java/time/Instant", "ofEpochSecond", "(JJ)Ljava/time/Instant;", seconds, nanos)


@special("java/time/Duration")
def a_duration(build: Builder, kind: ClassType, depth: int) -> int:
    chooser = build.chooser
    seconds = build.add(Literal.of("J", chooser.choice((0, 1, -1, 90_061, chooser.randrange(-(10**9), 10**9)))))
    nanos = build.add(Literal.of("J", chooser.choice((0, 1, 999_999_999, chooser.randrange(10**9)))))
    return build.call("java/time/Duration", "ofSeconds", "(JJ)Ljava/time/Duration;", seconds, nanos)


@special("java/time/Period", "java/time/chrono/ChronoPeriod")
def a_period(build: Builder, kind: ClassType, depth: int) -> int:
    parts = [build.integer(build.chooser.choice((0, 1, -1, 5, 14, 40))) for _ in range(3)]
    return build.call("java/time/Period", "of", "(III)Ljava/time/Period;", *parts)


@special("java/time/temporal/TemporalAmount")
def an_amount(build: Builder, kind: ClassType, depth: int) -> int:
    return build.chooser.choice((a_duration, a_period))(build, kind, depth)


@special("java/time/Year")
def a_year(build: Builder, kind: ClassType, depth: int) -> int:
    number = build.integer(build.chooser.choice((0, 1900, 2000, 2023, 2024, -5)))
    return build.call("java/time/Year", "of", "(I)Ljava/time/Year;", number)


@special("java/time/YearMonth")
def a_year_month(build: Builder, kind: ClassType, depth: int) -> int:
    parts = (build.chooser.choice((0, 1900, 2000, 2023, 2024)), build.chooser.randrange(1, 13))
    return build.call("java/time/YearMonth", "of", "(II)Ljava/time/YearMonth;", *map(build.integer, parts))


@special("java/time/MonthDay")
def a_month_day(build: Builder, kind: ClassType, depth: int) -> int:
    parts = (build.chooser.randrange(1, 13), build.chooser.randrange(1, 30))
    return build.call("java/time/MonthDay", "of", "(II)Ljava/time/MonthDay;", *map(build.integer, parts))


@special("java/time/temporal/Temporal", "java/time/temporal/TemporalAccessor")
def a_temporal(build: Builder, kind: ClassType, depth: int) -> int:
    makers = (a_local_date, a_local_time, a_local_date_time, a_zoned, an_instant, an_offset_date_time, a_year_month)
    return build.chooser.choice(makers)(build, kind, depth)


@special("java/time/temporal/TemporalField")
def a_field(build: Builder, kind: ClassType, depth: int) -> int:
    names = (
        "NANO_OF_SECOND",
        "SECOND_OF_DAY",
        "HOUR_OF_DAY",
        "DAY_OF_WEEK",
        "DAY_OF_MONTH",
        "DAY_OF_YEAR",
        "EPOCH_DAY",
    )
    return build.constant("java/time/temporal/ChronoField", *names, "MONTH_OF_YEAR", "YEAR", "ERA", "AMPM_OF_DAY")


@special("java/time/temporal/TemporalUnit")
def a_unit(build: Builder, kind: ClassType, depth: int) -> int:
    names = (
        "NANOS",
        "MILLIS",
        "SECONDS",
        "MINUTES",
        "HOURS",
        "HALF_DAYS",
        "DAYS",
        "WEEKS",
        "MONTHS",
        "YEARS",
        "FOREVER",
    )
    return build.constant("java/time/temporal/ChronoUnit", *names, "DECADES", "ERAS")


@special("java/time/format/DateTimeFormatter")
def a_formatter(build: Builder, kind: ClassType, depth: int) -> int:
    names = ("ISO_LOCAL_DATE", "ISO_LOCAL_TIME", "ISO_LOCAL_DATE_TIME", "ISO_DATE_TIME", "ISO_INSTANT", "ISO_WEEK_DATE")
    return build.constant(
        "java/time/format/DateTimeFormatter", *names, "BASIC_ISO_DATE", "ISO_ORDINAL_DATE", "ISO_DATE"
    )


@special("java/time/chrono/Chronology")
def a_chronology(build: Builder, kind: ClassType, depth: int) -> int:
    return build.constant("java/time/chrono/IsoChronology", "INSTANCE")


@special("java/time/chrono/Era")
def an_era(build: Builder, kind: ClassType, depth: int) -> int:
    return build.constant("java/time/chrono/IsoEra", "CE", "BCE")


def candidate_plans(makers: Makers, subject: Subject, seed: int, count: int) -> list[Plan]:
    """Plans that call the subject on generated inputs, each once."""
    choosers = (random.Random(f"{seed}/{subject}/{number}") for number in range(count))
    return list(dict.fromkeys(Builder(makers, chooser).plan(subject) for chooser in choosers))
