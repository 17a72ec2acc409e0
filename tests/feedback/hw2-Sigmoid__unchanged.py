# question: Sigmoid
# mistake: what goes in comes out
# says: forward(X) is the argument X as it was given
# seen: given-back


class Sigmoid:
    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        e = np.exp(-np.abs(X))
        self.s = np.where(X >= 0, 1 / (1 + e), e / (1 + e))
        return X

    def backward(self, upstream):
        return upstream * self.s * (1 - self.s)
