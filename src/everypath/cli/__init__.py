"""The command line. The only code that prints; heavy rooms are imported when a command needs them."""
