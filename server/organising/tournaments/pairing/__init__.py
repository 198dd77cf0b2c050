"""Pairing systems: pure functions from past rounds to the tables of the next one, each with its reason."""
