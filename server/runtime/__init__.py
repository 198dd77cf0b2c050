"""
What everything runs on: time, tasks, the database, words, settings, calls outside.

Every room but `access` may import this one. It imports only `access`, and knows no log.

To add a column:
    1. the field of its table in `database/tables.py`; for tables that are written with entries also
       `logs/store/postgres_statements.py` and `logs/store/sqlite.py`;
    2. a migration with the next number in `alembic/versions/`, which works while earlier servers still run;
    3. `tests/server/runtime/database/test_schema.py` compares both;
    4. a new table, or a column with a player's id: what becomes of it, in `people/forgetting/places.py`.

To add work that is done again and again:
    1. a `run` that calls `every` of `background.py`, and its line in `_beside` of `api/server.py`.

To add a setting:
    1. the field with its default in `settings.py`, and its meaning in the docstring of `Settings`;
    2. its use in `api/server.py`, or in `cli/serving/` if it is about processes and connections;
    3. its row in `docs/running.md`.

To add a word, a sentence or a language:
    1. words of the server in `words/en.json` and `words/de.json`, of fields also in `words/fields.json`;
    2. all else that the server says in `sentences/en.json` and `sentences/de.json`, by the part that says it;
    3. words, sentences and rules of a game in its folder: `engines/wizards_duel/words/en.json`, for example;
    4. what the web client says itself in `clients/web/source/strings/en/` and `clients/web/source/strings/de/`;
    5. another language: a file in each of these folders and those of `engines/kit/`, the rules of each game, a folder
       for the web client; `tests/server/runtime/test_another_language.py` finds what is missing.
"""
