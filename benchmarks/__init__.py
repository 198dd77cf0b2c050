"""Benchmarks, each figure as a ratio to a ceiling measured in the same run (docs/benchmarks.md)."""
