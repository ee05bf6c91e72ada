"""``python -m everypath``."""

from everypath.cli import main

main()
