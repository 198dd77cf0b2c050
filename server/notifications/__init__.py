"""
News for players: their own streams, push messages, webhooks and calendars.

`people`, `matches`, `organising`, `api`, `cli` and `app.py` import this room. It knows none of them: they say what
happened in facts of `news/facts.py`, and everything else is made from a player's own stream.

To add a piece of news:
    1. its class in `news/facts.py`, with the type of its webhook, and the `kind` by which players choose it;
    2. what causes it: `matches/causes.py`, `organising/tournaments/causes.py` or `organising/series/causes.py`;
    3. its texts `push.NAME` and `calendar.NAME` in `runtime/sentences/`; what calendars show in `calendars/agenda.py`;
    4. its text on the page in `clients/web/source/alerts/notice_text.ts`;
    5. its words and its row in `docs/notifications.md`: `tests/test_declared_once.py` says what is missing where.

To add a type of webhook message that is not a piece of news:
    1. its name in `TYPES` of `webhooks/types.py`, which is also what owners can choose;
    2. when it is sent, as `webhooks/missing.py` does, and its body in `webhooks/messages.py`;
    3. a test in `tests/server/notifications/webhooks/test_sending.py`; its place in `docs/notifications.md`.

To add a channel beside push and webhooks:
    1. its table, with rows that are a `StreamedRow` of `runtime/database/tables.py`, and a migration;
    2. a file with a `StreamedChannel` of `delivery/streamed.py`, which sends one message, as `push/channel.py` does;
    3. its place among the `channels` of `api/server.py`; what ends with a token in `news/withdrawals.py`;
    4. what becomes of its rows when a player is forgotten: `people/forgetting/places.py`;
    5. which news players get by it: `news/choices.py`; a `StreamedChannel` obeys the choices for push;
    6. its operations: recipe in `api/__init__.py`.

To change how many calls are made at once:
    1. of all channels, in turns of players and targets: `runtime/outside/places.py`;
    2. of one webhook: `TRIES_AT_ONCE` of `webhooks/outbox.py`; when it is tried again: `webhooks/retries.py`.
"""
