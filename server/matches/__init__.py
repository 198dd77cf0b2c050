"""
What a match is, and what players and hosts do with it.

`organising`, `api`, `cli` and `app.py` may import this room. It imports nothing of tournaments and series: its facts
and rows only say which one ordered a match, and where in it. Of a game it only knows the engine.

To add an action of a host:
    1. a class with `decide` in `hosting/host_actions.py`, the entry in `commands.py`, an example in
       `api/documents/examples.json`; its rights and words: `tests/test_declared_once.py` says what is missing where;
    2. a new fact in `facts.py`, folded in `state.py` and `projection.py`; its sentence in `story.py` and
       `runtime/sentences/`; its `reason` in `logs/store/personal.py`, whose copies the same test finds;
    3. `clients/web/source/table/host.tsx`, with texts in `clients/web/source/strings/en/host.ts` and in German;
    4. its check: recipe in `cli/__init__.py`; `tests/server/api/test_matches.py`, `tests/engines/test_sentences.py`.

To add a field to a match's row in lists:
    1. in `lists/listings.py`: the field of `MatchListing`, with a factory for earlier rows, and `list_match`;
    2. if it filters: a column (recipe in `runtime/__init__.py`), filled by `summarise`, also in `lists/listings.py`,
       the query in `lists/directory.py`, its parameter in `api/routes/matches.py`;
    3. its title `field.NAME` in `runtime/words/`; its value in `api/documents/examples.json`;
    4. only what all who see the match may know (else `OpenPhase`); a test in `tests/server/api/test_lists.py`.

To add a bound on how far people can grow a log (how many matches somebody may host: the setting `matches_per_host`):
    1. a constant and a method of `Tally` in `bounds.py`, which counts in `take_in` what everyone can see;
    2. its call where the command is decided: `service.py`, `talk/talk.py`, `hosting/hosting.py`;
    3. the code that refuses: recipe in `access/__init__.py`; its row in `docs/running.md`;
    4. a test at the bound, in `tests/server/api/test_bounds.py`.

To let a fact have an effect on what viewers see:
    1. the attribute and the case in `projection.py`, which is handed only the facts addressed to its viewer;
    2. the field of `ViewReply` in `api/models/playing.py`, filled in `api/routes/playing.py`;
       its title `field.NAME` in `runtime/words/`, its value in `api/documents/examples.json`;
    3. the same in the truth, if rules need it: `state.py`; in the game's own view: `engines/wizards_duel/view.py`.
"""
