"""The table page: pace, seats, votes and fingerprints, and what the viewer may do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.leading import CALL_AGAIN
from bot.tables import votes
from bot.tables.clock import MINUTE, USUAL
from bot.tables.going_on import can_go_on
from bot.tables.table_face import TableFace
from bot.tables.who_decides import Right, only_asks
from bot.ui.pages import routes
from bot.ui.pages.nights.night_words import WHY
from bot.ui.pages.page import (
    FIELD_TEXT,
    ROW,
    Button,
    Choice,
    Page,
    Row,
    Select,
    first_to_fit,
    hand_id,
    with_buttons,
)
from bot.ui.pages.render import Field, PlayableGame
from bot.ui.pages.tables.board import (
    deserted_line,
    go_on_rows,
    page_id,
    text_id,
    vote_fields,
    vote_rows,
)
from bot.ui.pages.tables.hand import back_id
from bot.ui.pages.tables.lobby_card import (
    again_buttons,
    begins_line,
    footer,
    in_code,
    seal_id,
    started,
)
from bot.ui.pages.tables.lobby_settings import banter_button
from bot.ui.pages.tables.replay import agreed_line
from bot.ui.pages.tables.setting_names import (
    NAMES,
    PACES,
    away_words,
    level_name,
    pace_lines,
    span_words,
)
from bot.ui.pages.tables.verb_words import VERB_WORDS
from bot.ui.pages.wording import Wording

FRIENDS_ON_SERVERS: Final = _("Friends can join on a server that I'm in: type `/play` there.")
"""Why no table for friends can be opened in a direct message."""
MOST_LATELY: Final = 8
"""How many lines tell what happened lately."""


def table_page(
    playable: PlayableGame,
    table: TableFace,
    person: int,
    role: Right | None,
    ends: Mapping[int, int],
    wording: Wording,
    notice: str = "",
    open_seats: tuple[int, ...] = (),
    removable: tuple[int, ...] = (),
    *,
    reserves: Mapping[int, int] | None = None,
    led: bool = False,
    helped: bool = False,
    lately: Sequence[str] = (),
) -> Page:
    """Return the page of a table for one person, with what they may do by right of `role`.

    If it is `led`, the hosts of its night decide, and those who sit there vote only on taking a
    move back. Who is `helped` through the game can say that they know it.

    `ends` says when each seat's time runs out, in seconds since 1970, `reserves` how many seconds
    each has left that carry over. `notice`, in finished words,
    is shown above. `open_seats` are those that the person may take over, `removable` those whose
    people they may remove. `lately` is what everybody could see happen, oldest first, for whoever
    missed it on a phone's screen. Nothing here depends on any hand.
    """
    _ = wording.gettext
    how, *rest = pace_lines(table, wording)
    pace = [how, _reserves(reserves or {}, wording), *rest, away_words(table, wording)]
    fields = [Field(_("Pace"), "\n".join(filter(None, pace)))]
    if table.phase == "playing":
        fields.append(Field(_("Waiting for"), "\n".join(_asked(table, ends, wording))))
    fields.append(Field(_("Seats"), "\n".join(_seats(table, wording))))
    fields += [*vote_fields(table, wording), *_lately(lately, wording)]
    state = _state(table, wording)
    # What the page says anyway isn't said above it as well.
    said = [line for line in notice.splitlines() if line not in state.splitlines()]
    quoted = [f"> {line}" for line in said]
    return Page(
        title=_("Table · {game}", game=playable.title(wording)),
        text="\n".join(filter(None, [*quoted, state])),
        fields=tuple(fields),
        footer=footer(table, wording),
        rows=with_buttons(
            tuple(
                _rows(table, person, role, open_seats, removable, wording, led=led, helped=helped)
            ),
            report_button(table, wording),
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
    lately: Sequence[str] = (),
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
        _("**I know this** ends the tips in this kind of game.")
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
    said = [f"• {line}" for line in lines[-MOST_LATELY:]]
    text = first_to_fit(("\n".join(said[at:]) for at in range(len(said))), FIELD_TEXT)
    return [Field(wording.gettext("What happened"), text)] if text else []


def known_button(table: TableFace, wording: Wording) -> Button:
    """Return the button that ends the help through this kind of game."""
    return Button(routes.KNOW(table.id), wording.gettext("I know this"))


def report_button(table: TableFace, wording: Wording) -> Button:
    """Return the button by which anybody tells whoever runs the bot that something is wrong."""
    return Button(routes.REPORT(table.id), wording.gettext("Something is wrong here"))


def call_page(playable: PlayableGame, table: TableFace, wording: Wording) -> Page:
    """Return the page that asks why a table calls the hosts of its night."""
    _ = wording.gettext
    reasons = (Button(routes.CALL_HOST_WHY(table.id, why), _(said)) for why, said in WHY.items())
    return Page(
        title=_("Table · {game}", game=playable.title(wording)),
        text=_(
            "Why do you need a host? Everybody in the night's thread reads it, without your name. "
            "A table can call once in {minutes} minutes.",
            minutes=CALL_AGAIN // MINUTE,
        ),
        footer=footer(table, wording),
        rows=((*reasons, Button(page_id(table), _("Back"))),),
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
        return deserted_line(table, wording)
    return ""


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
        if number in ends:
            yield _("{name}: time runs out {when}", name=name, when=f"<t:{ends[number]}:R>")
        elif clock is not None and clock.left == 0:
            yield _("{name}: time has run out", name=name)
        else:
            yield name


def _seats(table: TableFace, wording: Wording) -> Iterator[str]:
    """Yield who sits where, who is away, and what can be taken over."""
    _ = wording.gettext
    for number, seat in enumerate(table.seats):
        marks: list[str] = []
        if seat.level is not None:
            marks.append(level_name(seat.level, wording))
        if seat.person == table.host and table.night_id is None:
            marks.append(_("host"))
        if seat.back_at is not None:
            marks.append(_("💤 until {when}", when=f"<t:{seat.back_at}:f>"))
        if table.phase == "playing" and seat.away:
            marks.append(_("away: a computer is playing"))
        if table.phase == "playing" and seat.free:
            marks.append(_("free seat: a computer is playing"))
        if table.phase == "playing" and seat.gave_up:
            marks.append(_("gave up: a computer is playing"))
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
                "press **Verify** after the game."
            ),
            in_code(table.commitment),
        ]
    if table.start_print is not None:
        lines.append(started(table.start_print, wording))
    if table.log_print is not None:
        lines += [_("The whole game:"), in_code(table.log_print)]
    return lines


def _rows(
    table: TableFace,
    person: int,
    role: Right | None,
    open_seats: tuple[int, ...],
    removable: tuple[int, ...],
    wording: Wording,
    *,
    led: bool,
    helped: bool,
) -> Iterator[Row]:
    """Yield the controls for what the person may do now, by seat and role."""
    _ = wording.gettext
    if table.over and table.step() >= 0:
        yield again_buttons(table, wording)
    if table.phase in ("lobby", "playing"):
        yield from _live_rows(table, person, role, open_seats, removable, wording, led=led)
    looks = tuple(_looks(table, person, wording, helped=helped))
    if looks:
        yield looks


def _live_rows(
    table: TableFace,
    person: int,
    role: Right | None,
    open_seats: tuple[int, ...],
    removable: tuple[int, ...],
    wording: Wording,
    *,
    led: bool,
) -> Iterator[Row]:
    """Yield the controls for what the person may do in the lobby or at play."""
    _ = wording.gettext
    number = table.seat_of(person)
    first: list[Button] = []
    if table.phase == "playing":
        first += _first_row(table, number, role, wording, led=led)
    if led and number is not None and role is None:
        first.append(Button(call_id(table), _("Call the host")))
    first.append(Button(page_id(table), _("Refresh")))
    if table.phase == "playing" and number is not None and table.seats[number].here:
        first.append(Button(routes.ASK_END(table.id), _("End or give up …")))
    elif role is not None:
        first.append(Button(routes.ASK_END(table.id), _("End the game"), ButtonStyle.danger))
    yield tuple(first)
    if table.phase == "playing":
        yield from _in_play(table, number, open_seats, wording, paced=not led)
        if role is not None and table.night_id is not None and len(open_seats) <= ROW:
            yield _paces(table, wording)
    if role is not None and not only_asks(table, role):
        yield from _kick(table, removable, wording)


def _looks(table: TableFace, person: int, wording: Wording, *, helped: bool) -> Iterator[Button]:
    """Yield what else there is to see; the page may lie where the person's hand was."""
    _ = wording.gettext
    if table.step() >= 0:
        if table.seat_of(person) is not None:
            yield Button(hand_id(table.id), _("My hand"), ButtonStyle.primary)
        yield Button(text_id(table), _("As text"))
    if table.phase == "playing" and table.seat_of(person) is not None:
        if helped:
            yield known_button(table, wording)
        yield Button(routes.MINE_HERE(table.id), _("Calls, note …"))
    if table.phase == "finished":
        yield Button(routes.VERIFY(table.id), _("Verify"))
    elif table.commitment is not None:
        yield Button(seal_id(table), _("Fair deal?"))


def seal_page(playable: PlayableGame, table: TableFace, wording: Wording) -> Page:
    """Return what a deal can be checked with once the game has ended."""
    _ = wording.gettext
    return Page(
        title=_("Fair deal? · {game}", game=playable.title(wording)),
        text="\n".join(_prints(table, wording)),
        footer=footer(table, wording),
        rows=((Button(page_id(table), _("Back")),),),
    )


def call_id(table: TableFace) -> str:
    """Return the id of the button that calls a night's hosts to a table."""
    return routes.CALL_HOST(table.id)


ASKS: Final = {
    "pause": routes.PAUSE,
    "resume": routes.RESUME,
    "takeback": routes.TAKE_BACK,
    "pace": routes.ASK_PACE,
}
"""The controls of what the others are asked for, by the verb."""


def _first_row(
    table: TableFace, number: int | None, role: Right | None, wording: Wording, *, led: bool
) -> Iterator[Button]:
    _ = wording.gettext
    here = number is not None and table.seats[number].here
    if number is not None and here:
        waited_for = can_go_on(table, "stand_in", number, table.touched_at)
        leave = Button(routes.LEAVE(table.id), _(VERB_WORDS["leave"].button))
        yield _back(table, wording) if waited_for else leave
    elif number is not None and not table.seats[number].gave_up:
        yield _back(table, wording)
    for verb, words in VERB_WORDS.items():
        if words.motion is None or not words.button or not votes.pause_fits(table, words.motion):
            continue
        subject = votes.SUBJECTS[words.motion]
        if subject.of_move and table.step() < 1:
            # The deal alone: nobody has moved yet.
            continue
        at_once = role is not None and subject.at_once
        if (here and (subject.of_move or not led)) or at_once:
            sure = at_once or len(table.people_here()) == 1
            label = words.button if sure else words.ask_button or words.button
            yield Button(_asking(verb, table), _(label))


def _back(table: TableFace, wording: Wording) -> Button:
    said = wording.gettext(VERB_WORDS["back"].button)
    return Button(back_id(table), said, ButtonStyle.success)


def _asking(verb: str, table: TableFace) -> str:
    """Return the id of the button for a verb; alone a move is taken back once by each press."""
    if verb == "takeback" and table.practice:
        return routes.TAKE_BACK(table.id, table.step())
    return ASKS[verb](table.id)


def _in_play(
    table: TableFace,
    number: int | None,
    open_seats: tuple[int, ...],
    wording: Wording,
    *,
    paced: bool,
) -> Iterator[Row]:
    """Yield the vote, other paces, or the free seats: what fits whether or not one sits here."""
    _ = wording.gettext
    if number is None:
        buttons = [
            Button(
                routes.TAKE_SEAT(table.id, seat),
                _("Take {name}'s seat", name=wording.on_button(seat)),
            )
            for seat in open_seats
        ]
        for start in range(0, len(buttons), ROW):
            yield tuple(buttons[start : start + ROW])
    elif table.seats[number].here:
        yield from vote_rows(table, wording)
        if paced:
            yield from go_on_rows(table, wording, number)
            yield _paces(table, wording)


def _paces(table: TableFace, wording: Wording) -> Row:
    _ = wording.gettext
    return tuple(
        Button(
            routes.ASK_PACE(table.id, pace),
            _("Pace: {pace}", pace=_(NAMES[pace])),
            ButtonStyle.secondary,
            disabled=(pace, USUAL[pace], 0) == (table.pace, table.move_time, table.reserve),
        )
        for pace in PACES
    )


def _kick(table: TableFace, removable: tuple[int, ...], wording: Wording) -> Iterator[Row]:
    people = tuple(
        Choice(str(table.seats[number].person), wording.bare(number)) for number in removable
    )
    if people:
        prompt = wording.gettext("Remove a player …")
        yield Select(routes.KICK(table.id), prompt, people)
