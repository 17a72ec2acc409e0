# question: add
# mistake: the sum is cut off to whole numbers
# says: What add returns is right but cut off to whole numbers
# seen: whole-numbers


def add(x, y):
    return np.asarray(x + y).astype(int)
