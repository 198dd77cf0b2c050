"""`moirai serve`: processes, connections and metrics."""
