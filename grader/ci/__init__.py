"""Grading inside a CI job: what is to be graded, with whose checks, and whom to tell."""
