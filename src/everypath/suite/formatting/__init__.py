"""The layout of Java code by the rules of google-java-format.

`laid_out` parses the code of a member (`Parser`), turns it into documents and prints these within 100 columns.
Imports no other package of the room.
"""
