"""What belongs to a person on every server: the tables where they sit, and their time of day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final, NamedTuple

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.typed_dates import BadDate, read_hour
from bot.tables.quiet_hours import OwnClock
from bot.tables.trouble import Trouble
from bot.tables.waiting import Placed, Waiting, waits_until_back
from bot.tables.who_sits import TableBrief
from bot.ui.pages import routes
from bot.ui.pages.games.gallery import Begun, continue_row
from bot.ui.pages.long_lists import fit, on_page, page_line, turning
from bot.ui.pages.page import Button, Choice, Page, Row, Select, ServerSelect, clip
from bot.ui.pages.place_words import discord_address, why
from bot.ui.pages.render import Field
from bot.ui.pages.typed_date_words import typed_zone, zone_line
from bot.ui.pages.wording import Wording, cut, plain_name, seat_names
from storage.rows import Reminders

PAGE: Final = 10
"""How many tables are on a page."""
MOST_AHEAD: Final = 160
"""The most characters of what is set at a table; all of it is on a page of its own."""
MOST_NAME: Final = 20
"""The most cells of a name of those who sit at a table."""
NAMED: Final = 3
"""How many of those who have to move are named."""
MOST_APART: Final = 25
"""How many people somebody may ask not to be seated with."""


# The tables


@dataclass(frozen=True, slots=True)
class Entry:
    """A table as one of a person's own; `order` sorts it among the others."""

    order: tuple[float, ...]
    title: str
    text: str
    begun: Begun | None = None
    """A private game: a button brings it back."""
    deserted: bool = False
    """Whether it waits until the person is back, as nobody is there."""

    @property
    def waits(self) -> bool:
        """Tell whether the table waits for the person."""
        return self.order[0] == 0


class SeatScore(NamedTuple):
    """How a seat of a finished game has ended."""

    seat: int
    score: int
    place: float
    won: bool


@dataclass(frozen=True, slots=True)
class Days:
    """From when until when somebody is away, if they have set that, and what time it is; and
    whether a computer plays for them anywhere, so that they can come back.
    """

    start: int | None
    until: int | None
    now: int
    played_for: bool = False

    @property
    def begun(self) -> bool:
        """Whether it has begun and isn't over."""
        if self.start is None or self.until is None:
            return False
        return self.start <= self.now < self.until


def entry(
    table: TableBrief,
    person: int,
    game: str,
    server: str | None,
    moved: int | None,
    waits: Waiting | None,
    wording: Wording,
    *,
    ahead: str = "",
) -> Entry:
    """Return a live table as one of a person's own, using only what everybody may see, and what
    they have set `ahead`, in words.

    `game` is the title of its game, `server` the name of its server if known, `moved` the time of
    the newest step, and `waits` tells how it waits for the person, if it does.
    """
    gettext = wording.gettext
    rank, said = (0, gettext("**your turn**")) if waits else _state(table, person, wording)
    parts = [said]
    if waits is not None and waits.ends is not None:
        parts.append(gettext("deadline {when}", when=_ago(waits.ends)))
    elif moved is not None:
        parts.append(gettext("last move {when}", when=_ago(moved)))
    else:
        parts.append(gettext("opened {when}", when=_ago(table.opened_at)))
    if table.voting:
        parts.append(gettext("a vote is open"))
    others = tuple(seat for seat, each in enumerate(table.seats) if each.person != person)
    if table.on_server and {*others} - {*table.to_act()}:
        names = (cut(name, MOST_NAME) for name in seat_names(table.seats, table.language))
        seated = Wording(wording.language, tuple(names))
        parts.append(seated.gettext("with {names}", names=seated.names(others)))
    if table.on_server:
        parts.append(f"[{gettext('Go to the table')}]({table_address(table)})")
    title = [game, table.id, *([] if server is None else [plain_name(server)])]
    # Among those that don't wait, whatever has moved last comes first.
    time = moved or table.opened_at
    return Entry(
        (0, *waits.order) if waits is not None else (rank, -time),
        " · ".join(title),
        "\n".join([" · ".join(parts), *([clip(ahead, MOST_AHEAD)] if ahead else [])]),
        None if table.on_server else Begun(table.id, game, table.opened_at),
        waits_until_back(table, person),
    )


def table_address(table: Placed) -> str:
    """Return the address of a table's board, of its card in the lobby, or at least of its place."""
    place = table.place_id or table.channel_id
    message = table.end_id or table.board_id
    if message is None and place == table.channel_id:
        message = table.card_id
    return discord_address(table.guild_id, place, message)


def games_page(
    entries: Sequence[Entry],
    page: int,
    wording: Wording,
    next_table: Button | None = None,
    calls: Button | None = None,
    away: Days | None = None,
) -> Page:
    """Return a page of a person's tables, or the nearest, with what leads to `next_table` that
    waits, if one does, and to what else is theirs.
    """
    gettext = wording.gettext
    if next_table is not None and not next_table.url:
        next_table = replace(next_table, style=ButtonStyle.success)
    past = Button(routes.MY_PAST_GAMES(), gettext("Finished games"))
    ways = _row((next_table, calls, *_away_ways(away, wording)))
    if not entries:
        text = gettext("You're in no game right now. Start one with `/play`.")
        return Page(
            title=gettext("My games"),
            text="\n".join([text, *_away_line(away, wording)]),
            rows=(*ways, (past,)),
        )
    found = sorted(entries, key=lambda each: each.order)
    shown, page, pages = on_page(found, page, PAGE)
    waiting = sum(each.waits for each in found)
    text = gettext("Nobody is waiting for you.")
    if any(each.deserted for each in found):
        text = gettext("A game waits until you're back.")
    if waiting:
        text = wording.ngettext(
            "Your turn in {waiting} of {n} game.",
            "Your turn in {waiting} of {n} games.",
            len(found),
            waiting=waiting,
        )
    turns = turning(page, pages, lambda to, mark: routes.MY_GAMES(to, mark=mark), wording)
    again = Button(routes.MY_GAMES(page, mark="again"), gettext("Refresh"))
    begun = [each.begun for each in shown if each.begun is not None]
    # Whoever plays against computers alone keeps nobody waiting.
    quiet = ButtonStyle.success if next_table is None else ButtonStyle.secondary
    return Page(
        title=gettext("My games"),
        text="\n".join([text, *_away_line(away, wording)]),
        fields=tuple(Field(each.title, each.text) for each in shown),
        footer=page_line(page, pages, wording),
        rows=(
            *ways,
            *([continue_row(begun, wording, quiet)] if begun else []),
            (*turns, again, past),
        ),
    )


def past_games_page(found: tuple[Choice, ...], lines: Mapping[str, str], wording: Wording) -> Page:
    """Return a list of a person's finished games, from which one is picked to look at.

    `lines` say how each of them has ended, by what it is picked by.
    """
    gettext = wording.gettext
    text = gettext("Pick a game.")
    if not found:
        text = gettext("None of your games here has ended yet.")
    rows: list[Row] = []
    if found:
        rows.append(Select(routes.REPLAY_MINE(), gettext("Pick a game …"), found))
    rows.append((Button(routes.MY_GAMES(0), gettext("My games")),))
    told = [lines[each.value] for each in found if each.value in lines]
    return Page(gettext("Finished games"), "\n".join([*told, text]), rows=tuple(rows))


def past_game_line(
    game: str, table: TableBrief, ended_at: int, scores: Sequence[SeatScore], wording: Wording
) -> str:
    """Return a finished game in a few words: which it was, when it ended, and who had how much, by
    their places; a cup stands before who has won.
    """
    names = (cut(name, MOST_NAME) for name in seat_names(table.seats, table.language))
    seated = Wording(wording.language, tuple(names))
    said = " · ".join(
        f"{'🏆 ' if each.won else ''}{seated.name(each.seat)} {each.score}"
        for each in sorted(scores, key=lambda each: each.place)
    )
    head = f"**{game}** · {table.id} · <t:{ended_at}:d>"
    return f"{head}\n{said}" if said else head


def _away_line(away: Days | None, wording: Wording) -> list[str]:
    if away is None or not away.begun:
        return []
    return [wording.gettext("💤 You're away until {when}.", when=f"<t:{away.until}:f>")]


def _away_ways(away: Days | None, wording: Wording) -> list[Button]:
    """Return the ways from the list of games to one's away days."""
    if away is None:
        return []
    back = Button(routes.AWAY_BACK(), wording.gettext("I'm back"), ButtonStyle.success)
    return [
        *([back] if away.begun or away.played_for else []),
        Button(routes.AWAY(), wording.gettext("Away …")),
    ]


def _row(buttons: Sequence[Button | None]) -> tuple[Row, ...]:
    found = tuple(each for each in buttons if each is not None)
    return (found,) if found else ()


def _state(table: TableBrief, person: int, wording: Wording) -> tuple[int, str]:
    """Return how urgent a table is that waits for none of its people, from 1, and how it stands."""
    gettext, mine = wording.gettext, table.mine(person)
    if table.phase == "lobby":
        taken = len(table.seats)
        said = wording.ngettext(
            "waiting for players, {n} seat taken", "waiting for players, {n} seats taken", taken
        )
        if table.starts_at is not None:
            begins = gettext("begins {when}", when=f"<t:{table.starts_at}:f>")
            said = wording.series([said, begins])
        return 3, said
    if table.asleep and table.place_code:
        return 4, gettext("shown nowhere: {why}", why=why(table.place_code, wording))
    if table.asleep:
        return 4, gettext("archived: `/table resume` brings it back")
    if table.paused:
        return 2, gettext("paused")
    if waits_until_back(table, person):
        return 1, gettext("nobody is there: the game waits for you")
    if mine is not None and mine.gave_up:
        return 2, gettext("you gave up")
    if table.left_to_computers():
        return 2, gettext("computers are finishing it")
    if mine is not None and not mine.here and table.deserted():
        return 2, gettext("nobody is there: the game waits")
    if mine is not None and not mine.here:
        return 2, gettext("a computer is playing for you")
    asked = table.to_act()
    if table.seat_of(person) in asked:
        if not table.on_server:
            return 1, gettext("your turn, whenever you like")
        return 1, gettext("your turn: your move is set")
    called = Wording(wording.language, seat_names(table.seats, table.language))
    names = fit([called.name(seat) for seat in asked], NAMED, wording, people=True)
    if len(asked) == 1 and (back_at := table.seats[asked[0]].back_at) is not None:
        when = f"<t:{back_at}:f>"
        return 1, gettext("waiting for {name}, away until {when}", name=names[0], when=when)
    text = wording.ngettext(
        "waiting for {names}", "waiting for {names}", len(asked), names=wording.series(names)
    )
    return 1, text


def _ago(time: int) -> str:
    return f"<t:{time}:R>"


# The time of day


def clock_page(row: OwnClock, now: int, wording: Wording) -> Page:
    """Return what a person has set about their time of day, with buttons to undo it."""
    gettext = wording.gettext
    buttons: list[Button] = []
    named = {each: f"`{wording.option('me clock', each)}`" for each in ("zone", "from", "to")}
    if row.zone is None:
        lines = [
            gettext(
                "I need your time zone for quiet hours: fill in {option} in `/me clock`.",
                option=named["zone"],
            )
        ]
    else:
        lines = [gettext("Time zone: **{zone}**", zone=zone_line(row.zone, now, wording))]
        buttons.append(Button(routes.FORGET_CLOCK(), gettext("Forget my time zone")))
    if row.quiet_from is None or row.quiet_to is None:
        lines.append(
            gettext(
                "You have no quiet hours: fill in {start} and {end} in `/me clock`.",
                start=named["from"],
                end=named["to"],
            )
        )
    else:
        start, end = (said_of_day(each, wording) for each in (row.quiet_from, row.quiet_to))
        text = gettext(
            "Quiet hours: **{start}** to **{end}**. In turn-by-turn games, you get no "
            "reminders then, and your clock stops.",
            start=start,
            end=end,
        )
        lines.append(text)
        buttons.insert(0, Button(routes.NO_QUIET_HOURS(), gettext("No quiet hours")))
    return Page(
        title=gettext("My clock"),
        text="\n".join(lines),
        rows=(tuple(buttons),) if buttons else (),
    )


def hide_page(hidden: bool, wording: Wording) -> Page:
    """Return whether others see a person's name in standings, with a button to change that."""
    gettext = wording.gettext
    if hidden:
        text = gettext(
            "In standings, everybody else now sees “a guest” instead of your name, for earlier "
            "games too."
        )
        button = Button(routes.HIDE("no"), gettext("Show my name"))
    else:
        text = gettext("Everybody sees your name in standings.")
        button = Button(routes.HIDE("yes"), gettext("Hide my name"))
    return Page(title=gettext("My name"), text=text, rows=((button,),))


def apart_page(others: Sequence[int], wording: Wording) -> Page:
    """Return who a person would rather not be seated with, with a list to change that."""
    gettext = wording.gettext
    lines = [gettext("Game nights try not to seat you with these people.")]
    picked = wording.series(f"<@{other}>" for other in others)
    lines.append(picked or gettext("You haven't picked any."))
    lines.append(gettext("Only you see this, and nobody is told why."))
    rows: list[Row] = [
        ServerSelect(
            routes.APART(), "people", gettext("Pick people"), tuple(others), most=MOST_APART
        )
    ]
    if others:
        rows.append((Button(routes.APART_NOBODY("nobody"), gettext("Remove everybody")),))
    return Page(title=gettext("Not at my table"), text="\n".join(lines), rows=tuple(rows))


def reminders_page(where: Reminders, wording: Wording) -> Page:
    """Return where a person is reminded of game nights, with a button for the other way."""
    gettext = wording.gettext
    if where == "dm":
        text = gettext("I remind you of game nights by direct message.")
        button = Button(routes.REMINDERS("thread"), gettext("Remind me in the thread"))
    else:
        text = gettext("I remind you of game nights in their threads.")
        button = Button(routes.REMINDERS("dm"), gettext("Remind me by direct message"))
    return Page(title=gettext("My reminders"), text=text, rows=((button,),))


def with_clock(
    row: OwnClock, zone: str | None, start: str | None, end: str | None, wording: Wording
) -> OwnClock:
    """Return a person's row with what they have typed. Raises Trouble for what can't be read.

    Whether the values fit together is checked by the clocks.
    """
    return replace(
        row,
        zone=row.zone if zone is None else typed_zone(zone, wording),
        quiet_from=row.quiet_from if start is None else minutes_of(start, wording),
        quiet_to=row.quiet_to if end is None else minutes_of(end, wording),
    )


def minutes_of(text: str, wording: Wording) -> int:
    """Return a typed time of day, "22:00", "7" or "10 pm", in minutes. Raises Trouble."""
    try:
        return read_hour(text, (wording.language,))
    except BadDate:
        raise Trouble(
            _("“{said}” isn't a time of day. Write it like `22:00`, `10 pm` or `7`."),
            said=shown(text),
        ) from None


def of_day(minutes: int) -> str:
    """Return a time of day from its minutes, as it may be typed."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def said_of_day(minutes: int, wording: Wording) -> str:
    """Return a time of day from its minutes, as it is written in a language."""
    return wording.clock(datetime.fromtimestamp(60 * minutes, UTC))


def shown(text: str) -> str:
    """Return something that was typed as it can be repeated to the person."""
    return plain_name(text)


def next_button(
    waits: Sequence[Waiting], game: str, here: int | None, table_id: str, wording: Wording
) -> Button:
    """Return the button to the first of the tables that wait, where `game` is played.

    On the server that its person is on it opens in their message; what belongs to another server
    isn't carried there, so a link leads to it. `table_id` is the table that the message shows, if
    it shows one.
    """
    first = waits[0].table
    label = wording.gettext("▸ Next: {game}", game=game)
    if len(waits) > 1:
        label = wording.gettext("{next} · {n} wait", next=label, n=len(waits))
    if first.guild_id == here:
        return Button(routes.NEXT(table_id) if table_id else routes.FIRST_THAT_WAITS(), label)
    return Button("", label, url=table_address(first))
