"""OAuth: clients of others, against a real server."""
