"""
Whole matches of every game and variant, with what each viewer was told and saw, as they once were.

`matches/` holds them for good: code may change as it likes as long as they stay what they are. Files are never written
again; `python -m tests.golden` makes those of new games and variants.
"""
