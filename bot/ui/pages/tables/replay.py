"""A finished game, step by step: as everybody saw it, as one person knew it, or with open hands."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.engine.game import Event
from bot.engine.views import PublicView
from bot.tables.history import GameRecord
from bot.tables.table_event import TableEvent
from bot.tables.table_face import Holder, TableFace
from bot.tables.trouble import Trouble
from bot.ui.pages import routes
from bot.ui.pages.page import CHOICES, Button, Choice, Page, Row, Select, hand_id
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.render import Field
from bot.ui.pages.tables.board import shown_board, without_marks
from bot.ui.pages.tables.lobby_card import final_body, footer, in_code, won
from bot.ui.pages.tables.table_event_lines import as_told, table_event_line, wording_then
from bot.ui.pages.wording import SIGN, Wording, plain_name
from storage.former_players import is_former

OWN: Final = ""
"""The look that a replay opens with: the person's own if they sat there, or else everybody's."""
ALL: Final = "p"
"""Everybody's look; that of one open seat is its number."""
MINE: Final = "m"
"""The look of the person who asks, at the steps at which they sat there."""
SeenAt = tuple[int, str]
"""A step of a replay, and how it is looked at."""
APART: Final = 5
"""How many steps lie at least between two to which the list of a replay leads."""
LINES: Final = 1000
"""The most characters of a step's lines."""


def replay_id(table_id: str, step: int, look: str = OWN, mark: str = "") -> str:
    """Return the id of a button that shows a step; `mark` tells buttons for the same one apart."""
    if look == OWN and not mark:
        return routes.REPLAY_AT(table_id, step)
    return routes.REPLAY(table_id, step, look, mark=mark)


def replay_page(
    playable: PlayableGame,
    table: TableFace,
    record: GameRecord,
    step: int,
    look: str,
    person: int,
    wording: Wording,
    *,
    drawn: bool = True,
) -> Page:
    """Return a step of a game that is over; the nearest one if there is no such step.

    A look that the person may not have becomes everybody's. Its board is a picture, also above a
    hand, unless the table or the game has none, or it can't be `drawn` now: then it is written out.
    """
    _ = wording.gettext
    step = min(max(step, 0), record.last)
    look = _allowed(table, record, look, person)
    seat = _seat(record, step, look, person)
    wording = wording_then(wording, record.people(step), table.language)
    pictured = drawn and table.boards == "pictures"
    page = _page(playable, table, record, step, seat, wording, drawn=pictured)
    head = [_headline(record, step, wording), *_lines(playable, table, record, step, seat, wording)]
    below = [_whose(look, seat, wording, had=_had(record, step, person)), page.text]
    return Page(
        title=_("Replay · {game}", game=playable.title(wording)),
        text="\n".join(head) + "\n\n" + "\n".join(part for part in below if part),
        fields=page.fields,
        footer=footer(table, wording),
        rows=_rows(playable, table, record, step, look, person, wording),
        image=page.image,
        alt=page.alt,
    )


def agreed_line(table: TableFace, wording: Wording) -> str:
    """Return how many agree to open all hands; "" while nobody wants it."""
    _ = wording.gettext
    ayes = [each for each in table.holders if each.agreed]
    missing = [each for each in table.holders if not each.agreed]
    if table.hands_open:
        return _("All hands are revealed: press **Replay**, then a name.")
    if table.phase != "finished" or not ayes:
        return ""
    if any(is_former(each.person) for each in missing):
        return _("Hands stay closed: somebody who held one has had their data deleted.")
    return wording.ngettext(
        "{names} wants to reveal all hands. Still to press **Reveal hands**: {others}.",
        "{names} want to reveal all hands. Still to press **Reveal hands**: {others}.",
        len(ayes),
        names=_holder_names(table, ayes, wording),
        others=_holder_names(table, missing, wording),
    )


def _holder_names(table: TableFace, holders: Sequence[Holder], wording: Wording) -> str:
    """Return the names of people who held a hand; for those who are gone, the last one."""
    names: list[str] = []
    for each in holders:
        seat = table.seat_of(each.person)
        gone = wording.gettext("somebody who has left")
        if each.name:
            gone = wording.addressed(plain_name(each.name))
        names.append(gone if seat is None else wording.name(seat))
    return wording.listed(names)


def _allowed(table: TableFace, record: GameRecord, look: str, person: int) -> str:
    """Return a look if the person may have it, or else everybody's."""
    if look in (OWN, MINE) and record.seat_known(person):
        return MINE
    open_seats = {str(seat) for seat in range(len(table.seats))} if table.hands_open else set()
    return look if look in open_seats else ALL


def _seat(record: GameRecord, step: int, look: str, person: int) -> int | None:
    """Return the seat whose eyes a step is seen with; None for everybody's."""
    if look == ALL:
        return None
    if look != MINE:
        return int(look)
    held = [seat for seat, first, last in record.seat_known(person) if first <= step <= last]
    return held[-1] if held else None


def _page(
    playable: PlayableGame,
    table: TableFace,
    record: GameRecord,
    step: int,
    seat: int | None,
    wording: Wording,
    *,
    drawn: bool,
) -> Page:
    """Return the board of a step, with a seat's hand below it, or else with whose turn it is."""
    view, asked = record.public(step), record.to_act(step)
    board = shown_board(playable, view, asked, len(table.seats), wording, drawn=drawn)
    if seat is not None:
        # No button shows a card here.
        hand = playable.render.hand_below(record.view(step, seat), wording)
        below = hand.at(deeper=False, lists=True).text
        return replace(board, text="\n".join(part for part in (board.text, below) if part))
    if not asked or (table.early is not None and step == record.last):
        end = final_body(playable, table, wording)
        text = f"{won(table, wording)}\n{end.text}".strip()
        return replace(board, text=text, fields=end.fields)
    return replace(board, text=f"{_task(playable, view, asked, wording)}\n{board.text}".strip())


def _task(
    playable: PlayableGame, view: PublicView, to_act: tuple[int, ...], wording: Wording
) -> str:
    render = playable.render
    return f"**{render.doing(view, to_act, wording)}**\n{render.headline(view, wording)}"


def _headline(record: GameRecord, step: int, wording: Wording) -> str:
    _ = wording.gettext
    seat = record.mover(step)
    count = _count(step, record.last, wording)
    mover = _("the deal") if seat is None else wording.name(seat)
    if record.by_computer(step):
        mover = _("{sign} for {name}", sign=SIGN, name=mover)
    return f"**{count}** · {mover}"


def _count(step: int, last: int, wording: Wording) -> str:
    """Return which step it is, of how many."""
    number = wording.number
    return wording.gettext("Step {step} of {last}", step=number(step), last=number(last))


def _lines(
    playable: PlayableGame,
    table: TableFace,
    record: GameRecord,
    step: int,
    seat: int | None,
    wording: Wording,
) -> list[str]:
    """Return what was told at a step, after what was done at the table since the one before; if
    there isn't room for everything, the first lines go.
    """

    def said(events: Sequence[Event | TableEvent], then: int) -> Iterator[str | None]:
        named = wording_then(wording, record.people(then), table.language)
        for each in as_told(events, table.gone()):
            if isinstance(each, TableEvent):
                yield table_event_line(each, named, table.on_timeout, table.language)
            elif seat is None:
                yield playable.render.line(each, named)
            else:
                yield playable.render.heard(each, seat, named)

    def done(after: int) -> Iterator[str | None]:
        return said([each for each in record.done_after(after) if not _calls(each)], after)

    told = record.lines(step) if seat is None else record.heard(step, seat)
    lines = [*done(step - 1)] if step else []
    lines += said(told, step)
    if step == record.last:
        lines += done(step)
    kept = [f"• {line}" for line in lines if line]
    while len("\n".join(kept)) > LINES:
        kept = kept[1:]
    return kept


def _calls(done: Event | TableEvent) -> bool:
    """Tell whether something that was done only called somebody, or answered a call: that isn't of
    the game.
    """
    return isinstance(done, TableEvent) and done.what in ("nudged", "answered")


def _had(record: GameRecord, step: int, person: int) -> bool:
    """Tell whether a person had a seat before a step."""
    return any(last < step for _seat, _first, last in record.seat_known(person))


def _whose(look: str, seat: int | None, wording: Wording, *, had: bool) -> str:
    """Return whose view a page shows; "" if that needs no words. Whoever has no seat at its step
    `had` one before, or only gets one.
    """
    _ = wording.gettext
    if look == ALL:
        return ""
    if seat is None and had:
        return _("You no longer had this seat: here is the public view.")
    if seat is None:
        return _("You didn't have this seat yet: here is the public view.")
    if look == MINE:
        return _("**Your view**")
    return _("**{name}'s view**: “you” is {name}.", name=wording.name(seat))


def _rows(
    playable: PlayableGame,
    table: TableFace,
    record: GameRecord,
    step: int,
    look: str,
    person: int,
    wording: Wording,
) -> tuple[Row, ...]:
    _ = wording.gettext
    last = record.last

    def turn(mark: str, label: str, to: int) -> Button:
        to = min(max(to, 0), last)
        return Button(replay_id(table.id, to, look, mark), label, disabled=to == step)

    def see(which: str, label: str) -> Button:
        on = which == look
        style = ButtonStyle.primary if on else ButtonStyle.secondary
        return Button(replay_id(table.id, step, which, "see"), label, style, disabled=on)

    looks = [see(ALL, _("Public view"))]
    if record.seat_known(person):
        looks.append(see(MINE, _("My view")))
    open_seats = len(table.seats) if table.hands_open else 0
    hands = [see(str(seat), wording.bare(seat)) for seat in range(open_seats)]
    half = max(3, (len(hands) + 1) // 2)
    looks = looks if len(looks + hands) > 1 else []
    more = Button(routes.EXPORT(table.id), _("As file"))
    if table.phase == "finished":
        more = Button(routes.MORE_FROM_REPLAY(table.id, step, look), _("More"))
    # It may have replaced their screen.
    game = Button(hand_id(table.id), _("Back to the game"))
    home = (game,) if table.sits(person) else ()
    return (
        (
            turn("first", _("First"), 0),
            turn("back", _("Back"), step - 1),
            turn("on", _("Next"), step + 1),
            turn("last", _("Last"), last),
            *home,
        ),
        _jumps(playable, table, record, look, wording),
        *(tuple(row) for row in ([*looks, more], hands[:half], hands[half:]) if row),
    )


def _jumps(
    playable: PlayableGame, table: TableFace, record: GameRecord, look: str, wording: Wording
) -> Select:
    """Return the list of steps to jump to, evenly apart, each with where the match stood then."""
    last, plain = record.last, wording.in_words()
    apart = max(APART, math.ceil(last / (CHOICES - 1)))
    choices = [
        Choice(
            str(step),
            _count(step, last, wording),
            more=without_marks(playable.render.headline(record.public(step), plain), plain),
        )
        for step in (*range(0, last, apart), last)
    ]
    return Select(routes.JUMP(table.id, look), wording.gettext("Jump to …"), tuple(choices))


def verdict_page(table: TableFace, wrong: Trouble | None, wording: Wording, back: str = "") -> Page:
    """Return whether a finished game is what was promised; `wrong` says where it differs, `back` is
    the id of what leads back, unless that is what else there is about the game.
    """
    _ = wording.gettext
    secret = table.opened_secret()
    if wrong is None and secret is None:
        text = _("**Verified by the bot:** the deal, every draw, every move and the result match.")
    elif wrong is None:
        text = _("**Verified.** The deal, every draw, every move and the result match.")
    else:
        where = wrong.say(wording.gettext)
        text = _("**Something doesn't match:** {where}", where=where)
    lines = [text, *_what_it_proves(table, wording)]
    prints = [
        (_("Before the deal (SHA-256 of the secret)"), table.commitment),
        (_("At the start (options, rules, seats)"), table.start_print),
        (_("At the end (the log)"), table.log_print),
        (_("The secret of the deal"), secret),
    ]
    return Page(
        title=_("Check the deal"),
        text="\n\n".join(lines),
        fields=tuple(Field(name, in_code(value)) for name, value in prints if value),
        footer=footer(table, wording),
        rows=(
            (
                Button(back or routes.END_MORE(table.id), _("Back")),
                Button(replay_id(table.id, 0), _("Replay")),
            ),
        ),
    )


def _what_it_proves(table: TableFace, wording: Wording) -> Iterator[str]:
    """Yield how far a verdict can be trusted, and what it can't tell, a paragraph each."""
    _, secret = wording.gettext, table.opened_secret()
    former = any(is_former(seat.first) for seat in table.seats)
    if secret is None and any(is_former(each.person) and not each.agreed for each in table.holders):
        word = _(
            "You only have the bot's word for it: the secret of the deal stays hidden for good, "
            "as somebody who held a hand has had their data deleted."
        )
    elif secret is None:
        word = _(
            "So far you only have the bot's word for it: the secret of the deal stays hidden "
            "until all who held a hand agree to reveal all hands."
        )
    else:
        word = _(
            "Hands are open, so you can check it yourself: the SHA-256 of the "
            "secret is the code shown before the deal, and all draws follow from the secret. "
            "Save the file of `/table export`, and run `python -m bot verify` with it in a copy of "
            "the bot's code."
        )
    yield word
    if former:
        yield _(
            "Somebody who was there at the start has had their data deleted, so the code of the "
            "start can't be checked any more: it's made of everybody's ids. Everything else was."
        )
    if table.begun_by_itself:
        yield _(
            "Nobody pressed **Start**: the game began at a set time. In its place the draws follow "
            "from the press that set this time, so whoever runs the bot could know the deal from "
            "then on."
        )
    if table.dealt_at_once:
        yield _(
            "This table was opened and dealt at once, so nobody saw the code before the "
            "deal: you can't check here that the secret wasn't picked for its cards."
        )
