# question: armijo
# mistake: a step that is good enough is made longer
# nameless: yes
import numpy as np


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    if slope >= 0:
        return 0.0
    good = lambda t: f(x + t * direction) <= f(x) + c1 * t * slope
    t = t0
    while good(t / beta):
        t /= beta
    for _ in range(max_steps):
        if good(t):
            return t
        t *= beta
    return 0.0
