# everypath: make test runs everything a contributor needs; make demo shows the tool at work.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.PHONY: demo test test-quick check-style bench bench-all conformance programs zoo bench-libraries bench-ablation bench-mutants oracle install jdk prebuilt clean

demo: install prebuilt
	$(BIN)/everypath demo --again

# All tests, or those of one package: make test PACKAGE=solver, make test PACKAGE=vm/compiled.
# The files and tests that took most processor time are printed at the end: EVERYPATH_SLOWEST says how many.
TESTS := $(if $(PACKAGE),tests/$(subst .,/,$(PACKAGE)),)
test: install jdk
	@$(MAKE) --no-print-directory -j 2 check-style prebuilt
	EVERYPATH_SLOWEST=$${EVERYPATH_SLOWEST:-20} $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder $(TESTS)

# The quick files of every package, in under a minute: tests/quick.txt names them.
test-quick: install jdk prebuilt
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder $$(cat tests/quick.txt)

# Style, types, imports, layout and vocabulary of the code; lines that stand twice.
check-style: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.check_structure --list
	$(BIN)/python -m tools.draw_packages --check
	$(BIN)/python tools/clones.py

# what is measured goes to benchmarks/history.json, and is set beside the last committed run
bench: install prebuilt
	$(BIN)/python -m benchmarks.history quick

bench-all: install prebuilt
	$(BIN)/python -m benchmarks.history all

# Calls compared on each JDK; EVERYPATH_CONFORMANCE_SEED and EVERYPATH_CONFORMANCE_BATCH choose others and larger batches.
CALLS := $(or $(EVERYPATH_CONFORMANCE),60000)
conformance: install jdk
	EVERYPATH_CONFORMANCE=$(CALLS) $(BIN)/python -m tests.conformance
	EVERYPATH_CONFORMANCE=$(CALLS) $(BIN)/python -m pytest -n 2 -s tests/conformance tests/vm/opcodes/test_boundary_tables.py

# library methods run as programs, compared with the JVM; results and the JVM's answers stay in .cache/programs
programs: install jdk
	$(BIN)/python -m benchmarks.programs

# Whole libraries of all kinds: what breaks, and what the written tests cover. Goes on where it was stopped.
# make zoo ONLY=gson, SECONDS=20, MEMORY=3000 (MB, more is a problem), OPTIONS="--again".
zoo: install prebuilt
	$(BIN)/python -m benchmarks.zoo --seconds $(or $(SECONDS),60) $(if $(MEMORY),--memory $(MEMORY)) $(OPTIONS) $(ONLY)

# Whole libraries against their floors: make bench-libraries ONLY="gson", MOST=120 (seconds of a row), OPTIONS=--again.
bench-libraries: install prebuilt
	$(BIN)/python -m benchmarks.bench_libraries $(if $(MOST),--most $(MOST)) $(OPTIONS) $(ONLY)

# What each part of a campaign brings: whole libraries with one part switched off. Takes two hours, goes on where it was
# stopped. make bench-ablation ONLY="gson", OPTIONS="--seeds 1 --part concolic".
bench-ablation: install prebuilt
	$(BIN)/python -m benchmarks.bench_ablation $(OPTIONS) $(ONLY)

# Mutants of whole libraries that the written tests kill, as PIT counts them: make bench-mutants ONLY="gson", SEED=2,
# SECONDS=90 (of everypath, for each library).
bench-mutants: install prebuilt
	$(BIN)/python -m benchmarks.bench_mutants --seed $(or $(SEED),1) --seconds $(or $(SECONDS),90) $(OPTIONS) $(ONLY)

# Conditions, effects and the word "complete" against inputs that a sweep makes: packages of tests/java, libraries and
# the JDK. Takes hours, goes on where it was stopped. make oracle ONLY="x.jar", CALLS=100000, OPTIONS=--again.
oracle: install prebuilt
	$(BIN)/python -m benchmarks.oracle $(if $(CALLS),--calls $(CALLS)) $(OPTIONS) $(ONLY)

install: $(INSTALLED)

$(INSTALLED): pyproject.toml
	@test -n "$(PYTHON)" || { echo "everypath needs Python 3.11 or newer: install it, or name it with make PYTHON=..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@$(BIN)/python -m compileall -q src  # also where Python is told to write no bytecode: each start would compile all
	@touch $@

jdk:
	@sh tools/ensure-jdk.sh

# The Java side compiled ahead, for the JDKs installed here; a wheel built here takes it along.
prebuilt: install jdk
	@$(BIN)/python tools/prebuild.py

clean:
	rm -rf $(VENV) src/everypath/bridge/prebuilt src/everypath/bridge/archives .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist everypath-demo
