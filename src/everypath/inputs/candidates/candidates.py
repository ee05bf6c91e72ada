"""The candidate classes of an input reference, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from everypath.classfile import UNBOXED, access, intersected
from everypath.dataclass import replace
from everypath.errors import MissingClassError
from everypath.inputs.candidates.candidate import DATA, Candidate, Kind, never_free
from everypath.inputs.candidates.class_literals import class_literals
from everypath.inputs.candidates.reflective_members import MEMBER_CLASSES, reflectable_members
from everypath.inputs.candidates.stubs import MOST_STUBS, StubCandidates
from everypath.inputs.code_facts import TypeTests, type_tests_of
from everypath.inputs.construction import JDK_VALUES, Api
from everypath.inputs.places import fits, held_by, made_by

if TYPE_CHECKING:
    from everypath.program import Class, Method, Program


#: Real implementations of JDK types with documented contracts, the simplest first.
IMPLEMENTATIONS: dict[str, tuple[str, ...]] = {
    "java/lang/CharSequence": ("java/lang/String", "java/lang/StringBuilder", "java/lang/StringBuffer"),
    "java/lang/Comparable": ("java/lang/String", "java/lang/Integer"),
    "java/io/Serializable": ("java/lang/String", "java/lang/Integer"),
    "java/lang/constant/Constable": ("java/lang/String", "java/lang/Integer"),
    "java/lang/Enum": ("java/util/concurrent/TimeUnit",),
    "java/lang/Number": ("java/lang/Integer", "java/lang/Long", "java/lang/Double", "java/math/BigDecimal"),
    "java/lang/Iterable": ("java/util/ArrayList",),
    "java/util/Collection": ("java/util/ArrayList",),
    "java/util/SequencedCollection": ("java/util/ArrayList",),
    "java/util/AbstractCollection": ("java/util/ArrayList",),
    "java/util/List": ("java/util/ArrayList",),
    "java/util/AbstractList": ("java/util/ArrayList",),
    "java/util/Set": ("java/util/LinkedHashSet", "java/util/HashSet"),
    "java/util/AbstractSet": ("java/util/LinkedHashSet",),
    "java/util/SortedSet": ("java/util/TreeSet",),
    "java/util/NavigableSet": ("java/util/TreeSet",),
    "java/util/Map": ("java/util/LinkedHashMap", "java/util/HashMap"),
    "java/util/AbstractMap": ("java/util/LinkedHashMap",),
    "java/util/SortedMap": ("java/util/TreeMap",),
    "java/util/NavigableMap": ("java/util/TreeMap",),
    "java/util/Queue": ("java/util/ArrayDeque",),
    "java/util/Deque": ("java/util/ArrayDeque",),
    "java/lang/Appendable": ("java/lang/StringBuilder",),
}

_KINDS = {"java/lang/String": Kind.TEXT, "java/lang/Class": Kind.CLASS, **dict.fromkeys(UNBOXED, Kind.BOX)}

_ANY_TYPE = "Ljava/lang/Object;"

MOST_CANDIDATES = 12

MOST_EXAMINED = 48
"""The number of subclasses whose ways to be built are looked for. Generated code has types with hundreds."""

MOST_OBJECTS, MOST_REPRESENTATIVES = 16, 3
"""Limits for an ``Object``: on all candidates, on stubs of interfaces that the code tests for, and on objects of other
classes of the analysed code.
"""


class Candidates:
    """The candidates of each static type, for one entry. ``only_first``: each type has at most one candidate.
    ``is_free``: true for classes whose objects get symbolic fields although an API can build them. ``with_data``: lists
    of the JDK have any size and any elements, and optionals any value.
    """

    def __init__(
        self,
        program: Program,
        api: Api,
        entry: Method | None,
        *,
        forced_states: bool,
        only_first: bool = False,
        is_free: Callable[[Class], bool] = never_free,
        with_data: bool = False,
    ) -> None:
        self.program = program
        self.api = api
        self.entry = entry
        self.forced_states = forced_states
        self._is_free = is_free
        self._with_data = with_data
        self.most = 1 if only_first else MOST_OBJECTS
        self.type_tests = type_tests_of(program, entry) if entry is not None else TypeTests()
        self._stubs = StubCandidates(program, api, self.type_tests.tested)
        self.can_be_stubbed = self._stubs.can_be_stubbed
        self._known: dict[tuple[str, str | None], tuple[Candidate, ...]] = {}

    def class_literals(self, descriptor: str, generic: str | None = None) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The class literals for a place of this type, and those that are tried later."""
        return class_literals(self.program, self.api, self.type_tests.literals, self.of, descriptor, generic)

    def of(self, descriptor: str, generic: str | None = None) -> tuple[Candidate, ...]:
        """The candidates for a place of this erased type; empty if it holds only null, or if the class is missing.

        ``generic`` is the signature of its generic type if that is known: all of them fit it.
        """
        found = self._known.get((descriptor, generic))
        if found is None:
            most = min(self.most, MOST_CANDIDATES) if descriptor != _ANY_TYPE else self.most
            try:
                listed = self._fitting(self._unique(self._list(descriptor)), generic)
            except MissingClassError:
                listed = []
            found = self._known[descriptor, generic] = tuple(listed)[:most]
        return found

    def is_closed(self, descriptor: str) -> bool:
        """True if each object at a place of this type is of a class that the candidates have, and all these are tried:
        the type is a final class, a class of the analysed code with all that extend it there, or sealed; or an array
        of elements of a final class, or of a class of the analysed code.
        """
        return self._is_closed_array(descriptor) if descriptor[0] == "[" else self._is_closed(descriptor[1:-1])

    def _is_closed_array(self, descriptor: str) -> bool:
        """True if there is no array class below an array class but the candidates. There are arrays of abstract
        classes, too.
        """
        array = self.program.klass(descriptor)
        if array.is_final:
            return True
        element = array.element
        if element is None or element.is_array or not element.is_target:
            return False
        below = self.program.classes_of(self.program.subtypes(element))
        tried = {each.cls.element for each in self.of(descriptor)}
        return all(each in tried for each in below if each.is_target)

    def _is_closed(self, name: str) -> bool:
        cls = self.program.find(name)
        if cls is None:
            return False
        return cls.is_final or (cls.is_target and self._are_all_tried(cls)) or self._is_sealed(cls)

    def _are_all_tried(self, cls: Class) -> bool:
        """True if all classes of the analysed code below a class are candidates, and no stub stands for others."""
        found = self.of(cls.descriptor)
        tried = self.program.bits_of(each.cls for each in found)
        return all(each.kind is not Kind.STUB for each in found) and not self.program.hierarchy.analysed(cls) & ~tried

    def _is_sealed(self, cls: Class) -> bool:
        """True if the class is sealed down to final classes, and all its concrete subclasses are candidates."""
        return self._is_offered(cls, {each.cls.name for each in self.of(cls.descriptor)})

    def _is_offered(self, cls: Class | None, names: set[str]) -> bool:
        if cls is None or not (cls.is_abstract or cls.name in names):
            return False
        permitted = cls.file.permitted_subclasses if cls.file is not None else ()
        below = (self._is_offered(self.program.find(name), names) for name in permitted)
        return cls.is_final or (bool(permitted) and all(below))

    def is_exact(self, candidate: Candidate) -> bool:
        """True if objects of the candidate have exactly its class: constants and factories may return a subclass."""
        cls = candidate.cls
        if candidate.kind is Kind.RECIPE:
            return cls.is_final or all(each.is_constructor for each in self.api.plans.of(cls).creators)
        return cls.is_final or candidate.kind not in (Kind.ENUM, Kind.CONSTANT)

    def receivers(self, method: Method) -> tuple[Candidate, ...]:
        """The candidates for ``this``: classes on which a call selects exactly ``method``."""
        owner = method.owner
        if owner.superclass is not None and owner.superclass.is_enum:  # the body of a constant
            return (Candidate(owner, Kind.ENUM),)
        plain = [each for each in self.of(f"L{owner.name};") if each.kind is not Kind.STUB]
        fitting = [each for each in plain if each.cls is owner or self.program.select(each.cls, method) is method]
        free = [each for each in fitting if self.forced_states or not each.forced]
        own = [each for each in free if each.cls is owner]
        stubs = [each for each in self.of(f"L{owner.name};") if each.kind is Kind.STUB]
        return tuple(own or free or stubs or fitting)

    def _fitting(self, candidates: list[Candidate], generic: str | None) -> list[Candidate]:
        """The candidates that may be at a place of a generic type. If only late ones are left, one is not."""
        if generic is None:
            return candidates
        types = intersected(generic[1:-1])
        if types:
            return self._of_all(candidates, types)
        found = [each for each in candidates if self._is_given(each, generic)]
        if len(found) < len(candidates) and found and all(each.late for each in found):
            found[0] = replace(found[0], late=found[0].forced and not self.forced_states)
        return found

    def _of_all(self, candidates: list[Candidate], types: Sequence[str]) -> list[Candidate]:
        """The candidates that are of several types at once; a test can make a stub of all of them."""
        wanted = [self.program.klass(each) for each in types]
        real = [each for each in candidates if each.kind is not Kind.STUB]
        found = [each for each in real if all(each.cls.is_subtype_of(other) for other in wanted)]
        return [*found, *self._stubs.of_all(types, late=bool(found))]

    def _is_given(self, candidate: Candidate, generic: str) -> bool:
        """True if some object of the candidate may be at a place of a generic type."""
        cls = candidate.cls
        if not fits(cls, generic, self.program):
            return False
        if candidate.kind is Kind.RECIPE:
            return any(made_by(each, cls, generic, self.program) for each in self.api.plans.of(cls).creators)
        if candidate.kind is Kind.CONSTANT:
            return any(held_by(each, generic, self.program) for each in self.api.creators.constants(cls))
        return True

    def _unique(self, candidates: list[Candidate]) -> list[Candidate]:
        seen: set[int] = set()
        kept = []
        for each in candidates:
            if each.cls.number not in seen:
                seen.add(each.cls.number)
                kept.append(each)
        return kept

    def _list(self, descriptor: str) -> list[Candidate]:
        if descriptor.startswith("["):
            return self._arrays(descriptor)
        name = descriptor[1:-1]
        if name == "java/lang/Object":
            return self._anything()
        if name == "java/lang/Class":
            return [Candidate(self.program.klass(name), Kind.CLASS)]
        cls = self.program.klass(name)
        if name in IMPLEMENTATIONS:
            return self._implementations(cls, IMPLEMENTATIONS[name])
        return self._subtypes(cls)

    def _arrays(self, descriptor: str) -> list[Candidate]:
        """The array class itself, then arrays of narrower elements: a store into these may throw."""
        found = [Candidate(self.program.klass(descriptor), Kind.ARRAY)]
        if descriptor[1] == "L":
            late = self.entry is None or not any(each.name == "aastore" for each in self.entry.instructions)
            name = descriptor[2:-1]
            narrower: tuple[str, ...] = ("java/lang/String", "java/lang/Integer") if name == "java/lang/Object" else ()
            if name != "java/lang/Object":
                cls = self.program.find(name)
                below = self._targets_below(cls) if cls is not None and cls.is_target else []
                narrower = tuple(each.cls.name for each in below[:2])
            found += [Candidate(self.program.klass(f"[L{each};"), Kind.ARRAY, late=late) for each in narrower]
        return found

    def _implementations(self, cls: Class, names: tuple[str, ...]) -> list[Candidate]:
        found = [each for name in names if (each := self._simple(self.program.klass(name))) is not None]
        if all(each.kind is Kind.MAP for each in found):  # the last one has no order, so it stands for all
            found = found[-1:]
        targets = [each for each in self._targets_below(cls) if each.kind is not Kind.STUB]
        named = list(self._named_below(cls))
        if not named:
            return found[:1] + targets + [replace(each, late=True) for each in found[1:]]
        others = [Candidate(cls, Kind.STUB)] if self.can_be_stubbed(cls) else []
        return list({each.cls: each for each in (*found, *targets, *named, *others)}.values())

    def _anything(self) -> list[Candidate]:
        if self.most == 1:
            return [Candidate(self.program.klass("java/lang/Object"), Kind.RECIPE)]
        named: list[Candidate] = []
        if self.entry is not None:
            for name in (*self.type_tests.tested, *self.type_tests.literals):
                named += self._concrete_below(name)
            if self.entry.owner.is_target or not self.entry.is_static:
                own = self._simple(self.entry.owner)
                if own is not None and not (own.late and self.entry.is_static):  # a class of functions has no objects
                    named.insert(0, own)
        plain = [
            self._simple(self.program.klass(n)) for n in ("java/lang/String", "java/lang/Integer", "java/lang/Object")
        ]
        arrays = [Candidate(self.program.klass(n), Kind.ARRAY, late=True) for n in ("[Ljava/lang/Object;", "[I")]
        return named + [each for each in plain if each is not None] + arrays + self._others()

    def _others(self) -> list[Candidate]:
        """The last candidates for an ``Object``: stubs of interfaces that the code tests for and no class implements,
        then a few classes of the analysed code.
        """
        tested = [cls for name in self.type_tests.tested if (cls := self.program.find(name)) is not None]
        stubs = [cls for cls in tested if cls.is_interface and cls.is_target and self.can_be_stubbed(cls)]
        bare = [cls for cls in stubs if not self._concrete_below(cls.name)]
        found = [Candidate(cls, Kind.STUB, late=True) for cls in bare[:MOST_STUBS]]
        found += [each for cls in bare[:1] for each in self._stubs.beside(cls)]
        return found + self._varied()

    def _varied(self) -> list[Candidate]:
        """A few classes of the analysed code, for an ``Object``."""
        found: list[Candidate] = []
        if self.entry is not None and self.entry.owner.is_target:
            varied = (self._simple(self.program.klass(name)) for name in self.api.representative_classes)
            usable = (each for each in varied if each is not None and each.kind in (Kind.FIELDS, Kind.RECIPE))
            fitting = (each for each in usable if not each.forced and each.cls is not self.entry.owner)
            found += [replace(each, late=True, rooted=True) for each in islice(fitting, MOST_REPRESENTATIVES)]
        return found

    def _concrete_below(self, name: str) -> list[Candidate]:
        try:
            cls = self.program.klass(name)
        except MissingClassError:
            return []
        if name.startswith("[") or name in IMPLEMENTATIONS:
            known = map(self.program.klass, IMPLEMENTATIONS.get(name, (name,)))
            return [each for of in known if (each := self._simple(of)) is not None]
        return [each for each in self._subtypes(cls) if each.kind is not Kind.STUB]

    def _subtypes(self, cls: Class) -> list[Candidate]:
        own = self._simple(cls)
        found = [own] if own is not None else []
        if cls.access & access.FINAL and not cls.access & access.ENUM:
            return found
        below = [each for each in self._targets_below(cls) if each.cls is not cls]
        found += [each for each in (*below, *self._named_below(cls)) if not each.late]
        if self.can_be_stubbed(cls):
            found.append(Candidate(cls, Kind.STUB, late=own is not None or bool(below)))
            found += self._stubs.beside(cls)
        return found + [each for each in below if each.late]

    def _named_below(self, cls: Class) -> Iterator[Candidate]:
        """Subclasses from outside the analysed code that the code tests for or compares with."""
        for name in dict.fromkeys((*self.type_tests.tested, *self.type_tests.literals)):
            named = self.program.find(name)
            if named is not None and named is not cls and not named.is_target and named.is_subtype_of(cls):
                yield from self._concrete_below(name) or (
                    [Candidate(named, Kind.STUB)] if self.can_be_stubbed(named) else []
                )

    def _targets_below(self, cls: Class) -> list[Candidate]:
        """Subclasses from the analysed code, the simplest to build first."""
        ranked = []
        for below in _examined_below(self.program, cls, self.type_tests.tested):
            candidate = self._simple(below) if self.api.accessibility.class_accessible(below) else None
            if candidate is not None:
                plans = self.api.plans.of(below) if candidate.kind is Kind.RECIPE else None
                effort = len(plans[0].creator.parameters) if plans else 0
                ranked.append(((candidate.forced, effort, below.name), candidate))
        return [candidate for _, candidate in sorted(ranked, key=lambda each: each[0])]

    def _simple(self, cls: Class) -> Candidate | None:
        """The candidate of exactly this class. None if no object of it can be built."""
        if cls.name in _KINDS:
            return Candidate(cls, _KINDS[cls.name])
        if cls.name in MEMBER_CLASSES:
            return Candidate(cls, Kind.MEMBER) if reflectable_members(self.program, self.api, cls.name) else None
        if cls.name.startswith("["):
            return Candidate(cls, Kind.ARRAY)
        if cls.access & access.ENUM:  # the body of a constant is among the constants of its superclass
            is_body = cls.superclass is not None and cls.superclass.is_enum
            return None if is_body else Candidate(cls, Kind.ENUM)
        if cls.access & access.INTERFACE:
            return None
        if cls.access & access.ABSTRACT:
            return None if self.can_be_stubbed(cls) else self._ready_made(cls)
        if self.api.fields.settable(cls):
            return Candidate(cls, Kind.FIELDS)
        if self._with_data and cls.name in DATA and not cls.is_target:
            return Candidate(cls, DATA[cls.name])
        if self._is_free(cls) and cls.name not in JDK_VALUES and self.api.fields.can_be_free(cls):
            return Candidate(cls, Kind.FIELDS, forced=True)
        ready = self._ready_made(cls)
        if ready is None and self.api.fields.forcible(cls):
            return Candidate(cls, Kind.FIELDS, forced=True, late=not self.forced_states)
        return ready

    def _ready_made(self, cls: Class) -> Candidate | None:
        """The candidate of a class whose creators or constants give its objects. None if it has neither."""
        if self.api.plans.of(cls):
            return Candidate(cls, Kind.RECIPE)
        return Candidate(cls, Kind.CONSTANT) if self.api.creators.constants(cls) else None


def _examined_below(program: Program, cls: Class, tested: Sequence[str]) -> list[Class]:
    """The subclasses from the analysed code. If there are too many, those that the code tests for (``tested``), then
    those whose constructors take least.
    """
    names = sorted(program.hierarchy.names_of(program.subtypes(cls)))
    below = [each for name in names if (each := program.klass(name)).is_target and each is not cls]
    if len(below) > MOST_EXAMINED:
        below.sort(key=lambda each: (each.name not in tested, _least_parameters(each)))
    return below[:MOST_EXAMINED]


def _least_parameters(cls: Class) -> tuple[bool, int, int]:
    """A cheap measure of the effort to build an object; a class without constructors comes last."""
    counts = [len(each.parameters) for each in cls.methods if each.is_constructor]
    return (not counts or bool(cls.access & access.ABSTRACT), min(counts, default=0), len(cls.fields))


def together(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The first candidate, and those that a path need not distinguish from it until it depends on the class.

    These are subclasses whose objects differ from those of the first only by further fields, and subclasses of an
    array of references.
    """
    first = candidates[0]
    if first.kind is Kind.ARRAY and first.cls.name[1] in "L[":
        return [each for each in candidates if each.kind is Kind.ARRAY and each.cls.is_subtype_of(first.cls)]
    if first.kind is not Kind.FIELDS:
        return [first]
    return [
        each
        for each in candidates
        if each is first
        or (
            each.kind is Kind.FIELDS
            and each.forced is first.forced
            and not each.late
            and each.cls.is_subtype_of(first.cls)
            and each.cls.declared_method("<clinit>", "()V") is None
        )
    ]
