"""`moirai serve`: processes, connections, log lines and metrics."""
