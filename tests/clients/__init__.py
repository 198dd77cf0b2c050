"""The published documents, read by the tools that authors of clients use (package.json); `node` runs them."""
