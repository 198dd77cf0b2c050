"""Players who asked to be forgotten: their names and messages leave the server (docs/people.md)."""
