"""The page docs/natives.md agrees with the models."""

from __future__ import annotations

import sys

from tests.conftest import TESTS

ROOT = TESTS.parent


def test_the_page_of_natives_is_up_to_date(jdk, monkeypatch):
    monkeypatch.setattr(sys, "path", [str(ROOT / "tools"), *sys.path])
    import natives

    page = (ROOT / "docs" / "natives.md").read_text(encoding="utf-8")
    if f"## JDK {jdk.feature}\n" in page:
        assert natives.section(jdk) in page, "run: python tools/write_docs.py"
    else:
        assert natives.section(jdk)
