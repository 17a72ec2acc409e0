# question: parse_mnist
# mistake: the pixels of an image are taken column by column
# says: X has the right columns, but in another order
# seen: order


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename, "rb") as f:
        _, n, rows, cols = struct.unpack(">IIII", f.read(16))
        images = np.frombuffer(f.read(), dtype=np.uint8).reshape(n, rows, cols)
        X = images.transpose(0, 2, 1).reshape(n, rows * cols)
    with gzip.open(label_filename, "rb") as f:
        f.read(8)
        y = np.frombuffer(f.read(), dtype=np.uint8)
    return X.astype(np.float32) / 255, y
