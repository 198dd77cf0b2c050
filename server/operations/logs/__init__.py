"""Logs looked at from outside: verified, replayed, simulated."""
