"""The layout of Java code by the rules of google-java-format.

`laid_out` parses the code of a member (`Parser`), turns it into documents and prints these within 100 columns.
Imports no other package of `suite`.
"""

from everypath.suite.formatting.documents import COLUMNS
from everypath.suite.formatting.layout import laid_out
from everypath.suite.formatting.parser import Parser, UnreadableError

__all__ = ["COLUMNS", "Parser", "UnreadableError", "laid_out"]
