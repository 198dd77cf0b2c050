"""OAuth 2.1: how programs of others get tokens with a player's consent (docs/sign-in.md). Authlib does the protocol."""
