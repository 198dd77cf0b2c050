"""
News for players: their own streams, push messages, webhooks and calendars.

`people`, `matches`, `organising`, `api`, `cli` and `app.py` may import this room. It imports none of them: they say
what happened in facts of `news/facts.py`, and everything else is made from a player's own stream.

To add a piece of news:
    1. its class in `news/facts.py`, with the type of its webhook and the `kind` by which players choose it; its cause
       in `matches/causes.py`, or in that of an event, where `organising/tournaments/kind.py` lists what is `asking`;
    2. texts `push.NAME`, `calendar.NAME` in `runtime/sentences/`; which is used, and what it makes obsolete:
       `delivery/messages.py`, `calendars/agenda.py`; of events on the page: `clients/web/source/alerts/notice_text.ts`,
       with texts in `clients/web/source/strings/en/alerts.ts` and in German;
    3. its words and its row in `docs/notifications.md`: `tests/test_declared_once.py` says what is missing where.

To add a type of webhook message that is not a piece of news:
    1. its name in `TYPES` of `webhooks/types.py`, which is also what owners can choose;
    2. when it is due, and the data that it sends, in a file as `webhooks/missing.py`; its times are stored by
       `webhooks/outbox.py`, and it is sent in `webhooks/channel.py`;
    3. a test as `tests/server/notifications/webhooks/test_missing.py`; its place in `docs/notifications.md`, what it
       reveals in `docs/secrecy.md`, "Side channels".

To add a channel beside push and webhooks, such as mail:
    1. its table, with rows that are a `StreamedRow`, and its settings: recipes in `runtime/__init__.py`;
    2. a `StreamedChannel` (`delivery/streamed.py`), as in `push/channel.py`; what it calls is in `Outside`
       (`runtime/outside/calls.py`), so that tests can replace it; its place in `channels` of `api/server.py`;
    3. its end with a token in `news/withdrawals.py`; `news/choices.py`, if players choose for it otherwise than for
       push; its operations: recipe in `api/__init__.py`;
    4. `docs/notifications.md`, "Side channels" in `docs/secrecy.md`; `tests/server/notifications/push/` as a model.

To change how many calls are made at once:
    1. of all channels, in turns of players and targets: `runtime/outside/places.py`;
    2. of one webhook: `TRIES_AT_ONCE` of `webhooks/outbox.py`; when it is tried again: `webhooks/retries.py`.
"""
