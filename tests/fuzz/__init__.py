"""
Random requests and frames: whatever comes, the answer is one that is published, and what is refused changes nothing.

- `test_operations`: requests after the OpenAPI document and against it, in every role. `ground` is where they are made,
  `knowledge` what they know of it.
- `test_links`: requests that follow from the replies to others, by the document's links.
- `test_refused_requests`: what every role can see is the same after a request that was refused; `sight` looks.
- `test_moves`: moves in matches of all games, made of what the prompt asks for.
- `test_handshakes`, `test_frames`: what a WebSocket is opened with, and frames over both; `frames` makes them.

`bounds` says how many there are, and `tally` counts them. `make fuzz` tries many more.
"""
