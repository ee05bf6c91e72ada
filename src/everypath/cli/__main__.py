"""``python -m everypath.cli``."""

from everypath.cli.main import main

main()
