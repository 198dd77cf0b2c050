"""The pages for people: `docs/`, the rules of the games and an API reference, as HTML without scripts."""
