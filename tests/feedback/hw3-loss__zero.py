# question: loss
# mistake: the loss is never added up
# says: What loss returns is 0
# seen: constant


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    total = 0.0
    for row in range(0, -len(X)):
        total += row
    return total
