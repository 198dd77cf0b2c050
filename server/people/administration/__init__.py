"""Administration: what the operator's people do about players, each step written down (docs/people.md)."""
