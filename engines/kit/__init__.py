"""What all games share (docs/engines.md)."""
