"""Iteration orders that no input decides: of immutable sets and maps, which each JVM salts, and of identity hashes.

A path becomes inexact when it reads such an order of two or more elements, unless the reading method is known not to
depend on the order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from everypath.library.models import add_model, model
from everypath.term import Term, Value

if TYPE_CHECKING:
    from everypath.vm.core import Call

IMMUTABLE = "java/util/ImmutableCollections"
IDENTITY = "java/util/IdentityHashMap"
_OBJECT = "Ljava/lang/Object;"

COLLECTIONS = (
    IMMUTABLE,
    IDENTITY,
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/LinkedHash",
    "java/util/Collections$Unmodifiable",
    "java/util/Collections$SetFromMap",
)
"""Prefixes of the names of classes whose methods pass an order on to their callers."""

ORDER_INDEPENDENT = frozenset(
    {
        ("java/util/AbstractCollection", "contains"),
        ("java/util/AbstractCollection", "containsAll"),
        ("java/util/AbstractMap", "containsValue"),
        ("java/util/AbstractMap", "equals"),
        ("java/util/AbstractMap", "hashCode"),
        ("java/util/AbstractSet", "equals"),
        ("java/util/AbstractSet", "hashCode"),
        ("java/util/AbstractSet", "removeAll"),
        ("java/util/Collections", "disjoint"),
        ("java/util/Collections", "frequency"),
        ("java/util/EnumMap", "putAll"),
        ("java/util/TreeMap", "<init>"),
        ("java/util/TreeMap", "putAll"),
        ("java/util/TreeSet", "<init>"),
        ("java/util/TreeSet", "addAll"),
    }
)
"""Methods whose result does not depend on the order of the elements that they iterate over."""

ADDING = frozenset({("java/util/AbstractMap", "putAll"), ("java/util/AbstractCollection", "addAll")})
"""Methods that add the elements one by one: their caller decides if the order matters."""


def depends_on_order(call: Call) -> bool:
    """True if the code that iterates over a collection here may depend on the order."""
    for frame in reversed(call.state.frames):
        owner, name = frame.method.owner.name, frame.method.name
        if (owner, name) in ORDER_INDEPENDENT:
            return False
        if not owner.startswith(COLLECTIONS) and (owner, name) not in ADDING:
            return True
    return True


def note_order(call: Call, what: str) -> None:
    """Mark the path as inexact if the code that reads an order here may depend on it. ``what`` names the order."""
    if depends_on_order(call):
        call.state.note("boot", what)


def _several(call: Call, size: Value) -> bool:
    return size > 1 if not isinstance(size, Term) else True


SALTED = "the order of an immutable set or map"


def _iterated(position: int, call: Call, *args: Value) -> Value | None:
    """The constructors of the iterators of ``SetN`` and ``MapN``, which get the collection as an argument."""
    if _several(call, call.get_field(call.non_null(args[position]), "size")):
        note_order(call, SALTED)
    return call.run_code(args)


for _kind in ("SetN", "MapN"):
    _owner = f"{IMMUTABLE}${_kind}"
    add_model((f"{_owner}${_kind}Iterator", "<init>", f"(L{_owner};)V"), partial(_iterated, 1))


def _small_set_iterated(call: Call, *args: Value) -> Value | None:
    """``Set12``, which has one element or two."""
    second = call.reference(call.get_field(call.non_null(args[0]), "e1"))
    empty = next(field for field in call.klass(IMMUTABLE).fields if field.name == "EMPTY")
    if second != call.state.statics.get(empty):
        note_order(call, SALTED)
    return call.run_code(args)


for _method in (
    "iterator()Ljava/util/Iterator;",
    "toArray()[Ljava/lang/Object;",
    "toArray([Ljava/lang/Object;)[Ljava/lang/Object;",
    "forEach(Ljava/util/function/Consumer;)V",
    "spliterator()Ljava/util/Spliterator;",
):
    _name, _, _rest = _method.partition("(")
    add_model((f"{IMMUTABLE}$Set12", _name, "(" + _rest), _small_set_iterated)

# -- identity ---------------------------------------------------------------------------------------------------------

BY_IDENTITY = "the order of identity hash codes"


@model(IDENTITY, "hash", f"({_OBJECT}I)I")
def identity_place(call: Call, key: Value, length: Value) -> Value:
    """The first index that ``IdentityHashMap`` probes: 0, so that all keys collide and are compared by identity."""
    return 0


def _identities(map_of: Callable[[Call, tuple[Value, ...]], int], call: Call, *args: Value) -> Value | None:
    if _several(call, call.get_field(map_of(call, args), "size")):
        note_order(call, BY_IDENTITY)
    return call.run_code(args)


def _this(call: Call, args: tuple[Value, ...]) -> int:
    return call.non_null(args[0])


def _argument(call: Call, args: tuple[Value, ...]) -> int:
    return call.non_null(args[1])


def _through(name: str, call: Call, args: tuple[Value, ...]) -> int:
    return call.non_null(call.get_field(call.non_null(args[0]), name))


add_model((f"{IDENTITY}$IdentityHashMapIterator", "<init>", f"(L{IDENTITY};)V"), partial(_identities, _argument))
add_model((IDENTITY, "forEach", "(Ljava/util/function/BiConsumer;)V"), partial(_identities, _this))
add_model((IDENTITY, "replaceAll", "(Ljava/util/function/BiFunction;)V"), partial(_identities, _this))
for _view in ("KeySet", "Values", "EntrySet"):
    for _descriptor in ("()[Ljava/lang/Object;", "([Ljava/lang/Object;)[Ljava/lang/Object;"):
        _viewed = partial(_identities, partial(_through, "this$0"))
        add_model((f"{IDENTITY}${_view}", "toArray", _descriptor), _viewed)
for _view in ("Key", "Value", "Entry"):
    for _method in ("forEachRemaining(Ljava/util/function/Consumer;)V", "tryAdvance(Ljava/util/function/Consumer;)Z"):
        _name, _, _rest = _method.partition("(")
        _split = partial(_identities, partial(_through, "map"))
        add_model((f"{IDENTITY}${_view}Spliterator", _name, "(" + _rest), _split)
