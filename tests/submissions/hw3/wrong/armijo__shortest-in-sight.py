# question: armijo
# mistake: searches upwards, to where a step is first refused
# nameless: yes
import numpy as np


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    if slope >= 0:
        return 0.0
    fx = f(x)
    found = 0.0
    for m in range(max_steps - 1, -1, -1):
        t = t0 * beta ** m
        if not f(x + t * direction) <= fx + c1 * t * slope:
            break
        found = t
    return found
