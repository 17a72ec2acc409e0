# question: parse_mnist
# mistake: the pixels are read as signed bytes, so that bright ones become negative
import gzip
import struct

import numpy as np


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename, "rb") as f:
        _, n, rows, cols = struct.unpack(">IIII", f.read(16))
        X = np.frombuffer(f.read(), dtype=np.int8).reshape(n, rows * cols)
        X = X.astype(np.float32) / 255
    with gzip.open(label_filename, "rb") as f:
        f.read(8)
        y = np.frombuffer(f.read(), dtype=np.uint8)
    return X, y
