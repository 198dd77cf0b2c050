"""The tables, their migrations, and connections to both databases (docs/log.md)."""
