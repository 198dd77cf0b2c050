"""The tables, the migrations that make them, and the way to either database (docs/log.md)."""
