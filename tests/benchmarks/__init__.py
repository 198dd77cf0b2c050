"""Tests of what the benchmarks calculate."""
