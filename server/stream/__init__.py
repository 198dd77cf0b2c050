"""Streams: a viewer's events pushed over WebSocket or server-sent events, or waited for (docs/streams.md)."""
