"""Logs of any kind: entries and their stores, aggregates in memory, roles, invitations, and replies to repeats."""
