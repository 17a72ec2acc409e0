# question: softmax_loss
# mistake: the loop adds up the losses and never divides by their number
# says: Divide by the number of rows


import math


def softmax_loss(Z, y):
    loss = 0.0
    for i in range(len(Z)):
        top = max(Z[i])
        denominator = 0.0
        for z in Z[i]:
            denominator += math.exp(z - top)
        loss += math.log(denominator) + top - Z[i][y[i]]
    return loss
