"""Hidden Stakes, a game with one secret of every kind, into which leaks are planted (`leaks`)."""
