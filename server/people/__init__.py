"""Players: identity and tokens, accounts, OAuth, administration, and forgetting."""
