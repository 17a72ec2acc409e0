# question: add
# mistake: the sum is built inside the first argument, which belongs to the caller


def add(x, y):
    x += y
    return x
