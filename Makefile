# Every target makes .venv by itself, with exactly the packages of requirements/dev.txt, and installs
# again only when that file or pyproject.toml changed.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test torture recipes lint types imports format bench docs lock upgrade clean

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
LOCK := $(VENV)/lock
RECIPES := $(VENV)/recipes
PIP := -m pip install --quiet --disable-pip-version-check
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
    --custom-compile-command 'make lock'
# Plugins by name: pytest rewrites the asserts of all modules of those that it finds by itself. What
# is compiled once is kept, whatever the environment says. Folders of tests that passed are removed:
# they are in memory.
PYTEST := PYTHONDONTWRITEBYTECODE= PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 $(BIN)/python -m pytest -q \
    -p xdist -p hypothesispytest -p schemathesis -o tmp_path_retention_policy=failed
# One worker more than cores: tests of servers and watchers wait for them.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
CODE := $(wildcard src tests tools bench)

help:  ## say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(READY)  ## show this project's own documents, and search them
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh tools/demo.sh

test: lint types imports $(READY)  ## everything that must hold: lint, types, imports, tests
	$(PYTEST) -n $(WORKERS) --dist worksteal
	@echo "make test: ok"

torture: $(READY)  ## kills, damage, crowds and long properties, half an hour; SHORT=1 for ten minutes
	HYPOTHESIS_PROFILE=$(if $(SHORT),torture,explore) $(PYTEST) -n $(WORKERS) --dist worksteal -m 'torture or hypothesis'
	$(BIN)/python -m tests.robustness.torture $(if $(SHORT),--short)
	@echo "make torture: ok"

recipes: $(RECIPES)/.ready  ## adapters, examples and notebooks with the frameworks that they use
	$(RECIPES)/bin/python -m pytest -q -m recipes tests/recipes
	@echo "make recipes: ok"

lint: $(READY)  ## style and format
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

types: $(READY)  ## mypy --strict
	$(BIN)/mypy --num-workers auto $(CODE)

imports: $(READY)  ## who may import whom
	$(BIN)/lint-imports

format: $(READY)  ## repair what can be repaired by itself
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

bench: $(READY)  ## speed and size, never part of the tests
	$(BIN)/python -m bench

docs: $(READY)  ## write the generated pages of the reference again
	$(BIN)/python -m tools.reference

lock: $(LOCK)/.ready  ## pin all packages with hashes; pins that still fit stay
	$(LOCK)/bin/$(COMPILE) $(UPGRADE) --extra dev -o requirements/dev.txt pyproject.toml
	$(LOCK)/bin/$(COMPILE) $(UPGRADE) -o requirements/lock.txt requirements/lock.in
	$(LOCK)/bin/$(COMPILE) $(UPGRADE) --extra dev --extra haystack --extra langchain \
	    --extra llama-index -c requirements/dev.txt \
	    -o requirements/recipes.txt pyproject.toml requirements/recipes.in

upgrade: UPGRADE := --upgrade
upgrade: lock  ## pin the newest versions that pyproject.toml allows

clean:  ## remove what make made
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

$(READY): pyproject.toml requirements/dev.txt | $(BIN)/python
	$(BIN)/python $(PIP) --require-hashes -r requirements/dev.txt
	$(BIN)/python $(PIP) --no-index --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(LOCK)/.ready: requirements/lock.txt | $(BIN)/python
	$(BIN)/python -m venv $(LOCK)
	$(LOCK)/bin/python $(PIP) --require-hashes -r requirements/lock.txt
	@touch $@

$(RECIPES)/.ready: requirements/recipes.txt | $(BIN)/python
	$(BIN)/python -m venv $(RECIPES)
	$(RECIPES)/bin/python $(PIP) --require-hashes -r requirements/recipes.txt
	$(RECIPES)/bin/python $(PIP) --no-index --no-deps --no-build-isolation --editable .
	@touch $@

$(BIN)/python:
	@for python in $(PYTHON) python3.11 python3 python3.12 python3.13 python3.14 python; do \
	    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	        && { rm -rf $(VENV); "$$python" -m venv $(VENV) || exit 2; exit 0; }; \
	done; \
	echo "make: no Python 3.11 or newer found; install one, or name it: make PYTHON=/path/to/python" >&2; \
	exit 2
