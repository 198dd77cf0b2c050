"""Tests of the benchmarks' calculations."""
