# question: parse_mnist
# mistake: the pixels are scaled by the smallest and largest pixel of the file
# names: parse_mnist.own-range
import gzip
import struct

import numpy as np


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename, "rb") as img_file:
        magic, num_images, height, width = struct.unpack(">IIII", img_file.read(16))
        raw = np.frombuffer(img_file.read(), dtype=np.uint8)
        X = raw.reshape(num_images, height * width).astype(np.float32)
        lowest = np.min(X)
        highest = np.max(X)
        X = (X - lowest) / (highest - lowest)
    with gzip.open(label_filename, "rb") as lab_file:
        magic, num_labels = struct.unpack(">II", lab_file.read(8))
        y = np.frombuffer(lab_file.read(), dtype=np.uint8)
    return X, y
