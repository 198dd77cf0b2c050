"""Players' own streams: for each player a log of the news from all matches and tournaments (docs/notifications.md)."""
