# question: armijo
# mistake: x is moved in place
import numpy as np


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    if slope >= 0:
        return 0.0
    fx = f(x)
    start = x.copy()
    t = t0
    for _ in range(max_steps):
        x[...] = start + t * direction
        if f(x) <= fx + c1 * t * slope:
            return t
        t *= beta
    x[...] = start
    return 0.0
