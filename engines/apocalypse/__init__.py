"""The Apocalypse: two realms, four horsemen, six rounds of two cards played in secret (rules.md)."""
