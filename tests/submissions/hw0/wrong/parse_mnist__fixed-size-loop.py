# question: parse_mnist
# mistake: 28 * 28 bytes are read for each image, whatever the header says
# names: parse_mnist.fixed-size
import gzip
import struct

import numpy as np


IMAGE_SIZE = 28 * 28


def parse_mnist(image_filesname, label_filename):
    with gzip.open(image_filesname, "rb") as f:
        magic, num, _, _ = struct.unpack(">4i", f.read(16))
        X = np.vstack([
            np.array(struct.unpack(f"{IMAGE_SIZE}B", f.read(IMAGE_SIZE)), dtype=np.float32)
            for _ in range(num)
        ])
        X = X / 255
    with gzip.open(label_filename, "rb") as f:
        magic, num = struct.unpack(">2i", f.read(8))
        y = np.array(struct.unpack(f"{num}B", f.read(num)), dtype=np.uint8)
    return X, y
