"""Facts about classes of the JDK that building objects needs: collections, the creators that are tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everypath.program import Class, Method, Program

#: Adders of the JDK's collections: how they are filled, whatever else they offer.
ADDERS = (
    ("java/util/Map", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java/util/Collection", "add", "(Ljava/lang/Object;)Z"),
)

#: The one constructor or factory that gives every state there is.
COMPLETE_CREATORS = {
    "java/lang/StringBuffer": ("<init>", "(Ljava/lang/String;)V"),
    "java/lang/StringBuilder": ("<init>", "(Ljava/lang/String;)V"),
    "java/math/MathContext": ("<init>", "(ILjava/math/RoundingMode;)V"),
    "java/sql/Date": ("<init>", "(J)V"),
    "java/sql/Time": ("<init>", "(J)V"),
    "java/time/Duration": ("ofSeconds", "(JJ)Ljava/time/Duration;"),
    "java/time/Instant": ("ofEpochSecond", "(JJ)Ljava/time/Instant;"),
    "java/time/LocalDate": ("of", "(III)Ljava/time/LocalDate;"),
    "java/time/LocalDateTime": ("of", "(IIIIIII)Ljava/time/LocalDateTime;"),
    "java/time/LocalTime": ("of", "(IIII)Ljava/time/LocalTime;"),
    "java/time/MonthDay": ("of", "(II)Ljava/time/MonthDay;"),
    "java/time/OffsetDateTime": (
        "of",
        "(Ljava/time/LocalDateTime;Ljava/time/ZoneOffset;)Ljava/time/OffsetDateTime;",
    ),
    "java/time/OffsetTime": ("of", "(Ljava/time/LocalTime;Ljava/time/ZoneOffset;)Ljava/time/OffsetTime;"),
    "java/time/Period": ("of", "(III)Ljava/time/Period;"),
    "java/time/Year": ("of", "(I)Ljava/time/Year;"),
    "java/time/YearMonth": ("of", "(II)Ljava/time/YearMonth;"),
    "java/time/ZoneOffset": ("ofTotalSeconds", "(I)Ljava/time/ZoneOffset;"),
    "java/util/AbstractMap$SimpleImmutableEntry": ("<init>", "(Ljava/lang/Object;Ljava/lang/Object;)V"),
    "java/util/Date": ("<init>", "(J)V"),
    "java/util/UUID": ("<init>", "(JJ)V"),
    "java/util/concurrent/atomic/AtomicBoolean": ("<init>", "(Z)V"),
    "java/util/concurrent/atomic/AtomicInteger": ("<init>", "(I)V"),
    "java/util/concurrent/atomic/AtomicLong": ("<init>", "(J)V"),
}

OUTSIDE_THE_HEAP = frozenset({("java/nio/ByteBuffer", "allocateDirect")})
"""Factories (owner, name) whose objects have memory outside the heap, which has no model. Other factories make equal
objects in the heap.
"""


def is_collection(program: Program, cls: Class) -> bool:
    """True if a class is a ``java.util.Collection`` or a ``Map``."""
    return any(cls.is_subtype_of(program.klass(name)) for name, _, _ in ADDERS)


def asks_the_machine(method: Method) -> bool:
    """True if the result of a factory depends on the time or on the settings of the machine (``Locale.getDefault``,
    ``ZoneId.systemDefault``). A test on another machine cannot build the same object.
    """
    of_the_jdk = method.owner.name.startswith("java/")
    return of_the_jdk and (method.name == "now" or ("default" in method.name.lower() and not method.parameters))
