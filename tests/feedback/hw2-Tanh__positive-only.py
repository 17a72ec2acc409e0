# question: Tanh
# mistake: negative slopes are cut off
# says: is right, except that the entries that should be negative are 0
# seen: clipped


class Tanh:
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.out = np.tanh(self.sigma * X)
        return self.out

    def backward(self, upstream):
        return np.maximum(upstream * self.sigma * (1 - self.out ** 2), 0)
