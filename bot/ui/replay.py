"""A game that is over, step by step: as all saw it, as one person knew it, or with open hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord import ButtonStyle

from bot.tables.table import Act
from bot.ui.acts import act_line
from bot.ui.card import footer, won
from bot.ui.render import Page
from bot.ui.sheet import Button, Row, Sheet

if TYPE_CHECKING:
    from bot.tables.history import Story
    from bot.tables.table import Table
    from bot.ui.house import Offer
    from bot.ui.voice import Voice

PREFIX: Final = "h"
"""The custom ids of looking back begin with this."""
ALL: Final = "p"
"""The look of everybody; that of one open seat is its number."""
MINE: Final = "m"
"""The look of the person who asks, at the steps at which they sat there."""
JUMP: Final = 10
LINES: Final = 1000
"""The lines of a step take so many characters at the most."""


def past_id(verb: str, table_id: str) -> str:
    """Return the id of a button for a game that is over: `open`, `export` or `verify`."""
    return f"{PREFIX}:{verb}:{table_id}"


def replay_id(table_id: str, step: int, look: str = ALL, mark: str = "") -> str:
    """Return the id of a button that shows a step; `mark` tells buttons for the same one apart."""
    said = f"{PREFIX}:replay:{table_id}:{step}"
    return said if look == ALL and not mark else f"{said}:{look}:{mark}"


def replay_sheet(
    offer: Offer, table: Table, story: Story, step: int, look: str, person: int, voice: Voice
) -> Sheet:
    """Return a step of a game that is over; one that isn't there becomes the nearest.

    A look that isn't the person's to have becomes that of everybody.
    """
    _ = voice.gettext
    step = min(max(step, 0), story.last)
    look = _allowed(table, story, look, person)
    seat = _seat(story, step, look, person)
    page = _page(offer, table, story, step, seat, voice)
    head = [_headline(story, step, voice), *_lines(offer, table, story, step, seat, voice)]
    below = [_whose(look, seat, voice), page.text]
    return Sheet(
        title=_("Replay · {game}").format(game=offer.game.info.title),
        text="\n".join(head) + "\n\n" + "\n".join(part for part in below if part),
        fields=page.fields,
        footer=footer(table, voice),
        rows=_rows(table, story, step, look, person, voice),
    )


def agreed_line(table: Table, voice: Voice) -> str:
    """Return how far the table is with opening all hands; "" while nobody wants it."""
    _ = voice.gettext
    people = [number for number, seat in enumerate(table.seats) if seat.level is None]
    ayes = tuple(number for number in people if table.seats[number].agreed)
    missing = tuple(number for number in people if number not in ayes)
    if table.hands_open:
        return _("All hands are open: **Replay** shows them.")
    if table.phase != "finished" or not ayes:
        return ""
    text = voice.ngettext(
        "{names} would open all hands. Still to agree: {others}.",
        "{names} would open all hands. Still to agree: {others}.",
        len(ayes),
    )
    return text.format(names=voice.names(ayes), others=voice.names(missing))


def _allowed(table: Table, story: Story, look: str, person: int) -> str:
    """Return a look if the person may have it, else that of everybody."""
    if look == MINE and story.seat_known(person):
        return look
    open_seats = {str(seat) for seat in range(len(table.seats))} if table.hands_open else set()
    return look if look in open_seats else ALL


def _seat(story: Story, step: int, look: str, person: int) -> int | None:
    """Return the seat whose eyes a step is seen with; None for those of everybody."""
    if look == ALL:
        return None
    if look != MINE:
        return int(look)
    held = [seat for seat, first, last in story.seat_known(person) if first <= step <= last]
    return held[-1] if held else None


def _page(
    offer: Offer, table: Table, story: Story, step: int, seat: int | None, voice: Voice
) -> Page:
    render, view = offer.render, story.public(step)
    if seat is not None:
        return render.hand(story.view(step, seat), voice)
    to_act = story.to_act(step)
    if not to_act:
        page = render.final(view, table.result(), voice)
        return Page(f"{won(table, voice)}\n{page.text}".strip(), page.fields)
    page = render.board(view, voice)
    head = f"**{render.waiting(view, to_act, voice)}**\n{render.headline(view, voice)}"
    return Page(f"{head}\n{page.text}".strip(), page.fields)


def _headline(story: Story, step: int, voice: Voice) -> str:
    _ = voice.gettext
    seat = story.mover(step)
    count = _("Step {step} of {last}").format(step=step, last=story.last)
    return f"**{count}** · {_('the deal') if seat is None else voice.name(seat)}"


def _lines(
    offer: Offer, table: Table, story: Story, step: int, seat: int | None, voice: Voice
) -> list[str]:
    """Return what was told at a step; the first lines go where there is no room for all."""
    told = [*(story.lines(step) if seat is None else story.told(step, seat))]
    people = [each.person for each in table.seats]
    said = (
        act_line(each, voice, people) if isinstance(each, Act) else offer.render.line(each, voice)
        for each in told
    )
    kept = [f"• {line}" for line in said if line]
    while len("\n".join(kept)) > LINES:
        kept = kept[1:]
    return kept


def _whose(look: str, seat: int | None, voice: Voice) -> str:
    """Return whose eyes a page is seen with; "" if that needs no words."""
    _ = voice.gettext
    if look == ALL:
        return ""
    if seat is None:
        return _("You didn't sit there at this step: this is what all could see.")
    if look == MINE:
        return _("**What you knew**")
    return _("**What {name} knew**").format(name=voice.name(seat))


def _rows(
    table: Table, story: Story, step: int, look: str, person: int, voice: Voice
) -> tuple[Row, ...]:
    _ = voice.gettext
    last = story.last

    def turn(mark: str, label: str, to: int) -> Button:
        to = min(max(to, 0), last)
        return Button(replay_id(table.id, to, look, mark), label, disabled=to == step)

    def see(which: str, label: str) -> Button:
        on = which == look
        style = ButtonStyle.primary if on else ButtonStyle.secondary
        return Button(replay_id(table.id, step, which, "see"), label, style, disabled=on)

    looks = [see(ALL, _("As all saw it"))]
    if story.seat_known(person):
        looks.append(see(MINE, _("What I knew")))
    open_seats = len(table.seats) if table.hands_open else 0
    hands = [see(str(seat), voice.bare(seat)) for seat in range(open_seats)]
    half = max(3, (len(hands) + 1) // 2)
    more = [Button(past_id("export", table.id), _("Export"))]
    if table.phase == "finished":
        more.append(Button(past_id("verify", table.id), _("Verify")))
    rows = [looks, hands[:half], hands[half:]]
    return (
        (
            turn("first", _("First"), 0),
            turn("back", _("Back"), step - 1),
            turn("on", _("Next"), step + 1),
            turn("last", _("Last"), last),
        ),
        (turn("less", f"−{JUMP}", step - JUMP), turn("more", f"+{JUMP}", step + JUMP), *more),
        *(tuple(row) for row in rows if row and len(looks + hands) > 1),
    )
