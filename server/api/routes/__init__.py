"""The routes, one file for each tag."""
