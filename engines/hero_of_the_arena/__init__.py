"""Hero of the Arena: two players draft decks for their partners, who fight a card game with them (rules.md)."""
