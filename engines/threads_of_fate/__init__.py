"""Threads of Fate: two realms spin hidden threads, and the pair of the strongest golden thread wins (rules.md)."""
