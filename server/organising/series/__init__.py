"""Series: seasons of episodes, each with a main match and mostly a death match (docs/series.md)."""
