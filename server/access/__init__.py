"""
Who may do what, how much of it, and how it is refused: rights, scopes, costs, limits of texts, codes of errors.

Every room may import this one, which imports none.

To add or change a right:
    1. the row of the operation in the table of `rights.py`, under its scope: for every role, with the error of those
       who may not;
    2. the call of `require`, where the role of the caller is known: `matches/roles.py`, `logs/directing/roles.py`;
    3. which row holds, if an operation has several, as `getLog` and `getLog.opened`: `matches/service.py`, for example;
    4. its place in the table of `docs/access.md`; a request in `tests/secrecy/rights/asks.py`, tried in every role.

To change a cost or a rate limit:
    1. what a call costs is a constant in `costs.py`, charged by `call.pay` in the route;
    2. how much a caller may spend is a setting (`runtime/settings.py`); how much of it at once, and who is charged:
       `people/identity/admission.py`, counted in `runtime/rate_limits.py`; limits on one thing, such as wrong keys or
       messages, stand with it: `people/identity/players.py`, `matches/talk/channels.py`;
    3. the tables "Costs" and "Bounds" of `docs/running.md`; a test in `tests/attacks/test_costs.py`.

To add an error code:
    1. its line in the file of its area in `codes/`, with its status, what it means and what to do;
    2. `raise RefusedError(codes.NAME, "A sentence.")` where it is decided, and `errors(codes.NAME)` at the route;
    3. codes of frames also in `api/documents/refusals.py`; reasons to close a socket: `api/streams/close_codes.py`;
    4. codes of moves are those of the game: `engines/wizards_duel/codes.py`, for example;
    5. `make openapi` writes the table of `docs/troubleshooting.md`; `tests/test_codes.py` says what is missing.
"""
