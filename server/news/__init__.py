"""Players' own streams: for each player a log of the news from all matches (docs/streams.md)."""
