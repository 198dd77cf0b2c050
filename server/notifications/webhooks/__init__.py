"""Webhooks: what happens to players, for programs of theirs that have an address (docs/notifications.md)."""
