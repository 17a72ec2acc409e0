# question: parse_mnist
# mistake: a folder of the student's own machine is put in front of the names
# names: parse_mnist.other-name
import gzip
import os

import numpy as np

FOLDER = "/home/student/hw0/data"


def parse_mnist(image_filename, label_filename):
    with gzip.open(os.path.join(FOLDER, os.path.basename(image_filename))) as f:
        content = f.read()
    with gzip.open(os.path.join(FOLDER, os.path.basename(label_filename))) as f:
        labels = np.frombuffer(f.read(), np.uint8, offset=8)
    pixels = np.frombuffer(content, np.uint8, offset=16).astype(np.float32)
    return pixels.reshape(len(labels), -1) / 255, labels
