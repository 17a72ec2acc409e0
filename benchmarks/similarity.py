"""How does comparing everybody with everybody grow with the class, and what do scores look like?

First the time of a submission of some 110 lines in a large class against that in a smaller one, on
one core; the class writes the plain way, and a tenth of it has copied from another one. Then the
scores of honest pairs and of copies in disguises of three kinds, in classes of different sizes.

    python benchmarks/similarity.py
"""

from __future__ import annotations

import resource
import time

import numpy as np

from grader.similarity import LOOK, Fingerprints, Stub, compare, fingerprint
from tests.classroom import ALL, disguise, encoded, honest, stub

SIZES = (1_000, 10_000)
CLASSES = {2: 100, 10: 30, 30: 10, 100: 3, 500: 1}  # size, and how many of them
COPIED = 40
GIVEN = Stub.of(encoded(stub("hw0")))


def main() -> None:
    """Print a line for each size."""
    print("     n   fingerprints s   comparing s   ms per submission   growth   MB")
    before = float("nan")
    for n in SIZES:
        # Twice the homework, each time done in another way.
        texts = {f"s{seed}": honest(seed) + honest(100_000 + seed) for seed in range(n - n // 10)}
        texts |= {f"c{seed}": disguise(texts[f"s{seed}"], seed) for seed in range(n // 10)}
        begin = time.perf_counter()
        made = {name: prints(text) for name, text in texts.items()}
        middle = time.perf_counter()
        compare(made, GIVEN)
        end = time.perf_counter()
        each = 1000 * (end - begin) / n
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{n:6d} {middle - begin:16.1f} {end - middle:13.1f} {each:19.2f} {each / before:8.2f}"
            f" {memory:4.0f}"
        )
        before = each
    print(f"\n class   honest pairs   highest   ≥ {LOOK}   copies: lowest, median, share ≥ {LOOK}")
    for size, times in CLASSES.items():
        print(calibration(size, times))


def calibration(size: int, times: int) -> str:
    """The scores in classes of that size."""
    best, count = [], 0
    copies: dict[str, list[float]] = {"other names and order": [], "all": [], "all, much": []}
    for start in range(0, size * times, size):
        room = {f"s{seed}": prints(honest(seed)) for seed in range(start, start + size)}
        best += [pair.score for pair in compare(room, GIVEN, most=10_000).pairs]
        count += size * (size - 1) // 2
        # Each copy in a class of its own, as many as there are: the thief is one of the class.
        for seed in range(start, start + min(size - 1, COPIED // times + 1)):
            disguises = (
                disguise(honest(seed), seed, ALL[:4]),
                disguise(honest(seed), seed),
                disguise(honest(seed), seed, split=0.4, dead=0.3),
            )
            for scores, text in zip(copies.values(), disguises, strict=True):
                thief = {**room, f"s{start + size - 1}": prints(text)}
                found = compare(thief, GIVEN)
                names = {f"s{seed}", f"s{start + size - 1}"}
                scores.append(
                    next((it.score for it in found.pairs if {it.left, it.right} == names), 0.0)
                )
    high = [score for score in best if score >= LOOK]
    parts = [f"{size:6d} {count:14d} {max(best, default=0.0):9.2f} {len(high):7d}  "]
    for name, scores in copies.items():
        share = np.mean(np.array(scores) >= LOOK)
        parts.append(f" {name}: {min(scores):.2f}, {np.median(scores):.2f}, {share:.0%};")
    return "".join(parts)


def prints(text: str) -> Fingerprints:
    """The fingerprints of a submission that is one file."""
    return fingerprint({"simple_ml.py": text.encode()})


if __name__ == "__main__":
    main()
