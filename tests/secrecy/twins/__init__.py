"""
Matches in process that one viewer cannot tell apart, and the leaks that this finds.

- `test_noninterference`: `twins` plays two matches in step, each a `twin`; `search` and `secret_options` find what may
  differ, `observe` records what the viewer sees, `hashes` tracks which hashes are equal. `python -m tests.secrecy`
  repeats one of its `cases`, which `minimise` reduces.
- `test_what_games_tell`: checks the matches of `plays` against the tables of `tests/information`: the audience and the
  fields of facts (`audiences`), in which facts secrets show (`reaches`), and that a game keeps no state (`memories`).
- `test_planted_leaks`: both of these find the `leaks` of the server, and those in the rules of `hidden_stakes`.
"""
