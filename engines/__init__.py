"""
The games: pure Python, no I/O, no clock, no import of `server` (docs/engines.md).

Everything may import this package. `kit/` is what games share, and no game knows another.

To correct a rule of a game, such as the effect of a spell:
    1. the rulebook: `wizards_duel/rules.md`, `wizards_duel/rules.de.md`; what cards say: `wizards_duel/words/`;
    2. the row of the spell in `wizards_duel/data.py`; a new effect is a column there, read in `wizards_duel/scoring.py`
       or `wizards_duel/rules.py`, never a case for one spell; a worked round in `tests/engines/wizards_duel/`;
    3. if the same moves could now give other facts: a row in `wizards_duel/versions.py`, read where versions differ; a
       first one also needs `earlier` of the `Engine` ("Versions of the rules" in `docs/engines.md`);
    4. both in `clients/verifier/games/wizards_duel.mjs`; `.venv/bin/python -m tests.golden` adds golden matches.

To add a game:
    1. `moirai new-game NAME` copies `new_game/`, which can be played, served and tested at once;
    2. "The next game" in `docs/engines.md` lists every place, in order.
"""
