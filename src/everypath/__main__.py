"""``python -m everypath``."""

from everypath.cli.main import main

main()
