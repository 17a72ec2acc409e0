"""Grading a whole class: who handed in what, in any number of processes, and never twice."""
