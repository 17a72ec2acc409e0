"""Ways to show a report: each module has one function from a `Report` to text."""
