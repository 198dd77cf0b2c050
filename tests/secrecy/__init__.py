"""
Nobody learns what the rules do not tell them, and nobody changes unseen what has happened (docs/secrecy.md).

- `test_noninterference`: two matches in process that one viewer cannot tell apart. `twins` plays them, each a `world`;
  `search` and `secret_options` find what may differ, `observe` looks, `hashes` says which hashes are the same.
  `python -m tests.secrecy` repeats one of its `cases`, which `minimise` makes small.
- `test_what_games_tell`: the matches of `plays`, held against the tables of `tests/information`: to whom facts are told
  and what is in them (`audiences`), in what secrets show (`reaches`), and whether a game remembers (`memories`).
- `test_planted_leaks`: both find the `leaks` of the server, and those in the rules of `hidden_stakes`.
- `test_wire`: two servers that one player cannot tell apart. `courses` is what is played on them, found by `search`;
  each of the `sides` plays it; `requests` is all that the player tries, `writes` what it submits and says, `wire` how,
  and what came back.
- `test_access`, `test_unknown_and_forbidden`, `test_viewers`: who may do what, and as whom. `access_page` is the table,
  `asks` one request for each of its rows, `roles` who asks, in which match.
- `test_canaries`, `test_reprs`: nothing secret is printed. `games` are full matches of `guests`, with `canaries` in
  them; `strangers`, `databases` and `tattling` are what goes wrong meanwhile.
- `test_second_verifier`, `test_tampered_logs`, `test_damaged_logs`: `both_verifiers` agree. `scribe` writes good logs;
  `tampering` is how one is changed, `forgeries` and `out_of_bounds` are lists of changes.
- `test_single_file`: the second verifier is the same as one file.
"""
