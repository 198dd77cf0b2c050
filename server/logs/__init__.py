"""
Logs of any kind: entries and their stores, logs in memory, roles, invitations, lists, due work, and replies to repeated
requests.

Every room but `access` and `runtime` may import this one. It imports no game and no kind of log. Of kinds it only has
names: `KindName` (`aggregates/kind.py`), `EntryKind` (`store/entry.py`), fields with texts (`store/personal.py`).

To change how long the reply to a repeated request is kept:
    1. `keep_replies_hours` in `runtime/settings.py`; what is looked up and stored is in `replies/idempotency.py`;
    2. what the documents promise: `docs/protocol.md` and the table "Bounds" of `docs/running.md`;
    3. the test, `tests/server/api/test_retention.py`.

To change what a fact contains, or how it is called:
    1. its class, and how an earlier one is read: the table beside the classes (`FACT_VERSIONS` in `matches/facts.py`);
       the same line in `clients/verifier/log/upcasting.mjs`;
    2. what may change and how, with examples: `docs/log.md`, "Facts that change";
    3. the tests, `tests/server/logs/test_upcasting.py` and `tests/secrecy/verifiers/`.

To change what is moved to the archive:
    1. what is due: `archive/due.py`; what a file contains: `archive/files.py`; where files are: `archive/places.py`;
    2. the order of steps that makes a kill harmless: `archive/archive.py`; `docs/archive.md` promises it;
    3. the tests, `tests/server/logs/archive/`.

To change the order of lists:
    1. who comes first: `aggregates/turns.py`, which gives a log its place with its first entry;
    2. sorting and pages: `aggregates/list_order.py`; the key of matches: `matches/lists/directory.py`;
    3. the lobby's stream, `api/streams/lobby.py`; the promise in `docs/protocol.md`, "Pages";
    4. the test, `tests/server/api/test_turns.py`.

To change how soon work is done that a process left undone, or that has no timer:
    1. when each process looks for it: `runtime/activity.py`, and `sweep_seconds` in `runtime/settings.py`; also for
       outcomes (`organising/ordering/referee.py`) and ratings (`organising/tournaments/rater.py`);
    2. how long others leave it to the process that is responsible: `STAND_IN_SECONDS` in `aggregates/schedule.py`, and
       `LEFT_ALONE` in `matches/play/bot_pace.py` for what is due at once;
    3. messages to browsers and webhooks: `_LOOK_SECONDS` in `notifications/delivery/deliverer.py`;
    4. the tests, `tests/server/matches/test_many_deadlines.py` and `tests/faults/test_killed_servers.py`.

To add a kind of log that is no event (of events: recipe in `organising/__init__.py`):
    1. its facts, its fold (`aggregates/aggregate.py`), and what a viewer knows (`aggregates/projection.py`);
    2. a `Kind` (`aggregates/kind.py`), its kinds of entries in `store/entry.py`; in lists, its row
       (`store/summaries.py`) and tables (recipe in `runtime/__init__.py`);
    3. a `Work` for what is due (`aggregates/schedule.py`); commands (`aggregates/commands.py`);
    4. its wiring in `api/server.py`, its routes (`api/__init__.py`), its verification (`cli/__init__.py`).
"""
