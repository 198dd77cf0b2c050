"""The command `moirai`: running the server, and looking at logs from outside."""
