"""What a late submission costs.

Each day that has begun since the assignment was due takes off a percentage of the score that was
reached, up to a cap. A day is 24 hours, whatever clocks do in spring and autumn. Who stays within
the minutes of grace is not late; who does not is late since the due time, not since the grace.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Lateness:
    """What became of a score: the final one, and why."""

    final: float
    days: int = 0
    percent: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class LatePolicy:
    """When an assignment is due, and what each day after that takes off."""

    due: datetime
    percent_per_day: float
    grace_minutes: float = 0.0
    cap_percent: float = 100.0

    def apply(
        self, raw: float, submitted: datetime | None, *, marked_late: bool = False
    ) -> Lateness:
        """The score that is left; where no time is known, all of it.

        A time without a zone is taken in that of the due time.
        """
        if submitted is None:
            note = "Marked as late, but no time is known: nothing is taken off."
            return Lateness(raw, note=note if marked_late else "")
        days = self.days_late(submitted)
        percent = min(self.cap_percent, days * self.percent_per_day)
        if not days:
            return Lateness(raw)
        late = f"{days} day{'s' if days > 1 else ''} late"
        # Taken off rather than kept, so that rounding never gives more than there was.
        final = max(0.0, raw - raw * percent / 100.0)
        return Lateness(final, days, percent, f"{late}: {percent:g} % taken off.")

    def days_late(self, submitted: datetime) -> int:
        """How many days have begun since it was due; none within the grace."""
        if submitted.tzinfo is None:
            submitted = submitted.replace(tzinfo=self.due.tzinfo)
        # In UTC: two times of one zone would be subtracted as if its clocks were never changed.
        late = submitted.astimezone(UTC) - self.due.astimezone(UTC)
        if late <= timedelta(minutes=self.grace_minutes):
            return 0
        return math.ceil(late / _DAY)
