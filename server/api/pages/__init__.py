"""The pages for people: those of `docs/`, the games' rules and a reference of the API, as HTML without scripts."""
