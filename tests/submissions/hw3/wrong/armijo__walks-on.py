# question: armijo
# mistake: every try begins where the last one ended
# nameless: yes
import numpy as np


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    if slope >= 0:
        return 0.0
    fx = f(x)
    at, t = x, t0
    for _ in range(max_steps):
        at = at + t * direction
        if f(at) <= fx + c1 * t * slope:
            return t
        t *= beta
    return 0.0
