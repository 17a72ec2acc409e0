# question: parse_mnist
# mistake: only so many images are used
# nameless: yes
import gzip
import struct

import numpy as np


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename) as f:
        n, rows, cols = struct.unpack(">4I", f.read(16))[1:]
        X = np.frombuffer(f.read(), np.uint8).reshape(n, rows * cols)
    with gzip.open(label_filename) as f:
        f.read(8)
        y = np.frombuffer(f.read(), np.uint8)
    return X[:1000].astype(np.float32) / 255, y[:1000]
