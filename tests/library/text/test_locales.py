"""Locale data: code that reads it runs in the machine, on adapters and bundles from the JVM."""

from __future__ import annotations

import pytest
from tests.conftest import compile_java
from tests.library.support import Setup

from everypath.bridge import NULL, Bridge, Ref
from everypath.state import Ending

SOURCE = """
import java.text.*;
import java.util.*;

public class Localised {
    public static String number(double value, String pattern) {
        return new DecimalFormat(pattern).format(value);
    }

    public static String symbols(String tag) {
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.forLanguageTag(tag));
        return symbols.getDecimalSeparator() + "" + symbols.getGroupingSeparator() + symbols.getNaN();
    }

    public static String date(long millis, String pattern, String tag) {
        SimpleDateFormat format = new SimpleDateFormat(pattern, Locale.forLanguageTag(tag));
        format.setTimeZone(new SimpleTimeZone(0, "UTC"));
        return format.format(new Date(millis));
    }

    public static String sentences(String text) {
        BreakIterator sentences = BreakIterator.getSentenceInstance(Locale.US);
        sentences.setText(text);
        StringBuilder ends = new StringBuilder();
        for (int end = sentences.first(); end != BreakIterator.DONE; end = sentences.next()) {
            ends.append(end).append(' ');
        }
        return ends.toString();
    }

    public static String modules(int which) {
        Class<?> type = which == 0 ? int[].class : which == 1 ? Localised.class : List.class;
        return type.getModule().getName() + type.getModule().isNamed();
    }

    public static int resource(String name) throws java.io.IOException {
        java.io.InputStream in = String.class.getResourceAsStream(name);
        return in == null ? -1 : in.readAllBytes().length;
    }

    public static int firstDay(String tag) {
        return new GregorianCalendar(new SimpleTimeZone(0, "UTC"), Locale.forLanguageTag(tag)).getFirstDayOfWeek();
    }
}
"""
CALLS = {
    "number": [(1234567.891, "#,##0.00"), (-0.5, "0.###E0"), (float("nan"), "0"), (1e15, "#"), (0.005, "0.00 %")],
    "symbols": [("en-US",), ("de",), ("fr-CA",), ("und",)],
    "date": [(0, "yyyy-MM-dd'T'HH:mm:ss", "en"), (1_700_000_000_000, "EEEE d MMMM yyyy", "de"), (0, "bad", "en")],
    "sentences": [("Hello. How are you? Fine",), ("",)],
    "modules": [(0,), (1,), (2,)],
    "resource": [("Integer.class",), ("/java/util/List.class",), ("missing",)],
    "firstDay": [("en-US",), ("de-DE",), ("und",)],
}


@pytest.fixture(scope="module")
def setup(jdk, tmp_path_factory):
    source = tmp_path_factory.mktemp("localised") / "Localised.java"
    source.write_text(SOURCE)
    classes = compile_java([source], "--release", "17", javac=str(jdk.javac))
    with Bridge(jdk, [classes]) as bridge:
        yield Setup(bridge, [classes])


def test_formats_calendars_and_symbols_are_those_of_the_jvm(setup):
    for method in setup.methods("Localised"):
        calls = CALLS[method.name]
        ours = [setup.concrete(method, call) for call in calls]
        assert {result.ending for result in ours} <= {Ending.RETURNED, Ending.THREW}
        assert [result.predicted for result in ours] == setup.judge(method, calls), method.name


def test_the_bridge_hands_out_bundles_and_adapters(jdk):
    with Bridge(jdk) as bridge:
        bundle = bridge.jdk_object("bundle", "sun.text.resources.cldr.FormatData", "en-US")
        assert bundle.failure is None
        assert isinstance(bundle.value, Ref)
        assert len(bundle.nodes) > 500
        assert isinstance(bridge.jdk_object("adapter", "CLDR").value, Ref)
        assert bridge.jdk_object("supplementary", "sun.text.resources.cldr.JavaTimeSupplementary", "fr").value == NULL
        assert bridge.jdk_object("adapter", "HOST").failure
