"""The same duel on other servers for games, beside Moirai (docs/benchmarks.md)."""
