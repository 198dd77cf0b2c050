"""Streams: a viewer's events over WebSocket, server-sent events or long polling (docs/streams.md)."""
