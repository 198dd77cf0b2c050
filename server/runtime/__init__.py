"""
What everything runs on: time, tasks, the database, words, settings, metrics, calls outside.

Every room but `access` may import this one. It imports only `access` and `engines/`, and knows no log.

To add a column:
    1. the field of its table in `database/tables.py`; of rows of lists also in `matches/lists/summary.py` or
       `logs/directing/summaries.py`; of other rows that are written with entries in `logs/store/postgres_statements.py`
       and `logs/store/sqlite.py`, and of `entries` in `logs/store/rows.py`, which reads them;
    2. a migration with the next number in `alembic/versions/`, which works while earlier servers still run;
       `tests/server/runtime/database/test_schema.py` compares both;
    3. a new table, or a column with a player's id: what becomes of it, in `people/forgetting/places.py`.

To add work that is done again and again:
    1. a `run` that calls `every` of `background.py`, and its line in `_beside` of `api/server.py`; with `activity`, it
       looks only when something was written, or when its last look said that something would be due;
    2. if no entry of a log comes with it: RETURNING `Notified` (`database/notified.py`) in the statement that writes;
    3. what it must do whatever fails: `tests/server/runtime/test_background.py`; that it lets a server fall silent:
       `tests/server/test_idle.py`.

To give something an end after some time:
    1. a `Rule` of `retention.py`, in the room that the table belongs to; its line in `api/retention.py`;
    2. its setting; its line in `docs/running.md`, "What is kept how long", where each table has one;
    3. what goes and what stays: `tests/server/api/test_retention.py`.

To use a library that most servers do not need:
    1. `load` of `loading.py` for the module that imports it, and `import` where that is used; if it is needed with a
       setting only, what reads the setting loads it at the start;
    2. its name in the table of `tests/cli/test_loading.py`.

To add a setting:
    1. the field with its default in `settings.py`, and its meaning in the docstring of `Settings`;
    2. its use in `api/server.py`; in `app.py` if it is about every call, in `cli/serving/` if it is about processes and
       connections, in `cli/log_lines.py` if it is about log lines;
    3. its row in `docs/running.md`; `tests/test_declared_once.py` says if it is missing.

To add a metric:
    1. its count in `metrics.py`, and where it is counted: `metrics` of that file;
    2. its name, its help and its labels in `cli/serving/prometheus.py`, which also asks parts of the server;
    3. its row in `docs/running.md`, "Metrics"; `tests/test_declared_once.py` says if it is missing;
    4. its place in `deploy/grafana.json`; if an operator must notice it, an alert in `deploy/alerts.yml`:
       `tests/deploy/test_monitoring.py`;
    5. that it moves, in `tests/cli/test_metrics.py`.

To add a word, a sentence or a language:
    1. words of the server in `words/en.json`, `words/de.json`, of fields in `words/fields.json`; all else that it says
       in `sentences/en.json`, `sentences/de.json`; of a game in its folder: `engines/wizards_duel/words/en.json`;
    2. what the web client says itself in `clients/web/source/strings/en/` and `clients/web/source/strings/de/`;
    3. another language: a file in each of these folders and those of `engines/kit/`; the rules of each game; a name in
       `getGameTexts` of `api/documents/examples.json`; what is missing: `tests/engines/test_words.py`,
       `tests/engines/test_sentences.py`, `tests/server/runtime/test_another_language.py`.
"""
