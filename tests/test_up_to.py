"""Answers that are right up to names, signs or rotations, in the form in which they are equal."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from grader.kit import up_to


def test_labels_are_renamed_in_the_order_in_which_they_appear() -> None:
    assert up_to.renamed(np.array([7, 7, -1, 0, 3, 0])).tolist() == [0, 0, -1, 1, 2, 1]
    assert up_to.renamed([2.0, 1.0, 2.0]).tolist() == [0, 1, 0]
    for names in itertools.permutations(range(3)):
        labels = np.array(names)[[0, 1, 1, 2, 0]]
        assert up_to.renamed(labels).tolist() == [0, 1, 1, 2, 0]


@pytest.mark.parametrize("value", [None, "ab", 3.0, np.eye(2), [0.5, 1.0], [np.nan, 0.0], [[1], 2]])
def test_what_is_no_list_of_labels_comes_back_as_it_is(value: object) -> None:
    assert up_to.renamed(value) is value


def test_labels_are_matched_with_as_many_of_the_expected_as_can_be() -> None:
    expected = np.array([0, 0, 0, 1, 1, 2, 2])
    assert not up_to.misplaced(expected, np.array([5, 5, 5, 0, 0, 9, 9])).any()
    wrong = up_to.misplaced(expected, np.array([5, 5, 0, 0, 0, 9, 9]))
    assert np.flatnonzero(wrong).tolist() == [2]
    # A cluster too many, and one too few.
    assert up_to.misplaced(expected, np.array([5, 5, 7, 0, 0, 9, 9])).sum() == 1
    assert up_to.misplaced(expected, np.zeros(7, dtype=int)).sum() == 4
    assert len(set(up_to.matched(expected, np.arange(7)))) == 7


def test_negative_labels_are_no_clusters() -> None:
    expected = np.array([0, 0, -1, 1])
    assert not up_to.misplaced(expected, np.array([1, 1, -1, 0])).any()
    assert up_to.misplaced(expected, np.array([1, 1, 2, 0])).tolist() == [False, False, True, False]
    assert up_to.misplaced(expected, np.full(4, -1)).tolist() == [True, True, False, True]


def test_signs_make_the_largest_entry_positive() -> None:
    rows = np.array([[0.1, -0.9], [0.8, 0.2]])
    signs = up_to.signs(rows)
    assert signs is not None
    assert signs.tolist() == [-1.0, 1.0]
    assert up_to.signs(-rows) is not None
    assert np.array_equal(signs[:, None] * rows, np.asarray(up_to.signs(-rows))[:, None] * -rows)
    assert up_to.signs(None) is None
    assert up_to.signs(np.ones(3)) is None


def test_no_rotation_shows_in_the_products_of_rows() -> None:
    rng = np.random.default_rng(0)
    rows, (turn, _) = rng.normal(size=(5, 3)), np.linalg.qr(rng.normal(size=(3, 3)))
    assert np.allclose(up_to.gram(rows), up_to.gram(rows @ turn))
    assert not np.allclose(up_to.gram(rows), up_to.gram(2.0 * rows))
    assert up_to.gram("no rows") == "no rows"
