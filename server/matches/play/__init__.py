"""Play: submissions, deadlines, absence, the referee and bots."""
