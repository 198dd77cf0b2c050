"""
The games: pure Python, no I/O, no clock, no import of `server` (docs/engines.md).

Everything may import this package. `kit/` is what games share, and no game knows another.

To correct a rule of a game, such as the effect of a spell:
    1. `wizards_duel/rules.md` and `wizards_duel/rules.de.md`; a row or a column in `wizards_duel/data.py`, read in
       `wizards_duel/scoring.py` or `wizards_duel/rules.py`; `wizards_duel/words/`; `tests/engines/wizards_duel/`;
    2. if the same moves could now give other facts: a row in `wizards_duel/versions.py`, read where versions differ; a
       first one also needs `earlier` of the `Engine` ("Versions of the rules" in `docs/engines.md`);
    3. both in `clients/verifier/games/wizards_duel.mjs`, a first one also in `clients/verifier/games/catalogue.mjs`;
       `.venv/bin/python -m tests.golden` adds golden matches.

To add a game:
    1. `moirai new-game NAME` copies `new_game/`, which can be played, served and tested at once;
    2. "The next game" in `docs/engines.md` lists every place, in order.
"""
