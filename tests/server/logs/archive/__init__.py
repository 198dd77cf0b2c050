"""The archive of logs."""
