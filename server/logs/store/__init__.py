"""The append-only log of all matches: one row per entry, chained by hashes, committed in groups (docs/log.md)."""
