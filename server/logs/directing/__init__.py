"""What logs that people direct have in common: those of tournaments and of series, which have matches."""
