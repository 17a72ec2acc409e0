"""Notebooks for tests, as Jupyter would write them."""

from __future__ import annotations

import json
from typing import Any

Cell = dict[str, Any]

PYTHON = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "version": "3.12.1"},
}


def code(source: object, *tags: str, **metadata: object) -> Cell:
    """A code cell; text becomes a list of lines that keep their ends."""
    if isinstance(source, str):
        source = source.splitlines(keepends=True)
    if tags:
        metadata = {"tags": list(tags), **metadata}
    cell = {"cell_type": "code", "execution_count": None, "metadata": metadata}
    return {**cell, "outputs": [], "source": source}


def words(source: str) -> Cell:
    """A cell with text."""
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def book(*cells: object, **others: object) -> bytes:
    """A notebook of these cells; a string is a code cell."""
    made = [code(cell) if isinstance(cell, str) else cell for cell in cells]
    whole = {"cells": made, "metadata": PYTHON, "nbformat": 4, "nbformat_minor": 5, **others}
    return json.dumps(whole, indent=1).encode()
