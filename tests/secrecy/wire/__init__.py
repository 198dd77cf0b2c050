"""
Servers that one player cannot tell apart, byte by byte.

`twins.courses` is what is played on them; each of the `sides` plays it; `requests` is every call of the player,
`writes` what it submits and says, `mail` receives its webhooks, `wire` sends calls and records what comes back.
`test_events` does the same for tournaments and series, as far as something in them is hidden.
"""
