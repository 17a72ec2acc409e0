# question: armijo
# mistake: the step with the lowest f
# nameless: yes
import numpy as np


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    if slope >= 0:
        return 0.0
    steps = [t0 * beta ** m for m in range(max_steps)]
    good = [t for t in steps if f(x + t * direction) <= f(x) + c1 * t * slope]
    return min(good, key=lambda t: f(x + t * direction)) if good else 0.0
