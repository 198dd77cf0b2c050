"""OAuth over HTTP: the pages of consent, and the endpoints for clients (docs/sign-in.md)."""
