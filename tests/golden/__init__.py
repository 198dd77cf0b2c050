"""
Golden matches: whole matches of every game and variant, with what each viewer was told and saw.

`matches/` contains them; code may change as long as they stay the same. Files are never rewritten; `python -m
tests.golden` creates those of new games and variants.
"""
