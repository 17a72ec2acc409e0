# question: parse_mnist
# mistake: the bytes of the header are taken for the first pixels
import gzip
import struct

import numpy as np


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename, "rb") as f:
        everything = f.read()
    _, n, rows, cols = struct.unpack(">IIII", everything[:16])
    X = np.frombuffer(everything[: n * rows * cols], dtype=np.uint8)
    X = X.reshape(n, rows * cols).astype(np.float32) / 255
    with gzip.open(label_filename, "rb") as f:
        f.read(8)
        y = np.frombuffer(f.read(), dtype=np.uint8)
    return X, y
