# question: parse_mnist
# mistake: the pixels are divided by the brightest pixel of the file instead of 255
# names: parse_mnist.own-maximum
import gzip
import struct

import numpy as np


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename, "rb") as f:
        _, n, rows, cols = struct.unpack(">4I", f.read(16))
        images = np.frombuffer(f.read(), dtype=np.uint8).reshape(n, rows * cols)
    with gzip.open(label_filename, "rb") as f:
        f.seek(8)
        labels = np.frombuffer(f.read(), dtype=np.uint8)
    X = images.astype(np.float32)
    X /= X.max()
    return X, labels
