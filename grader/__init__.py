"""The engine: judges a submission safely, fast, and explains the verdict.

It knows no assignment by name. Importing this package costs nothing; see `docs/architecture.md`
for who may import whom.
"""

__version__ = "0.1.0"
