"""
Tournaments and series: logs that order matches.

`api`, `cli` and `app.py` may import this room. It calls matches, people and notifications, which import nothing of it.
What both kinds share is in `kind.py` (what a kind is, and what follows), `service.py` (what players and directors do)
and `ordering/` (how they create and end matches, and how they take outcomes).

To add a tie-break:
    1. its row in `_ALL` of `tournaments/standings/tie_breaks.py`, with what it sums up, and where it says nothing in
       `_meaningless`; one that is no sum in `tournaments/standings/table.py`;
    2. its words, and its place in the web client: `tests/test_declared_once.py` says what is missing where;
    3. a table worked by hand in `tests/server/organising/tournaments/standings/test_worked_by_hand.py`, and the same by
       other code in `tests/server/organising/tournaments/standings/naive.py`.

To add a pairing system:
    1. a pure module in `tournaments/pairing/` that returns `Paired` tables, called in `tournaments/pairer.py`;
    2. its name in `System` of `tournaments/rounds.py`, its default tie-breaks in `tournaments/standings/tie_breaks.py`;
    3. where the number of rounds and late entrants are decided: `tournaments/decisions.py`, `tournaments/commands.py`;
    4. its words `system.NAME` in `runtime/words/`; on the page, the folder `clients/web/source/tournament/`;
    5. that a pairing is the best is checked in `cli/logs/tournament_steps.py`; its row in `docs/tournaments.md`.

To add an action of a director:
    1. a class with `decide` and its cost in `tournaments/actions.py`; of a series in `series/actions.py`;
    2. its facts in `tournaments/facts.py`, folded in `tournaments/course.py`; sentences in `tournaments/story.py` and
       `runtime/sentences/`, tested in `tests/server/organising/tournaments/test_lines.py`;
    3. its rights and words: `tests/test_declared_once.py` says what is missing where;
    4. its button in `clients/web/source/tournament/`, texts in `clients/web/source/strings/`; an example in
       `api/documents/examples.json`; its check: recipe in `cli/__init__.py`.

To add a kind of event, as `series/` is one:
    1. its name in `KindName` of `logs/aggregates/kind.py`: `tests/test_declared_once.py` then says where else, from
       words and sentences to both verifiers; the kinds of its entries in `logs/store/entry.py`;
    2. its facts, fold, row, actions, service and `EventKind` (`organising/kind.py`) in a folder here, an `EventReferee`
       (`ordering/referee.py`); its tables and news: recipes in `runtime/__init__.py`, `notifications/__init__.py`;
    3. its area in `access/codes/`, the rows of an `_Event` in `access/rights.py`; models, and routes, of which
       `api/routes/alike.py` makes those that all have; `api/documents/chapters.py`, `api/server.py` and `app.py`.
"""
