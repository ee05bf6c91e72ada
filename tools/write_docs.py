"""Writes the pages of docs/ that are made from tables in the code."""

from pathlib import Path

import natives

from everypath.classfile import installed_jdks
from everypath.cli.texts import rules_document
from everypath.run.options import document

DOCS = Path(__file__).parent.parent / "docs"

if __name__ == "__main__":
    (DOCS / "options.md").write_text(document(), encoding="utf-8")
    (DOCS / "rules.md").write_text(rules_document(), encoding="utf-8")
    (DOCS / "natives.md").write_text(natives.document(list(installed_jdks())), encoding="utf-8")
