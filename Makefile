# Each target makes .venv and installs what it needs; a second run finds both in place.

PYTHON ?= $(firstword $(foreach name,python3.11 python3,$(shell $(name) -c 'print("$(name)")' 2>/dev/null)))
VENV := .venv
BIN := $(VENV)/bin
INSTALL := -m pip --disable-pip-version-check --no-input install --quiet
EXTRAS := bench,charts,cli,dev,docs,fuzz,mcp,mutants,notebooks,serve,sign,sim
CHECK_VERSION = import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else \
	"rcw-rules needs Python 3.11 or newer; $(PYTHON) is %d.%d: run make with PYTHON=/path/to/a/newer/python" % v[:2])

define make-venv
@test -n '$(PYTHON)' || { echo 'rcw-rules needs Python 3.11 or newer; neither python3.11 nor python3 runs here' >&2; exit 1; }
@$(PYTHON) -c '$(CHECK_VERSION)'
$(PYTHON) -m venv --clear $(1)
endef

# Without compiled files every command that the tests run would compile the whole library again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo test quick unit lint format docs pages index pictures schemas bench mutants fuzz wheel wheel-test constraints clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

demo: $(VENV)/installed-cli ## the worked examples of the sources, resolved and explained, and a whole battle
	@$(BIN)/rcw demo --pictures build/demo

test: lint unit ## everything that must pass: lint, types, tests

# Types are checked of everything by mypy, which remembers what it knows, and by pyright of what changed. With nothing
# changed but the shape of the house is tested.
quick: $(VENV)/installed-dev ## lint, types and the tests of what changed since main
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy
	@changed=$$($(BIN)/python tools/changed.py) && \
	$(BIN)/pyright $$(printf '%s\n' $$changed | grep '\.py$$') && \
	$(BIN)/python -m pytest --quiet --numprocesses=auto $$changed

unit: $(VENV)/installed-dev ## only the tests and the examples in the documentation
	$(BIN)/python -m pytest --numprocesses=auto

# Two of the type checks at a time. --verifytypes examines the package that the first python on PATH can import.
lint: $(VENV)/installed-dev ## ruff, codespell, mypy, pyright, the examples of the documentation included
	$(BIN)/ruff check
	$(BIN)/codespell
	$(BIN)/ruff format --check
	@printf '%s\n' pyright mypy 'pyright --verifytypes rcw_rules --ignoreexternal' 'python tools/check_examples.py' | \
		PATH="$(CURDIR)/$(BIN):$$PATH" xargs -P 2 -I {} sh -c 'said=$$({} 2>&1); done=$$?; echo "{}: $$said"; exit $$done'

format: $(VENV)/installed-dev ## put the code into its standard form
	$(BIN)/ruff check --fix-only --exit-zero
	$(BIN)/ruff format

docs: $(VENV)/installed-docs ## the documentation as a web site, in site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

pages: $(VENV)/installed-dev ## write what the code of the documentation prints today below it
	$(BIN)/python tools/refresh_pages.py

index: $(VENV)/installed-dev ## write the lists of the tests of every rule
	$(BIN)/python -m pytest --collect-only --quiet --quiet --rule-index=write

pictures: $(VENV)/installed-dev ## draw the pictures of the documentation again
	$(BIN)/python tools/draw_house.py
	RCW_PICTURES=write $(BIN)/python -m pytest --quiet docs

schemas: $(VENV)/installed-dev ## write the JSON Schemas and the TypeScript types in schemas/ again
	RCW_SCHEMAS=write $(BIN)/python -m pytest --quiet tests/test_schema_files.py::test_the_files_are_what_the_classes_say

bench: $(VENV)/installed-bench ## the benchmarks, against other libraries
	$(BIN)/python -m benchmarks

mutants: $(VENV)/installed-dev $(VENV)/installed-mutants ## break the code and see the tests fail: SAMPLE=20 SEED=1 ONLY=kernel AGAIN=1
	@$(BIN)/python tools/mutants.py $(SAMPLE:%=--sample %) $(SEED:%=--seed %) $(ONLY:%=--only %) $(AGAIN:%=--again)

fuzz: $(VENV)/installed-dev $(VENV)/installed-fuzz ## look for input that breaks a promise: MINUTES=5 TARGET=questions SEED=1
	@$(BIN)/python tools/fuzz.py $(MINUTES:%=--minutes %) $(TARGET:%=--target %) $(SEED:%=--seed %)

wheel: $(VENV)/installed-dev ## the source distribution and the wheel, in dist/
	rm -rf dist
	$(BIN)/python -m build --no-isolation

# The tests are copied, so that src/ is out of their reach.
wheel-test: wheel ## the tests against the wheel alone
	rm -rf build/wheel-test
	mkdir -p build/wheel-test
	cp -R pyproject.toml README.md tests build/wheel-test
	$(call make-venv,build/wheel-test/.venv)
	build/wheel-test/.venv/bin/python $(INSTALL) --constraint constraints.txt "$$(echo dist/*.whl)[dev]"
	cd build/wheel-test && .venv/bin/python -m pytest --numprocesses=auto tests README.md

constraints: ## pin the version of everything that any extra installs
	$(call make-venv,build/constraints)
	build/constraints/bin/python $(INSTALL) '.[$(EXTRAS)]'
	{ echo '# Everything that any extra installs, for Python 3.11 on Linux. Made by: make constraints'; \
		build/constraints/bin/python -m pip freeze --exclude rcw-rules; } > build/constraints.txt
	mv build/constraints.txt constraints.txt

clean: ## remove everything that make has made
	rm -rf $(VENV) build dist site .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/made:
	$(call make-venv,$(VENV))
	@touch $@

$(VENV)/installed-%: $(VENV)/made pyproject.toml constraints.txt
	$(BIN)/python $(INSTALL) --constraint constraints.txt --editable '.[$*]'
	@touch $@
