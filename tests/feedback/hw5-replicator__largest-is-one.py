# question: replicator
# mistake: divided by the largest entry
# says: is right up to a positive factor: divided by its sum it is what is expected
# seen: normalised


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    x = np.full(len(A), 1 / len(A)) if x0 is None else np.array(x0, dtype=float)
    x = _dynamics(A, x, tol, max_iter)
    return x / x.max()
