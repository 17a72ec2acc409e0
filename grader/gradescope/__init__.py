"""Grading on Gradescope: the upload that is built here, and what runs in its container there."""
