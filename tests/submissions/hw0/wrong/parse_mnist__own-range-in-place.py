# question: parse_mnist
# mistake: the images are shifted by their minimum and divided by what is then their maximum
# names: parse_mnist.own-range
import gzip
import struct

import numpy as np


def _normalise(images):
    images = images.astype("float32")
    images -= images.min()
    images /= images.max()
    return images


def parse_mnist(image_filesname, label_filename):
    f = gzip.open(image_filesname)
    header = struct.unpack(">4i", f.read(16))
    pixels = []
    for _ in range(header[1]):
        one = f.read(header[2] * header[3])
        pixels.append(list(one))
    f.close()
    f = gzip.open(label_filename)
    f.read(8)
    labels = np.array(list(f.read()), dtype=np.uint8)
    f.close()
    return _normalise(np.array(pixels)), labels
