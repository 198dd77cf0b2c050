"""Aggregates: folds of logs in memory, their viewers, following other processes, and scheduled work."""
