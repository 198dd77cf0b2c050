"""Calls of addresses outside of this server, which clients have named (docs/webhooks.md, docs/streams.md)."""
