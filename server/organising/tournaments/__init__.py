"""Tournaments: entrants, rounds, tables, standings."""
