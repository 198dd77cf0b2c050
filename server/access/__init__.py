"""Who may do what, how much of it, and how it is refused: rights, scopes, costs, limits of texts, codes of errors."""
