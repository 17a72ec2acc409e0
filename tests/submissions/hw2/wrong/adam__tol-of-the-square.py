# question: adam
# mistake: the squared norm of the gradient is compared with tol
import numpy as np
from scipy.optimize import OptimizeResult


def adam(fun, x0, args=(), jac=True, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8,
         maxiter=1000, tol=1e-8, callback=None, **options):
    def evaluate(x):
        if callable(jac):
            return fun(x, *args), jac(x, *args)
        return fun(x, *args)

    x = np.array(x0, dtype=float)
    m = np.zeros_like(x)
    v = np.zeros_like(x)
    f, g = evaluate(x)
    t = 0
    success = np.linalg.norm(g) < tol
    while not success and t < maxiter:
        t += 1
        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * g ** 2
        step = lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
        x = x - step
        f, g = evaluate(x)
        if callback is not None:
            callback(x)
        success = g @ g < tol or np.linalg.norm(step) < tol
    return OptimizeResult(x=x, fun=f, jac=g, nit=t, success=bool(success))
