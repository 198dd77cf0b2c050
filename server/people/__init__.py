"""
People: players, tokens and their scopes, accounts and how they sign in, consent, administration, and forgetting.

`matches`, `organising`, `api`, `cli` and `app.py` may import this room. It imports no match and no event: each kind of
log says itself what becomes of a forgotten player's part in it (`forgetting/parts.py`).

To add a scope:
    1. its name in `Scope` of `access/scopes.py`;
    2. the operations that need it in the lists at the end of `access/rights.py`;
    3. its words, and its row in `docs/access.md`: `tests/test_declared_once.py` says what is missing where;
    4. who has it: programs of others (`oauth/clients.py`), the web client (`api/account/managing.py`), stored
       tokens (a migration), and the token in `getMe` of `api/documents/examples.json`;
    5. a test in `tests/server/api/test_scopes_for_others.py`, if it gives access to others.

To add a way to sign in:
    1. its module beside `accounts/passkeys.py` and `accounts/providers.py`, made in `accounts/accounts.py`;
    2. its table: recipe in `runtime/__init__.py`; what becomes of its rows in `forgetting/places.py`;
    3. its kind in `identity/ways_in.py`, which lists ways in and ends them;
    4. its form in `api/account/templates/`, what it does in `api/account/signing_in.py` and `api/account/managing.py`;
    5. a test in `tests/server/people/accounts/`.

To change what logs withhold of a forgotten player:
    1. which fields are personal: `logs/store/personal.py`; what an entry loses: `forgetting/redactor.py`;
    2. what both verifiers accept: `cli/logs/redactions.py` and `clients/verifier/log/redactions.mjs`; both clients:
       `clients/python/moirai_client/kept.py`, `clients/typescript/source/kept.ts`;
    3. what becomes of rows outside of logs: `forgetting/places.py`, and of copies in them: `forgetting/rows.py`; the
       promise in `docs/people.md`;
    4. a test in `tests/secrecy/verifiers/test_redactions.py`.
"""
