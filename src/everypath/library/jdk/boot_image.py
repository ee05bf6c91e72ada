"""The boot image: static fields of JDK classes as the real JVM initialised them. Its addresses are negative."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from everypath.bridge import (
    NULL,
    Bridge,
    ObjectImage,
    Primitive,
    Ref,
    StaticArray,
    StaticClass,
    StaticNode,
    StaticObject,
    StaticsImage,
    StaticString,
    alarm_blocked,
    messages,
)
from everypath.errors import BridgeError, EngineError, MissingClassError
from everypath.library.models import CACHED, cache_of
from everypath.state import BOOT, Obj, TextObject, default_value
from everypath.state.text import Constant, units
from everypath.term import Value

if TYPE_CHECKING:
    from everypath.program import Class, Field, Program

IS_ERROR = "isError"
"""The field by which the stand-in of ``System.err`` differs from that of ``System.out``."""

MOST_OBJECTS = 20_000
"""If the static fields of a class refer to more objects than this, the machine runs its initialiser."""

REFUSED_TYPES = frozenset(
    {
        "Ljdk/internal/misc/Unsafe;",
        "Lsun/misc/Unsafe;",
        "Ljava/lang/invoke/VarHandle;",
        "Ljava/lang/invoke/MethodHandle;",
    }
)
"""The machine initialises classes with a static field of these types, which hold offsets of the real JVM."""

REFUSED_CLASSES = frozenset(
    {
        "java/lang/System",
        "java/lang/Thread",
        "java/lang/Runtime",
        "java/lang/ClassLoader",
        "jdk/internal/misc/Unsafe",
        "jdk/internal/misc/VM",
        "jdk/internal/util/Preconditions",
    }
)
"""Classes that the machine always initialises itself, if they are initialised at all."""

UNUSED_CLASSES = frozenset(
    f"java/lang/invoke/{name}"
    for name in ("MethodHandle", "MethodHandles", "MethodHandles$Lookup", "MethodType", "VarHandle", "CallSite")
) | {"java/lang/reflect/Proxy"}
"""Classes of which all methods that read static fields are modelled."""

PARTIAL_CLASSES = frozenset({"java/util/Currency", "jdk/internal/access/SharedSecrets"})
"""Classes of which a static field reads as null if its value cannot be read from the JVM."""

PINNED_FIELDS: dict[tuple[str, str], Value] = {
    ("java/util/ImmutableCollections", "SALT32L"): 0,
    ("java/util/ImmutableCollections", "REVERSE"): 0,
    ("java/lang/Throwable", "jfrTracing"): 0,
}
"""Static fields that depend on the machine, with the values that they have in the boot image."""

_BOXES = frozenset({*CACHED, "java/lang/Boolean"})

FIRST_ADDRESS = -2
"""The address of the object with id 0. The object with id n has this address minus n."""


class _SentObjects:
    """The images and objects that one bridge has sent. It sends each object once."""

    def __init__(self) -> None:
        self.images: dict[str, StaticsImage] = {}
        self.nodes: dict[int, StaticNode] = {}
        self.jdk_objects: dict[tuple[str, ...], ObjectImage] = {}


_sent: WeakKeyDictionary[Bridge, _SentObjects] = WeakKeyDictionary()

FIRST_LIBRARY_ADDRESS = -(1 << 40)
"""The address of the first object that the library itself adds; later ones have lower addresses."""


class Image:
    """The boot image of one program. Implements `everypath.state.BootImage`."""

    def __init__(self, program: Program, bridge: Bridge | None) -> None:
        self._program = program
        self._bridge = bridge
        self._objects: dict[int, Obj] = {}
        self._classes: dict[Class, int] = {}
        self._strings: dict[str, int] = {}
        self._extra: list[Obj] = []
        self._statics: dict[Class, dict[Field, Value]] = {}

    def object(self, address: int) -> Obj:
        """The master copy of the object at a negative address."""
        obj = self._objects.get(address)
        if obj is None:
            obj = self._objects[address] = self._decode(address)
        return obj

    def add(self, obj: Obj) -> int:
        """Add an object of the library's own and return its address."""
        address = FIRST_LIBRARY_ADDRESS - len(self._extra)
        self._extra.append(obj)
        self._objects[address] = obj
        return address

    def is_partial(self, cls: Class) -> bool:
        """True if some static fields of a class could not be read from the JVM and are null."""
        image = self._image(cls.name) if self._bridge is not None and cls.name in PARTIAL_CLASSES else None
        return image is not None and bool(image.refused)

    def class_object(self, cls: Class) -> int:
        """The address of the ``java.lang.Class`` object of a class, one per program."""
        address = self._classes.get(cls)
        if address is None:
            meta = self._program.klass("java/lang/Class")
            fields: list[Value] = [0.0 if f.descriptor in ("F", "D") else 0 for f in meta.instance_fields]
            address = self._classes[cls] = self.add(Obj(meta, fields, BOOT, cls))
        return address

    def statics(self, cls: Class) -> dict[Field, Value] | None:
        """The static fields of a JDK class; do not change the mapping. None if the machine runs its initialiser."""
        if cls.name == "java/lang/System":
            return self._system(cls)
        found = self._statics.get(cls)
        if found is None:
            made = self._read_statics(cls)
            if made is None:
                return None
            found = self._statics[cls] = made
        return found

    def _read_statics(self, cls: Class) -> dict[Field, Value] | None:
        own = [field for field in cls.fields if field.is_static]
        if cls.name in UNUSED_CLASSES:
            return {field: default_value(field.descriptor) for field in own}
        if self._bridge is None or cls.name in REFUSED_CLASSES or cls.name.startswith("everypath/"):
            return None
        if not own:
            return None if cls.initializer is not None else {}
        if any(field.descriptor in REFUSED_TYPES for field in own):
            return None
        image = self._image(cls.name)
        if image is None or image.failure is not None or (image.refused and cls.name not in PARTIAL_CLASSES):
            return None
        result: dict[Field, Value] = {}
        for field in own:
            value = self._static_value(field, image)
            if value is None:
                return None
            result[field] = value
        return result

    def _static_value(self, field: Field, image: StaticsImage) -> Value | None:
        """The value of a static field, 0 if it cannot be read from the JVM. None if the image does not list it."""
        pinned = PINNED_FIELDS.get((field.owner.name, field.name))
        if pinned is not None:
            return pinned
        entry = image.fields.get(field.name)
        if entry is not None:
            return self._value(entry[1])
        return 0 if field.name in image.refused else None

    def jvm_statics(self, cls: Class) -> dict[Field, Value | None] | None:
        """The static fields of a JDK class whose initialiser cannot run here. None for a field that only the JVM has.

        The result is None if the class has no static fields or the machine always initialises it.
        """
        own = [field for field in cls.fields if field.is_static]
        foreign = self._bridge is None or cls.name in REFUSED_CLASSES or self._program.jdk.find(cls.name) is None
        image = self._image(cls.name) if own and not foreign else None
        if image is None or image.failure is not None:
            return None
        usable = {field for field in own if field.descriptor not in REFUSED_TYPES and field.name in image.fields}
        return {each: self._value(image.fields[each.name][1]) if each in usable else None for each in own}

    def jdk_object(self, *key: str) -> int | None:
        """The address of an object that the JDK makes (`Bridge.jdk_object`). None if the JVM cannot send it."""
        if self._bridge is None:
            return None
        sent = _sent.setdefault(self._bridge, _SentObjects())
        image = sent.jdk_objects.get(key)
        if image is None:
            try:
                with alarm_blocked():  # the bridge sends no object twice
                    image = self._bridge.jdk_object(*key)
                    sent.nodes.update({node.id: node for node in image.nodes})
                    sent.jdk_objects[key] = image
            except BridgeError:
                return None
        value = self._value(image.value) if image.failure is None else None
        return value if isinstance(value, int) else None

    def _system(self, cls: Class) -> dict[Field, Value]:
        """The static fields of ``System``. Its output streams note what is printed; its input stream reads the standard
        input of `everypath.library.runtime.environment`.
        """
        result: dict[Field, Value] = {}
        console = self._program.find("everypath/library/Console")
        for field in cls.fields:
            if not field.is_static:
                continue
            value: Value = 0
            if field.descriptor == "Ljava/io/PrintStream;" and console is not None:
                fields: list[Value] = [0.0 if f.descriptor in ("F", "D") else 0 for f in console.instance_fields]
                fields[next(f.slot for f in console.instance_fields if f.name == IS_ERROR)] = int(field.name == "err")
                value = self.add(Obj(console, fields, BOOT))
            elif field.descriptor == "Ljava/io/InputStream;":
                given = self._program.find("everypath/library/StandardInput")
                given = given or self._program.klass("java/io/InputStream$1")  # `InputStream.nullInputStream`
                value = self.add(Obj(given, [0 for _ in given.instance_fields], BOOT))
            elif field.name == "lineSeparator":
                value = self._string("\n")
            result[field] = value
        return result

    def _image(self, name: str) -> StaticsImage | None:
        assert self._bridge is not None
        sent = _sent.setdefault(self._bridge, _SentObjects())
        image = sent.images.get(name)
        if image is None:
            try:
                with alarm_blocked():  # the bridge sends no object twice
                    image = self._bridge.statics(
                        name, MOST_OBJECTS, [field for owner, field in PINNED_FIELDS if owner == name]
                    )
                    sent.nodes.update({node.id: node for node in image.nodes})
                    sent.images[name] = image
            except BridgeError:
                return None
        return image

    def _string(self, value: str) -> int:
        address = self._strings.get(value)
        if address is None:
            text = TextObject(self._program.klass("java/lang/String"), Constant(units(value)), BOOT)
            address = self._strings[value] = self.add(text)
        return address

    def _value(self, value: messages.Value) -> Value:
        if isinstance(value, Primitive):
            number = value.value
            return int(number) if isinstance(number, bool) else number
        if value == NULL:
            return 0
        if isinstance(value, Ref):
            node = self._node(value.id)
            if isinstance(node, StaticClass):
                return self.class_object(self._class_of(node.descriptor))
            return FIRST_ADDRESS - value.id
        if isinstance(value, messages.Text):
            return self._string(value.value)
        raise EngineError(f"a value of the boot image: {value!r}")

    def _class_of(self, descriptor: str) -> Class:
        return self._program.class_of_descriptor(descriptor)

    def _node(self, number: int) -> StaticNode:
        assert self._bridge is not None
        node = _sent[self._bridge].nodes.get(number)
        if node is None:
            raise EngineError(f"object {number} of the boot image was not sent")
        return node

    def _decode(self, address: int) -> Obj:
        node = self._node(FIRST_ADDRESS - address)
        if isinstance(node, StaticString):
            return TextObject(self._program.klass("java/lang/String"), Constant(units(node.text)), BOOT)
        if isinstance(node, StaticArray):
            cls = self._program.klass(node.descriptor)
            return Obj(cls, [self._value(element) for element in node.elements], BOOT)
        if isinstance(node, StaticObject):
            return self._instance(node)
        raise EngineError(f"object {address} of the boot image is a class")

    def _instance(self, node: StaticObject) -> Obj:
        try:
            cls = self._program.klass(node.klass)
        except MissingClassError as error:
            raise EngineError(f"the boot image holds an object of {error.name}") from error
        values = {(owner, name): value for owner, name, value in node.fields}
        fields: list[Value] = []
        for field in cls.instance_fields:
            value = values.get((field.owner.name, field.name))
            fields.append(self._value(value) if value is not None else 0)
        return Obj(cls, fields, BOOT, cache_of(node.klass) if node.klass in _BOXES else None)
