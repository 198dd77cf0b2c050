"""The command `moirai`: running the server, and tools for logs."""
