"""Calendars: what waits for a player, at a secret address that calendar programs read (docs/notifications.md)."""
