"""How objects of a class are built through its API: constructors, factories, and calls that change them afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from everypath.classfile import access, package_of
from everypath.dataclass import replace
from everypath.errors import EverypathError
from everypath.inputs.code_facts import (
    ELEMENTS,
    LIBRARY,
    Effects,
    PlainConstructor,
    copied_fields,
    effects_of,
    fields_near,
    is_trivial,
    may_write,
    plain_constructor,
    varied_classes,
)
from everypath.inputs.construction.builders import Builder, Builders, is_chained
from everypath.inputs.construction.setup_sequences import (
    Offer,
    RecipePlan,
    SetupCall,
    first_ways,
    most_ways,
    relevant_first,
)
from everypath.inputs.places import is_inner
from everypath.library.dispatch import is_machine_dependent
from everypath.program import program_cache

if TYPE_CHECKING:
    from everypath.program import Class, Field, Method, Program

BOXES = {
    "java/lang/Boolean": "Z",
    "java/lang/Byte": "B",
    "java/lang/Character": "C",
    "java/lang/Short": "S",
    "java/lang/Integer": "I",
    "java/lang/Long": "J",
    "java/lang/Float": "F",
    "java/lang/Double": "D",
}

#: Adders of the JDK's collections: how they are filled, whatever else they offer.
ADDERS = (
    ("java/util/Map", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java/util/Collection", "add", "(Ljava/lang/Object;)Z"),
)

_ADDED = frozenset((name, descriptor) for _, name, descriptor in ADDERS)

#: The one constructor or factory that gives every state there is.
COMPLETE_CREATORS = {
    "java/lang/StringBuffer": ("<init>", "(Ljava/lang/String;)V"),
    "java/lang/StringBuilder": ("<init>", "(Ljava/lang/String;)V"),
    "java/time/Duration": ("ofSeconds", "(JJ)Ljava/time/Duration;"),
    "java/time/Instant": ("ofEpochSecond", "(JJ)Ljava/time/Instant;"),
    "java/time/LocalDate": ("of", "(III)Ljava/time/LocalDate;"),
    "java/time/LocalDateTime": ("of", "(IIIIIII)Ljava/time/LocalDateTime;"),
    "java/time/LocalTime": ("of", "(IIII)Ljava/time/LocalTime;"),
    "java/time/MonthDay": ("of", "(II)Ljava/time/MonthDay;"),
    "java/time/Period": ("of", "(III)Ljava/time/Period;"),
    "java/time/Year": ("of", "(I)Ljava/time/Year;"),
    "java/time/YearMonth": ("of", "(II)Ljava/time/YearMonth;"),
    "java/time/ZoneOffset": ("ofTotalSeconds", "(I)Ljava/time/ZoneOffset;"),
    "java/util/UUID": ("<init>", "(JJ)V"),
}

MOST_CALLS = 4
"""Calls on an object after its creator, where no option says otherwise."""

MOST_VARIED = 12
"""Classes of the analysed code that code which reflects is given."""

_FILLED_FIRST = 6
"""How much later than calls that fill it the other constructors of a collection are tried."""

MOST_ELEMENTS = 3
MOST_CREATORS = 4
MOST_MUTATORS = 8
MOST_REMOVERS = 3
_NEAR = 9.0
"""How much sooner a call is tried that names a field which the entry names, too."""

_PRIMITIVE_COST = {"Z": 1.0, "B": 1.0, "C": 1.0, "S": 1.0, "I": 1.0, "J": 1.1, "F": 3.0, "D": 3.0}
_SETTERS = (
    "set",
    "add",
    "put",
    "push",
    "append",
    "insert",
    "offer",
    "enqueue",
    "with",
    "increment",
    "flip",
    "register",
)
_ASKING = frozenset({("equals", "(Ljava/lang/Object;)Z"), ("hashCode", "()I"), ("toString", "()Ljava/lang/String;")})
"""What every object is asked without being changed by it."""
_NO_SETTERS = (
    "wait",
    "notify",
    "close",
    "finalize",
    "main",
    "print",
    "dump",
    "read",
    "write",
    "run",
)
_GETTERS = ("get", "is", "has", "to")
"""What methods of the JDK are called that return something and leave the object as it was."""

_REMOVERS = ("remove", "clear", "poll", "pop", "dequeue", "delete", "take", "undo")


_NEVER_EXTENDED = frozenset({"java/lang/ClassLoader", "java/lang/Enum", "java/lang/Record"})
"""Abstract classes of which nobody writes a subclass, or whose constructors ask the machine."""


OUTSIDE_THE_HEAP = frozenset({("java/nio/ByteBuffer", "allocateDirect")})
"""Factories (owner, name) of what other ones give as well, and these with memory that no model covers."""


class _Known:
    """What was found of the classes of a program for tests in one package, whatever the entry is."""

    def __init__(self) -> None:
        self.fillings: dict[Class, tuple[Method, PlainConstructor] | None] = {}
        self.constructors: dict[Class, tuple[Method, ...]] = {}
        self.settable: dict[Class, bool] = {}
        self.ranks: dict[tuple[Method, Class], float | None] = {}
        self.offers: dict[tuple[Method, Class, bool, bool], Offer] = {}


@program_cache(64)
def _known_of(program: Program, package: str) -> _Known:
    return _Known()


class Api:
    """What of a program a test class in ``package`` may call.

    A test stands in the package of the class under test, except for classes of the JDK, where only public members
    count. An object is set up by at most ``most_calls`` calls after its creator, first by those that write what
    ``entry`` reads.
    """

    def __init__(
        self, program: Program, package: str, most_calls: int = MOST_CALLS, entry: Method | None = None
    ) -> None:
        self.program = program
        self.package = package
        self.most_calls = most_calls
        self.entry = entry
        self.builders = Builders(program, self)
        self._plans: dict[Class, tuple[RecipePlan, ...]] = {}
        self._known = _known_of(program, package)

    @cached_property
    def varied_classes(self) -> tuple[str, ...]:
        """Classes of the analysed code that a test can name: what code that reflects is given."""
        program = self.program
        names = (name for name in program.reflect.analysed if self._is_named(name))
        return varied_classes(program, names, MOST_VARIED)

    def _is_named(self, name: str) -> bool:
        try:
            cls = self.program.find(name)
        except EverypathError:
            return False
        return cls is not None and self.class_accessible(cls)

    def class_accessible(self, cls: Class) -> bool:
        """Whether a test can name the class."""
        file = cls.file
        flags = cls.access
        if file is not None:
            for entry in file.inner_classes:
                if entry.inner == cls.name:
                    flags = entry.access
                    if entry.outer is None:
                        return False
                    if entry.outer != cls.name and not self.class_accessible(self.program.klass(entry.outer)):
                        return False
        return self._accessible(flags, cls)

    def member_accessible(self, flags: int, owner: Class) -> bool:
        """Whether a test can use a member with these flags of a class it can name."""
        return self._accessible(flags, owner)

    def _accessible(self, flags: int, owner: Class) -> bool:
        if flags & access.PRIVATE:
            return False
        if flags & access.PUBLIC:
            return True
        return package_of(owner.name) == self.package and self._is_own(owner)

    def _is_own(self, cls: Class) -> bool:
        """Whether a class is analysed, or one that the analysed code lies beside: not the JDK's."""
        return cls.is_target or self.program.jdk.find(cls.name) is None

    def constructors(self, cls: Class) -> list[Method]:
        """The accessible constructors of a class that can be instantiated, cheapest arguments first."""
        found = self._known.constructors.get(cls)
        if found is None:
            found = self._known.constructors[cls] = tuple(self._find_constructors(cls))
        return list(found)

    def _find_constructors(self, cls: Class) -> list[Method]:
        if cls.access & (access.ABSTRACT | access.INTERFACE | access.ENUM) or not self.class_accessible(cls):
            return []
        found = [m for m in cls.methods if m.name == "<init>" and self.usable(m)]
        if is_record(cls):
            components = tuple(f.descriptor for f in cls.fields if not f.access & access.STATIC)
            found = [m for m in found if m.parameters == components]
        return sorted(found, key=lambda m: (self._cost(m, cls), m.descriptor))

    def stub_constructors(self, cls: Class) -> list[Method]:
        """The constructors that an anonymous subclass of an abstract class may call, cheapest arguments first.

        None where such a subclass cannot be written: a method that it must supply is out of its sight.
        """
        if is_inner(cls) or cls.access & access.ENUM or cls.name in _NEVER_EXTENDED:
            return []
        implemented: set[tuple[str, str]] = set()
        for owner in cls.superclasses():
            for method in owner.methods:
                key = (method.name, method.descriptor)
                if method.is_abstract and key not in implemented and not self._extendable(method):
                    return []
                implemented.add(key)
        found = [each for each in cls.methods if each.name == "<init>" and self._extendable(each)]
        return sorted(found, key=lambda each: (self._cost(each, cls), each.descriptor))

    def _extendable(self, method: Method) -> bool:
        """Whether a subclass in the test's package may call or override the method."""
        return bool(method.access & access.PROTECTED) or self._accessible(method.access, method.owner)

    def constants(self, cls: Class) -> list[Field]:
        """The static final fields of a class that hold one of its objects and that a test may read."""
        if not self.class_accessible(cls):
            return []
        wanted = access.STATIC | access.FINAL
        return [
            each
            for each in cls.fields
            if each.access & wanted == wanted
            and each.descriptor == cls.descriptor
            and self._accessible(each.access, cls)
        ][:MOST_CREATORS]

    def creators(self, cls: Class) -> list[Method]:
        """Constructors and factories (static methods of the class that return it), the most useful first."""
        found = self.constructors(cls)
        if self.class_accessible(cls) and not is_record(cls):
            found += [
                m for m in cls.methods if m.access & access.STATIC and m.returns == f"L{cls.name};" and self.usable(m)
            ]
        cost = {m: (self._cost(m, cls), m.name != "<init>", m.name, m.descriptor) for m in found}
        return sorted(found, key=cost.__getitem__)

    def usable(self, method: Method) -> bool:
        """Whether a test may call the method, and it gives the same every time."""
        if (method.owner.name, method.name) in OUTSIDE_THE_HEAP or _asks_the_machine(method):
            return False
        return not method.access & access.SYNTHETIC and self._accessible(method.access, method.owner)

    def _cost(self, method: Method, cls: Class) -> float:
        if not method.parameters:
            return 2.5 if cls.instance_fields and cls.is_target and not self._is_from_jdk(cls) else 0.0
        return sum(self._parameter_cost(each, cls) for each in method.parameters)

    def _parameter_cost(self, descriptor: str, cls: Class) -> float:
        if descriptor in _PRIMITIVE_COST:
            return _PRIMITIVE_COST[descriptor]
        if descriptor.startswith("["):
            return 5.0
        name = descriptor[1:-1]
        if name == cls.name:
            return 9.0
        if name == "java/lang/String":
            return 4.0
        if name in BOXES:
            return 3.0
        return 5.0 if not cls.is_target or name.startswith("java/") else 4.5

    def _is_from_jdk(self, cls: Class) -> bool:
        """Whether a class is a collection of the JDK: its capacity and the like tell less than what is in it."""
        return _is_collection(self.program, cls) and self.program.jdk.find(cls.name) is not None

    def _holds_elements(self, descriptor: str) -> bool:
        found = self.program.find(descriptor[1:-1]) if descriptor[0] == "L" else None
        return found is not None and _is_collection(self.program, found)

    def offers(self, cls: Class, *, builder: bool = False) -> list[Offer]:
        """The calls that set an object of the class up, the most promising first: setters and adders, then what takes
        something out again.
        """
        taking = self.removers(cls)
        methods = [*self.mutators(cls), *taking]
        return [self._offer(each, cls, builder=builder, taking=each in taking) for each in methods]

    def _offer(self, method: Method, cls: Class, *, builder: bool, taking: bool) -> Offer:
        key = (method, cls, builder, taking)
        found = self._known.offers.get(key)
        if found is None:
            found = self._known.offers[key] = self._made_offer(method, cls, builder=builder, taking=taking)
        return found

    def _made_offer(self, method: Method, cls: Class, *, builder: bool, taking: bool) -> Offer:
        effects = effects_of(self.program, method) if method.owner.is_target else _UNKNOWN
        own = {each.owner.name for each in cls.instance_fields}
        writes_itself = effects.opaque or any(owner in own for owner, _ in effects.writes)
        if method.owner.is_target and not writes_itself:
            copied = copied_fields(self.program, method)
            effects = replace(effects, made=effects.made - copied, reads=effects.reads - copied)
        if not method.owner.is_target:
            writes_itself = not method.name.startswith("with")
        chained = is_chained(method, cls, builder=builder, writes_itself=writes_itself)
        return Offer(SetupCall(method, chained), effects, taking)

    def mutators(self, cls: Class) -> list[Method]:
        """Accessible instance methods that look as if they changed the object, setters and adders first.

        What a class of the analysed code inherits from the JDK is tried only where it adds an element.
        """
        if is_record(cls):
            return []
        for name, method_name, descriptor in ADDERS:
            if not cls.is_target and cls.is_subtype_of(self.program.klass(name)):
                adder = find_method(cls, method_name, descriptor)
                return [adder] if adder is not None else []
        ranked: list[tuple[float, int, Method]] = []
        seen: set[tuple[str, str]] = set()
        for owner in cls.superclasses():
            if owner.name == "java/lang/Object":
                continue
            for method in owner.methods:
                key = (method.name, method.descriptor)
                if key in seen or (cls.is_target and not owner.is_target and key not in _ADDED):
                    continue
                seen.add(key)
                rank = self._rank(method, cls)
                if rank is not None:
                    ranked.append((rank - self._nearness(method, cls), len(ranked), method))
        return [method for _, _, method in sorted(ranked, key=lambda each: each[:2])][:MOST_MUTATORS]

    def removers(self, cls: Class) -> list[Method]:
        """The methods of the analysed code that look as if they took something out of the object again."""
        if is_record(cls) or not cls.is_target:
            return []
        found: dict[tuple[str, str], Method] = {}
        for owner in cls.superclasses():
            for method in owner.methods if owner.is_target else ():
                if (
                    method.name.lower().startswith(_REMOVERS)
                    and not method.access & (access.STATIC | access.ABSTRACT)
                    and self.usable(method)
                    and may_write(self.program, method)
                ):
                    found.setdefault((method.name, method.descriptor), method)
        ranked = sorted(found.values(), key=lambda each: sum(self._parameter_cost(p, cls) for p in each.parameters))
        return ranked[:MOST_REMOVERS]

    def _rank(self, method: Method, cls: Class) -> float | None:
        key = (method, cls)
        if key not in self._known.ranks:
            self._known.ranks[key] = self._mutator_rank(method, cls)
        return self._known.ranks[key]

    def _mutator_rank(self, method: Method, cls: Class) -> float | None:
        if method.name.startswith("<") or method.access & (access.STATIC | access.ABSTRACT) or not self.usable(method):
            return None
        if not method.owner.is_target and is_machine_dependent(method):
            return None
        if self._is_from_jdk(cls) and any(self._holds_elements(each) for each in method.parameters):
            return None  # what adds one element gives as much
        name = method.name.lower()
        if name.startswith(_REMOVERS) or (method.name, method.descriptor) in _ASKING:
            return None
        if not method.owner.is_target and method.returns != "V" and method.name.startswith(_GETTERS):
            return None
        changed = not method.owner.is_target and name.startswith("with") and method.returns == cls.descriptor
        if not changed and not may_write(self.program, method):
            return None
        cost = sum(self._parameter_cost(each, method.owner) for each in method.parameters)
        if name.startswith(_NO_SETTERS):
            if not self._changes_fields(method):
                return None
            cost += 3.0
        named = name.startswith(_SETTERS)
        if not method.parameters and not named:
            cost += 2.0
        return cost + (0.0 if named else 3.0 if method.returns == "V" else 6.0)

    def _nearness(self, method: Method, cls: Class) -> float:
        """What it counts that a method and the entry name a common field of the class, directly or in methods of their
        classes: most where the method takes what it may put there.
        """
        if self.entry is None or not (method.owner.is_target and self.entry.owner.is_target):
            return 0.0
        common = fields_near(self.program, method) & fields_near(self.program, self.entry)
        if not any((each.owner.name, each.name) in common for each in cls.instance_fields):
            return 0.0
        return _NEAR if method.parameters and method.name.lower().startswith(_SETTERS) else _NEAR / 3

    def _changes_fields(self, method: Method) -> bool:
        """Whether a method of the analysed code writes a field of its own class, whatever its name says."""
        if not method.owner.is_target:
            return False
        return any(owner == method.owner.name for owner, _ in effects_of(self.program, method).writes)

    def plans(self, cls: Class) -> tuple[RecipePlan, ...]:
        """Every way we know to build an object of the class through its API, by growing weight."""
        found = self._plans.get(cls)
        if found is None:
            self._plans[cls] = ()  # where building it leads back to it
            found = self._plans[cls] = tuple(self._enumerate(cls))
        return found

    def add_plan(self, cls: Class, creator: Method, calls: tuple[SetupCall, ...]) -> int:
        """Add a way to build an object of the class, the last one tried by itself; its number."""
        plans = self.plans(cls)
        for number, plan in enumerate(plans):
            if (plan.creator, plan.calls) == (creator, calls):
                return number
        self._plans[cls] = (*plans, RecipePlan(creator, calls, plans[-1].weight + 1 if plans else 0))
        return len(plans)

    def _enumerate(self, cls: Class) -> Iterator[RecipePlan]:
        complete = COMPLETE_CREATORS.get(cls.name)
        if complete is not None:
            creator = cls.declared_method(*complete)
            if creator is not None:
                yield RecipePlan(creator, (), 0)
            return
        creators = self.creators(cls)[:MOST_CREATORS]
        if not creators:
            plans = [plan for at, each in enumerate(self.builders.of(cls)) for plan in self._built(cls, each, at)]
        elif not cls.is_target and _is_collection(self.program, cls):
            most = min(self.most_calls, MOST_ELEMENTS)
            adders = [SetupCall(each) for each in self.mutators(cls)]
            plans = [RecipePlan(creators[0], tuple(adders) * k, k) for k in range(most + 1 if adders else 1)]
        else:
            late = _FILLED_FIRST if self._is_from_jdk(cls) else 0
            plans = [RecipePlan(each, (), index + late * bool(index)) for index, each in enumerate(creators)]
            offers = [each for each in self.offers(cls) if not self._gives_as_much(creators[0], cls, each)]
            plans += [RecipePlan(creators[0], *way) for way in self._ways(offers, None)]
        yield from sorted(plans, key=lambda plan: plan.weight)[: most_ways(self.most_calls)]

    def _built(self, cls: Class, builder: Builder, number: int) -> Iterator[RecipePlan]:
        """An object that a builder makes, after calls on the builder; then calls on the object itself."""
        finish = builder.finish
        ends = (SetupCall(finish, follows=True),) if finish is not None else ()
        yield RecipePlan(builder.creator, ends, number)
        if finish is not None:
            for calls, weight in self._ways(self.offers(builder.cls, builder=True), finish):
                yield RecipePlan(builder.creator, (*calls, *ends), weight + 3 * number)
        for calls, weight in self._ways(self.offers(cls), None):
            yield RecipePlan(builder.creator, (*ends, *calls), weight + 2 + 3 * number)

    def _ways(self, offers: list[Offer], finish: Method | None) -> Sequence[tuple[tuple[SetupCall, ...], int]]:
        """Sequences of calls and their weights, the relevant ones first; ``finish`` reads what they wrote."""
        read = self._read(finish) if offers else None
        ordered, telling = relevant_first([each for each in offers if each.call.method is not finish], read)
        return first_ways(tuple(ordered), telling, self.most_calls)

    def _read(self, finish: Method | None) -> frozenset[tuple[str, str]] | None:
        """What the entry reads of fields, and what reads the method that a builder ends with; None: not known."""
        if self.entry is None or not self.entry.owner.is_target:
            return None
        effects = effects_of(self.program, self.entry)
        if finish is None or effects.opaque:
            return None if effects.opaque else effects.reads
        if not finish.owner.is_target:
            return None
        last = effects_of(self.program, finish)
        return None if last.opaque else effects.reads | last.reads

    def _gives_as_much(self, creator: Method, cls: Class, offer: Offer) -> bool:
        """Whether the creator's arguments give every state that a call leaves: fields without objects behind them."""
        if creator.name != "<init>" or not creator.owner.is_target or offer.effects.opaque:
            return False
        plain = plain_constructor(self.program, creator)
        changed = offer.effects.changes
        if plain is None or not changed or LIBRARY in changed or ELEMENTS in changed:
            return False
        types = {(each.owner.name, each.name): each.descriptor for each in cls.instance_fields}
        if offer.call.follows and not offer.effects.writes:
            changed = frozenset(types)
        return all(
            key in plain.given and types.get(key) == creator.parameters[plain.given[key]] and types[key][0] not in "L["
            for key in changed
        )

    def settable(self, cls: Class) -> bool:
        """Whether assignments to accessible fields, and a constructor that takes the final ones, give every state: all
        fields of the object are open to the test.
        """
        found = self._known.settable.get(cls)
        if found is None:
            found = self._known.settable[cls] = self._is_settable(cls)
        return found

    def _is_settable(self, cls: Class) -> bool:
        if not self._is_own(cls) or is_record(cls) or is_inner(cls) or cls.access & access.ENUM:
            return False
        fields = cls.instance_fields
        constructors = list(self.constructors(cls))
        if not fields:
            return any(is_trivial(self.program, each) for each in constructors[:1])
        if not constructors:
            return False
        closed = [each for each in fields if not self.field_accessible(each)]
        return not closed or (len(closed) < len(fields) and self.filling(cls) is not None)

    def filling(self, cls: Class) -> tuple[Method, PlainConstructor] | None:
        """The constructor that gives the fields which nothing else can, and those are final, any value; None: none."""
        if cls not in self._known.fillings:
            self._known.fillings[cls] = self._find_filling(cls)
        return self._known.fillings[cls]

    def _find_filling(self, cls: Class) -> tuple[Method, PlainConstructor] | None:
        closed = {(each.owner.name, each.name): each for each in cls.instance_fields if not self.field_accessible(each)}
        if not all(each.access & access.FINAL and each.owner.is_target for each in closed.values()):
            return None
        for constructor in self.constructors(cls):
            plain = plain_constructor(self.program, constructor)
            if plain is not None and all(
                key in plain.given and constructor.parameters[plain.given[key]] == each.descriptor
                for key, each in closed.items()
            ):
                taken = [plain.given[key] for key in closed]
                if len(set(taken)) == len(taken):
                    return constructor, plain
        return None

    def forcible(self, cls: Class) -> bool:
        """Whether reflection can give an object of the class any state: all its fields belong to the analysed code."""
        if (
            not cls.is_target
            or is_record(cls)
            or cls.access & access.ENUM
            or self.program.jdk.find(cls.name) is not None
        ):
            return False
        return all(each.owner.is_target for each in cls.instance_fields)

    def field_accessible(self, of: Field) -> bool:
        """Whether a test may assign the field."""
        return not of.access & access.FINAL and self._accessible(of.access, of.owner)


_UNKNOWN = Effects(frozenset(), frozenset(), frozenset(), opaque=True)


def _is_collection(program: Program, cls: Class) -> bool:
    return any(cls.is_subtype_of(program.klass(name)) for name, _, _ in ADDERS)


def _asks_the_machine(method: Method) -> bool:
    """Whether a factory gives the present moment, or what the machine is set to (``Locale.getDefault``,
    ``ZoneId.systemDefault``): no object that a test could build again everywhere.
    """
    of_the_jdk = method.owner.name.startswith("java/")
    return of_the_jdk and (method.name == "now" or ("default" in method.name.lower() and not method.parameters))


def find_method(cls: Class, name: str, descriptor: str) -> Method | None:
    """The method as declared by the class or its nearest superclass."""
    for owner in cls.superclasses():
        method: Method | None = owner.declared_method(name, descriptor)
        if method is not None:
            return method
    return None


def gives_all(cls: Class) -> bool:
    """Whether the first way to build an object of the class gives every one there is: the constructor of a record, or
    the only one of a class whose objects never change.
    """
    return cls.name in COMPLETE_CREATORS or is_record(cls) or _is_value(cls)


def _is_value(cls: Class) -> bool:
    """Whether one constructor, which others may call, fills all there is: final fields of what never changes."""
    constructors = [each for each in cls.methods if each.is_constructor]
    plain = cls.superclass is not None and cls.superclass.name == "java/lang/Object" and not is_inner(cls)
    fields = all(each.access & access.FINAL and _is_immutable(each.descriptor) for each in cls.instance_fields)
    return plain and fields and len(constructors) == 1 and not constructors[0].is_private


def _is_immutable(descriptor: str) -> bool:
    return descriptor[0] not in "L[" or descriptor[1:-1] in {"java/lang/String", *BOXES}


def is_record(cls: Class) -> bool:
    """Whether the class is a record."""
    return cls.superclass is not None and cls.superclass.name == "java/lang/Record"
