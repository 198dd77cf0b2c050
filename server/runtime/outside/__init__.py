"""Calls of addresses outside of this server, which clients have named (docs/notifications.md)."""
