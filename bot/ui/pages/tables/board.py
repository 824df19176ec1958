"""The board: the table as anyone may see it, in one message. It takes public views only."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.engine.views import PublicView
from bot.tables.clock import teaching_times
from bot.tables.table_face import TableFace
from bot.tables.trouble import Frozen
from bot.ui.pages import phone_height, routes
from bot.ui.pages.games.rules import rules_id
from bot.ui.pages.page import ALT_TEXT, Button, Page, Row, clip, hand_id
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.render import Body, Render
from bot.ui.pages.tables.absent_words import (
    absent_lines,
    go_on_rows,
    paused_line,
    whom_a_computer_plays_for,
)
from bot.ui.pages.tables.lobby_card import again_buttons, footer, night_place
from bot.ui.pages.tables.setting_names import pace_at, span_words
from bot.ui.pages.tables.table_event_lines import FOUND_GONE, WENT_HOME
from bot.ui.pages.tables.verb_words import VERB_WORDS
from bot.ui.pages.tables.vote_words import vote_fields, vote_rows
from bot.ui.pages.what_happened import shortened
from bot.ui.pages.wording import PHONE_LINE, Wording, capital
from bot.ui.pictures.palette import SEATS, number_of

NO_ENDS: Mapping[int, int] = {}

LINES: Final = 2
"""How many of the last log lines are on the board."""
LINE: Final = 300
"""The most characters of each of these lines; one that has more, as cards drawn as emoji have, is
shortened by what it takes on a screen.
"""
LINE_CELLS: Final = 4 * PHONE_LINE
"""The most cells of such a line: a trick of four, told whole."""
MANY_SEATS: Final = 5
"""From so many seats on, each of them takes one line on a phone."""
GREY: Final = 0x6B7280
"""The edge's colour while nobody is asked, or several are."""

SHORT_NAMES: Final = (16, 8, 4)
"""How many cells of a name are left in the words for a picture, if the whole takes too much room.

Beside the picture stand the marks with the whole names.
"""

_MARKS: Final = re.compile(r"\\(.)|\*\*|\*|__|~~|`|^#{1,3} |^-# ", re.M)
"""An escaped character, or markdown."""


def board_page(
    playable: PlayableGame,
    table: TableFace,
    lately: list[str],
    wording: Wording,
    ends: Mapping[int, int] = NO_ENDS,
    *,
    drawn: bool = True,
    note: str = "",
) -> Page:
    """Return the board of a table that has begun, with the last log lines, oldest first.

    `ends` says when each seat's time runs out, in seconds since 1970. The board is a picture unless
    the table or the game has none, or it can't be `drawn` now: then it is written out. `note` is a
    small line about the place where it lies.
    """
    view, asked = table.public(), table.to_act()
    shown = shown_board(
        playable,
        view,
        asked,
        len(table.seats),
        wording,
        drawn=drawn and table.boards == "pictures",
    )
    votes_now = table.motion is not None and table.phase == "playing"
    # What is voted on stands there as well, and a phone shows all of it.
    told = last_lines(lately[-1:] if votes_now else lately, len(table.seats))
    if table.deserted():
        told = [each for each in told if each not in _went(table, wording)]
    above = [
        *_task(playable, table, ends, wording),
        *told,
        playable.render.round_scores(view, wording),
        # What has just happened may say the same.
        *(each for each in absent_lines(table, wording) if f"• {each}" not in told),
        f"-# {note}" if note else "",
    ]
    head = "\n".join(line for line in above if line)
    gap = "\n\n" if shown.image is None else "\n"
    options = playable.render.options(table.options, wording)
    return replace(
        shown,
        title=whose_turn(table, wording),
        text=f"{head}{gap}{shown.text}".strip(),
        fields=(*shown.fields, *vote_fields(table, wording)),
        footer=" · ".join([*night_line(table, wording), *options]),
        rows=_rows(table, wording),
        author=author(playable, table, wording),
        colour=number_of(SEATS[asked[0]]) if len(asked) == 1 and not table.paused else GREY,
    )


def last_lines(lines: list[str], seats: int) -> list[str]:
    """Return what happened last; with many seats a line of it takes one line on a phone, or two."""
    brief, shown = seats >= MANY_SEATS, list[str]()
    for line in lines[-LINES:]:
        first, *said = line.split("\n")
        if brief or len(first) > LINE:
            # What came of it stands at its end.
            first = shortened(first, PHONE_LINE if brief else LINE_CELLS)
        shown += [f"• {first}", *said]
    return shown


def _went(table: TableFace, wording: Wording) -> set[str]:
    """Return the lines by which people went away: they say that computers play for them."""
    lines = (
        *(VERB_WORDS[verb].told for verb in ("stand_in", "leave", "free")),
        WENT_HOME,
        FOUND_GONE,
    )
    names = [wording.name(number) for number in table.absent()]
    return {f"• {wording.gettext(line, name=name)}" for line in lines for name in names}


def as_of_line(at: int, wording: Wording) -> str:
    """Return what a board that may lag says first: the time it shows, in seconds since 1970."""
    return f"-# {wording.gettext('as of {time}', time=f'<t:{at}:R>')}"


def shown_board(
    playable: PlayableGame,
    view: PublicView,
    asked: tuple[int, ...],
    seats: int,
    wording: Wording,
    *,
    drawn: bool,
) -> Page:
    """Return the board alone: a picture with the names of the seats, or written out.

    It is a picture if it is to be `drawn`, the game has one, and its reader wants no words instead.
    """
    # In words: wherever emoji could be shown there is a picture, and an alt text can't show any.
    words = wording.in_words()
    said = playable.render.board(view, words)
    if not drawn or wording.words_alone or playable.pictures is None:
        return Page("", said.text, said.fields)
    for cells in SHORT_NAMES:
        if len(_spoken(said, wording)) <= ALT_TEXT:
            break
        said = playable.render.board(view, words.with_short_names(cells))
    image = playable.pictures.of(view, asked)
    text = f"{legend(seats, wording)}\n{key_line(playable.render, wording)}".rstrip()
    return Page("", text, image=image, alt=alt_text(said, wording))


def key_line(render: Render, wording: Wording) -> str:
    """Return what signs in the picture stand for, in small letters; "" if that is plain."""
    key = render.key(wording)
    return f"-# {key}" if key else ""


def night_line(table: TableFace, wording: Wording) -> list[str]:
    """Return which table of a night's round this is, if any, and whether computers finished it.

    The game above counts rounds of its own, so the night's is named as such.
    """
    gettext = wording.gettext
    place = night_place(table, wording)
    lines = [place] if place else []
    if table.teaching and table.phase == "playing":
        # All who wait there read why that may take long.
        lines.append(_learns(table, wording))
    if table.played_out and table.over:
        lines.append(gettext("finished by computers"))
    return lines


def _learns(table: TableFace, wording: Wording) -> str:
    """Return that somebody learns at a table, and how long a move may take there."""
    gettext = wording.gettext
    if table.learners:
        first, later = (span_words(each, wording) for each in teaching_times(table.move_time))
        return gettext(
            "📖 who learns here: first move {first}, later {later}", first=first, later=later
        )
    if not table.has_clock or table.reserve:
        # A host has set another pace, whose moves have no time, or more than what is given back.
        return gettext("📖 somebody learns here: {pace}", pace=pace_at(table, wording))
    span, later = (span_words(each, wording) for each in (table.move_time, table.later_time))
    if span == later:
        return gettext("📖 somebody learns here: up to {span} a move", span=span)
    return gettext(
        "📖 somebody learns here: first move {span}, later {later}", span=span, later=later
    )


def author(
    playable: PlayableGame, table: TableFace, wording: Wording, *, private: bool = False
) -> str:
    """Return the line above the title: the game, and where the match stands until it ends.

    On a phone it takes one line, as much of the rest as fits. On a person's `private` screen, where
    the rest is worth more, the game is left out instead if that saves a line. On a night, which has
    rounds as well, it always says that it is the game's.
    """
    headline = without_marks(playable.render.headline(table.public(), wording.in_words()), wording)
    title = playable.title(wording)
    if not headline or table.phase == "finished":
        return title
    parts, of_night = headline.split(" · "), table.night_id is not None
    if private:
        unnamed = capital(wording.gettext("game: {where}", where=headline))
        said = [_titled(title, parts, wording, of_night), unnamed if of_night else headline]
    else:
        ever_less = (parts[:most] for most in range(len(parts), 0, -1))
        said = [*(_titled(title, some, wording, of_night) for some in ever_less), title]
    return min(said, key=lambda each: phone_height.lines(each, phone_height.INSIDE, bold=True))


def _titled(title: str, parts: Sequence[str], wording: Wording, of_night: bool) -> str:
    """Return a game with where it stands, which on a night isn't where the night does."""
    where = " · ".join(parts)
    return wording.labelled(title, where) if of_night else f"{title} · {where}"


def whose_turn(table: TableFace, wording: Wording) -> str:
    """Return the title of the board: whose move it waits for, or how the game ends or has ended."""
    _ = wording.gettext
    if table.phase == "finished":
        return _("Ended")
    if table.phase == "cancelled":
        return _("Ended without a result")
    if table.paused:
        return _("Paused")
    if table.deserted():
        return _("Nobody is there")
    if table.left_to_computers():
        return _("Computers finish this game")
    return asked_now(table, wording)


def asked_now(table: TableFace, wording: Wording) -> str:
    """Return whose move it is in a game that is on, also where nobody is there to make it."""
    _, asked = wording.gettext, table.to_act()
    if len(asked) != 1:
        waited_for = table.people_asked() or asked
        return _("Waiting for {names}", names=wording.names(waited_for))
    name = wording.name(asked[0])
    if table.seats[asked[0]].level is not None:
        return _("{name} is thinking", name=name)
    if whom_a_computer_plays_for(table) is not None:
        return _("A computer is playing for {name}", name=name)
    return _("{name}'s turn", name=name)


def legend(seats: int, wording: Wording) -> str:
    """Return what tells the seats in the picture apart: their marks with their names."""
    return "\n".join(whole_names([wording.faced(seat) for seat in range(seats)]))


def whole_names(names: Sequence[str], gap: str = "\u2003") -> list[str]:
    """Return lines for a phone that break between names alone: a mark stays beside its name."""
    lines = [names[0]]
    for name in names[1:]:
        longer = f"{lines[-1]}{gap}{name}"
        if phone_height.lines(longer, phone_height.INSIDE) == 1:
            lines[-1] = longer
        else:
            lines.append(name)
    return lines


def alt_text(said: Body, wording: Wording) -> str:
    """Return a board in words for those who can't see its picture: plain text, cut to fit."""
    return clip(_spoken(said, wording), ALT_TEXT)


def _spoken(said: Body, wording: Wording) -> str:
    """Return a board in words as plain text."""
    parts = [said.text, *(f"{field.name}\n{field.text}" for field in said.fields)]
    return without_marks("\n".join(part for part in parts if part), wording)


def without_marks(text: str, wording: Wording) -> str:
    """Return a text without markdown: commas, not frames, tell apart what stands side by side."""
    apart = text.replace("` `", wording.series(["`", "`"]))
    return _MARKS.sub(lambda found: found[1] or "", apart)


def text_page(playable: PlayableGame, table: TableFace, wording: Wording) -> Page:
    """Return the board in words, for those who ask for it."""
    _ = wording.gettext
    page = board_page(playable, table, [], wording, drawn=False)
    back = Button(page_id(table), _("Back"))
    return Page(page.title, page.text, page.fields, author=page.author, rows=((back,),))


def text_id(table: TableFace) -> str:
    """Return the id of the button that shows the board in words."""
    return routes.AS_TEXT(table.id)


def _task(
    playable: PlayableGame, table: TableFace, ends: Mapping[int, int], wording: Wording
) -> list[str]:
    """Return who is to do what now and until when; clients count it down."""
    asked = table.to_act()
    if table.phase != "playing" or table.deserted() or not asked:
        return []
    if table.paused:
        return [paused_line(table, wording)]
    seats = (each for each in asked if table.seats[each].level is None)
    minded = wording.with_minded([each for each in seats if table.seats[each].mind is not None])
    line = f"**{playable.render.doing(table.public(), asked, minded)}**"
    timed = [seat for seat in table.people_asked() if seat in ends]
    if not timed:
        return [line]
    if len(asked) == 1:
        until = wording.gettext("deadline {when}", when=f"<t:{ends[timed[0]]}:R>")
    else:
        each = wording.series(f"{wording.name(seat)} <t:{ends[seat]}:R>" for seat in timed)
        until = wording.gettext("deadlines: {each}", each=each)
    then = wording.gettext("then a computer plays") if _plays_then(table, timed) else ""
    return [" · ".join(filter(None, (line, f"⏳ {until}", then)))]


def _plays_then(table: TableFace, timed: Collection[int]) -> bool:
    """Tell whether a computer plays for those whose time runs once that is up, as the others wait
    for it: after a reminder they ask themselves. Where nobody else is there, the game would wait.
    """
    late = any(table.seats[seat].reminders for seat in timed)
    return late and table.on_timeout != "ask" and not {*table.people_here()} <= {*timed}


def _rows(table: TableFace, wording: Wording) -> tuple[Row, ...]:
    """Return the controls: the same for everybody, whatever the hands hold."""
    _ = wording.gettext
    hand = Button(hand_id(table.id), _("My hand"), ButtonStyle.primary)
    rules = Button(rules_id(table.game_key, 0), _("Rules"))
    more = Button(page_id(table), _("More"))
    if table.phase == "finished" or not table.on_server:
        # A game of one's own has no board: in words it is shown from its hand.
        return ()
    if table.phase == "cancelled":
        return ((rules, more), again_buttons(table, wording))
    # At a table of a night others may decide: its own page says who.
    goes_on = () if table.night_id is not None else go_on_rows(table, wording)
    return ((hand, rules, more), *vote_rows(table, wording), *goes_on)


def page_id(table: TableFace) -> str:
    """Return the id of the button that shows the page on pace, seats and votes.

    At a table on no server there is no such page, and the button shows the game.
    """
    return routes.TABLE_PAGE(table.id) if table.on_server else hand_id(table.id)


def frozen_page(table: TableFace, wording: Wording) -> Page:
    """Return what replaces the board when a table can't be read."""
    return Page(title=footer(table, wording), text=Frozen().say(wording.gettext))
