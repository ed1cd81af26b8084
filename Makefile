# Every target makes .venv by itself and installs again only when pyproject.toml changed.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test lint types imports format bench docs clean

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
CODE := $(wildcard src tests tools bench)

help:  ## say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(READY)  ## show this project's own documents, and search them
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh tools/demo.sh

test: lint types imports $(READY)  ## everything that must hold: lint, types, imports, tests
	$(BIN)/python -m pytest -q -n auto --dist loadfile

lint: $(READY)  ## style and format
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

types: $(READY)  ## mypy --strict
	$(BIN)/mypy $(CODE)

imports: $(READY)  ## who may import whom
	$(BIN)/lint-imports

format: $(READY)  ## repair what can be repaired by itself
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

bench: $(READY)  ## speed and size, never part of the tests
	$(BIN)/python -m bench

docs: $(READY)  ## write the generated pages of the reference again
	$(BIN)/python -m tools.reference

clean:  ## remove what make made
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

$(READY): pyproject.toml
	@$(BIN)/python -c '' 2>/dev/null || { \
	    for python in $(PYTHON) python3.11 python3 python3.12 python3.13 python3.14 python; do \
	        "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	            && { rm -rf $(VENV); "$$python" -m venv $(VENV) || exit 2; break; }; \
	    done; }
	@$(BIN)/python -c '' 2>/dev/null || { \
	    echo "make: no Python 3.11 or newer found; install one, or name it: make PYTHON=/path/to/python" >&2; \
	    exit 2; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/python -m compileall -q src
	@touch $@
