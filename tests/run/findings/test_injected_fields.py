"""What a framework fills after the constructor is not null for anybody whom the framework gives the object."""

from __future__ import annotations

import json
from pathlib import Path

from everypath.cli.commands import run

SOURCE = """
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
@interface Autowired {}

class Repository {
    int size;
}

class Base {
    @Autowired Repository inherited;
}

class Service extends Base {
    @Autowired private Repository injected;
    private Repository forgotten;

    int injected() {
        return injected.size;
    }

    int inherited() {
        return inherited.size;
    }

    int forgotten() {
        return forgotten.size;
    }

    int within(int x) {
        Repository here = x > 5 ? injected : null;
        return here.size;
    }
}
"""


def test_null_in_an_injected_field_is_a_note(tmp_path: Path) -> None:
    source, out = tmp_path / "Service.java", tmp_path / "out.json"
    source.write_text(SOURCE)
    run(["check", str(source), "--json", str(out), "--budget", "60s", "--jobs", "1"])
    found = {row["method"]: row["level"] for row in json.loads(out.read_text())["findings"]}
    assert found["injected"] == "note"
    assert found["forgotten"] == "error"
    assert found["within"] == "error", "the null is not that of the field"
    assert found.get("inherited", "note") == "note"
