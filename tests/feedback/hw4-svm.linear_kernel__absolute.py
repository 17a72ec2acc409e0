# question: svm.linear_kernel
# mistake: the sign of the products is lost
# says: is exactly the absolute value of what is expected
# seen: function


def linear_kernel(X, Z):
    return np.abs(X @ Z.T)
