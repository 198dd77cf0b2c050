"""
The games: pure Python, no I/O, no clock, no import of `server` (docs/engines.md).

Everything may import this package. `kit/` is what games share, and no game knows another.

To change the effect of a spell, as an example of a rule:
    1. the rulebook first: `wizards_duel/rules.md` and `wizards_duel/rules.de.md`;
    2. the row of the spell in `wizards_duel/data.py`; a new effect is a column there, read in `wizards_duel/scoring.py`
       or `wizards_duel/rules.py`, never a case for one spell;
    3. what cards say, in `wizards_duel/words/`; the second verifier: `clients/verifier/games/wizards_duel.mjs`;
    4. `rules_version` in `wizards_duel/engine.py`, if the same moves could now give other facts;
    5. a worked round in `tests/engines/wizards_duel/`.

To add a game:
    1. `moirai new-game NAME` copies `new_game/`, which can be played, served and tested at once;
    2. "The next game" in `docs/engines.md` lists every place, in order.
"""
