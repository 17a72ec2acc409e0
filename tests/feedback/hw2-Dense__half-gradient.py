# question: Dense
# mistake: the gradient of the weights is halved
# says: dW is half of what is expected
# seen: factor


class Dense:
    def __init__(self, units):
        self.units = units

    def setup(self, input_dim, rng):
        self.W = rng.normal(0, np.sqrt(2 / input_dim), (input_dim, self.units))
        self.b = np.zeros(self.units)

    def forward(self, X):
        self.X = X
        return X @ self.W + self.b

    def backward(self, upstream):
        self.dW = 0.5 * self.X.T @ upstream
        self.db = upstream.sum(axis=0)
        return upstream @ self.W.T
