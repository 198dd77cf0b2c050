"""Attacks on the server by clients with free accounts and sockets."""
