"""Models of the natives of ``java.util`` and ``java.lang.ref``, and of digests on known bytes."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from everypath.library.models import boolean, concretise, in_java, in_java_static, method_name, model
from everypath.state import NULL, SymbolicArray, same_object
from everypath.term import Value
from everypath.vm.invokedynamic import append
from everypath.vm.references import comparable_references, read_element

if TYPE_CHECKING:
    from everypath.vm.core import Call

in_java_static("java/util/zip/CRC32", "everypath/library/Crc32", "update(II)I", "updateBytes0(I[BII)I")
in_java_static("java/util/zip/Adler32", "everypath/library/Adler32", "update(II)I", "updateBytes(I[BII)I")
in_java("java/util/UUID", "everypath/library/Uuids", "toString()Ljava/lang/String;")


@model("java/util/UUID", "nameUUIDFromBytes", "([B)Ljava/util/UUID;")
def name_uuid(call: Call, name: Value) -> Value:
    """``UUID.nameUUIDFromBytes``: MD5, marked as version 3 and variant 2 (RFC 4122, 4.3)."""
    digest = bytearray(hashlib.md5(_known_bytes(call, name), usedforsecurity=False).digest())
    digest[6] = digest[6] & 0x0F | 0x30
    digest[8] = digest[8] & 0x3F | 0x80
    address = call.new_object("java/util/UUID")
    call.put_field(address, "mostSigBits", int.from_bytes(digest[:8], "big", signed=True))
    call.put_field(address, "leastSigBits", int.from_bytes(digest[8:], "big", signed=True))
    return address


def _known_bytes(call: Call, array: Value) -> bytes:
    """The bytes of an array; symbolic ones are concretised."""
    address = call.non_null(array)
    obj = call.state.object(address)
    what = method_name(call)
    length = concretise(call, obj.array_length, what)
    places = range(int(length)) if isinstance(obj, SymbolicArray) else range(len(obj.fields))
    read = [read_element(call.machine, call.state, address, place) for place in places]
    return bytes(int(concretise(call, value, what)) & 0xFF for value in read)


@model("java/lang/ref/Reference", "refersTo0", "(Ljava/lang/Object;)Z")
@model("java/lang/ref/PhantomReference", "refersTo0", "(Ljava/lang/Object;)Z")
def refers_to(call: Call, this: Value, value: Value) -> Value:
    """``Reference.refersTo``: no object is ever garbage-collected."""
    referent = call.get_field(call.non_null(this), "referent")
    return boolean(same_object(call.state, *comparable_references(call.machine, call.state, referent, value)))


@model("java/lang/ref/Reference", "clear0", "()V")
def clear_reference(call: Call, this: Value) -> None:
    """``Reference.clear``."""
    call.put_field(call.non_null(this), "referent", NULL)


@model("java/util/TimeZone", "getSystemTimeZoneID", "(Ljava/lang/String;)Ljava/lang/String;")
def system_time_zone(call: Call, home: Value) -> Value:
    """The default time zone: UTC. The JVM may have another, so the path is marked."""
    call.state.note("boot", "the default time zone")
    return call.intern("UTC")


@model(
    "java/lang/StringConcatHelper",
    "concat",
    "(Ljava/lang/String;Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;",
)
def concat_around(call: Call, before: Value, value: Value, after: Value) -> Value | None:
    """The concatenation of a string, a value and a string."""
    kinds = (("Ljava/lang/String;", before), ("Ljava/lang/Object;", value), ("Ljava/lang/String;", after))
    return append((None, None, None), (), kinds, call)
