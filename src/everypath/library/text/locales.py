"""Models for the JDK's locale data. The real JVM sends adapters and resource bundles as objects; other code runs.

The JDK finds adapters and bundles by service loaders, modules and reflection, which depend on the machine. So the
three methods that create an adapter or a bundle are modelled. Code that reads the data (formats and their symbols,
calendars, collation, names) is executed like any other code.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NoReturn

from everypath.library.models import method_name, model
from everypath.state import NULL, TextObject

if TYPE_CHECKING:
    from collections.abc import Callable

    from everypath.term import Value
    from everypath.vm.core import Call

ADAPTER = "sun/util/locale/provider/LocaleProviderAdapter"
WEEK = "sun/util/locale/provider/CalendarDataUtility"
DATA = "sun/util/resources/LocaleData"


@model(ADAPTER, "forType", f"(L{ADAPTER}$Type;)L{ADAPTER};")
def adapter_for_type(call: Call, kind: Value) -> Value:
    """``LocaleProviderAdapter.forType``: the adapter of a type, one per JVM."""
    name = call.reference(call.get_field(call.non_null(kind), "name"))
    return _jdk_object(call, "adapter", _constant(call, name))


@model(DATA, "getBundle", "(Ljava/lang/String;Ljava/util/Locale;)Ljava/util/ResourceBundle;")
def bundle(call: Call, base_name: Value, locale: Value) -> Value:
    """``LocaleData.getBundle``: a resource bundle with its parents."""
    return _for_locale(call, "bundle", base_name, locale)


@model(DATA, "getSupplementary", "(Ljava/lang/String;Ljava/util/Locale;)Lsun/util/resources/OpenListResourceBundle;")
def supplementary(call: Call, base_name: Value, locale: Value) -> Value:
    """``LocaleData.getSupplementary``: the part of a bundle for ``java.time``, null if there is none."""
    return _for_locale(call, "supplementary", base_name, locale)


@model(WEEK, "retrieveFirstDayOfWeek", "(Ljava/util/Locale;)I")
def first_day_of_week(call: Call, locale: Value) -> Value:
    """``CalendarDataUtility.retrieveFirstDayOfWeek``, for which the JDK's code would search a thousand locales."""
    return _with_tag(call, locale, partial(_of_week, 0))


@model(WEEK, "retrieveMinimalDaysInFirstWeek", "(Ljava/util/Locale;)I")
def minimal_days(call: Call, locale: Value) -> Value:
    """``CalendarDataUtility.retrieveMinimalDaysInFirstWeek``."""
    return _with_tag(call, locale, partial(_of_week, 1))


@model("sun/util/locale/provider/TimeZoneNameUtility", "getZoneStrings", "(Ljava/util/Locale;)[[Ljava/lang/String;")
def zone_strings(call: Call, locale: Value) -> Value:
    """``TimeZoneNameUtility.getZoneStrings``: the names of all time zones, shared; callers copy them."""
    return _with_tag(call, locale, _of_zones)


def _of_zones(call: Call, tag: Value | None) -> Value:
    return _jdk_object(call, "zones", _tag(call, tag))


def _of_week(at: int, call: Call, tag: Value | None) -> Value:
    return call.state.object(_jdk_object(call, "week", _tag(call, tag))).fields[at]


def _for_locale(call: Call, kind: str, base_name: Value, locale: Value) -> Value:
    name = _constant(call, call.non_null(base_name))
    return _with_tag(call, locale, partial(_of_locale, kind, name))


def _of_locale(kind: str, name: str, call: Call, tag: Value | None) -> Value:
    return _jdk_object(call, kind, name, _tag(call, tag))


def _with_tag(call: Call, locale: Value, after: Callable[[Call, Value | None], Value | None]) -> NoReturn:
    """Leave the model to compute the language tag of a locale, which goes to ``after``."""
    address = call.non_null(locale)
    method, _ = call.select("java/util/Locale", "toLanguageTag", "()Ljava/lang/String;", address)
    call.then(method, [address], after)


def _tag(call: Call, tag: Value | None) -> str:
    return _constant(call, call.non_null(tag if tag is not None else NULL))


def _constant(call: Call, address: int) -> str:
    """The content of a constant string; a symbolic one is unsupported."""
    obj = call.state.object(address)
    constant = obj.text.constant if isinstance(obj, TextObject) else None
    if constant is None:
        return call.unsupported(f"{method_name(call)} of an unknown locale")
    return constant


def _jdk_object(call: Call, *key: str) -> int:
    address = call.machine.library.jdk_object(*key)
    if address is None:
        return call.unsupported(f"{method_name(call)} of {key[1]}")
    return address
