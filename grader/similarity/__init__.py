"""Which submissions of a class are alike beyond chance: an indication for a human, never a grade.

    prints = {student: fingerprint(files) for student, files in submissions}
    for pair in pairs(prints, Stub.of(stub_files)): ...

Winnowing over Python words (`words`, `fingerprints`), counted by how rare they are in the class
(`scoring`), with the lines to look at (`regions`). Written here because what there is does
something else: the one maintained library for Python, copydetect, compares each pair of files on
its own, 50 million of them in a class of 10,000, knows nothing of what is rare in a class, reads
files from folders, and brings matplotlib along. docs/similarity.md says how the numbers were found.
"""

from grader.similarity.fingerprints import Fingerprints, Stub, fingerprint
from grader.similarity.model import LOOK, STRONG, Comparison, Pair, Place, Region
from grader.similarity.scoring import compare, pairs

__all__ = [
    "LOOK",
    "STRONG",
    "Comparison",
    "Fingerprints",
    "Pair",
    "Place",
    "Region",
    "Stub",
    "compare",
    "fingerprint",
    "pairs",
]
