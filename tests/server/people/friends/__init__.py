"""Friends and blocks, against a real server."""
