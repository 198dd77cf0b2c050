"""
Secrecy tests: no viewer learns what the rules hide from it, and a log cannot be changed unnoticed (docs/secrecy.md).

- `test_noninterference`: two matches in process that one viewer cannot tell apart. `twins` plays them, each a `world`;
  `search` and `secret_options` find what may differ, `observe` records what the viewer sees, `hashes` tracks which
  hashes are equal. `python -m tests.secrecy` repeats one of its `cases`, which `minimise` reduces.
- `test_what_games_tell`: checks the matches of `plays` against the tables of `tests/information`: the audience and the
  fields of facts (`audiences`), in which facts secrets show (`reaches`), and that a game keeps no state (`memories`).
- `test_planted_leaks`: both of these find the `leaks` of the server, and those in the rules of `hidden_stakes`.
- `test_wire`: two servers that one player cannot tell apart. `courses` is what is played on them, found by `search`;
  each of the `sides` plays it; `requests` is every call of the player, `writes` what it submits and says, `wire` sends
  it and records what comes back.
- `test_access`, `test_unknown_and_forbidden`, `test_viewers`: which role may do what. `access_page` is the table,
  `asks` holds one request for each of its rows, `roles` the callers and their matches.
- `test_canaries`, `test_reprs`: no secret is printed. `games` are full matches of `guests` that contain `canaries`;
  `strangers`, `databases` and `tattling` cause failures meanwhile.
- `test_second_verifier`, `test_tampered_logs`, `test_damaged_logs`: `both_verifiers` agree. `scribe` writes good logs;
  `tampering` changes them, `forgeries` and `out_of_bounds` are lists of changes.
- `test_single_file`: the second verifier as a single file behaves as its modules do.
"""
