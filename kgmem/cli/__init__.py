"""The command line of kgmem."""
