"""How somebody's turn calls them: the page where they choose, and what a direct message says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal, NamedTuple

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.tables.table_face import TableFace
from bot.tables.typed_lists import listed
from bot.tables.waiting import Placed
from bot.ui.pages import routes
from bot.ui.pages.form import Form, TextLine
from bot.ui.pages.page import CHOICES, Button, Choice, Page, Row, Select
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.absent_words import STAYING_AWAY
from bot.ui.pages.tables.board import page_id
from bot.ui.pages.tables.my_note import note_line
from bot.ui.pages.tables.my_tables import minutes_of, of_day, said_of_day, table_address
from bot.ui.pages.typed_date_words import own_zone_line
from bot.ui.pages.wording import Wording, plain_name
from storage.call_store import CallsRow, Way

WAYS: Final[dict[Way, str]] = {
    "thread": _("In the thread"),
    "dm": _("By direct message"),
    "quiet": _("Quiet: only my list of games"),
}
"""What the buttons say."""
SAID: Final[dict[Way, str]] = {
    "thread": _(
        "I call you **in the table's thread** when your turn comes, and again before time runs out."
    ),
    "dm": _(
        "I call you **by direct message** when your turn comes, and again before time runs out, at "
        "most once in 10 minutes."
    ),
    "quiet": _(
        "I don't call you, not even before time runs out. Your clock still runs: look at "
        "`/me games`."
    ),
}
SAID_HERE: Final[dict[Way, str]] = {
    "thread": _("in the thread"),
    "dm": _("by direct message"),
    "quiet": _("quiet"),
}
QUIET: Final = _(
    "With **Quiet** I don't call you before time runs out, either. Your clock still runs."
)
CLOSED: Final = _(
    "I can't send you direct messages, so your turn calls you in the thread. Allow them in your "
    "privacy settings, then press **Try again**."
)
DMS_REFUSED: Final = _(
    "I couldn't send you a direct message: your turn calls you in the thread. See `/me calls`."
)
MOST_LINES: Final = 10
"""How many tables a direct message lists."""
ROOM: Final = 1900
"""How many characters they may take; Discord takes 2000, with the line that leads to the rest."""
FIELD: Final = "times"
"""The line of the form for the digest."""


@dataclass(frozen=True, slots=True)
class OwnWay:
    """A table for which somebody chose another way than their usual one, and what it is called."""

    table_id: str
    name: str
    way: Way


@dataclass(frozen=True, slots=True)
class Called:
    """A table that somebody is called to, and what it is called: its game and its server."""

    table: Placed
    ends: int | None
    """When their time is up; None if it isn't."""
    game: str
    server: str | None

    def name(self) -> str:
        """Return the game and the server in one line."""
        return " · ".join([self.game, *([] if self.server is None else [plain_name(self.server)])])


# The page


def calls_page(
    row: CallsRow, zone: str | None, own: Sequence[OwnWay], wording: Wording, notice: str = ""
) -> Page:
    """Return how somebody is called, with all that changes it; each press is kept at once."""
    gettext = wording.gettext
    lines = [f"> {notice}"] if notice else []
    lines.append(gettext(SAID[row.calls]))
    lines.append(_digest_line(row, zone, wording))
    lines += [wording.labelled(each.name, gettext(SAID_HERE[each.way])) for each in own]
    if row.calls_closed:
        lines.append(gettext(CLOSED))
    if row.calls != "quiet":
        # Said before it is chosen.
        lines.append(gettext(QUIET))
    lines.append(gettext("Votes and a game's result always call you in the thread."))
    buttons = _ways(row.calls, routes.SET_CALLS, wording)
    digest = Button(routes.DIGEST(), gettext("Digest …"))
    rows: list[Row] = [(*buttons, digest, Button(routes.MY_GAMES(0), gettext("My games")))]
    if row.calls_closed:
        rows.append((Button(routes.TRY_CALLS(), gettext("Try again"), ButtonStyle.success),))
    if own:
        choices = tuple(Choice(each.table_id, each.name) for each in own[:CHOICES])
        rows.append(Select(routes.CALLS_AS_USUAL(), gettext("As usual again at …"), choices))
    return Page(title=gettext("My calls"), text="\n".join(lines), rows=tuple(rows))


def _digest_line(row: CallsRow, zone: str | None, wording: Wording) -> str:
    if not row.times or zone is None:
        return wording.gettext("You get no digest of what waits for you.")
    times = wording.series(said_of_day(each, wording) for each in row.times)
    return wording.gettext(
        "Digest of what waits for you, by direct message: **{times}** ({zone})",
        times=times,
        zone=zone,
    )


def _ways(chosen: Way | None, route: Callable[[Way], str], wording: Wording) -> tuple[Button, ...]:
    return tuple(
        Button(
            route(way),
            wording.gettext(label),
            ButtonStyle.primary if way == chosen else ButtonStyle.secondary,
        )
        for way, label in WAYS.items()
    )


def digest_form(row: CallsRow, wording: Wording, *, asks_zone: bool) -> Form:
    """Return the form for the times of a digest, which go by its person's time zone."""
    gettext = wording.gettext
    line = TextLine(
        FIELD,
        gettext("Times of day, up to 3 (empty: no digest)"),
        ", ".join(map(of_day, row.times)),
        needed=False,
        hint="8:00, 18:00",
    )
    lines = (line, own_zone_line(wording)) if asks_zone else (line,)
    return Form(routes.DIGEST_SET(), gettext("Digest of games that wait for you"), lines)


def typed_times(text: str, wording: Wording) -> list[int]:
    """Return the times of day in a text. Raises Trouble for one that can't be read."""
    return [minutes_of(each, wording) for each in listed(text)]


def mine_page(
    playable: PlayableGame,
    table: TableFace,
    usual: Way,
    chosen: Way | None,
    note: str,
    wording: Wording,
) -> Page:
    """Return what somebody has set for one table alone, and their note about it."""
    gettext = wording.gettext
    way = gettext(SAID_HERE[usual if chosen is None else chosen])
    said = gettext("Your turn here: **{way}**", way=way)
    if chosen is None:
        said = gettext("Your turn here, as usual: **{way}**", way=way)
    style = ButtonStyle.primary if chosen is None else ButtonStyle.secondary
    as_usual = Button(routes.CALLS_HERE(table.id, "usual"), gettext("As usual"), style)
    ways = _ways(chosen, lambda way: routes.CALLS_HERE(table.id, way), wording)
    return Page(
        title=gettext("Calls and note · {game}", game=playable.title(wording)),
        text="\n".join(filter(None, [said, gettext(QUIET), note_line(note, len(note))])),
        rows=(
            (as_usual, *ways),
            (
                Button(routes.NOTE(table.id), gettext("Note …")),
                Button(page_id(table), gettext("Back")),
            ),
        ),
    )


# The direct message


CameOf = Literal["move", "seat", "waits"]
"""What came of a turn: a computer made that move, or plays on there until its person is back, or
the game waits until then.
"""


class Came(NamedTuple):
    """What came of a turn whose person didn't move, and whether their time had run out."""

    how: CameOf
    ran_out: bool


OVER: Final[dict[CameOf, str]] = {
    "move": _("A computer moved for you in {table}."),
    "seat": _("Until you're back, a computer plays for you in {table}."),
    "waits": _("{table} waits until you're back."),
}
OVER_THERE: Final[dict[CameOf, str]] = {
    "move": _("a computer moved for you"),
    "seat": _("a computer is playing for you"),
    "waits": _("nobody is there: the game waits for you"),
}


def call_text(calls: Sequence[Called], wording: Wording) -> str:
    """Return what tells somebody of the tables that wait for them."""
    gettext = wording.gettext
    if len(calls) == 1:
        ends = calls[0].ends
        up = "" if ends is None else gettext("Deadline: {when}.", when=f"<t:{ends}:R>")
        return wording.sentences(gettext("Your turn in {table}.", table=_bold(calls[0])), up)
    lines = [wording.ngettext("Your turn in {n} game:", "Your turn in {n} games:", len(calls))]
    for call in calls[:MOST_LINES]:
        ends = call.ends
        up = None if ends is None else gettext("deadline {when}", when=f"<t:{ends}:R>")
        lines.append(_line(call, up))
    kept = _kept(lines)
    if kept <= len(calls):
        lines = [*lines[:kept], gettext("`/me games` lists all of them.")]
    return "\n".join(lines)


def digest_text(calls: Sequence[Called], left: Sequence[Called], wording: Wording) -> str:
    """Return a digest of the tables that wait for somebody, and of those that they `left` and that
    wait until they are back.
    """
    lines = [wording.gettext("🗓️ **Digest**"), *([call_text(calls, wording)] if calls else [])]
    for call in left[: MOST_LINES - min(len(calls), MOST_LINES)]:
        table = f"[{call.name()}]({table_address(call.table)})"
        lines.append(wording.gettext(OVER["waits"], table=table))
    return "\n".join(lines[: _kept(lines)])


def over_text(calls: Sequence[Called], wording: Wording, came: Mapping[str, Came]) -> str:
    """Return what a call says once its turns are over; `came` is what came of them, by table,
    where their person didn't move.
    """
    gettext = wording.gettext
    if len(calls) == 1:
        table, one = _bold(calls[0]), came.get(calls[0].table.id)
        if one is None:
            return gettext("It's no longer your turn in {table}.", table=table)
        late = gettext("Your time ran out.") if one.ran_out else ""
        falls = one.ran_out and one.how == "seat"
        costs = gettext(STAYING_AWAY) if falls else ""
        return wording.sentences(late, gettext(OVER[one.how], table=table), costs)
    lines = [gettext("It's no longer your turn in these games:")]
    for call in calls[:MOST_LINES]:
        one = came.get(call.table.id)
        lines.append(_line(call, None if one is None else gettext(OVER_THERE[one.how])))
    return "\n".join(lines[: _kept(lines)])


def _bold(call: Called) -> str:
    """Return a table as it is named in a sentence."""
    server = [] if call.server is None else [plain_name(call.server)]
    return " · ".join([f"**{call.game}**", *server])


def _line(call: Called, behind: str | None) -> str:
    link = f"[{call.name()}]({table_address(call.table)})"
    return f"- {' · '.join([link, *([] if behind is None else [behind])])}"


def _kept(lines: Sequence[str]) -> int:
    """Return how many lines of a message have room."""
    return sum(end <= ROOM for end in accumulate(len(each) + 1 for each in lines))


def call_rows(calls: Sequence[Called], mark: str, wording: Wording) -> tuple[Row, ...]:
    """Return the buttons below a direct message; `mark` is the id of one, by which it is known."""
    gettext = wording.gettext
    change = Button(mark, gettext("My calls"))
    if len(calls) != 1:
        return ((change,),)
    go = Button("", gettext("Go to the table"), url=table_address(calls[0].table))
    return ((go, change),)
