# question: parse_mnist
# mistake: the files are opened without unpacking them
# names: parse_mnist.not-unpacked
import struct

import numpy as np


def parse_mnist(image_filename, label_filename):
    with open(image_filename, "rb") as f:
        _, n, rows, cols = struct.unpack(">IIII", f.read(16))
        X = np.frombuffer(f.read(), dtype=np.uint8).reshape(n, rows * cols)
    with open(label_filename, "rb") as f:
        f.read(8)
        y = np.frombuffer(f.read(), dtype=np.uint8)
    return X.astype(np.float32) / 255, y
