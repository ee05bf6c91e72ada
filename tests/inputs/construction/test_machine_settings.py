"""No input is what the machine at hand is set to: a test must pass elsewhere, too."""

from __future__ import annotations

import json
from pathlib import Path

from everypath.cli.commands import run

SOURCE = """
import java.time.ZoneId;
import java.util.Locale;
import java.util.TimeZone;

class Settings {
    static int country(Locale locale) {
        return locale.getCountry().length();
    }

    static boolean named(ZoneId zone) {
        return zone != null && zone.getId().length() > 3;
    }

    static int offset(TimeZone zone) {
        return zone == null ? 0 : zone.getRawOffset();
    }
}
"""


def test_what_the_machine_is_set_to_is_no_input(tmp_path: Path) -> None:
    source, out = tmp_path / "Settings.java", tmp_path / "out.json"
    source.write_text(SOURCE)
    assert run(["check", str(source), "--json", str(out), "--jobs", "1", "--budget", "30s"]) in (0, 1)
    methods = json.loads(out.read_text())["methods"]
    expressions = [case["expression"] for method in methods for case in method["cases"]]
    assert any("new Locale(" in each for each in expressions)
    assert any("ZoneId.of" in each or "ZoneOffset" in each for each in expressions)
    assert not [each for each in expressions if "efault" in each]
