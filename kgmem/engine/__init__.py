"""The two lines of kgmem, written out: observations in, answers out, and the upkeep of a memory.

Functions over an `Engine` (what a `Memory` is made of); the facade in `kgmem.memory` calls them.
"""
