# question: parse_mnist
# mistake: the labels come first in the pair
import gzip
import struct

import numpy as np


def parse_mnist(image_filename, label_filename):
    with gzip.open(label_filename, "rb") as f:
        f.read(8)
        labels = np.frombuffer(f.read(), dtype=np.uint8)
    with gzip.open(image_filename, "rb") as f:
        _, n, rows, cols = struct.unpack(">IIII", f.read(16))
        images = np.frombuffer(f.read(), dtype=np.uint8).reshape(n, rows * cols)
    return labels, images.astype(np.float32) / 255
