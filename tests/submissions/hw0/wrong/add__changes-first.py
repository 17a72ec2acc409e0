# question: add
# mistake: the sum is built inside the first argument, which belongs to the caller
# names: add.argument-changed


def add(x, y):
    x += y
    return x
