# question: gradient_centers
# mistake: rounded to two decimals
# says: is right but rounded to 2 decimals
# seen: rounded


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    return np.round(_gradient_centers(X, y, np.asarray(C, dtype=float), w, sigma, rho2), 2)
