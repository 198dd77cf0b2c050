"""Tools for logs: verify, replay, simulate."""
