"""The truth: correct implementations of the algorithms of the course, one per file.

Plain NumPy, shapes in the docstrings, written to be read. Nothing here knows about grading.
"""
