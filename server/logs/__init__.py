"""
Logs of any kind: entries and their stores, logs in memory, roles, invitations, lists, and replies to repeated requests.

Every room but `access` and `runtime` may import this one. It knows no kind of log, no game and no seat.

To change how long the reply to a repeated request is kept:
    1. `KEEP_REPLIES` in `replies/housekeeping.py`; what is looked up and stored is in `replies/idempotency.py`;
    2. what the documents promise: `docs/protocol.md`;
    3. the test, `tests/server/api/test_housekeeping.py`.

To change the order of lists:
    1. who comes first: `aggregates/turns.py`, which gives a log its place with its first entry;
    2. sorting and pages: `aggregates/list_order.py`; the key of matches: `matches/lists/directory.py`;
    3. the lobby's stream, `api/streams/lobby.py`; the promise in `docs/protocol.md`, "Pages".

To add a kind of log that is no event (of events: recipe in `organising/__init__.py`):
    1. its facts, its fold (`aggregates/aggregate.py`), and what a viewer knows (`aggregates/projection.py`);
    2. a `Kind` (`aggregates/kind.py`); in lists, its row (`store/summaries.py`) and tables (`runtime/__init__.py`);
    3. a `Work` for what is due (`aggregates/schedule.py`); commands (`aggregates/commands.py`);
    4. its wiring in `api/server.py`, its routes (`api/__init__.py`), its verification (`cli/__init__.py`).
"""
