# question: armijo
# mistake: by default next to nothing is asked for
# nameless: yes
import numpy as np


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-5, max_steps=50):
    if slope >= 0:
        return 0.0
    fx = f(x)
    t = t0
    for _ in range(max_steps):
        if f(x + t * direction) <= fx + c1 * t * slope:
            return t
        t = t * beta
    return 0.0
