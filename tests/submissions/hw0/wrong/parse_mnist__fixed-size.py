# question: parse_mnist
# mistake: every image is taken to have 784 pixels
# names: parse_mnist.fixed-size
import gzip

import numpy as np


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename, "rb") as f:
        data = np.frombuffer(f.read(), np.uint8, offset=16)
    X = data.reshape(-1, 784).astype(np.float32) / 255.0
    with gzip.open(label_filename, "rb") as f:
        y = np.frombuffer(f.read(), np.uint8, offset=8)
    return X, y
