"""The table page: pace, seats, votes and fingerprints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.leading import CALL_AGAIN
from bot.tables.clock import MINUTE
from bot.tables.history import ANSWERED
from bot.tables.table_face import TableFace
from bot.ui.pages import routes
from bot.ui.pages.nights.night_words import WHY
from bot.ui.pages.page import (
    FIELD_TEXT,
    Button,
    Page,
    hand_id,
    with_buttons,
)
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.render import Field
from bot.ui.pages.tables.absent_words import deserted_line
from bot.ui.pages.tables.board import page_id
from bot.ui.pages.tables.lobby_card import (
    begins_line,
    footer,
    in_code,
    started,
)
from bot.ui.pages.tables.lobby_settings import banter_button
from bot.ui.pages.tables.replay import agreed_line
from bot.ui.pages.tables.setting_names import (
    away_words,
    level_name,
    pace_lines,
    span_words,
)
from bot.ui.pages.tables.table_controls import Viewer, control_rows, known_button
from bot.ui.pages.tables.vote_words import vote_fields
from bot.ui.pages.wording import Wording

FRIENDS_ON_SERVERS: Final = _("Friends can join on a server that I'm in: type `/play` there.")
"""Why no table for friends can be opened in a direct message."""
REPORT_IT: Final = _("Report to the bot's owner …")
FIELDS_LATELY: Final = 3
"""How many fields tell what happened lately: one is enough, but not with many emoji."""


def table_page(
    playable: PlayableGame,
    table: TableFace,
    viewer: Viewer,
    ends: Mapping[int, int],
    wording: Wording,
    notice: str = "",
    *,
    reserves: Mapping[int, int] | None = None,
    lately: Sequence[str] = (),
) -> Page:
    """Return the page of a table for one person, with what they may do.

    `ends` says when each seat's time runs out, in seconds since 1970, `reserves` how many seconds
    each has left that carry over. `notice`, in finished words, is shown below, or else `lately`:
    what everybody could see happen, oldest first, for whoever missed it on a phone's screen.
    Nothing here depends on any hand.
    """
    _ = wording.gettext
    how, *rest = pace_lines(table, wording)
    pace = [how, _reserves(reserves or {}, wording), *rest, away_words(table, wording)]
    fields = [Field(_("Pace"), "\n".join(filter(None, pace)))]
    if table.phase == "playing" and not table.deserted():
        fields.append(Field(_("Waiting for"), "\n".join(_asked(table, ends, wording))))
    fields.append(Field(_("Seats"), "\n".join([*_seats(table, wording), viewer.of_seats]).strip()))
    state = _state(table, wording) or _answered(table, viewer, wording)
    # What the page says anyway isn't said once more.
    said = [f"> {line}" for line in notice.splitlines() if line not in state.splitlines()]
    # Right above the buttons, of which one was pressed.
    came = [Field("\u200b", "\n".join(said))] if said else _lately(lately, wording)
    fields += [*vote_fields(table, wording), *came]
    return Page(
        title=_("Table · {game}", game=playable.title(wording)),
        text=state,
        fields=tuple(fields),
        footer=footer(table, wording),
        rows=with_buttons(
            tuple(control_rows(table, viewer, wording)), report_button(table, wording)
        ),
    )


def private_page(
    playable: PlayableGame,
    table: TableFace,
    wording: Wording,
    *,
    moved: bool,
    helped: bool,
    friends: bool,
    lately: Sequence[str],
) -> Page:
    """Return what else can be done with a private game; who is `helped` can end the tips.

    Its person may have `moved`: only then is there anything to take back. `friends` tells whether a
    table for them can be opened where it is shown. `lately` is what happened, oldest first.
    """
    _ = wording.gettext
    playing = table.phase == "playing"
    back_to = routes.TAKE_BACK(table.id, max(table.step(), 0))
    lines = [
        _("Only you see this game, and it has no clock. `/play` always brings it back."),
        _("**Take back** undoes your last move and what the computers answered."),
        _("**Play with friends** opens a table in this channel. This game stays.")
        if friends
        else wording.gettext(FRIENDS_ON_SERVERS),
        _("**End tips** holds for all your games of this kind.")
        if helped
        else _("**Tips** help you in this kind of game, as in your first one."),
    ]
    tips = Button(routes.TIPS(table.id), _("Tips"), disabled=not playing)
    first = (
        Button(back_to, _("Take back"), disabled=not (playing and moved)),
        *([Button(routes.FRIENDS_OF(table.id), _("Play with friends"))] if friends else []),
        Button(routes.AS_TEXT(table.id), _("As text")),
        known_button(table, wording) if helped and playing else tips,
        *([banter_button(table, wording)] if playing else []),
    )
    end = Button(routes.ASK_END(table.id), _("End the game"), ButtonStyle.danger)
    back = Button(hand_id(table.id), _("Back"))
    return Page(
        title=_("More · {game}", game=playable.title(wording)),
        text="\n".join(lines),
        fields=tuple(_lately(lately, wording)),
        rows=(first, (back, *([end] if playing else []), report_button(table, wording))),
    )


def _lately(lines: Sequence[str], wording: Wording) -> list[Field]:
    """Return what happened lately, the newest of it if there isn't room for all."""
    texts = list[str]()
    for line in reversed([f"• {each}" for each in lines]):
        if texts and len(line) + 1 + len(texts[0]) <= FIELD_TEXT:
            texts[0] = f"{line}\n{texts[0]}"
        else:
            texts.insert(0, line)
    names = [wording.gettext("What happened"), *["\u200b"] * FIELDS_LATELY]
    return [Field(*each) for each in zip(names, texts[-FIELDS_LATELY:], strict=False)]


def report_button(table: TableFace, wording: Wording) -> Button:
    """Return the button by which anybody tells whoever runs the bot that something is wrong."""
    return Button(routes.REPORT(table.id), wording.gettext(REPORT_IT))


def call_page(playable: PlayableGame, table: TableFace, wording: Wording) -> Page:
    """Return the page that asks why a table calls the hosts of its night."""
    _ = wording.gettext
    reasons = (Button(routes.CALL_HOST_WHY(table.id, why), _(said)) for why, said in WHY.items())
    return Page(
        title=_("Table · {game}", game=playable.title(wording)),
        text=_(
            "Why do you need a host? Everybody in the night's thread reads it, without your name. "
            "A table can call once in {minutes} minutes. For a fault of the bot itself, report to "
            "the bot's owner.",
            minutes=CALL_AGAIN // MINUTE,
        ),
        footer=footer(table, wording),
        rows=((*reasons, report_button(table, wording), Button(page_id(table), _("Back"))),),
    )


def _state(table: TableFace, wording: Wording) -> str:
    _ = wording.gettext
    if table.phase == "lobby":
        return wording.sentences(_("The game hasn't begun."), begins_line(table, wording))
    if table.phase != "playing":
        ended = _("This game has ended.")
        return f"{ended}\n{agreed_line(table, wording)}".strip()
    if table.paused:
        return _("**The game is paused.** All clocks are stopped, and nobody can move.")
    if table.deserted():
        nobody = _("{sentence}.", sentence=_("Nobody is there"))
        return wording.sentences(nobody, deserted_line(table, wording))
    if table.left_to_computers():
        return _("{sentence}.", sentence=_("Computers finish this game"))
    return ""


def _answered(table: TableFace, viewer: Viewer, wording: Wording) -> str:
    """Return to somebody who could have asked the others for their move back why they can't."""
    on = table.phase == "playing" and not table.practice and len(table.people_here()) > 1
    return wording.gettext(ANSWERED) if on and viewer.answered else ""


def _reserves(reserves: Mapping[int, int], wording: Wording) -> str:
    """Return what everybody has left, where unused time carries over."""
    return " · ".join(
        wording.gettext(
            "{name} {time}", name=wording.name(number), time=span_words(seconds, wording)
        )
        for number, seconds in reserves.items()
    )


def _asked(table: TableFace, ends: Mapping[int, int], wording: Wording) -> Iterator[str]:
    """Yield who has to move, and until when."""
    _ = wording.gettext
    for number in table.to_act():
        name, clock = wording.name(number), table.seats[number].clock
        if table.seats[number].level is None and table.seats[number].mind is not None:
            yield _("{name}: a computer is playing", name=name)
        elif number in ends:
            yield _("{name}: deadline {when}", name=name, when=f"<t:{ends[number]}:R>")
        elif clock is not None and clock.left == 0:
            yield _("{name}: time has run out", name=name)
        else:
            yield name


def _seats(table: TableFace, wording: Wording) -> Iterator[str]:
    """Yield who sits where, who is away, and what can be taken over."""
    _, still = wording.gettext, table.deserted()
    for number, seat in enumerate(table.seats):
        marks: list[str] = []
        if seat.level is not None:
            marks.append(level_name(seat.level, wording))
        if seat.person == table.host and table.night_id is None:
            marks.append(_("host"))
        if seat.back_at is not None:
            marks.append(_("💤 until {when}", when=f"<t:{seat.back_at}:f>"))
        if table.phase == "playing" and seat.away and not table.left_to_computers():
            marks.append(_("away") if still else _("away: a computer is playing"))
        if table.phase == "playing" and seat.free and number in table.free():
            marks.append(_("free seat") if still else _("free seat: a computer is playing"))
        if table.phase == "playing" and seat.gave_up:
            marks.append(_("gave up") if still else _("gave up: a computer is playing"))
        name = wording.listing(number)
        said = wording.annotated(name, wording.series(marks)) if marks else name
        yield f"{number + 1}. {said}"


def _prints(table: TableFace, wording: Wording) -> list[str]:
    _ = wording.gettext
    lines: list[str] = []
    if table.commitment is not None:
        lines += [
            _(
                "This code lets you check afterwards that the deal wasn't changed. Keep it, and "
                "press **Check the deal** after the game."
            ),
            in_code(table.commitment),
        ]
    if table.start_print is not None:
        lines.append(started(table.start_print, wording))
    if table.log_print is not None:
        lines += [_("The whole game:"), in_code(table.log_print)]
    return lines


def seal_page(playable: PlayableGame, table: TableFace, wording: Wording) -> Page:
    """Return what a deal can be checked with once the game has ended."""
    _ = wording.gettext
    return Page(
        title=_("Check the deal · {game}", game=playable.title(wording)),
        text="\n".join(_prints(table, wording)),
        footer=footer(table, wording),
        rows=((Button(page_id(table), _("Back")),),),
    )
