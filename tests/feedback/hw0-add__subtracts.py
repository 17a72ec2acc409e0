# question: add
# mistake: the second value is subtracted
# says: too small by exactly twice y
# seen: term


def add(x, y):
    return x - y
