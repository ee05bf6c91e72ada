"""Every model of strings and numbers against the JDK: drivers generated from the classes themselves."""
