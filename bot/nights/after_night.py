"""What a host does about a night that may be over: correct a result, announce the next one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.text import marked as _
from bot.nights.announcing import NewNight
from bot.nights.next_night import following
from bot.nights.night import (
    Change,
    Night,
    Now,
    Post,
    Press,
    Rule,
    demand_lead_always,
    demand_may_host,
)
from bot.nights.nights import Nights
from bot.tables.rankings import points_of
from bot.tables.results import SeatResult, of_seats, seats_and_reason
from bot.tables.table import Table
from bot.tables.trouble import Gettext, NotSaved, Trouble
from storage.errors import AlreadyDone, WriteRefused
from storage.night_rows import NightEventRow, NightRow


class SamePlaces(Trouble):
    """A correction that changes nothing."""

    text = _("Those are their places already, so nothing was changed.")
    more = ""
    """What else there is to say about it, in finished words."""

    def say(self, gettext: Gettext) -> str:
        """Return the text in the language of a catalogue, and what else there is to say."""
        return f"{super().say(gettext)}\n{self.more}".strip()


async def correct_result(
    nights: Nights,
    night_id: str,
    press: Press,
    table_id: str,
    order: Sequence[Sequence[int]],
    reason: str,
    said: str = "",
) -> Night:
    """Put the seats of a game of a night in another order, the best first.

    Seats that share some places are together in `order`, which is `said` by name. Raises Trouble
    if no game has ended at that table.
    """
    rows = await nights.tables.store.results.of_table(table_id)
    if not rows or rows[0].night_id != night_id:
        raise Trouble(_("No game of this night has ended at that table."))
    after = reordered(rows, order)
    seats = [seat for tied in order for seat in tied]
    rule = correct(await nights.tables.get(table_id), after, seats, reason, said)
    return await nights.change(night_id, press, rule)


async def corrections_of(nights: Nights, night: Night) -> list[Correction]:
    """Return which results of a night were corrected, and why."""
    return corrections(await nights.store.events(night.id))


async def same_again(nights: Nights, night_id: str, press: Press) -> Night:
    """Draft a night like another one, at its next date; twice is once. Raises Trouble."""
    async with nights.held(night_id) as night:
        return await _same_again(nights, night, press)


async def _same_again(nights: Nights, night: Night, press: Press) -> Night:
    assert press.interaction_id is not None
    demand_lead_always(night, press)
    demand_may_host(press)
    row = await following(nights, night, press.interaction_id)
    if row is None:
        raise Trouble(_("There is no next date in this time zone."))
    row = replace(_as_planned(await nights.store.events(night.id), row), host=press.by.id)
    for other in await nights.followers(night.id, row):
        # A draft belongs to its host alone.
        if other.row.state == "draft" and other.row.host == press.by.id:
            return other
    event = NightEventRow(
        night_id=row.id,
        at=nights.tables.now(),
        what="drafted",
        interaction_id=press.interaction_id,
        by=press.by.id,
        note=night.id,
    )
    try:
        await nights.store.open(row, event)
    except AlreadyDone as done:
        return await nights.get(done.table_id)
    except WriteRefused as error:
        raise NotSaved from error
    return await nights.get(row.id)


async def with_settings(nights: Nights, new: NewNight, like: Night) -> NewNight:
    """Return a night to be drafted with the settings of another one, as they were planned, and
    those of its games that the other one had, too, as they were played there.

    Nothing of the other one's people is taken, nor its title and text, which may be of it alone.
    """
    row = _as_planned(await nights.store.events(like.id), like.row)
    had = {each.key: each.options for each in like.games}
    further = (replace(each, options=had.get(each.key, each.options)) for each in new.further)
    # Several games can't be played at the same tables throughout.
    several = new.further and row.mode == "one_table"
    return replace(
        new,
        options=had.get(new.game, new.options),
        further=tuple(further),
        mode=new.mode if several else row.mode,
        rounds=row.rounds,
        move_time=row.move_time,
        pause=row.pause,
        cap=row.cap,
        season=row.season,
        pilot=row.pilot,
        voice=row.voice,
        teach=row.teach,
    )


def _as_planned(events: Iterable[NightEventRow], row: NightRow) -> NightRow:
    """Return a night with the limit, the time for a move and the break that one like it had before
    they were changed as guests arrived or played, which was for that evening alone.
    """
    for event in events:
        if event.what in ("limit", "edited", "more_tables") and event.note is not None:
            # Older notes have the limit alone, or nothing where there was none.
            cap, *times = (int(each) for each in event.note.split() or "0")
            row = replace(row, cap=cap or None)
            return replace(row, move_time=times[0], pause=times[1]) if times else row
    return row


WHAT: Final = "corrected"
LONGEST_REASON: Final = 200


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction of a table's result, and the reason."""

    table_id: str
    reason: str
    by: int | None = None
    """Who has corrected it; None if that isn't known any more."""
    seats: tuple[int, ...] = ()
    """The seats of the table as they were typed, the best first; () of before that was kept."""


def corrected(rows: Sequence[SeatResult], order: Sequence[Sequence[int]]) -> list[SeatResult]:
    """Return the results of a table in another order of its seats, the best first.

    Seats that share some places are together in `order`. Raises Trouble unless every seat is there
    once.
    """
    if sorted(seat for tied in order for seat in tied) != sorted(row.seat for row in rows):
        raise Trouble(_("Name every seat of the table once, the best first."))
    found = {row.seat: row for row in rows}
    above = 0
    for number, tied in enumerate(order):
        place = above + (len(tied) + 1) / 2
        above += len(tied)
        for seat in tied:
            found[seat] = replace(
                found[seat],
                place=place,
                points=points_of(place, len(rows)),
                won=number == 0,
            )
    return [found[row.seat] for row in rows]


def reordered(rows: Sequence[SeatResult], order: Sequence[Sequence[int]]) -> list[SeatResult]:
    """Return the results of a table as `corrected` does. Raises Trouble if they are so already."""
    now = of_seats(rows)
    after = corrected(now, order)
    if [each.place for each in after] == [each.place for each in now]:
        raise SamePlaces
    return after


def as_typed(rows: Sequence[SeatResult], among: Iterable[Correction]) -> list[SeatResult]:
    """Return the results of a table's seats as a host has typed them, if one is `among` the
    corrections: so equals stay in that order.
    """
    seats = next((each.seats for each in among if each.table_id == rows[0].table_id), ())
    whole = {*seats} == {row.seat for row in rows}
    return sorted(rows, key=lambda row: seats.index(row.seat)) if whole else [*rows]


def correct(
    table: Table,
    rows: Sequence[SeatResult],
    seats: Sequence[int],
    reason: str,
    said: str = "",
) -> Rule:
    """Return the rule for results of a table that replace others, which its night is told, and in
    which order they are `said` to be; also once that is over. `seats` are as they were typed.
    """

    def rule(night: Night, press: Press, _now: Now) -> Change:
        demand_lead_always(night, press)
        where = {"round": table.night_round, "table": table.night_table}
        post = Post(
            "corrected", details={**where, "text": reason, "by": press.by.name, "order": said}
        )
        note = f"{table.id} [{','.join(map(str, seats))}] {reason}"
        return Change(night, WHAT, posts=(post,), note=note, results=tuple(rows))

    return rule


def corrections(events: Iterable[NightEventRow]) -> list[Correction]:
    """Return the corrections among what was done to a night: the last one of each table."""
    found: dict[str, Correction] = {}
    for event in events:
        if event.what == WHAT and event.note:
            table_id, _space, rest = event.note.partition(" ")
            seats, reason = seats_and_reason(rest)
            found[table_id] = Correction(table_id, reason, event.by, seats)
    return [*found.values()]
