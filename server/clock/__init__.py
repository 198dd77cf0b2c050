"""Time: what the hour is, and being woken when a phase's time is up."""
