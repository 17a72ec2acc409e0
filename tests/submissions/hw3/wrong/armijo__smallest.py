# question: armijo
# mistake: the smallest step that is good enough
# nameless: yes
import numpy as np


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    if slope >= 0:
        return 0.0
    for m in reversed(range(min(max_steps, 20))):
        t = t0 * beta ** m
        if f(x + t * direction) <= f(x) + c1 * t * slope:
            return t
    return 0.0
