"""Symbolic execution for Java: bugs proved on a real JVM, and JUnit tests worth keeping."""

__version__ = "0.1.0"
