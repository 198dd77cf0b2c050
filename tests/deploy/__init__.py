"""The files of `deploy/`, run as they are but for addresses, ports and certificates."""
