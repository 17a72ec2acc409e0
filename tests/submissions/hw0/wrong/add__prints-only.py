# question: add
# mistake: the sum is printed but not returned


def add(x, y):
    result = x + y
    print(result)
