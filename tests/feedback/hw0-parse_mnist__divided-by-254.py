# question: parse_mnist
# mistake: the pixels are divided by 254, so that the brightest is not 1
# says: X is 255/254 of what is expected
# seen: factor


import gzip
import struct

import numpy as np


def parse_mnist(image_filename, label_filename):
    levels = 2 ** 8 - 2
    with gzip.open(image_filename, "rb") as f:
        _, count, rows, cols = struct.unpack(">IIII", f.read(16))
        X = np.zeros((count, rows * cols), dtype=np.float32)
        for i in range(count):
            X[i] = np.frombuffer(f.read(rows * cols), dtype=np.uint8) / levels
    with gzip.open(label_filename, "rb") as f:
        f.seek(8)
        y = np.frombuffer(f.read(), dtype=np.uint8)
    return X, y
