"""Accounts: how people sign in to the pages at `/account`, and what they can sign in with (docs/people.md)."""
