"""Who may know what, as the rulebooks say it, apart from the code (`tables`)."""
