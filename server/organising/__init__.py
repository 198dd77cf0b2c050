"""Tournaments and series: logs that order matches."""
