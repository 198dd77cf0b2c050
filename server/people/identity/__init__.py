"""Identity: players, tokens, tickets, and the rate limits of callers."""
