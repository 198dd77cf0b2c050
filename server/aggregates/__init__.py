"""Aggregates: logs folded in memory, shown to viewers, followed in the database, moved on when something is due."""
