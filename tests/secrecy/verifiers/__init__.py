"""
A changed log is noticed: `both_verifiers` agree on every log.

`scribe` writes good logs; `tampering` changes them, `forgeries` and `out_of_bounds` are lists of changes, `holders`,
`looks` and `silence` are logs with more to change.
"""
