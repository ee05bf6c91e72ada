"""The table of all options: for each its help text, how it is parsed and shown, and the commands that have it.

The rows are in the order of the fields of `everypath.run.options.Options`, which hold the defaults.
"""

from __future__ import annotations

import os

from everypath.run.options.parsing import (
    CRITERIA,
    STRATEGIES,
    or_none,
    parse_budget,
    parse_calls,
    parse_count,
    parse_criteria,
    parse_descriptor,
    parse_jobs,
    parse_paths,
    parse_patterns,
    parse_size,
    parse_sources,
    parse_strategy,
    parse_suppress,
    parse_text,
    show_budget,
    show_jobs,
    show_list,
    show_size,
)
from everypath.run.options.settings import (
    ANALYSING,
    CHECK,
    PATHS,
    RESULTS,
    Setting,
    bound_setting,
    choice_setting,
    conditions_setting,
    file_setting,
    flag_setting,
    listed_setting,
    main_output_setting,
    patterns_setting,
    text_setting,
)

PREFIX = "EVERYPATH_"
"""The prefix of the environment variables."""

SETTINGS: dict[str, Setting] = {
    # the run
    "classpath": Setting(
        "Class directories and jars that the code under test needs.",
        parse_paths,
        show_list(os.pathsep),
        "PATH",
        repeated=True,
        common=True,
        commands=ANALYSING | {"replay"},
    ),
    "only": listed_setting(
        "Only classes or class#method matching this pattern; parameter types choose an overload.",
        ",",
        parse_patterns,
        "GLOB",
    ),
    "budget": Setting(
        "Time for the whole run, or work: 200k-steps.",
        parse_budget,
        show_budget,
        "TIME",
        common=True,
    ),
    "jobs": Setting("Worker processes; auto: as the work needs.", parse_jobs, show_jobs, "N", common=True),
    "memory": Setting(
        "Memory of all processes together; auto: most of what is free.",
        parse_size,
        show_size,
        "SIZE",
    ),
    "jdk": text_setting(
        "Home of the JDK used for replay.",
        "found",
        "JDK",
        common=True,
        commands=ANALYSING | {"doctor", "demo", "replay"},
    ),
    # files and tests that are written
    "json": main_output_setting("Write the results as JSON (- for standard output)."),
    "sarif": main_output_setting("Write the findings as SARIF 2.1.0."),
    "profile": file_setting("Write where the time went, method by method (- for standard error)."),
    "goals": file_setting(
        "Write the goals (blocks and sides of decisions) as CSV: what covered each first, or why nothing did.", RESULTS
    ),
    "interpret": flag_setting(
        "Compile no bytecode to Python functions: every instruction is interpreted (to compare)."
    ),
    "dump_compiled": file_setting(
        "Folder for the Python functions that hot methods became, beside their bytecode.", metavar="DIR"
    ),
    "output": main_output_setting("Folder for the generated test sources.", "DIR", frozenset({"generate"}), "o"),
    "findings": flag_setting("Write a failing test for each bug instead.", commands=frozenset({"generate"})),
    "keep_all": flag_setting(
        "Write a test for every path, even if other tests show the same.", commands=frozenset({"generate"})
    ),
    "missing": flag_setting(
        "Write only tests that cover more than the tests in the project, which are run to measure their coverage.",
        common=True,
        commands=frozenset({"generate"}),
    ),
    "separate": flag_setting(
        "Write each case as a test of its own, even if cases differ only in values.",
        commands=frozenset({"generate"}),
    ),
    "framework": choice_setting(
        "Test framework of the written tests; auto: that of the project's own tests or build file, else JUnit 5.",
        "auto",
        "junit5",
        "junit4",
        "testng",
        metavar="NAME",
        commands=frozenset({"check", "generate"}),
    ),
    # entries, inputs and conditions
    "private": flag_setting("Private methods are entries, too.", common=True),
    "null_args": choice_setting(
        "Level of findings that only a null argument shows.", "error", "warn", "never", metavar="LEVEL", common=True
    ),
    "forced_states": flag_setting("Use object states that no public call is known to produce.", common=True),
    "symbolic_statics": flag_setting(
        "Take static fields that are not final as inputs; a test assigns and restores them."
    ),
    "aliasing": choice_setting("Which inputs may be one object.", "full", "inputs", "off", "eager", metavar="POLICY"),
    "setup_calls": Setting(
        "The most calls on an input after its creation, or on its builder; three times as many if the backward "
        "search finds them.",
        parse_count(0),
        metavar="N",
    ),
    "declared_types": flag_setting(
        "Give each input the one class that fits its declared type best, as classic exploration does."
    ),
    "assume": conditions_setting(
        "Only inputs with this property, as in 'a != null && a.length > 2' (or 'CLASS#METHOD: …')."
    ),
    "ensure": conditions_setting("Prove that this holds when the method returns, as in 'result >= old(a.length)'."),
    "reflect_targets": patterns_setting("Classes and members that reflection with unknown names may find."),
    "calls": Setting(
        "How calls are taken: PATTERN=inline, =lemma, =havoc or =auto; the first that matches counts.",
        parse_calls,
        show_list(","),
        "RULE",
        repeated=True,
    ),
    "source": Setting(
        "Methods that return unknown values, such as Verifier#nondet*: each call gives a new one.",
        parse_sources,
        show_list(","),
        "GLOB",
        repeated=True,
    ),
    "sensitive": patterns_setting(
        "Members that no caller may reach with arguments of its choice, such as java.lang.Class#forName."
    ),
    # what `check` reports
    "fail_on": choice_setting(
        "Exit with 1 from this level on.", "error", "warning", "note", "never", metavar="LEVEL", commands=CHECK
    ),
    "changed": Setting(
        "Only methods that changed since the commit REF (git); HEAD if none is named.",
        parse_text,
        or_none("everything"),
        "REF",
        commands=RESULTS,
        bare="HEAD",
    ),
    "baseline": file_setting("File of known findings: only new and fixed findings are reported.", CHECK),
    "write_baseline": file_setting("Write the findings as a baseline; then they are known.", CHECK),
    "junit": file_setting("Write methods and findings as JUnit XML.", CHECK),
    "suppress": Setting(
        "Findings that are not reported: RULE, 'CLASS#METHOD: RULE' or the id of a finding.",
        parse_suppress,
        show_list("; "),
        "WHAT",
        repeated=True,
    ),
    "strict": flag_setting("Exit with 3 unless every method is complete.", common=True),
    "verbose": flag_setting("Show notes, every method and its reasons.", common=True, short="v"),
    # what `paths` shows
    "all": flag_setting(
        "List infeasible sides, too, with what contradicts.",
        common=True,
        commands=frozenset({"paths"}),
    ),
    "contexts": flag_setting(
        "Distinguish which elements and which inputs are the same (execution contexts).", commands=PATHS
    ),
    "no_overflow": flag_setting("Inferred preconditions exclude overflows, too.", commands=frozenset({"paths"})),
    "case": Setting(
        "Show only the equivalence class with this number.",
        parse_count(1),
        or_none("every equivalence class"),
        "N",
        commands=PATHS,
    ),
    "steps": flag_setting("Show each equivalence class line by line, as a debugger does.", commands=PATHS),
    "patterns": Setting(
        "Number of members of each equivalence class: the smallest, some at boundaries, the rest random (`--seed`).",
        parse_count(1),
        metavar="N",
        commands=PATHS,
    ),
    "markdown": file_setting("Write the equivalence classes as Markdown.", PATHS),
    "svg": file_setting("Draw the execution tree of the method as SVG.", PATHS),
    "html": file_setting(
        "Write one HTML page: findings, methods, cases, coverage by line (of `paths`: trees).", RESULTS | PATHS
    ),
    "metrics": flag_setting("Show how complex the methods are to explore.", commands=PATHS),
    "export": file_setting("Write equivalence classes and patterns for `everypath replay` (.json or .xml).", PATHS),
    "smtlib": file_setting(
        "Write the condition of each equivalence class, and with --all of each infeasible side, as SMT-LIB 2.",
        PATHS,
        "DIR",
    ),
    "java": file_setting(
        "Write a Java class for each method: a predicate for each equivalence class, and a check of its effect.",
        PATHS,
        "DIR",
    ),
    "per_class": flag_setting("One case for each candidate class of the inputs, not one for each path."),
    # exploration
    "entry": text_setting("Analyse whole programs from the methods of this name.", "every method", "NAME"),
    "strategy": Setting(
        f"Order of exploration: {', '.join(STRATEGIES)}, or a plug-in's.", parse_strategy, metavar="NAME"
    ),
    "seed": Setting(
        "Seed of the random numbers for the strategy random and for members of equivalence classes (--patterns).",
        parse_count(0),
        metavar="N",
    ),
    "criterion": Setting(
        f"Explore until this criterion is met: {', '.join(CRITERIA)}, or a plug-in's.",
        parse_criteria,
        lambda value: ",".join(value) if isinstance(value, tuple) and value else "none",
        "NAME",
        repeated=True,
    ),
    "path": Setting(
        "Follow only the path with this descriptor, such as TTFF.",
        parse_descriptor,
        or_none("every path"),
        "LETTERS",
        commands=frozenset({"paths"}),
    ),
    "sweep": choice_setting(
        "Call methods of the target in sequences, in a JVM of its own: if there are a hundred or more, the budget is"
        " short for exploring them, or exploring covers nothing more (auto), from the start (on), or never (off).",
        "auto",
        "on",
        "off",
        metavar="WHEN",
        commands=RESULTS,
    ),
    "loop": bound_setting("Iterations of every loop, fixed.", 0),
    "block": bound_setting("Visits of every basic block (PET's block-k), fixed.", default="none"),
    "depth": bound_setting("Derivation steps of every path (PET's depth-k), fixed.", default="none"),
    "step_limit": bound_setting("Calls and backward jumps of every path, fixed."),
    "call_depth": bound_setting("Depth of calls below the entry, fixed.", 0),
    "no_pruning": flag_setting("Do not look for contradictions before a solver is asked (to measure what that saves)."),
    "no_cache": flag_setting(
        "Do not use or write the cache on disk (see `everypath cache`).",
        commands=ANALYSING | {"demo", "replay"},
    ),
    "condition_length": bound_setting("Conditions on a path, fixed."),
}


def settings(command: str | None = None) -> dict[str, Setting]:
    """The settings by field name, in the order of `Options`; with ``command``, only those that the command has."""
    return {name: setting for name, setting in SETTINGS.items() if command is None or command in setting.commands}


def flag_name(name: str) -> str:
    """``null_args`` is ``--null-args`` on the command line."""
    return "--" + name.replace("_", "-")


def file_key(name: str) -> str:
    """``null_args`` is ``null-args`` in a file."""
    return name.replace("_", "-")


def variable_name(name: str) -> str:
    """``null_args`` is ``EVERYPATH_NULL_ARGS`` in the environment."""
    return PREFIX + name.upper()
