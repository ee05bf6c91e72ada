"""Classes of the JDK whose objects are given by a few numbers, or a text: dates, times, amounts, counters, builders.

An input of such a class holds symbols in its fields, named as the methods that return them (``day.getYear()``), within
the domain that the creator checks. So no path depends on how the creator works. Tests call the creator
(`COMPLETE_CREATORS`) with the numbers, or the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import dataclass, field, replace
from everypath.state import NULL
from everypath.term import Value, and_, conj, disj, eq, ge, le, ne, srem

if TYPE_CHECKING:
    from everypath.program import Class, Field
    from everypath.state import Obj, State

Layout: TypeAlias = "Mapping[str, int | tuple[str, Layout]]"
"""For each field of an object, the position of its number; or the class and the fields of an object that it holds."""

Domain: TypeAlias = Callable[[Sequence[Value]], tuple[Value, ...]]


@dataclass(frozen=True)
class JdkValue:
    """How the objects of a class hold their numbers. ``getters`` are the methods that return these, with their types,
    in the order of the creator's parameters. The numbers satisfy the conditions of the ``domain``; ``plain`` ones do.
    ``shared`` is the condition under which the creator returns an object that the class keeps. ``is_extended``: the JDK
    has classes that extend the class. If there is no ``layout``, one getter returns the text of a `TextObject`.
    """

    getters: tuple[tuple[str, str], ...]
    layout: Layout = field(default_factory=dict)
    domain: Domain = lambda numbers: ()
    plain: tuple[int, ...] = ()
    shared: Callable[[Sequence[Value]], Value] = lambda numbers: False
    is_extended: bool = False

    @property
    def is_text(self) -> bool:
        """True if a text gives the object."""
        return not self.layout

    def places(self, name: str) -> list[tuple[str, str]]:
        """The places of the numbers of the object at an access path, with their types: ``day.getYear()``."""
        return [(f"{name}.{getter}()", kind) for getter, kind in self.getters]


def _getters(names: str, descriptor: str = "I") -> tuple[tuple[str, str], ...]:
    return tuple((name, descriptor) for name in names.split())


def _within(number: Value, least: int, most: int) -> Value:
    return conj(ge(number, least), le(number, most))


def _are_zero(numbers: Sequence[Value]) -> Value:
    return conj(*(eq(each, 0) for each in numbers))


_MOST_YEAR = 999_999_999
_NANOS = 999_999_999
_SECONDS = -31_557_014_167_219_200, 31_556_889_864_403_199
"""The least and the greatest second of an `Instant`."""


def _is_day(month: Value, day: Value, *, of_leap_year: Value) -> Value:
    """A day of a month, from 1."""
    february = conj(eq(month, 2), eq(day, 29), of_leap_year)
    long = conj(*(ne(month, each) for each in (2, 4, 6, 9, 11)))
    return conj(
        _within(month, 1, 12),
        ge(day, 1),
        disj(le(day, 28), february, conj(ne(month, 2), le(day, 30)), conj(long, le(day, 31))),
    )


def _dates(numbers: Sequence[Value]) -> tuple[Value, ...]:
    year, month, day = numbers[:3]
    is_leap = conj(eq(and_(year, 3, 32), 0), disj(ne(srem(year, 100, 32), 0), eq(srem(year, 400, 32), 0)))
    return _within(year, -_MOST_YEAR, _MOST_YEAR), _is_day(month, day, of_leap_year=is_leap)


def _times(numbers: Sequence[Value]) -> tuple[Value, ...]:
    most = 23, 59, 59, _NANOS
    return tuple(_within(each, 0, limit) for each, limit in zip(numbers, most, strict=True))


_DATE: Layout = {"year": 0, "month": 1, "day": 2}
_DATE_GETTERS = _getters("getYear getMonthValue getDayOfMonth")
_TIME_GETTERS = _getters("getHour getMinute getSecond getNano")
_OF_SECONDS = ("getSeconds", "J"), ("getNano", "I")
_MILLISECONDS = JdkValue((("getTime", "J"),), {"fastTime": 0})
_TEXT = JdkValue((("toString", "Ljava/lang/String;"),))
_INT, _LONG, _BOOLEAN = (JdkValue((("get", each),), {"value": 0}) for each in "IJZ")

JDK_VALUES = {
    "java/lang/StringBuffer": _TEXT,
    "java/lang/StringBuilder": _TEXT,
    "java/sql/Date": _MILLISECONDS,
    "java/sql/Time": _MILLISECONDS,
    "java/time/Duration": JdkValue(
        _OF_SECONDS,
        {"seconds": 0, "nanos": 1},
        lambda numbers: (_within(numbers[1], 0, _NANOS),),
        shared=_are_zero,
    ),
    "java/time/Instant": JdkValue(
        (("getEpochSecond", "J"), ("getNano", "I")),
        {"seconds": 0, "nanos": 1},
        lambda numbers: (_within(numbers[0], *_SECONDS), _within(numbers[1], 0, _NANOS)),
        shared=_are_zero,
    ),
    "java/time/LocalDate": JdkValue(_DATE_GETTERS, _DATE, _dates, (0, 1, 1)),
    "java/time/LocalDateTime": JdkValue(
        (*_DATE_GETTERS, *_TIME_GETTERS),
        {
            "date": ("java/time/LocalDate", _DATE),
            "time": ("java/time/LocalTime", {"hour": 3, "minute": 4, "second": 5, "nano": 6}),
        },
        lambda numbers: (*_dates(numbers[:3]), *_times(numbers[3:])),
        (0, 1, 1, 0, 0, 0, 0),
    ),
    "java/time/LocalTime": JdkValue(
        _TIME_GETTERS,
        {"hour": 0, "minute": 1, "second": 2, "nano": 3},
        _times,
        shared=lambda numbers: _are_zero(numbers[1:]),
    ),
    "java/time/MonthDay": JdkValue(
        _getters("getMonthValue getDayOfMonth"),
        {"month": 0, "day": 1},
        lambda numbers: (_is_day(numbers[0], numbers[1], of_leap_year=True),),
        (1, 1),
    ),
    "java/time/Period": JdkValue(
        _getters("getYears getMonths getDays"), {"years": 0, "months": 1, "days": 2}, shared=_are_zero
    ),
    "java/time/Year": JdkValue(
        _getters("getValue"), {"year": 0}, lambda numbers: (_within(numbers[0], -_MOST_YEAR, _MOST_YEAR),)
    ),
    "java/time/YearMonth": JdkValue(
        _getters("getYear getMonthValue"),
        {"year": 0, "month": 1},
        lambda numbers: (_within(numbers[0], -_MOST_YEAR, _MOST_YEAR), _within(numbers[1], 1, 12)),
        (0, 1),
    ),
    "java/util/Date": replace(_MILLISECONDS, is_extended=True),
    "java/util/UUID": JdkValue(
        _getters("getMostSignificantBits getLeastSignificantBits", "J"), {"mostSigBits": 0, "leastSigBits": 1}
    ),
    "java/util/concurrent/atomic/AtomicBoolean": _BOOLEAN,
    "java/util/concurrent/atomic/AtomicInteger": _INT,
    "java/util/concurrent/atomic/AtomicLong": _LONG,
}


def numbers_of(state: State, obj: Obj) -> tuple[Value, ...] | None:
    """The numbers that give an object of the JDK; None for another object, or if they are not all known."""
    value = JDK_VALUES.get(obj.cls.name)
    if value is None or value.is_text or any(now for of, now in obj.held() if of.name not in value.layout):
        return None
    found = held_numbers(state, obj, value.layout)
    return tuple(found[at] for at in sorted(found)) if len(found) == len(value.getters) else None


def held_numbers(state: State, obj: Obj, layout: Layout) -> dict[int, Value]:
    """The numbers in the fields of an object by their positions, as far as they are known."""
    found: dict[int, Value] = {}
    for name, held in layout.items():
        now = obj.value_of(name)
        if isinstance(held, int):
            if now is not None:
                found[held] = now
            continue
        reference = state.reference(now) if now is not None else NULL
        if isinstance(reference, int) and reference != NULL:
            found |= held_numbers(state, state.object(reference), held[1])
    return found


def field_named(cls: Class, name: str) -> Field | None:
    """The instance field of a class or its superclasses with a name."""
    return next((each for each in cls.instance_fields if each.name == name), None)
