import struct
import numpy as np
import gzip
try:
    from simple_ml_ext import *
except:
    pass


def add(x, y):
    """ A trivial 'add' function

    Args:
        x (Python number or numpy array)
        y (Python number or numpy array)

    Return:
        Sum of x + y
    """
    ### BEGIN YOUR CODE
    return x + y
    ### END YOUR CODE


def parse_mnist(image_filesname, label_filename):
    """ Read an images and labels file in MNIST format. """
    ### BEGIN YOUR CODE
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
    ### END YOUR CODE


def softmax_loss(Z, y):
    """ Return softmax loss, averaged over the batch. """
    ### BEGIN YOUR CODE
    batch_size = Z.shape[0]
    biggest = np.max(Z, axis=1, keepdims=True)
    lse = np.log(np.sum(np.exp(Z - biggest), axis=1)) + biggest.reshape(-1)
    return np.sum(lse - Z[range(batch_size), y]) / batch_size
    ### END YOUR CODE


def softmax_regression_epoch(X, y, theta, lr = 0.1, batch=100):
    """ Run a single epoch of SGD for softmax regression, modifying theta in place. """
    ### BEGIN YOUR CODE
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
    ### END YOUR CODE


def nn_epoch(X, y, W1, W2, lr = 0.1, batch=100):
    """ Run a single epoch of SGD for a two-layer network, modifying W1 and W2 in place. """
    ### BEGIN YOUR CODE
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
    ### END YOUR CODE


### CODE BELOW IS FOR ILLUSTRATION, YOU DO NOT NEED TO EDIT

def loss_err(h,y):
    """ Helper funciton to compute both loss and error"""
    return softmax_loss(h,y), np.mean(h.argmax(axis=1) != y)


def train_softmax(X_tr, y_tr, X_te, y_te, epochs=10, lr=0.5, batch=100, cpp=False):
    theta = np.zeros((X_tr.shape[1], y_tr.max()+1), dtype=np.float32)
    print("| Epoch | Train Loss | Train Err | Test Loss | Test Err |")
    for epoch in range(epochs):
        if not cpp:
            softmax_regression_epoch(X_tr, y_tr, theta, lr=lr, batch=batch)
        else:
            softmax_regression_epoch_cpp(X_tr, y_tr, theta, lr=lr, batch=batch)
        train_loss, train_err = loss_err(X_tr @ theta, y_tr)
        test_loss, test_err = loss_err(X_te @ theta, y_te)
        print("|", epoch, train_loss, train_err, test_loss, test_err, "|")


if __name__ == "__main__":
    X_tr, y_tr = parse_mnist("data/train-images-idx3-ubyte.gz",
                             "data/train-labels-idx1-ubyte.gz")
    X_te, y_te = parse_mnist("data/t10k-images-idx3-ubyte.gz",
                             "data/t10k-labels-idx1-ubyte.gz")

    print("Training softmax regression")
    train_softmax(X_tr, y_tr, X_te, y_te, epochs=10, lr = 0.1)
