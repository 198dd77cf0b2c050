"""Standings: the entrants of a tournament by points and tie-breaks, each value with its arithmetic."""
