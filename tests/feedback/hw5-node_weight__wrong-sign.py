# question: node_weight
# mistake: the degree minus the similarity
# says: What node_weight returns has the right size but the opposite sign
# seen: sign


def node_weight(A, S, i):
    R = [j for j in S if j != i]
    if not R:
        return 1.0
    return -_weight(A, S, i)
