"""Divine Intervention: deities give mana to the shamans who pray to them, and live on their faith (see `rules.md`)."""
