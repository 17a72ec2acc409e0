# question: add
# mistake: the second value is subtracted instead of added


def add(x, y):
    result = x - y
    return result
