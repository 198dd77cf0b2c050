"""The games: pure Python, no I/O, no clock, no import of `server` (docs/engines.md)."""
