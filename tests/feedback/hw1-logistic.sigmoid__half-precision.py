# question: logistic.sigmoid
# mistake: computed in half precision
# says: right to about 3 digits only, as float16 is
# seen: digits


def sigmoid(a):
    return expit(np.asarray(a).astype(np.float32)).astype(np.float16)
