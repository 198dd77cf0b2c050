"""Web Push: what happens to players, for browsers whose page is closed (docs/notifications.md)."""
