"""Matches: their state, commands and projections, and the services for players and hosts."""
