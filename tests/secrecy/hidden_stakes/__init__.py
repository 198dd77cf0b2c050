"""Hidden Stakes, a game with a secret of every kind, in which leaks are planted (`leaks`)."""
