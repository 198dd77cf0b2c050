"""New Game: two seats play a card each from hidden hands, the higher one scores (rules.md)."""
