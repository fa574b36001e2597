"""`python -m kgmem` is `kgmem`."""

from kgmem.cli import main

main()
