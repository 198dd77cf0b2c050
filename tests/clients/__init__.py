"""Checks of the published documents with the tools that authors of clients use (package.json); `node` runs them."""
