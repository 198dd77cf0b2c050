"""Friends by link, and whom a player has blocked: rows outside of logs, read by these players alone."""
