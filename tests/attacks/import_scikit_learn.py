# tries: load scikit-learn from beside NumPy: it has the solutions
# stopped: strict
# then: graded
# unconfined: succeeds

import importlib.machinery, os

def attack():
    folder = os.path.dirname(os.path.dirname(np.__file__))
    path = os.path.join(folder, "sklearn", "__init__.py")
    return importlib.machinery.SourceFileLoader("sklearn", path).get_code("sklearn")
