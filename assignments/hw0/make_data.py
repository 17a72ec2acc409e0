"""Write scikit-learn's digits as the pair of IDX files in `data/`: run once, the result is shipped.

The 8×8 images have pixels 0..16; they are stretched to 0..255, as MNIST has them.

    python assignments/hw0/make_data.py
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from cases import idx_images, idx_labels  # type: ignore[import-not-found]
from sklearn.datasets import load_digits

FOLDER = Path(__file__).with_name("data")


def main() -> None:
    """Write both files."""
    digits = load_digits()
    images = np.rint(digits.images * (255.0 / 16.0)).astype(np.uint8)
    labels = digits.target.astype(np.uint8)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "digits-images-idx3-ubyte.gz").write_bytes(idx_images(images).data)
    (FOLDER / "digits-labels-idx1-ubyte.gz").write_bytes(idx_labels(labels).data)


if __name__ == "__main__":
    main()
