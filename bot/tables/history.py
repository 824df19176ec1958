"""What has happened at a table: taking a move back, looking back, a file of it, checking the
deal.
"""

from __future__ import annotations

import json
import logging
import random
from dataclasses import replace
from typing import Any, Final, Literal

from bot.engine.dealer import AddressedEvent, ReplayDealer, WrongDeal
from bot.engine.game import Event
from bot.engine.match import Match, Refused
from bot.engine.text import marked as _
from bot.tables.dealers import replay_log, standing
from bot.tables.fingerprints import heard_entry, log_entry, seen_entry
from bot.tables.game_record import GameRecord
from bot.tables.results import made_for_person
from bot.tables.seat_rules import put
from bot.tables.table import Table
from bot.tables.table_cache import table_event_of
from bot.tables.table_event import MindedMove, TableEvent, hands_over
from bot.tables.tables import Tables
from bot.tables.trouble import OVER, PAUSED, STALE, Frozen, NotBegun, Trouble
from bot.tables.verify_deal import first_difference
from storage.rows import LogRow, TableEventRow, TableRow

WORLDS: Final = 64
"""A move taught its player nothing if it looks the same in this many worlds."""

log = logging.getLogger(__name__)

NOT_YOUR_MOVE: Final = _("You can only take back the last move of the game, and only your own.")
ANSWERED: Final = _("A computer has moved since, so your move stands.")
REVEALING: Final = _(
    "That move drew something or showed you something new, so you can't take it back."
)
MADE_BY_COMPUTER: Final = _("A computer made your last move, so it stands.")
SHOWED_SOMETHING: Final = _("That move showed you something new, so it stands.")
DEALT_SINCE: Final = _("A new round was dealt since, so it stands.")
STILL_ON: Final = _("This game is still on. You can look back at it once it has ended.")
NEVER_ENDED: Final = _("This game wasn't played to its end, so there is nothing to check.")
NEVER_SEALED: Final = _("This table was opened before deals could be checked.")
OTHER_RULES: Final = _(
    "This game was played by version {then} of its rules. The bot now knows only version "
    "{now}, so it can't check the deal."
)


class History:
    """Knows what has happened at the tables, and lets the newest move be taken back."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    # Taking back

    async def may_take_back(self, table: Table, seat: int) -> None:
        """Raise Trouble unless the newest step is a move of this seat that can be taken back.

        The table's lock is held. The answer follows from what the seat's player knows.
        """
        await self._before(table, seat)

    async def take_back(self, table: Table, seat: int) -> None:
        """Take back the newest move, which this seat made, as a step of its own.

        The table's lock is held, and the others have agreed. Raises Trouble if it can't be taken
        back.
        """
        earlier, step = await self._before(table, seat)
        await self._go_back(table, seat, earlier, step, "vote")

    async def take_back_alone(self, table: Table, seat: int, since: int | None) -> None:
        """Take back the last move of the one person at a table, and what computers answered to it.

        The table's lock is held. `since` is the step at which a control was drawn: it takes nothing
        back if the person has done something after it. What the computers' answers showed doesn't
        matter: nobody else is deceived. Raises Trouble if the move stands.
        """
        _demand_on(table)
        steps = await self._tables.store.log(table.id)
        if since is not None and any(each.seat == seat and each.step > since for each in steps):
            raise Trouble(STALE)
        line = standing(steps)
        own = next((each for each in reversed(line) if each.seat == seat), None)
        if own is None:
            raise Trouble(_("You haven't made a move yet."))
        if any(json.loads(each.draws) for each in line if each.step > own.step):
            raise Trouble(DEALT_SINCE)
        refusals = MADE_BY_COMPUTER, SHOWED_SOMETHING
        earlier = await self._match_before(table, seat, steps, own, *refusals)
        await self._go_back(table, seat, earlier, own.step, "player")

    async def _go_back(
        self, table: Table, seat: int, earlier: Match, step: int, role: Literal["vote", "player"]
    ) -> None:
        """Save, as a step of a seat, that the game stands as it did before a step again."""
        assert table._match is not None
        mover = table.seats[seat]
        back = table._match.propose_back(seat, earlier, ReplayDealer([]))
        await self._tables.save_step(
            table,
            table._match,
            back,
            None,
            seats=put(table, seat, replace(mover, clock=None)),
            table_events=[TableEvent("taken_back", role, seat, mover.person)],
            back=step - 1,
        )
        self._tables.tell(table)

    async def _before(self, table: Table, seat: int) -> tuple[Match, int]:
        """Return the match before the newest step, if that can be taken back, and the step."""
        _demand_on(table)
        steps = await self._tables.store.log(table.id)
        answered = table.answered(table.seats[seat].person)
        refusals = ANSWERED if answered else NOT_YOUR_MOVE, REVEALING
        earlier = await self._match_before(table, seat, steps, steps[-1], *refusals)
        return earlier, steps[-1].step

    async def _match_before(
        self,
        table: Table,
        seat: int,
        steps: list[LogRow],
        own: LogRow,
        not_yours: str,
        revealing: str,
    ) -> Match:
        """Return the match before a step, if that is a move of this seat which showed it nothing.

        Raises Trouble with one of the two texts if it isn't.
        """
        # Neither a computer's move nor a taking back comes from an interaction.
        if own.seat != seat or own.interaction_id is None:
            raise Trouble(not_yours)
        table_events = await self._tables.store.table_events(table.id)
        if any(hands_over(act, seat) and act.step >= own.step for act in table_events):
            # Somebody else sat there when the move was made.
            raise Trouble(not_yours)
        matches, _told = self._replay_log(table, steps)
        assert table._match is not None
        if matches[-1].sealed() != table._match.sealed():
            log.error("table %s: its log leads elsewhere", table.id)
            raise Frozen
        before = matches[own.step - 1]
        action = self._tables.game_json(table).load_action(own.action)
        # The same worlds whenever it is asked, so the answer is the same as well: it can't be got
        # by asking again, and stands when the last vote, which may be another's, passes.
        chance = random.Random(f"{table.id} {own.step}")
        if not before.foreseen(seat, action, chance, WORLDS):
            raise Trouble(revealing)
        return before

    # Looking back

    async def record(self, table_id: str) -> GameRecord:
        """Return a game step by step, also of one that is still on.

        It tells everything: whoever shows it picks what a person may see. Raises NotBegun if there
        is no game yet.
        """
        async with self._tables.held(table_id) as table:
            if table._match is None:
                raise NotBegun
            store = self._tables.store
            steps, table_events = await store.log(table_id), await store.table_events(table_id)
            found = await store.table(table_id)
            assert found is not None
            matches, events = self._replay_log(table, steps)
        return GameRecord(matches, events, steps, table_events, found[1])

    async def heard_since(
        self, table: Table, seat: int, step: int
    ) -> tuple[list[Event | TableEvent], dict[int, MindedMove]]:
        """Return what a seat has heard after a step, and what was done at the table meanwhile; and
        which move of a computer's for a person brought each event about, by the event's `id`.

        Only for whoever had that seat all the time.
        """
        game_json, store = self._tables.game_json(table), self._tables.store
        steps, rows = await store.log(table.id), await store.table_events(table.id)
        kept = await store.table(table.id)
        assert kept is not None
        found: list[Event | TableEvent] = []
        minded: dict[int, MindedMove] = {}
        for row in steps:
            if row.step > step:
                told = game_json.load_events(row.events)
                heard = [each.event for each in told if each.heard_by(seat)]
                found += heard
                if row.seat is not None and made_for_person(row, kept[1][row.seat], rows):
                    minded |= dict.fromkeys(map(id, heard), MindedMove(row.step, row.seat))
                found += [table_event_of(each) for each in rows if each.step == row.step]
        return found, minded

    async def export(self, table_id: str, person_id: int | None) -> dict[str, Any]:
        """Return, ready for JSON, what a person may see of a game that is over; None watched.

        It names no ids of people. With open hands it holds all there is, also the deal's secret.
        Raises Trouble if the game isn't over.
        """
        record = await self.record(table_id)
        table = await self._tables.get(table_id)
        if table.phase == "playing":
            raise Trouble(STILL_ON)
        found = await self._tables.store.table(table_id)
        assert found is not None
        row, steps = found[0], await self._tables.store.log(table_id)
        whole = _public_part(row, table, steps, await self._tables.store.table_events(table_id))
        if person_id is not None:
            whole["yours"] = [
                _seat_part(seat, first, last, steps)
                for seat, first, last in record.seat_known(person_id)
            ]
        if row.hands_open:
            whole["secret"] = row.secret
            whole["log"] = [log_entry(step) for step in steps]
        return whole

    # Checking

    async def verify(self, table_id: str) -> Trouble | None:
        """Recalculate a finished game from its secret: return where it differs, or None.

        Everything is read from storage again. Raises Trouble if it can't be checked.
        """
        table = await self._tables.get(table_id)
        found = await self._tables.store.table(table_id)
        if found is None or table.game is None:
            raise Frozen
        row, seats = found
        if row.phase in ("lobby", "playing"):
            raise Trouble(STILL_ON)
        if row.phase != "finished":
            raise Trouble(NEVER_ENDED)
        now = table.game.info.rules_version
        if row.rules_version != now:
            raise Trouble(OTHER_RULES, then=row.rules_version, now=now)
        if row.secret is None:
            raise Trouble(NEVER_SEALED)
        steps = await self._tables.store.log(table_id)
        return first_difference(table.game, self._tables.game_json(table), row, seats, steps)

    def _replay_log(
        self, table: Table, steps: list[LogRow]
    ) -> tuple[list[Match], list[list[AddressedEvent]]]:
        assert table.game is not None
        game_json = self._tables.game_json(table)
        try:
            return replay_log(table.game, game_json, len(table.seats), table.options, steps)
        except (ValueError, WrongDeal, Refused) as error:
            # Its words may name cards, so they are left out.
            log.error("table %s: its log can't be played: %s", table.id, type(error).__name__)
            raise Frozen from error


def _demand_on(table: Table) -> None:
    """Raise Trouble unless the game at a table goes on."""
    if table.phase == "lobby":
        raise NotBegun
    if table.phase != "playing" or table._match is None or table.game is None:
        raise Trouble(OVER)
    if table.paused:
        raise Trouble(PAUSED)


def _public_part(
    row: TableRow, table: Table, steps: list[LogRow], table_events: list[TableEventRow]
) -> dict[str, Any]:
    """Return what anyone may see of a game that is over."""
    return {
        "format": 1,
        "table": row.id,
        "game": row.game,
        "rules_version": row.rules_version,
        "options": json.loads(row.options),
        "phase": row.phase,
        "opened_at": row.opened_at,
        "opened_by": str(row.opened_by),
        "started_by": None if row.started_by is None else str(row.started_by),
        "begun_by_itself": row.begun_by_itself,
        "seats": [{"name": seat.name, "computer": seat.level} for seat in table.seats],
        "commitment": row.commitment,
        "start_print": row.start_print,
        "log_print": row.log_print,
        "result": None if row.result is None else json.loads(row.result),
        "steps": [
            {
                **seen_entry(each),
                "at": each.at,
                "done": [
                    {"what": act.what, "role": act.role, "seat": act.seat, "at": act.at}
                    for act in table_events
                    if act.step == each.step
                ],
            }
            for each in steps
        ],
    }


def _seat_part(seat: int, first: int, last: int, steps: list[LogRow]) -> dict[str, Any]:
    """Return what a seat did and heard for itself, in the steps during which a person had it."""
    return {
        "seat": seat,
        "first": first,
        "last": last,
        "steps": [heard_entry(each, seat) for each in steps[first : last + 1]],
    }
