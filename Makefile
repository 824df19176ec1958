# make run        try the bot in a browser, or run it for real if DISCORD_TOKEN is set
# make test       the quick share of the tests        make test-long   all of them
# make lint       style, types, import arrows, catalogues         make bench       figures, next to their targets
# make lock       write the lock files anew (UPGRADE=--upgrade for newer versions)
# make locale     bring the catalogues up to date with the texts (LANGUAGE=pt-BR begins another)
#
# Needs Python 3.11 or newer and nothing else. PYTHON=… picks another one than the first that fits.

.DEFAULT_GOAL := run
.PHONY: run ready-dev test test-long lint lint-types lint-rest bench lock locale clean
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

VENV ?= .venv
BIN := $(VENV)/bin
# Two more than there are cores: many tests wait for other processes as often as they work.
JOBS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) + 2)))
THREADS ?= 2
UPGRADE ?=
LANGUAGE ?=
# More arguments for pytest, as in: make test ARGS="tests/games -k donburiko"
ARGS ?=
# One part of the long run, as in: make test-long PART=1/4, or PART=kills-and-secrets
PART ?=

# A name on the PATH may be no Python at all (a shim), too old, or without venv: ask it.
FITS := import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$name" -c '$(FITS)' >/dev/null 2>&1 && { echo "$$name"; break; }; done)

PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist worksteal

run: $(VENV)/.ready
	@exec $(BIN)/python -m bot

# Without what was compiled before, each of the many processes would compile everything anew.
test test-long: export PYTHONDONTWRITEBYTECODE :=

test: $(VENV)/.ready-dev
	@exec $(PYTEST) $(ARGS)

test-long: $(VENV)/.ready-dev
	@exec $(PYTEST) -m "long or not long" $(if $(PART),--part $(PART)) $(ARGS)

ready-dev: $(VENV)/.ready-dev

# With -j2 the types are checked beside the rest. Two threads take a fifth more processor time in all
# (160 and 192 s were measured), so they help where two processors are free: THREADS=1 where they aren't.
lint: lint-rest lint-types

lint-types: $(VENV)/.ready-dev
	$(BIN)/basedpyright $(if $(filter-out 1,$(THREADS)),--threads $(THREADS)) --pythonpath $(BIN)/python

lint-rest: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python -m tests.locale --check
	$(BIN)/python -m tests.docstring_names

bench: $(VENV)/.ready-bench
	@exec $(BIN)/python -m tests.bench $(ARGS)

locale: $(VENV)/.ready-dev
	@exec $(BIN)/python -m tests.locale $(LANGUAGE)

lock: build/uv/bin/uv
	$(COMPILE) pyproject.toml -o requirements.lock
	$(COMPILE) --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	$(COMPILE) --extra dev --extra bench -c requirements-dev.lock pyproject.toml -o requirements-bench.lock

COMPILE = build/uv/bin/uv pip compile --quiet $(UPGRADE) --universal --python-version 3.11 \
	--generate-hashes --no-header --no-emit-index-url --no-emit-find-links

clean:
	rm -rf $(VENV) build .pytest_cache .ruff_cache .import_linter_cache

# Each stamp is newer than the lock file it was installed from, so a second call does nothing.
$(VENV)/.ready: requirements.lock | $(BIN)/python
	@echo "Installing what the bot needs into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(VENV)/.ready-dev: requirements-dev.lock | $(BIN)/python
	@echo "Installing what the checks need into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(VENV)/.ready-bench: requirements-bench.lock $(VENV)/.ready-dev
	@echo "Installing what the figures are set beside into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(BIN)/python:
	@test -n "$(PYTHON)" || { \
		echo "No Python 3.11 or newer with venv was found." >&2; \
		echo "On Debian and Ubuntu: apt-get install python3-venv. Else: python.org," >&2; \
		echo "then: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c '$(FITS)' || { \
		echo "$(PYTHON) is older than 3.11 or has no venv (Debian: python3-venv)." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

build/uv/bin/uv: | $(BIN)/python
	@$(BIN)/python -m venv build/uv
	@build/uv/bin/pip install --quiet --disable-pip-version-check uv
