"""
What a match is, and what players and hosts do with it.

`organising`, `api`, `cli` and `app.py` import this room. It knows nothing of tournaments and series, and of a game only
its engine.

To add an action of a host:
    1. a class with `decide` in `hosting/host_actions.py`; the entry in `commands.py`;
    2. a new fact, if it needs one, in `facts.py`; folded in `state.py` and `projection.py`, a sentence in `story.py`;
    3. its rights and words: `tests/test_declared_once.py` says what is missing where;
    4. its button in `clients/web/source/table/host.tsx`; an example in `api/documents/examples.json`;
    5. its check in `cli/logs/steps.py` and `clients/verifier/match/steps.mjs`.

To add a field to a match's row in lists:
    1. in `lists/listings.py`: the field of `MatchListing`, with a factory for earlier rows, and `list_match`;
    2. if it filters: a column in `lists/summary.py`, `summarise` and the tables (recipe in `runtime/__init__.py`), the
       query in `lists/directory.py`, its parameter in `api/routes/matches.py`;
    3. its title `field.NAME` in `runtime/words/`;
    4. only what everyone who can see the match may know: what spectators learn late stays in `OpenPhase`.

To add a bound on how far people can grow a log:
    1. a constant and a method of `Tally` in `bounds.py`, which counts in `take_in` what everyone can see;
    2. its call where the command is decided: `service.py`, `talk/talk.py`, `hosting/hosting.py`;
    3. the code that refuses: recipe in `access/__init__.py`; its row in `docs/running.md`;
    4. a test at the bound, in `tests/server/api/test_bounds.py`.

To let a fact have an effect on what viewers see:
    1. the attribute and the case in `projection.py`, which is handed only the facts addressed to its viewer;
    2. the field of `ViewReply` in `api/models/playing.py`, filled in `api/routes/playing.py`;
       its title `field.NAME` in `runtime/words/`;
    3. the same in the truth, if rules need it: `state.py`; in the game's own view: `engines/wizards_duel/view.py`.
"""
