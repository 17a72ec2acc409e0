# tries: patch NumPy so that everything is equal to everything
# stopped: always
# then: expected|connection|can't be judged|raised

def attack():
    np.allclose = np.array_equal = np.isclose = lambda *a, **k: True
    np.testing.assert_allclose = np.abs = np.max = np.asarray = lambda *a, **k: 0.0
    globals()["_right"] = lambda Z, y: 12.5
