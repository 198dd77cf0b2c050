"""Matches in lists, and their rows."""
