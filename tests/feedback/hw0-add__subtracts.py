# question: add
# mistake: the second value is subtracted
# says: Usually y is subtracted where it should be added: look for a − where a + belongs.
# seen: term


def add(x, y):
    return x - y
