"""Notebook renderings."""
