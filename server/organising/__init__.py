"""
Tournaments and series: logs that order matches.

`api`, `cli` and `app.py` import this room. It calls matches, people and notifications, which know nothing of it. What
both kinds share is in `ordering/`: how they create and end matches, and how they take outcomes.

To add a tie-break:
    1. its row in `_ALL` of `tournaments/standings/codes.py`, and in `_MEANINGLESS` where it says nothing;
    2. what it sums up in `tournaments/standings/tie_breaks.py`; one that is no sum in `tournaments/standings/table.py`;
    3. its words `tie_break.CODE` in `runtime/words/`, and in `clients/web/source/tournament/strings.ts`;
    4. a table worked by hand in `tests/server/organising/tournaments/standings/test_worked_by_hand.py`, and the same by
       other code in `tests/server/organising/tournaments/standings/naive.py`; its row in `docs/tournaments.md`.

To add a pairing system:
    1. a pure module in `tournaments/pairing/` that returns `Paired` tables, called in `tournaments/pairer.py`;
    2. its name in `System` of `tournaments/facts.py` and `tournaments/standings/codes.py`, with its default tie-breaks;
    3. where the number of rounds and late entrants are decided: `tournaments/decisions.py`, `tournaments/commands.py`;
    4. its words `system.NAME` in `runtime/words/`; on the page, the folder `clients/web/source/tournament/`;
    5. that a pairing is the best is checked in `cli/logs/tournament_steps.py`; its row in `docs/tournaments.md`.

To add an action of a director:
    1. a class in `tournaments/actions.py` with `decide`, its place in `_AnyAction`; of series in `series/actions.py`;
    2. its facts in `tournaments/facts.py`, folded in `tournaments/course.py`, in sentences in `tournaments/story.py`;
    3. the row `actAsDirector.NAME` in `access/rights.py`, and `tests/secrecy/rights/asks.py`;
    4. its words `tournament_type.NAME` in `runtime/words/`, sentences of new facts in `tournaments/sentences/`;
    5. its check in `cli/logs/tournament_steps.py` and `clients/verifier/tournament/verdict.mjs`;
    6. its union in `clients/python/moirai_client/tournament.py`; an example in `api/documents/examples.json`.
"""
