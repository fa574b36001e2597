"""Benchmarks: LOCOMO scored by its official formulas, beside simple systems on the same data."""
