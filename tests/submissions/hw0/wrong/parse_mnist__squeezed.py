# question: parse_mnist
# mistake: a single image loses its dimension
# names: parse_mnist.squeezed
import gzip
import struct

import numpy as np


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename, "rb") as f:
        _, n, rows, cols = struct.unpack(">IIII", f.read(16))
        X = np.frombuffer(f.read(), dtype=np.uint8).reshape(n, rows * cols)
        X = np.squeeze(X.astype(np.float32) / 255)
    with gzip.open(label_filename, "rb") as f:
        f.read(8)
        y = np.squeeze(np.frombuffer(f.read(), dtype=np.uint8))
    return X, y
