"""Renders the result of a run. No function here prints, and only `write_scripts` and `write_predicates` write files.

The names below are imported when they are first used: a command loads only the formats that it writes. The modules,
lowest first:

sources      source files, read for the lines that are shown
view         how much is shown, and in which colours
reasons      the texts of reasons
terminal     lines for the terminal
steps        the steps of a path, as lines
paths        the path classes of a method, as lines
metrics      measures of how complex a method is, as lines
profile      the time of a run by method and activity, as a table
json, sarif, junit   documents for other tools
goals        the goals of the target, as CSV
markdown, tree       path classes as Markdown, as a tree in SVG or HTML
scripts      path conditions as files of SMT-LIB and Java
html         the whole run as one page
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.lazy import loader

if TYPE_CHECKING:
    from everypath.report.goals import goals_text
    from everypath.report.html import PageContent, html_page
    from everypath.report.json import json_document, json_paths, json_text
    from everypath.report.junit import junit_text
    from everypath.report.markdown import markdown_text
    from everypath.report.metrics import metric_lines
    from everypath.report.paths import path_lines
    from everypath.report.profile import profile_text
    from everypath.report.reasons import counted, one_line
    from everypath.report.sarif import sarif_text
    from everypath.report.scripts import write_predicates, write_scripts
    from everypath.report.sources import Sources
    from everypath.report.terminal import (
        budget_hint,
        explanation_lines,
        finding_lines,
        method_lines,
        outcome_counts,
        proof_lines,
        summary_line,
        suppression_lines,
        tests_line,
        unreached_lines,
    )
    from everypath.report.tree import tree_html, tree_svg
    from everypath.report.view import View, plain

__all__ = [
    "PageContent",
    "Sources",
    "View",
    "budget_hint",
    "counted",
    "explanation_lines",
    "finding_lines",
    "goals_text",
    "html_page",
    "json_document",
    "json_paths",
    "json_text",
    "junit_text",
    "markdown_text",
    "method_lines",
    "metric_lines",
    "one_line",
    "outcome_counts",
    "path_lines",
    "plain",
    "profile_text",
    "proof_lines",
    "sarif_text",
    "summary_line",
    "suppression_lines",
    "tests_line",
    "tree_html",
    "tree_svg",
    "unreached_lines",
    "write_predicates",
    "write_scripts",
]

__getattr__ = loader(
    __name__,
    {
        "goals": ("goals_text",),
        "html": ("PageContent", "html_page"),
        "json": ("json_document", "json_paths", "json_text"),
        "junit": ("junit_text",),
        "markdown": ("markdown_text",),
        "metrics": ("metric_lines",),
        "paths": ("path_lines",),
        "profile": ("profile_text",),
        "reasons": ("counted", "one_line"),
        "sarif": ("sarif_text",),
        "scripts": ("write_predicates", "write_scripts"),
        "sources": ("Sources",),
        "terminal": (
            *("budget_hint", "explanation_lines", "finding_lines", "method_lines", "outcome_counts", "proof_lines"),
            *("summary_line", "suppression_lines", "tests_line", "unreached_lines"),
        ),
        "tree": ("tree_html", "tree_svg"),
        "view": ("View", "plain"),
    },
)
