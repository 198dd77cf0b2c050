"""Matches that an event orders: creating them, taking their outcomes, and who has places in which event."""
