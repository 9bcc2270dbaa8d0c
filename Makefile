# Two commands do all the set-up on a machine that has only Python and make:
#   make demo   runs the main job with the embedded defaults
#   make test   builds the wheel, installs it and runs all tests against it

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO_VENV := .venv-demo
OLDEST_VENV := .venv-oldest
WHEELS := .build/wheels
SOURCES := $(shell find src -type f -not -path '*/.*' -not -path '*/__pycache__/*') pyproject.toml README.md

.PHONY: demo test test-oldest lint docs bench clean

$(VENV)/.installed: pyproject.toml constraints.txt Makefile
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -c constraints.txt ".[dev,docs]"
	touch $@

$(VENV)/.wheel: $(VENV)/.installed $(SOURCES)
	rm -rf $(WHEELS) src/clinicalbr.egg-info
	$(BIN)/python -m build --no-isolation --wheel --outdir $(WHEELS) > .build.log 2>&1 || (cat .build.log; exit 1)
	rm -f .build.log
	$(BIN)/python -m pip install --quiet --force-reinstall --no-deps $(WHEELS)/*.whl
	touch $@

demo:
	@test -x $(DEMO_VENV)/bin/python || $(PYTHON) -m venv $(DEMO_VENV)
	@echo "Installing clinicalbr and its dependencies (one to two minutes the first time) ..."
	@$(DEMO_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt ".[plots]"
	@$(DEMO_VENV)/bin/clinicalbr demo --out clinicalbr-demo

test: $(VENV)/.wheel
	$(BIN)/python -m coverage erase
	$(BIN)/python -m pytest --cov --cov-report=term

test-oldest: $(VENV)/.wheel
	@test -x $(OLDEST_VENV)/bin/python || $(PYTHON) -m venv $(OLDEST_VENV)
	$(OLDEST_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -c constraints-oldest.txt hypothesis jsonschema pytest pytest-cov scikit-learn sybil pandas matplotlib
	$(OLDEST_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall -c constraints.txt -c constraints-oldest.txt $(WHEELS)/*.whl
	$(OLDEST_VENV)/bin/python -m pytest -q -p no:cacheprovider tests/text tests/languages tests/schema tests/masking tests/linking tests/metrics tests/stats

lint: $(VENV)/.wheel
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

docs: $(VENV)/.wheel
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir .build/site
	$(BIN)/zensical build --clean --strict

bench: $(VENV)/.wheel
	for file in benchmarks/[a-z]*.py; do case $$file in benchmarks/record.py) ;; *) $(BIN)/python $$file || exit 1 ;; esac; done

clean:
	rm -rf $(VENV) $(DEMO_VENV) $(OLDEST_VENV) .build .cache site clinicalbr-demo .coverage*
