"""A time as people and learning platforms write it.

    2023-10-04T23:55:00+02:00    2023-10-04 23:55    2023-10-04 23:55:00.123456789 -0700
    Wednesday, 4 October 2023, 11:55 PM
    Oct 4, 2023 at 11:55pm

Months are English, whatever the language of this machine. A date with slashes is another day in
another country, and a day without a time is no time: neither is taken.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_CLOCK = (
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,](?P<fraction>\d{1,9}))?)?"
    r"(?:\s*(?P<half>[AaPp])\.?[Mm]\.?)?"
)
_ZONE = r"(?:\s*(?P<zone>Z|UTC|GMT|(?:UTC|GMT)?[+-]\d{2}:?\d{2}|[+-]\d{2}))?"
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?"
_BETWEEN = r"(?:,?\s+(?:at\s+)?)"
_SPELLINGS = (
    rf"(?P<year>\d{{4}})-(?P<month>\d{{2}})-(?P<day>\d{{2}})(?:[Tt_]|,?\s+){_CLOCK}{_ZONE}",
    rf"(?P<year>\d{{4}})/(?P<month>\d{{2}})/(?P<day>\d{{2}}),?\s+{_CLOCK}{_ZONE}",
    rf"(?P<year>\d{{4}})(?P<month>\d{{2}})(?P<day>\d{{2}})[Tt_]"
    rf"(?P<hour>\d{{2}})(?P<minute>\d{{2}})(?P<second>\d{{2}})?(?P<fraction>)(?P<half>){_ZONE}",
    rf"{_WEEKDAY}(?P<day>\d{{1,2}})\.?\s+(?P<month>[a-z]+)\.?,?\s+(?P<year>\d{{4}})"
    rf"{_BETWEEN}{_CLOCK}{_ZONE}",
    rf"{_WEEKDAY}(?P<month>[a-z]+)\.?\s+(?P<day>\d{{1,2}}),?\s+(?P<year>\d{{4}})"
    rf"{_BETWEEN}{_CLOCK}{_ZONE}",
)
_PATTERNS = [re.compile(spelling, re.IGNORECASE | re.ASCII) for spelling in _SPELLINGS]


def parse_time(text: str, zone: tzinfo | None = None) -> datetime | None:
    """The time that a text tells, in the zone if it names none; nothing if it tells none."""
    plain = " ".join(text.split())
    for pattern in _PATTERNS:
        if fit := pattern.fullmatch(plain):
            try:
                return _time(fit.groupdict(), zone)
            except ValueError:  # the 31st of February, 25 o'clock
                return None
    return None


def _time(parts: dict[str, str | None], zone: tzinfo | None) -> datetime:
    month = parts["month"] or ""
    fraction = (parts["fraction"] or "").ljust(6, "0")[:6]
    year = int(parts["year"] or 0)
    if not 1970 <= year < 9000:
        raise ValueError(f"no year of a course: {year}")
    return datetime(
        year,
        int(month) if month.isdigit() else _month(month),
        int(parts["day"] or 0),
        _hour(int(parts["hour"] or 0), (parts["half"] or "").lower()),
        int(parts["minute"] or 0),
        int(parts["second"] or 0),
        int(fraction),
        tzinfo=_zone(parts["zone"]) if parts["zone"] else zone,
    )


def _month(name: str) -> int:
    short = name.lower()
    for number, month in enumerate(_MONTHS, start=1):
        if short in (month, month[:3], month[:4]):
            return number
    raise ValueError(f"no month: {name}")


def _hour(hour: int, half: str) -> int:
    if not half:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError(f"no hour of half a day: {hour}")
    return hour % 12 + (12 if half == "p" else 0)


def _zone(text: str) -> timezone:
    plain = text.upper().removeprefix("UTC").removeprefix("GMT").replace(":", "")
    if plain in ("", "Z"):
        return UTC
    minutes = int(plain[1:3]) * 60 + int(plain[3:5] or 0)
    return timezone(timedelta(minutes=-minutes if plain[0] == "-" else minutes))
