# make run     install into .venv, solve Pig and show it (needs only Python 3.11 or newer, pip and venv)
# make test    the same with the test tools, then every check and the whole test suite
# make bench   how fast it is, as ratios taken in one run
# make bench-write      the same, kept in docs/reference/performance.md
# make docs-reference   write docs/reference/cli.md anew
# make docs-figures     draw the pictures in docs/figures anew
# make docs-reproduction   write docs/reference/reproduction.md anew

PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test bench bench-write docs-reference docs-reproduction

run: .venv/installed
	$(BIN)/jeopardice solve pig

test: .venv/installed-with-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest

bench: .venv/installed-with-tests
	$(BIN)/python -m bench

bench-write: .venv/installed-with-tests
	$(BIN)/python -m bench --write

docs-reference: .venv/installed
	$(BIN)/python docs/make_reference.py

docs-figures: .venv/installed-with-tests
	$(BIN)/python docs/make_figures.py

docs-reproduction: .venv/installed
	$(BIN)/python docs/make_reproduction.py

.venv/installed: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/installed-with-tests: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@ .venv/installed

# On Debian and its relatives, venv is a package of its own; it is fetched where we may, and named where we may not.
.venv/bin/python:
	@$(PYTHON) -c '' || { echo 'There is no $(PYTHON). Name one: make run PYTHON=/path/to/python3' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$(PYTHON) is $$($(PYTHON) -V 2>&1), and jeopardice needs Python 3.11 or newer." >&2; \
	  echo 'If you have a newer one, name it: make run PYTHON=python3.12' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  package="python$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"; \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Python's venv module is missing: installing $$package" >&2; \
	    apt-get update -qq && apt-get install -y -qq "$$package"; \
	  else \
	    echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt-get install $$package" >&2; exit 1; \
	  fi; }
	$(PYTHON) -m venv .venv
