"""What every game tells of what happened."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from bot.engine.game import Event
from bot.tables.table import Table, with_recent_step
from bot.tables.table_event import MindedMove
from bot.ui.pages.render import Render
from bot.ui.pages.tables.fit import Notice, fitted
from bot.ui.pages.tables.hand import hand_of
from bot.ui.pages.tables.screen import screen
from bot.ui.pages.tables.table_lines import heard_at, lacks, lines_since_move
from bot.ui.pages.tables.table_page import _lately
from bot.ui.pages.what_happened import told_lines
from bot.ui.pages.wording import Wording
from tests.contract import seen
from tests.contract.games import Configuration, play
from tests.emoji import mentions


def tables_along(configuration: Configuration) -> Iterator[Table]:
    """Yield the table as it stands after each step of a game to its end, where time runs out now
    and then.
    """
    table: Table | None = None
    for number, (match, step) in enumerate(play(configuration, configuration.rng("hands"))):
        after = replace(seen.table_of(configuration.game, match), options=configuration.options)
        table = with_recent_step(
            table or after, after, step, (), number if number % 7 else None, None
        )
        yield table


class Remembering:
    """Passes for a game's words: what the same events are told as is worded once."""

    def __init__(self, render: Render) -> None:
        self._render = render
        self._told: dict[tuple[int, ...], list[str]] = {}

    def told(self, events: Sequence[Event], seat: int, wording: Wording) -> list[str]:
        """Return what happened as lines."""
        key = tuple(map(id, events))
        if key not in self._told:
            self._told[key] = self._render.told(events, seat, wording)
        return [*self._told[key]]


def test_boards_name_who_acts_and_speak_to_nobody(configuration: Configuration) -> None:
    """A "you" on a board would be everybody who reads it."""
    render = seen.playable_of(configuration.game).render
    wording = Wording("en-GB", seen.NAMES[: configuration.seats])
    for match, step in play(configuration, configuration.rng("doing")):
        told = [each.event for each in step.events if each.audience == "all"]
        said = render.told(told, None, wording)
        if match.to_act():
            doing = render.doing(match.public(), match.to_act(), wording)
            assert wording.names(match.to_act()) in doing, f"it doesn't say who: {doing}"
            said.append(doing)
        words = {word.strip(".,:;!?*").lower() for line in said for word in line.split()}
        assert not words & {"you", "your", "yours"}, f"speaks to everybody: {said}"


def test_whatever_is_told_can_be_said_briefly(configuration: Configuration) -> None:
    """The same lines, as long at most, and they name nobody else."""
    render = seen.playable_of(configuration.game).render
    wording = Wording("en-GB", seen.NAMES[: configuration.seats])
    lots = [step.events for _match, step in play(configuration, configuration.rng("brief"))]
    heard = [each for lot in lots[:60] for each in lot]
    for seat in (None, 0, 1):
        events = [each.event for each in heard if seat is None or each.heard_by(seat)]
        events = (
            [each.event for each in heard if each.audience == "all"] if seat is None else events
        )
        for begin in range(0, len(events), 5):
            lot = events[begin : begin + 12]
            pairs = zip(
                render.told(lot, seat, wording),
                render.told(lot, seat, wording, brief=True),
                strict=True,
            )
            longer = [pair for pair in pairs if len(pair[1]) > len(pair[0])]
            assert not longer, f"takes more words: {longer}"


def test_later_events_change_at_most_the_last_line(configuration: Configuration) -> None:
    """What is new since a move is found by that."""
    render = seen.playable_of(configuration.game).render
    wording = Wording("en-GB", seen.NAMES[: configuration.seats])
    steps = list(play(configuration, configuration.rng("told")))[:40]
    for seat in (None, 0):
        events = [
            (each.event, wording)
            for _match, step in steps
            for each in step.events
            if each.audience == "all" or (seat is not None and seat in each.audience)
        ]
        whole = told_lines(render, events, seat)
        for end in range(0, len(events), 3):
            before = told_lines(render, events[:end], seat)
            same = sum(1 for one, other in zip(before, whole, strict=False) if one == other)
            assert same >= len(before) - 1, f"an older line is told anew: {before[same]}"


@pytest.mark.heavy
def test_a_computers_move_is_marked_on_the_line_that_tells_it(configuration: Configuration) -> None:
    """Wherever the events begin: what is told of a trick may become fewer lines as it ends."""
    render: Any = Remembering(seen.playable_of(configuration.game).render)
    wording = Wording("en-GB", seen.NAMES[: configuration.seats])
    lots = [step.events for _match, step in play(configuration, configuration.rng("minded"))][:40]
    events = [each.event for lot in lots for each in lot if each.heard_by(0)]
    for begin in range(0, len(events), 11):
        lot = [(event, wording) for event in events[begin : begin + 15]]
        plain, marked = told_lines(render, lot, 0), list[int]()
        for event, _wording in lot:
            said = told_lines(render, lot, 0, minded={id(event): MindedMove(1, 0)})
            found = [at for at, line in enumerate(said) if line != plain[at]]
            assert len(found) <= 1 and all("🤖\u00a0" in said[at] for at in found), said
            marked += found
        assert marked == sorted(marked), f"earlier moves are marked further down: {plain}"


def test_whatever_happened_since_ones_move_is_on_the_hand_or_counted(
    configuration: Configuration,
) -> None:
    """What is counted there is told under More."""
    playable, emoji = seen.playable_of(configuration.game), mentions()
    wording = Wording("en-GB", seen.NAMES[: configuration.seats], emoji)
    for table in islice(tables_along(configuration), 0, 240, 3):
        if table.phase != "playing":
            break
        for seat in table.to_act()[:1]:
            told = heard_at(playable, table, seat, table.last_step_of(seat), wording)
            hand = replace(hand_of(table, seat), helped=True)
            notice = Notice("", tuple(told), lacks=lacks(table, wording))
            page = fitted(screen(playable, hand, wording), notice)
            text = "" if page.under is None else page.under.text
            shown = text.count("> • ")
            counted = sum(int(each) for each in re.findall("-# ([0-9]+) more line", text))
            new = [each for each in told if not each.known and not each.begins_round]
            assert shown + counted >= len(new), f"lines are missing: {text}, of {new}"
            assert shown + counted <= len(told), f"too many are counted: {text}, of {told}"
            lately = lines_since_move(playable, table, seat, wording)
            fields = _lately(lately, wording)
            more = "\n".join(each.text for each in fields)
            assert [each for each in lately if f"• {each}" not in more] == [], more
            assert more.count("• ") >= counted, f"{counted} aren't there: {more}"
