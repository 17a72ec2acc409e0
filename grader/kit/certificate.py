"""A certificate for an answer to the dual problem of a support vector machine.

    min ½ αᵀQα − 1ᵀα   subject to   yᵀα = 0,  0 ≤ α ≤ C,   with Q = K ∘ yyᵀ

The minimiser need not be unique, so an answer is not compared with another one: it is asked for the
conditions that only a minimiser meets. With `F = y − K(α∘y)`, the bias that each row asks for,

- α lies in its box, and yᵀα = 0;
- no row that can raise y·α asks for more than a row that can lower it: the maximal violating pair;
- a row with α > 0 does not lie beyond the margin, and one with α < C not inside it;
- what the primal problem costs at these weights is what the dual one gives;
- and the objective is the best that there is, which somebody else has found.

How far each of them may be off follows from two things. One is `tol`, how exactly the pair was
asked to agree. The other is the arithmetic: α may have been found in single precision, or by an
interior-point method that stops a little outside the box (see `_Scale`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.kit import picture
from grader.kit.tolerance import SAFETY, SINGLE
from grader.model import Picture, Table

Array = np.ndarray[Any, Any]
Kernel = Callable[[Array, Array], Array]

# Interior-point solvers promise their constraints up to 1e-7 of the size of the right-hand side;
# ten times that, because an answer may have been tidied up afterwards.
INTERIOR = 1e-6
# A solver may test each row against its bias instead of each pair: the same to within a factor 2.
PAIR = 2.0


@dataclass(frozen=True, slots=True)
class Condition:
    """One line of a certificate."""

    name: str
    found: float
    allowed: float
    complaint: str

    @property
    def holds(self) -> bool:
        """Whether it is met; nan is not."""
        return bool(self.found <= self.allowed)


@dataclass(frozen=True, slots=True)
class Certificate:
    """Everything that was asked of an answer, and what it said."""

    alpha: Array
    y: Array
    b: float
    low: float  # every bias between these two is right
    high: float
    conditions: tuple[Condition, ...]
    supports: Array  # the rows with α > 0
    at_fault: Array  # the rows because of which it is not optimal

    @property
    def holds(self) -> bool:
        """Whether the answer is a solution."""
        return all(condition.holds for condition in self.conditions)

    @property
    def complaint(self) -> str:
        """What is wrong, if something is: the first condition that is not met."""
        return next((it.complaint for it in self.conditions if not it.holds), "")

    def table(self, title: str = "Certificate of the answer") -> Table:
        """The conditions with what was found and what is allowed."""
        rows = tuple(
            (it.name, f"{it.found:.2g}", f"{it.allowed:.1g}", "✓" if it.holds else "✗")
            for it in self.conditions
        )
        return Table(title, ("condition", "found", "allowed", ""), rows)

    def picture(self, points: Array, kernel: Kernel, title: str = "What α says") -> Picture:
        """The rows in their plane, with the decision function that α makes of them."""
        weights = np.nan_to_num(self.alpha * self.y)

        def height(grid: Array) -> Array:
            return np.asarray(kernel(grid, points) @ weights + np.nan_to_num(self.b))

        violating = int(self.at_fault.sum())
        crossed = f"Crossed out: the {violating} that violate a condition. " if violating else ""
        return picture.plane(
            title,
            points,
            self.y > 0.0,
            ringed=self.supports,
            wrong=self.at_fault,
            height=height,
            description=(
                f"{len(points)} rows of two classes. In a ring: the {int(self.supports.sum())} "
                f"with α above 0. {crossed}"
                "The lines are where the decision function is −1, 0 and 1."
            ),
        )


def certify(
    alpha: Array,
    K: Array,
    y: Array,
    C: float,
    *,
    best: float,
    tol: float,
    pair: bool = True,
) -> Certificate:
    """Ask an answer for all that a solution has.

    `best` is the objective of a solution, and `tol` the gap of the maximal violating pair at which
    the solver should have stopped. Without `pair` that gap is not asked for: the answer of an
    interior-point method is not exactly on the bounds, and which rows can move is then a guess.
    """
    alpha, K, y = (np.asarray(part, dtype=np.float64) for part in (alpha, K, y))
    signed = alpha * y
    wanted = y - K @ signed
    scale = _Scale(alpha, K, wanted, C, best)
    above, below, positive = alpha > scale.bound, alpha < C - scale.bound, y > 0.0
    rising, falling = np.where(positive, below, above), np.where(positive, above, below)
    low = float(np.where(rising, wanted, -np.inf).max())
    high = float(np.where(falling, wanted, np.inf).min())
    b = _bias(wanted, y, C, low, high)
    # How far each row lies beyond its margin, or inside of it.
    beyond, inside = np.maximum(y * (b - wanted), 0.0), np.maximum(y * (wanted - b), 0.0)
    outside = np.maximum(np.maximum(-alpha, alpha - C), 0.0)
    square, dual = float(signed @ K @ signed), float(0.5 * (signed @ K @ signed) - alpha.sum())
    slack = PAIR * tol + scale.wanted
    primal, room = _primal(square, dual, C, inside, best, slack)
    # Row by row what primal − dual is made of. (C may be infinite, and then every row is limited by
    # what stretching the weights costs.)
    slackness = np.maximum(alpha * beyond, np.minimum(C - alpha, room) * inside)
    cost = slack * room + scale.cost
    far, idle = int(np.argmax(outside)), int(np.argmax(slackness))
    conditions = [
        Condition(
            "0 ≤ α ≤ C",
            float(outside.max()),
            scale.alpha,
            f"α[{far}] is {alpha[far]:.6g}, outside of 0 ≤ α ≤ C with C = {C:g}",
        ),
        Condition(
            "yᵀα = 0",
            abs(float(signed.sum())),
            scale.sum,
            f"yᵀα is {float(signed.sum()):.3g} and should be 0",
        ),
        Condition(
            "m(α) − M(α) ≤ tol",
            max(0.0, low - high) if np.isfinite(low - high) else 0.0,
            slack,
            f"The maximal violating pair has a gap of {low - high:.3g}, above tol = {tol:g}",
        ),
        Condition(
            "complementary slackness",
            float(slackness.max()),
            cost,
            _idle(idle, alpha, C, beyond, inside),
        ),
        Condition(
            "primal − dual",
            primal + dual,
            cost,
            f"The primal problem costs {primal:.6g} at these weights and the dual gives "
            f"{-dual:.6g}: at a solution they are equal",
        ),
        Condition(
            "objective − its minimum",
            abs(dual - best),
            slack * 2.0 * abs(best) + scale.cost,
            f"½ αᵀQα − Σα is {dual:.6g}, and its minimum under the constraints is {best:.6g}",
        ),
    ]
    if not pair:
        del conditions[2]
    astray = np.where(above, beyond, 0.0) + np.where(below, inside, 0.0)
    at_fault = (outside > scale.alpha) | (astray > slack)
    return Certificate(alpha, y, b, low, high, tuple(conditions), above, at_fault)


class _Scale:
    """What the arithmetic may do to each quantity, from its size in this very problem.

    α is known to a few units of single precision of its largest entry, and up to what an
    interior-point method may leave of its constraints. The sum yᵀα collects that from every row.
    `F_i = y_i − Σ_j α_j y_j K_ij` collects the rounding of its terms, of size `Σ_j |α_j K_ij|`. The
    objective changes with α_i by `−y_i F_i`. Whether α is at a bound may be asked with a tolerance
    that is measured by C.

    No solution has an entry above C, or above twice the best objective (½‖w‖² is not more than the
    optimum D, and Σα = D + ½‖w‖²): an answer that is too large gets no more room for it.
    """

    def __init__(self, alpha: Array, K: Array, wanted: Array, C: float, best: float) -> None:
        single, limit = SAFETY * SINGLE, min(C, 2.0 * abs(best))
        size = np.minimum(np.abs(alpha), limit)
        largest = float(size.max(initial=0.0))
        found = single * largest + INTERIOR * max(1.0, largest * np.sqrt(len(alpha)))
        self.alpha = min(found, 0.01 * C)
        self.bound = max(self.alpha, 1e-5 * C) if np.isfinite(C) else self.alpha
        self.sum = len(alpha) * self.alpha
        self.wanted = single * max(1.0, float((np.abs(K) @ size).max(initial=0.0))) + INTERIOR
        self.cost = self.alpha * float(np.minimum(np.abs(wanted), 10.0).sum())


def _bias(wanted: Array, y: Array, C: float, low: float, high: float) -> float:
    """The middle of what is allowed; if nothing is, the bias with which the rows cost the least."""
    ends = [end for end in (low, high) if np.isfinite(end)]
    middle = float(np.mean(ends)) if ends else 0.0
    if low <= high:
        return middle
    # The sum of what is inside the margin is piecewise linear in b, with its corners at F.
    choices = np.append(wanted[np.isfinite(wanted)], middle)
    inside = np.maximum(y * (wanted - choices[:, None]), 0.0)
    cost = inside.sum(axis=1) if np.isfinite(C) else inside.max(axis=1)
    return float(choices[int(np.argmin(cost))])


def _primal(
    square: float, dual: float, C: float, inside: Array, best: float, slack: float
) -> tuple[float, float]:
    """What the weights cost, and how much more that may be for each unit of the pair's gap.

    If the gap is g, a row with α > 0 lies at most g beyond its margin and one with α < C at most
    g inside, so primal − dual is at most g·Σ(α + (C − α)) = g·n·C. Where the rows are separated
    it may be better, and with C = ∞ it is needed, to stretch the weights until no row is inside
    its margin. That costs ‖w‖²·g, and the rows beyond cost Σα·g: both at most 2·|best|·g, to first
    order. Either is a proof, so the better one counts.
    (The objective itself is convex, and is not further from its minimum than
    g·½‖α − α*‖₁ ≤ g·2·|best|, whatever C is.)
    """
    choices = []
    if np.isfinite(C):
        choices.append((0.5 * square + C * float(inside.sum()), C * len(inside)))
    margin = 1.0 - float(inside.max(initial=0.0))
    if margin > 0.5:
        choices.append((0.5 * square / margin**2, 5.0 * abs(best)))
    if not choices:
        return np.inf, 5.0 * abs(best)
    return min(choices, key=lambda it: (it[0] + dual > slack * it[1], it[1]))


def _idle(row: int, alpha: Array, C: float, beyond: Array, inside: Array) -> str:
    found = f"{round(float(alpha[row]), 9) + 0.0:.3g}"
    if beyond[row] > 0.0:
        return (
            f"Row {row} lies beyond the margin, at {1.0 + beyond[row]:.4g} instead of 1, so its α "
            f"should be 0; it is {found}"
        )
    if not np.isfinite(C):
        return (
            f"Row {row} lies inside the margin, at {1.0 - inside[row]:.4g} instead of 1; with "
            f"C = inf no row may"
        )
    return (
        f"Row {row} lies inside the margin, at {1.0 - inside[row]:.4g} instead of 1, so its α "
        f"should be C; it is {found}"
    )
