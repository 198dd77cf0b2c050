"""Threads of Fate: two realms spin hidden threads, and the strongest golden one wins for its pair (rules.md)."""
