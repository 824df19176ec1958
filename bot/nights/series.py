"""A series of nights: its dates, what its nights are like, and when its next one is announced.

Its newest night carries it on: only a change of that night changes the series.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final

from bot.nights.dates import Moment, UnknownZone, next_of_series, read_stored, stored, zone_of
from storage.night_rows import NightRow
from storage.series_store import SeriesRow, SeriesState

OF_ONE_NIGHT: Final = frozenset({
    *("id", "guild_id", "channel_id", "state", "host", "host_name", "hosts", "local", "zone"),
    *("starts_at", "doors_at", "closes_at", "doors", "rung", "due", "size_shift"),
    *("series_id", "series_number", "stage", "stage_at", "called_at", "calls", "why", "revision"),
    *("touched_at", "opened_by", "moved_from"),
})  # fmt: skip
"""The columns of a night that its series doesn't set: its people and its channel are handed on from
night to night.
"""
MOST_EMPTY: Final = 2
"""After so many nights on which nobody has played, the host is asked."""


@dataclass(frozen=True, slots=True)
class Series:
    """A series as it stands. It never changes: a change makes another one."""

    id: str
    guild_id: int
    night_id: str
    weeks: int
    local: str
    """The wall time of the last date that was announced, wherever that night was moved."""
    state: SeriesState = "runs"
    template: Mapping[str, Any] = field(default_factory=dict)
    """Columns of its nights, as they are unless one night is changed alone."""
    skipped: tuple[str, ...] = ()
    """The wall times that are left out, or were just before the last date that was announced."""
    empty: int = 0
    """On how many of its last nights nobody has played."""
    asked_at: int | None = None
    """Since when its host is asked, or was before a date was left out; None if that waits until a
    host presses something.
    """

    moved_from: str = ""
    """The wall time of a date before all to come moved, until the next one is announced."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """The wall times to come that are left out, in order; not those that are no dates of the
        series any more, since it comes less often.
        """
        local, step = read_stored(self.local), timedelta(weeks=self.weeks)
        later = sorted(each for each in self.skipped if each > self.local)
        return tuple(each for each in later if not (read_stored(each) - local) % step)

    def dates(self, zone: str, now: int, count: int = 2) -> list[Moment]:
        """Return the next dates to be announced; none in a zone that isn't known any more."""
        found: list[Moment] = []
        try:
            known, local = zone_of(zone), read_stored(self.local)
        except UnknownZone:
            return []
        while len(found) < count:
            when = next_of_series(local, self.weeks, known, now)
            assert when is not None
            local = when.local
            if stored(local) not in self.skipped:
                found.append(when)
        return found

    def like(self, fields: Mapping[str, Any]) -> Series:
        """Return the series with these columns for its nights to come."""
        return replace(self, template={**self.template, **fields})

    def announced(self, night_id: str, local: datetime) -> Series:
        """Return the series once the night of a date carries it on."""
        # Whoever was asked whether it goes on says so; to leave a date out doesn't.
        empty = 0 if self.state == "asks" else self.empty
        return replace(
            self,
            night_id=night_id,
            local=stored(local),
            state="runs",
            skipped=tuple(each for each in self.skipped if each > self.local),
            empty=empty,
            asked_at=None,
            moved_from="",
        )

    def with_night_on(self, local: datetime) -> Series:
        """Return the series once its newest night and all to come have moved to a date."""
        moved = self._moved(local, self._left_out_by(local - read_stored(self.local)))
        # Its card has the new date, and those who come to it are told.
        return replace(moved, moved_from="")

    def from_then(self, before: datetime, local: datetime) -> Series:
        """Return the series with another date than `before` among its next ones, as the first."""
        step, left = timedelta(weeks=self.weeks), self._left_out_by(local - before)
        left.discard(stored(local))
        last = local - step
        while stored(last) in left:
            last -= step
        return replace(self._moved(last, left), moved_from=self.moved_from or stored(before))

    def _left_out_by(self, apart: timedelta) -> set[str]:
        """Return the wall times that are left out once all dates have moved so far: those of the
        same weeks. Whole weeks don't count: whoever moves a night by these names no other day.
        """
        step = timedelta(weeks=self.weeks)
        apart -= int(apart / step) * step
        return {stored(read_stored(each) + apart) for each in self.left_out}

    def _moved(self, local: datetime, left: set[str]) -> Series:
        """Return the series from another date on; what was left out before its night stays so."""
        last = stored(local)
        before = (each for each in self.skipped if each < min(self.local, last))
        return replace(
            self, local=last, skipped=(*before, *sorted(each for each in left if each > last))
        )


def template_of(row: NightRow) -> dict[str, Any]:
    """Return what the nights of a series are like, from one of them."""
    return {name: value for name, value in asdict(row).items() if name not in OF_ONE_NIGHT}


def series_of(row: SeriesRow) -> Series:
    """Return a series as it was stored. Raises ValueError for one that can't be read."""
    template, skipped = json.loads(row.template), json.loads(row.skipped)
    if not isinstance(template, dict) or template.keys() - NightRow.__annotations__.keys():
        raise ValueError("template")
    if not isinstance(skipped, list) or not all(isinstance(each, str) for each in skipped):
        raise ValueError("skipped")
    for local in (row.local, *skipped):
        read_stored(local)
    return Series(
        id=row.id,
        guild_id=row.guild_id,
        night_id=row.night_id,
        weeks=row.weeks,
        local=row.local,
        state=row.state,
        template=template,
        skipped=tuple(skipped),
        empty=row.empty,
        asked_at=row.asked_at,
        moved_from=row.moved_from,
    )


def series_row(series: Series) -> SeriesRow:
    """Return the row of a series."""
    return SeriesRow(
        id=series.id,
        guild_id=series.guild_id,
        night_id=series.night_id,
        state=series.state,
        weeks=series.weeks,
        local=series.local,
        template=json.dumps(series.template, ensure_ascii=False),
        skipped=json.dumps(series.skipped),
        empty=series.empty,
        asked_at=series.asked_at,
        moved_from=series.moved_from,
    )
