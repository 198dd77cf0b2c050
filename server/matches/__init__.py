"""Matches: what a match is (state), what changes it (commands), who sees what (projection), and the service."""
