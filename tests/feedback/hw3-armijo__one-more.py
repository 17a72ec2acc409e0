# question: armijo
# mistake: the step is shortened once more when it is good enough
# says: What armijo returns is exactly the expected one times beta
# seen: factor


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    if slope >= 0:
        return 0.0
    fx = f(x)
    t = t0
    for _ in range(max_steps):
        good = f(x + t * direction) <= fx + c1 * t * slope
        t = t * beta
        if good:
            return t
    return 0.0
