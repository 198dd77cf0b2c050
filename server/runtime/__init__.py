"""What everything runs on: time, tasks, the database, words, settings, calls outside."""
