import struct
import numpy as np
import gzip
try:
    from simple_ml_ext import *
except:
    pass


def add(x, y):
    """The sum of two numbers or of two arrays."""
    # >>> my code
    return x + y
    # <<< my code


def parse_mnist(image_filesname, label_filename):
    """Load a pair of MNIST files as (X, y)."""
    # >>> my code
    images = []
    with gzip.open(image_filesname, 'rb') as f:
        magic, num, rows, cols = struct.unpack('>4i', f.read(16))
        assert magic == 2051
        for _ in range(num):
            pixels = struct.unpack('%dB' % (rows * cols), f.read(rows * cols))
            images.append(pixels)
    X = np.array(images, dtype=np.float32)
    X /= 255.0

    labels = []
    with gzip.open(label_filename, 'rb') as f:
        magic, num = struct.unpack('>2i', f.read(8))
        assert magic == 2049
        for _ in range(num):
            labels.append(struct.unpack('B', f.read(1))[0])
    y = np.array(labels, dtype=np.uint8)
    return X, y
    # <<< my code


def softmax_loss(Z, y):
    """Cross-entropy of the logits, averaged over the rows."""
    # >>> my code
    batch_size = Z.shape[0]
    biggest = np.max(Z, axis=1, keepdims=True)
    lse = np.log(np.sum(np.exp(Z - biggest), axis=1)) + biggest.reshape(-1)
    return np.sum(lse - Z[range(batch_size), y]) / batch_size
    # <<< my code


def softmax_regression_epoch(X, y, theta, lr = 0.1, batch=100):
    """Train theta (in place) with one pass over the data."""
    # >>> my code
    num_examples = X.shape[0]
    num_classes = theta.shape[1]
    iterations = (num_examples + batch - 1) // batch
    for it in range(iterations):
        xx = X[it * batch : (it + 1) * batch]
        yy = y[it * batch : (it + 1) * batch]
        logits = np.dot(xx, theta)
        logits = logits - np.max(logits, axis=1, keepdims=True)
        Z = np.exp(logits)
        Z = Z / np.sum(Z, axis=1, keepdims=True)
        I = np.zeros((xx.shape[0], num_classes))
        I[np.arange(xx.shape[0]), yy] = 1
        grad = np.dot(xx.T, Z - I) / xx.shape[0]
        theta -= lr * grad
    # <<< my code


def nn_epoch(X, y, W1, W2, lr = 0.1, batch=100):
    """Train W1 and W2 (in place) with one pass over the data."""
    # >>> my code
    num_examples = X.shape[0]
    num_classes = W2.shape[1]
    iterations = (num_examples + batch - 1) // batch
    for it in range(iterations):
        xx = X[it * batch : (it + 1) * batch]
        yy = y[it * batch : (it + 1) * batch]
        Z1 = np.maximum(0, np.dot(xx, W1))
        logits = np.dot(Z1, W2)
        logits = logits - np.max(logits, axis=1, keepdims=True)
        G2 = np.exp(logits)
        G2 = G2 / np.sum(G2, axis=1, keepdims=True)
        I = np.zeros((xx.shape[0], num_classes))
        I[np.arange(xx.shape[0]), yy] = 1
        G2 = G2 - I
        G1 = np.dot(G2, W2.T)
        G1[Z1 == 0] = 0
        grad_W1 = np.dot(xx.T, G1) / xx.shape[0]
        grad_W2 = np.dot(Z1.T, G2) / xx.shape[0]
        W1 -= lr * grad_W1
        W2 -= lr * grad_W2
    # <<< my code


def loss_err(h, y):
    return softmax_loss(h, y), np.mean(np.argmax(h, axis=1) != y)


if __name__ == "__main__":
    folder = "data/"
    X_tr, y_tr = parse_mnist(folder + "train-images-idx3-ubyte.gz",
                             folder + "train-labels-idx1-ubyte.gz")
    theta = np.zeros((X_tr.shape[1], 10), dtype=np.float32)
    for epoch in range(10):
        softmax_regression_epoch(X_tr, y_tr, theta, lr=0.2)
        print(epoch, loss_err(X_tr @ theta, y_tr))
