"""
The command `moirai`: running the server, and tools for logs.

Nothing imports this room. It may import every other one.

To add a command:
    1. a function with `@app.command()` in `cli.py`, or in `admin.py` for `moirai admin`; it reads arguments and prints,
       and imports what it takes itself, because `moirai --help` loads every declaration;
    2. what it does in a module of its own: `serving/` runs the server, `logs/` reads logs;
    3. failures that people can cause by `fail` of `terminal.py`: one line, and an exit code;
    4. a test in `tests/cli/test_cli.py`; the command in `docs/running.md` or `docs/verify.md`.

To check a new fact or action when a log is verified:
    1. `logs/steps.py` for matches, `logs/tournament_steps.py` or `logs/series_steps.py` for events; how long its texts
       may be: `logs/request_bounds.py`;
    2. the same in the second verifier, in the folder of the kind: in `clients/verifier/match/` its fields (facts),
       what it may cause (steps, host actions) and its fold (state);
    3. a damaged log that both must refuse, in `tests/secrecy/verifiers/test_damaged_logs.py`.
"""
