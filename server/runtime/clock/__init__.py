"""Time: the clock, timers, and the times at which submissions were read."""
