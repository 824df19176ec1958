"""The questions before computers finish games of a night: one, a round, or as the night ends."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.night import Night
from bot.ui.pages.long_lists import fit
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.desk_more import sure_page
from bot.ui.pages.nights.night_tables import DeskTable, table_link
from bot.ui.pages.nights.night_words import plain_name_of
from bot.ui.pages.page import Button, Page
from bot.ui.pages.wording import Wording, seat_names

PLAYED_OUT: Final = _(
    "Computers play all seats to the end now. Whoever is away finishes behind everybody who stays "
    "and can't come back to it."
)
EARNED: Final = _(
    "Only those who are here and have made half of their moves or more get night points."
)
UNEARNED: Final = _(
    "Nobody gets night points. For that, somebody here must have made half of their moves."
)
NOBODY_ELSE: Final = _("Nobody else here has made half of their moves.")
NONE_AT_OWN: Final = _("You get none at your own table.")
MOST_NAMED: Final = 8
"""The most who get no points that are named."""


@dataclass(frozen=True, slots=True)
class ToFinish:
    """Games that computers would finish, and what becomes of their players' night points."""

    tables: Sequence[DeskTable]
    earning: Mapping[str, Sequence[int]]
    """By a table's id, the seats of those who would get some."""
    me: int
    """Who is asked."""
    kept: Sequence[str] = ()
    """Which games go on all the same, and why, in finished words."""

    @property
    def sign(self) -> int:
        """Return a number that changes with what is said about them."""
        known = [
            (
                each.face.id,
                each.face.seat_of(self.me),
                *self.earning[each.face.id],
                self._losing(each),
                bool(each.face.people_here()),
            )
            for each in self.tables
        ]
        return zlib.crc32(repr(known).encode())

    def points(self, wording: Wording) -> str:
        """Return who gets night points then, and who doesn't by name."""
        if not any(self.earning.values()):
            return wording.gettext(UNEARNED)
        names: list[str] = []
        for table in self.tables:
            face = table.face
            seated = Wording(wording.language, seat_names(face.seats, face.language))
            names += map(seated.name, self._losing(table))
        none = ""
        if names:
            listed = wording.listed(fit(names, MOST_NAMED, wording, people=True))
            none = wording.ngettext(
                "{names} gets none.", "{names} get none.", len(names), names=listed
            )
        plays = any(table.face.sits(self.me) for table in self.tables)
        own = wording.gettext(NONE_AT_OWN) if plays else ""
        return wording.sentences(wording.gettext(EARNED), none, own)

    def _losing(self, table: DeskTable) -> list[int]:
        """Return the seats of all others at a table who would get none."""
        return [
            number
            for number, seat in enumerate(table.face.seats)
            if (seat.here or seat.away) and seat.person != self.me
            if number not in self.earning[table.face.id]
        ]


def finish_one_page(
    night: Night,
    table: DeskTable,
    wording: Wording,
    *,
    earning: Sequence[int],
    plays: bool = False,
    changed: bool = False,
) -> Page:
    """Return the question whether computers should finish one game; `plays` tells
    whether whoever is asked plays there.

    `earning` are the seats of those who would get points for it; `changed` tells whether they were
    others when this was asked before.
    """
    gettext = wording.gettext
    title = gettext(
        "Computers finish round {round}, table {number}?", round=table.round, number=table.number
    )
    said = ".".join(map(str, earning))
    finish = desk_routes.FINISH(night.id, table.face.id, said), gettext("Computers finish it")
    earned = gettext(NOBODY_ELSE if plays else UNEARNED)
    if earning:
        seated = Wording(wording.language, seat_names(table.face.seats, table.face.language))
        names = seated.series(seated.listing(seat) for seat in earning)
        earned = gettext(
            "Night points go to who is here and has made half of their moves: {names}.", names=names
        )
    text = wording.sentences(_again(wording, changed=changed), gettext(PLAYED_OUT), earned)
    back = desk_routes.DESK_TABLE(night.id, table.face.id)
    return sure_page(back, (title, text), finish, wording, plays=plays)


def finish_page(night: Night, asked: ToFinish, wording: Wording, *, changed: bool) -> Page:
    """Return the question whether computers should finish games of the newest round; `changed`
    tells whether others would get points, or other games were on, when this was asked before.
    """
    gettext, number = wording.gettext, len(night.dealt)
    on = asked.tables
    tables = [table_link(each, wording, older=each.round != number, linked=False) for each in on]
    said = gettext("Still on: {tables}.", tables=wording.series(tables))
    if any(each.face.deserted() for each in on):
        # Where all are away nobody minds.
        people = [at for at, each in zip(tables, on, strict=True) if each.face.people_here()]
        playing = gettext("People still play there: {tables}.", tables=wording.series(people))
        said = wording.sentences(said, playing if people else "")
    finish = Button(
        desk_routes.FINISH_ALL(night.id, number, asked.sign),
        gettext("Computers finish all"),
        ButtonStyle.danger,
    )
    back = Button(desk_routes.DESK(night.id), gettext("Back"))
    title = gettext("Computers finish round {number}?", number=number)
    if not on:
        return Page(title, "\n".join(asked.kept), rows=((back,),))
    first = wording.sentences(_again(wording, changed=changed), said)
    lines = [first, gettext(PLAYED_OUT), asked.points(wording), *asked.kept]
    return Page(title, "\n".join(lines), rows=((finish, back),))


def end_night_page(
    night: Night, asked: ToFinish, wording: Wording, *, finishing: int = 0, changed: bool = False
) -> Page:
    """Return the question whether a night should really end, while these games are played;
    `changed` is as above, `finishing` is how many games computers finish already.
    """
    gettext, number = wording.gettext, len(night.dealt)
    back = Button(desk_routes.DESK_MORE(night.id), gettext("Back"))
    title = gettext("End {title}?", title=plain_name_of(night))
    end, danger = desk_routes.END_NIGHT(night.id, number), ButtonStyle.danger
    again = _again(wording, changed=changed)
    on = len(asked.tables) + len(asked.kept)
    if not on:
        text = wording.ngettext(
            "Computers are still finishing {n} game: it counts when it ends.",
            "Computers are still finishing {n} games: they count when they end.",
            finishing,
        )
        text = text if finishing else ""
        # After the last round there are none anyway.
        ends = gettext("No more rounds follow.")
        if night.all_played:
            ends = gettext("This makes the recap final.")
        text = wording.sentences(again, text, ends)
        return Page(title, text, rows=((Button(end, gettext("End the night"), danger), back),))
    said = wording.ngettext("{n} game is still on.", "{n} games are still on.", on)
    lines = [
        wording.sentences(again, said, gettext("No more rounds follow.")),
        gettext("**They play on**: a game counts when it ends."),
    ]
    buttons = [Button(end, gettext("They play on"), danger)]
    if asked.tables:
        said = gettext("**Computers finish**: they play all seats to the end now.")
        lines.append(wording.sentences(said, asked.points(wording)))
        finished = desk_routes.END_FINISHED(night.id, number, asked.sign)
        buttons.append(Button(finished, gettext("Computers finish"), danger))
    return Page(title, "\n".join([*lines, *asked.kept]), rows=((*buttons, back),))


def _again(wording: Wording, *, changed: bool) -> str:
    return wording.gettext("This has changed meanwhile, so I ask again.") if changed else ""
