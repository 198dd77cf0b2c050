"""
Random requests and frames: every reply is one that is published, and refused requests change nothing.

- `test_operations`: requests that follow the OpenAPI document or violate it, in every role. `ground` is where they are
  made, `knowledge` what they know of it.
- `test_links`: requests that follow from the replies to others, by the document's links.
- `test_refused_requests`: a refused request leaves everything that the roles can see unchanged; `sight` collects it.
- `test_moves`: moves in matches of all games, built from their prompts.
- `test_handshakes`, `test_frames`: handshakes of WebSockets, and frames over both; `frames` creates them.

`bounds` says how many there are, and `tally` counts them. `--depth 10` tries many more.
"""
