"""The server around the games: log, matches, views, clock, identity, API and streams (docs/architecture.md)."""
