"""The ways in which a class can be laid out, one module for each.

A recogniser looks at a `Scene` and returns what it `Found`, or nothing if this is not its layout.
"""
