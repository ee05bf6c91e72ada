"""What the inputs that were tried leave out of an entry's domain: other states, other classes, other implementations.

A path stands for all inputs of its condition if its input is arbitrary where the path looks at it. An object that calls
made has one of their states, and a choice among classes is no arbitrary class. That matters only on paths whose code
reads a field of such an object, or does what depends on its class.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from everypath.classfile import (
    ClassRef,
    Constant,
    InvokeDynamic,
    MemberRef,
    MethodHandle,
    access,
    class_of_descriptor,
    parse_method_descriptor,
)
from everypath.dataclass import replace
from everypath.errors import TargetError
from everypath.inputs import (
    Alias,
    BoxInput,
    ClassLiteral,
    ConstantInput,
    EnumInput,
    ListInput,
    MapInput,
    MemberInput,
    Null,
    RecipeInput,
    Slot,
    Stub,
    TextInput,
    Undecided,
    slots_of,
)
from everypath.inputs.candidates import DATA
from everypath.inputs.construction import JDK_VALUES, gives_all
from everypath.inputs.lazy import value_of_build
from everypath.inputs.shapes import KeyInput, list_of, name_of
from everypath.program import is_implied
from everypath.state import CONTENT, NOTHING_ASKED, PUT_OFF, class_constraint
from everypath.term import Term, not_, ref_var
from everypath.vm.references import STORES

if TYPE_CHECKING:
    from everypath.classfile import ClassFile, Instruction
    from everypath.explore.paths import Path
    from everypath.explore.session import ExplorationState
    from everypath.inputs import Node
    from everypath.program import Class, Method
    from everypath.state import Fork

__all__ = ["LEFT_OUT", "InputDomain", "with_untried"]

OTHER_STATES, OTHER_CLASSES, OTHER_IMPLEMENTATIONS, ONE_OBJECT = "recipe", "candidates", "stubs", "alias"
LEFT_OUT = OTHER_STATES, OTHER_CLASSES, OTHER_IMPLEMENTATIONS, ONE_OBJECT
"""The bounds of what was left out: objects that other calls make, other classes, other implementations of what a stub
stands for, and inputs that are one object.
"""

_THIS = "this"
_LOOKS = frozenset({"getfield", "putfield", "instanceof", "checkcast", "aastore"})
_VIRTUAL = frozenset({"invokevirtual", "invokeinterface"})
_REFLECTIVE = "java/lang/reflect/", "java/lang/invoke/", "java/util/concurrent/atomic/", "java/io/Object", "sun/misc/"
"""The beginnings of the names of classes whose methods read fields of objects that they get."""
_BUILDERS = frozenset({"java/lang/StringBuilder", "java/lang/StringBuffer"})
_CAPACITY = frozenset({"capacity", "ensureCapacity", "trimToSize"})
"""The methods in which more of a `StringBuilder` or a list shows than its content."""


_ALIKE = frozenset({"size", "isEmpty", "iterator"})
_LOOK_UPS = frozenset({"contains", "containsKey", "get", "getOrDefault"})
_OF_MAPS = _LOOK_UPS | {"size", "isEmpty", "iterator", "keySet", "values", "entrySet"}
_CHAR_SEQUENCE = "java/lang/CharSequence"
_OF_TEXTS = frozenset(
    ["length", "toString", "isEmpty"]
    + [f"java/lang/String.{each}" for each in ("contains", "contentEquals", "valueOf")]
    + [f"{owner}.{each}" for owner in sorted(_BUILDERS) for each in ("append", "insert")]
)
"""Methods that do the same for all sequences of chars that keep to the contract of the interface: their own ones, and
those, with their classes, that get one.
"""
_OF_OBJECTS = frozenset({"equals", "isNull", "nonNull", "requireNonNull"})
"""Methods of `java.util.Objects` that ask for no class themselves."""
_HASHED = tuple(f"java/util/{each}" for each in ("UnknownHashes", "HashMap", "HashSet", "LinkedHash"))
"""The classes of maps that are data. Their code looks at nothing but the map and its keys, which are no maps."""
_OF_AN_INDEX = frozenset(f"java/lang/{each}IndexOutOfBoundsException" for each in ("", "Array", "String"))

_CATCHING = _OF_AN_INDEX | {None, *(f"java/lang/{each}" for each in ("RuntimeException", "Exception", "Throwable"))}
"""The types of handlers that catch these; None catches all."""


class _Executed(NamedTuple):
    """The opcode of an instruction that a path executed, and the member, class or call site that it names."""

    opcode: str
    named: Constant | None


class InputDomain:
    """Compares the input of a path with all inputs that its entry has.

    A class outside the analysed code may implement an interface or extend an abstract class of it. One that extends
    another class is not considered.
    """

    def __init__(self, session: ExplorationState) -> None:
        self._program = session.machine.program
        self._known = session.inputs.known
        self._entry = session.entry
        self._blocks = session.machine.blocks
        self._executed: dict[int, tuple[_Executed, ...]] = {}
        self._answers: dict[Hashable, dict[int, bool]] = {}
        """What is known of blocks, by question."""
        self._tried: dict[str, bool] = {}
        """The types all of whose classes were tried, or not."""

    def marked(self, path: Path) -> Path:
        """The path with what its input does not stand for, and the references whose class does not matter."""
        blocks = path.state.covered
        left_out: set[str] = set()
        any_class: set[str] = set()
        by_tests: set[str] = set()
        for node in self._looked_at(path, blocks):
            bound = self._bound_of_state(node, blocks)
            tests = bool(path.state.questions.get(ref_var(node.name), NOTHING_ASKED).tests)
            if node.exact or self._is_final(node) or self._is_any_class(node, path, blocks, tests=tests):
                any_class.add(node.name)
            elif tests and self._is_of_tests(node, path, blocks):
                by_tests.add(node.name)
            elif not self._are_all_tried(node):
                bound = bound or OTHER_CLASSES
            if bound is not None:
                left_out.add(bound)
        if self._writes_several(path, blocks):
            left_out.add(ONE_OBJECT)
        if any(about is not None and self._is_of_stub(about) for about in map(class_constraint, path.constraints)):
            left_out.add(OTHER_IMPLEMENTATIONS)
        return replace(path, left_out=frozenset(left_out), any_class=frozenset(any_class), by_tests=frozenset(by_tests))

    def _is_of_stub(self, about: tuple[Term, frozenset[str], bool]) -> bool:
        """True if a condition on the class of a reference, `class_constraint`, names a stub by what it implements."""
        return any((cls := self._program.find(name)) is None or cls.is_abstract for name in about[1])

    def _looked_at(self, path: Path, blocks: Collection[int]) -> Iterator[Node]:
        """The input references of a path, but for the arguments of calls that made an object whose state does not
        matter.
        """
        shape = path.shape
        names = [each.name for each in shape.slots if not each.is_primitive]
        seen: set[str] = set()
        while names:
            name = names.pop()
            node = shape.nodes.get(name)
            if node is None or name in seen:
                continue
            seen.add(name)
            if list_of(name) is None:  # else it is no input, but the array inside a list
                yield node
            build = node.build
            if node.unused:
                continue
            if not isinstance(build, RecipeInput) or self._reads(self._program.klass(build.class_name), blocks):
                names += [each.name for each in slots_of(build) if not each.is_primitive]

    def _bound_of_state(self, node: Node, blocks: Collection[int]) -> str | None:
        """The bound of objects in other states, if the path looks at the state; None if it does not."""
        build = node.build
        if node.unused:
            return None
        if isinstance(build, ConstantInput | ClassLiteral | MemberInput):
            return OTHER_CLASSES
        if isinstance(build, Stub) and build.answers:
            return OTHER_IMPLEMENTATIONS
        if isinstance(build, ListInput):
            return OTHER_STATES if self._asks_capacity(blocks) else None
        if isinstance(build, RecipeInput):
            made = self._program.klass(build.class_name)
            is_whole = gives_all(made) and not (made.name in _BUILDERS and self._asks_capacity(blocks))
            is_whole |= not made.instance_fields
            return OTHER_STATES if not is_whole and self._reads(made, blocks) else None
        return None

    def _are_all_tried(self, node: Node) -> bool:
        """True if all classes that the object may have were tried."""
        place = _THIS if node.name == _THIS else node.descriptor
        if place not in self._tried:
            self._tried[place] = self._is_closed(node)
        return self._tried[place]

    def _is_final(self, node: Node) -> bool:
        """True if all objects at a place are of one class."""
        cls = self._entry.owner if node.name == _THIS else self._program.find(class_of_descriptor(node.descriptor))
        if cls is None or cls.is_final:
            return cls is not None
        value = JDK_VALUES.get(cls.name)
        return value is not None and not value.is_extended and not self._has_analysed(cls)

    def _is_closed(self, node: Node) -> bool:
        if node.name != _THIS:
            return self._known.is_closed(node.descriptor)
        classes = self._classes(self._entry.owner, node)
        tried = self._program.bits_of(each.cls for each in self._known.receivers(self._entry))
        return self._entry.owner.is_final or (classes != 0 and not classes & ~tried)

    def _writes_several(self, path: Path, blocks: Collection[int]) -> bool:
        """True if code writes a field that two objects made by calls have: they may be one, which was not tried."""
        builds = [node.build for node in path.shape.reachable() if not node.unused and not value_of_build(node.build)]
        made = [self._program.klass(each.class_name) for each in builds if isinstance(each, RecipeInput)]
        if len(made) < 2:
            return False
        code = (each for number in blocks for each in self._code(number) if each.opcode == "putfield")
        written = {each.named.owner for each in code if isinstance(each.named, MemberRef)}
        return any(sum(self._is_related(cls, name) for cls in made) > 1 for name in written)

    def _is_of_tests(self, node: Node, path: Path, blocks: Collection[int]) -> bool:
        """True if the path depends on the class of the object by type tests only, and each of them was tried with both
        answers, unless the earlier ones imply it: then another class takes the path that gives its answers.
        """
        ref = ref_var(node.name)
        asked = path.state.questions.get(ref, NOTHING_ASKED)
        if asked.uses_class or not self._is_any_class(node, path, blocks, tests=False):
            return False
        conditions = filter(None, map(class_constraint, path.constraints))
        tried = {asked.types.get(names) for of, names, _ in conditions if of is ref}
        if None in tried:
            return False  # a class was chosen without a test
        declared = self._program.find(class_of_descriptor(node.descriptor))
        yes: list[Class] = [declared] if declared is not None else []
        no: list[Class] = []
        for name, holds in asked.tests.items():
            cls = self._program.find(name)
            if cls is None or (name not in tried and not is_implied(cls, yes, no, holds=holds)):
                return False
            (yes if holds else no).append(cls)
        return True

    def _is_any_class(self, node: Node, path: Path, blocks: Collection[int], *, tests: bool) -> bool:
        """True if the path does nothing that depends on the class of the object. Type tests count if ``tests``."""
        build = node.build
        if isinstance(build, Null | EnumInput | Alias) or (node.unused and not node.tested):
            return True
        if isinstance(build, Undecided) and ref_var(node.name) not in path.state.types:
            return True
        cls = self._program.find(class_of_descriptor(node.descriptor))
        if cls is None:
            return False
        if isinstance(build, ListInput | MapInput) and cls.name in DATA:
            return not self._is_so(("asks", cls), blocks, lambda each: self._asks_class(each, cls))
        asks = tests or path.state.questions.get(ref_var(node.name), NOTHING_ASKED).uses_class
        if asks and self._is_so("notes", blocks, _is_noted):
            return False
        try:
            classes = self._classes(cls, node)
            if isinstance(build, MapInput):
                blocks = [each for each in blocks if not self._blocks[each][0].owner.name.startswith(_HASHED)]
            stores = STORES in path.state.attachments
            alike = self._alike(node, cls, path)
            question = "depends", cls, classes, stores, tests, alike
            depends = partial(self._depends, cls=cls, classes=classes, stores=stores, tests=tests)
            return not self._is_so(
                question, blocks, lambda each: not (_is_noted(each) or _names(each, alike)) and depends(each)
            )
        except TargetError:
            return False

    def _alike(self, node: Node, cls: Class, path: Path) -> frozenset[str]:
        """The methods that do the same in all collections and maps of the JDK: some that read one whose elements are
        inputs. Collections and sequences of chars throw different exceptions for a wrong index, collections also for a
        key of another type.
        """
        build, is_text = node.build, cls.name == _CHAR_SEQUENCE and isinstance(node.build, TextInput)
        if self._has_analysed(cls) or not (is_text or isinstance(build, ListInput | MapInput)):
            return frozenset()
        if isinstance(build, MapInput):
            return _OF_MAPS if all(_is_usual(each, build, path) for each in build.keys) else _OF_MAPS - _LOOK_UPS
        if is_text and CONTENT in path.state.writes:
            return frozenset()  # the path wrote a string builder, which may be this sequence
        is_inside = path.thrown not in _OF_AN_INDEX and not any(
            _catches_index(*self._blocks[each][:2]) for each in path.state.covered
        )
        if is_text:
            return _OF_TEXTS | {"charAt"} if is_inside else _OF_TEXTS
        return _ALIKE | {"get"} if is_inside else _ALIKE

    def _has_analysed(self, cls: Class) -> bool:
        """True if an analysed class is of a type."""
        return any(each.is_target for each in self._program.classes_of(self._program.hierarchy.analysed(cls)))

    def _classes(self, cls: Class, node: Node) -> int:
        """The classes that an object of a type may have, which extend one of the analysed code; 0 for any class."""
        if cls.element is not None or not cls.is_target or cls.is_abstract:
            return 0
        below = self._program.hierarchy.analysed(cls)
        if node.name != _THIS or self._entry.is_constructor:
            return below
        return self._program.dispatch(below, self._entry).get(self._entry, 0)

    # ---- what code does

    def _code(self, number: int) -> tuple[_Executed, ...]:
        """The instructions of a block whose effect may depend on the state or the class of an object."""
        found = self._executed.get(number)
        if found is None:
            method, first, last = self._blocks[number]
            file = method.owner.file
            found = self._executed[number] = tuple(
                _Executed(each.name, _named(file, each) if each.name != "aastore" and file else None)
                for each in method.instructions
                if first <= each.pc <= last and (each.name in _LOOKS or each.name.startswith("invoke"))
            )
        return found

    def _is_so(self, question: Hashable, blocks: Collection[int], holds: Callable[[_Executed], bool]) -> bool:
        """True if something ``holds`` for an instruction of the blocks; asked once for each question and block."""
        known = self._answers.setdefault(question, {})
        for number in blocks:
            if number not in known:
                known[number] = any(map(holds, self._code(number)))
            if known[number]:
                return True
        return False

    def _asks_capacity(self, blocks: Collection[int]) -> bool:
        return self._is_so("capacity", blocks, lambda each: _names(each, _CAPACITY))

    def _reads(self, cls: Class, blocks: Collection[int]) -> bool:
        """True if code reads a field of objects of a class, or may read one."""
        above = list(cls.superclasses())[:-1]
        if not all(each.is_target for each in above):
            return True  # the code of the JDK or of a library reads what it has written
        return self._is_so(("reads", cls), blocks, lambda each: self._is_read(cls, each))

    def _is_read(self, cls: Class, executed: _Executed) -> bool:
        opcode, named = executed
        if not isinstance(named, MemberRef):
            return False
        is_field = opcode == "getfield" and self._is_related(cls, named.owner)
        return is_field or named.owner.startswith(_REFLECTIVE)

    def _depends(self, executed: _Executed, cls: Class, classes: int, *, stores: bool, tests: bool) -> bool:
        """True if the effect of an instruction may depend on which of some ``classes`` an object of a type has.

        ``stores``: a store into an array depended on a class. ``tests``: a type test was made on the object.
        """
        opcode, named = executed
        if opcode in ("getfield", "putfield"):
            return False
        if opcode == "aastore":
            return stores
        if isinstance(named, ClassRef):
            return tests and _is_tested(cls, self._program.klass(named.name))
        if isinstance(named, InvokeDynamic):
            return any(self._may_hold(each, cls) for each in parse_method_descriptor(named.descriptor)[0])
        if not isinstance(named, MemberRef):
            return True
        owner = self._program.klass(named.owner)
        is_called = opcode in _VIRTUAL and self._may_be(named.owner, cls)
        if owner.is_target:
            return is_called and self._is_dispatched(named, owner, classes)
        return is_called or any(self._may_hold(each, cls) for each in parse_method_descriptor(named.descriptor)[0])

    def _asks_class(self, executed: _Executed, cls: Class) -> bool:
        """True if an instruction may ask for the class of an object of a type."""
        named = executed.named
        if isinstance(named, ClassRef):
            return _is_tested(cls, self._program.klass(named.name))
        return _names(executed, {"getClass"})

    def _is_dispatched(self, named: MemberRef, owner: Class, classes: int) -> bool:
        """True if a call may select several methods for objects of some classes."""
        resolve = self._program.resolve_interface_method if named.is_interface else self._program.resolve_method
        method = resolve(owner, named.name, named.descriptor)
        if method.is_private or (method.access | method.owner.access) & access.FINAL:
            return not method.owner.is_target  # `getClass` and the like
        inside = classes & self._program.subtypes(owner)
        return not classes or len(self._program.dispatch(inside, method)) > 1

    def _may_hold(self, descriptor: str, cls: Class) -> bool:
        """True if an object of a type, or an array of it, may be passed where a descriptor stands."""
        element = descriptor.lstrip("[")
        return element[0] == "L" and self._may_be(element[1:-1], cls)

    def _may_be(self, name: str, cls: Class) -> bool:
        """True if an object of a type may be one of the class with a name, and no cast has shown that it is."""
        other = self._program.find(name)
        is_cast = other is not None and other.is_final and other is not cls and other.is_subtype_of(cls)
        return not is_cast and self._is_related(cls, name)

    def _is_related(self, cls: Class, name: str) -> bool:
        """True if one object may be of both types."""
        other = self._program.find(name)
        return other is None or cls.is_subtype_of(other) or other.is_subtype_of(cls)


def _named(file: ClassFile, instruction: Instruction) -> Constant:
    """What an instruction names. A method of a record that the JDK makes is a call with all components: it depends on
    the class of its argument by one type test.
    """
    named = file.constant(instruction.operand)
    if isinstance(named, InvokeDynamic):
        row = file.bootstrap_methods[named.bootstrap]
        if row.method.member.owner == "java/lang/runtime/ObjectMethods":
            getters = (each.member.descriptor for each in row.arguments if isinstance(each, MethodHandle))
            return replace(named, descriptor=f"({''.join(getters)})V")
    return named


def _is_usual(looked_up: KeyInput, build: MapInput, path: Path) -> bool:
    """True if all maps of the JDK allow a key, or the path decided that: it is null, or of a type that has an order and
    is that of the map's keys.
    """
    key = looked_up.key
    if key is None:
        return build.refuses_null is not None
    if isinstance(key, Slot):
        found = path.shape.node(key.name).build
        if not isinstance(found, TextInput | BoxInput | EnumInput):
            return False
        key_type = found.class_name if not isinstance(found, TextInput) else "java/lang/String"
    elif isinstance(key, str):
        key_type = "java/lang/String"
    else:
        key_type = key.class_name
    return build.key_type == f"L{key_type};"


def _is_tested(cls: Class, wanted: Class) -> bool:
    """True if a test for the class ``wanted`` may have another outcome for another object of a type."""
    if cls.is_subtype_of(wanted) or (wanted.is_final and not wanted.is_subtype_of(cls)):
        return False
    return cls.is_interface or wanted.is_interface or wanted.is_subtype_of(cls)


def _catches_index(method: Method, first: int) -> bool:
    """True if the block that begins there handles exceptions, those for a wrong index among them."""
    return any(each.handler == first and each.catch_type in _CATCHING for each in method.handlers)


def _is_noted(executed: _Executed) -> bool:
    """True for ``getClass``, and for calls that run methods of their arguments: where these depend on the class of an
    object, that is noted.
    """
    named = executed.named
    if not isinstance(named, MemberRef):
        return False
    is_get_class = (named.name, named.descriptor) == ("getClass", "()Ljava/lang/Class;")
    return is_get_class or (named.owner == "java/util/Objects" and named.name in _OF_OBJECTS)


def _names(executed: _Executed, members: Container[str]) -> bool:
    """True if an instruction names one of some members, which have their names, or their classes as well."""
    named = executed.named
    return isinstance(named, MemberRef) and (named.name in members or f"{named.owner}.{named.name}" in members)


def with_untried(paths: Iterable[Path], parked: Sequence[Fork]) -> tuple[Path, ...]:
    """Marked paths at the end of an exploration: what was tried in the end is not left out. ``parked`` are the forks
    that were not tried.
    """
    only = frozenset() if any(each.bound == ONE_OBJECT for each in parked) else frozenset((ONE_OBJECT,))
    untried = {not_(each.condition) for each in parked if each.bound == OTHER_CLASSES}
    found = []
    for path in paths:
        conditions = frozenset([each for each in path.constraints if each in untried]) if untried else path.untried
        kept = frozenset([each for each in conditions if _is_on(each, path.any_class | path.by_tests)])
        left_out, by_tests = path.left_out - only, path.by_tests.difference(_put_off(path, conditions))
        if by_tests != path.by_tests:
            left_out |= {OTHER_CLASSES}
        is_same = conditions == path.untried and left_out == path.left_out and by_tests == path.by_tests
        changed = replace(path, left_out=left_out, immaterial=kept, untried=conditions, by_tests=by_tests)
        found.append(path if is_same else changed)
    return tuple(found)


def _put_off(path: Path, untried: Container[Term]) -> Iterator[str]:
    """The references, by name, for which classes that were put off at a test have been tried on other paths."""
    for condition in path.constraints if path.by_tests else ():
        about = class_constraint(condition)
        if about is not None and condition not in untried:
            asked = path.state.questions.get(about[0], NOTHING_ASKED)
            if asked.types.get(about[1]) == PUT_OFF:
                yield name_of(about[0])


def _is_on(condition: Term, names: Container[str]) -> bool:
    """True if a condition is on the class of one of the named references."""
    about = class_constraint(condition)
    return about is not None and name_of(about[0]) in names
