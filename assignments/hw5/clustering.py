"""hw5: clustering.

Fill in the functions below; README.md beside this file says what each of them means. Then run

    python -m grader hw5

n rows, d columns, k clusters. Labels are whole numbers from 0. Random numbers only from
numpy.random.default_rng(seed).
"""

import numpy as np


def pca(X, k):
    """The first k principal components.

    Args:
        X: array of shape (n, d)
        k (int): how many components

    Returns:
        (scores, components): arrays of shape (n, k) and (k, d); components are orthonormal rows, by
        decreasing variance, scores the centred rows in terms of them
    """
    raise NotImplementedError


def kmeans_plus_plus(X, k, seed=0):
    """Centres to start k-means with.

    Args:
        X: array of shape (n, d)
        k (int): how many centres
        seed (int): of numpy.random.default_rng

    Returns:
        array of shape (k, d): rows of X, the first drawn uniformly, each other with probability
        proportional to the squared distance to the nearest centre chosen so far
    """
    raise NotImplementedError


def kmeans(X, k, init=None, seed=0, max_iter=300):
    """k-means by Lloyd's iteration.

    Args:
        X: array of shape (n, d)
        k (int): how many clusters
        init: array of shape (k, d) to start from, or None for k-means++
        seed (int): of numpy.random.default_rng, if there is no init
        max_iter (int): rounds at most

    Returns:
        (labels, centers, inertia): arrays of shape (n,) and (k, d), and the sum of the squared
        distances of the rows to their centres
    """
    raise NotImplementedError


def gaussian_affinity(X, sigma):
    """How similar the rows are to each other.

    Args:
        X: array of shape (n, d)
        sigma (float): above 0

    Returns:
        array of shape (n, n): exp(-|x_i - x_j|^2 / (2 sigma^2)), and 0 on the diagonal
    """
    raise NotImplementedError


def laplacian(W):
    """The Laplacian of a graph, D - W.

    Args:
        W: array of shape (n, n), symmetric weights

    Returns:
        array of shape (n, n)
    """
    raise NotImplementedError


def normalized_laplacian(W):
    """The symmetric normalised Laplacian, I - D^(-1/2) W D^(-1/2).

    Args:
        W: array of shape (n, n), symmetric weights; a vertex may have no neighbours

    Returns:
        array of shape (n, n) without nan
    """
    raise NotImplementedError


def spectral_embedding(W, k):
    """Each vertex as a point on the unit sphere.

    Args:
        W: array of shape (n, n), symmetric weights
        k (int): how many eigenvectors

    Returns:
        array of shape (n, k): the eigenvectors of the k smallest eigenvalues of the normalised
        Laplacian side by side, with each row divided by its length
    """
    raise NotImplementedError


def spectral_clustering(X, k, sigma, seed=0):
    """Clusters by the method of Ng, Jordan and Weiss: k-means of the spectral embedding.

    Args:
        X: array of shape (n, d)
        k (int): how many clusters
        sigma (float): of the affinities
        seed (int): of numpy.random.default_rng

    Returns:
        array of shape (n,): labels
    """
    raise NotImplementedError


def average_weighted_degree(A, S, i):
    """The mean weight between vertex i and the vertices of S.

    Args:
        A: array of shape (n, n), symmetric weights with a zero diagonal
        S: list or tuple of vertices
        i (int): a vertex

    Returns:
        a single number: (1/|S|) * sum of A[i, j] over j in S
    """
    raise NotImplementedError


def relative_similarity(A, S, i, j):
    """The similarity of i and j, compared with that of i and its set.

    Args:
        A, S: as above
        i (int): a vertex in S
        j (int): a vertex outside

    Returns:
        a single number: A[i, j] minus the average weighted degree of i in S
    """
    raise NotImplementedError


def node_weight(A, S, i):
    """The weight of a vertex in a set.

    Args:
        A, S: as above
        i (int): a vertex in S

    Returns:
        a single number: 1 if S is i alone, else the sum, over all other vertices j of S, of
        relative_similarity(A, R, j, i) * node_weight(A, R, j), with R = S without i
    """
    raise NotImplementedError


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    """Replicator dynamics, x_i <- x_i (Ax)_i / x.Ax, until they settle.

    Args:
        A: array of shape (n, n), symmetric weights with a zero diagonal
        x0: array of shape (n,) to start from, or None for the barycentre, 1/n everywhere
        tol (float): stop when the norm of a step is below this
        max_iter (int): steps at most

    Returns:
        array of shape (n,): not negative, with sum 1; if x.Ax is 0, x as it is
    """
    raise NotImplementedError


def dominant_sets(A, cutoff=1e-5, min_size=1):
    """Clusters of a graph: dominant sets, peeled off one after the other.

    Args:
        A: array of shape (n, n), symmetric weights with a zero diagonal
        cutoff (float): a vertex is in a set if its share of the settled x is above this
        min_size (int): vertices of smaller sets get the label -1

    Returns:
        array of shape (n,): labels 0, 1, ... in the order in which the sets are found
    """
    raise NotImplementedError
