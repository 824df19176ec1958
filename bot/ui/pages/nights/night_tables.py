"""The tables of a game night: which they are and how they stand, as far as everybody may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from bot.engine.text import marked as _
from bot.nights.minded_seats import several_minded
from bot.nights.night import Night, Round
from bot.nights.stages import OVERTIME, pace_of_games
from bot.nights.teaching import times_longer
from bot.tables.clock import MINUTE
from bot.tables.results import WhyNobodys
from bot.tables.seat import HowGone
from bot.tables.table_face import TableFace
from bot.ui.pages.gone_words import gone_line, seat_word, why_placed
from bot.ui.pages.nights.night_games import Games, game_by_key, infos_of, title_of_game
from bot.ui.pages.nights.night_words import GuestNames, computer_names
from bot.ui.pages.nights.seat_points import brings_nothing, points_note
from bot.ui.pages.numbers import number, place_mark
from bot.ui.pages.place_words import discord_address
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.board import asked_now, whose_turn
from bot.ui.pages.tables.lobby_card import standing_order
from bot.ui.pages.wording import NO_BREAK, SIGN, Wording, seat_names

TableDetail = Literal["all", "people", "links", "states", "turns"]
"""How much is said about a table if there are many: "people" drops how far its game is, less than
that the small line below it, "states" also the link to where it lies, and "turns" leaves only whose
turn it is.
"""
LINKED: Final[tuple[TableDetail, ...]] = ("all", "people", "links")
"""Those that lead to the table, from the longest to the shortest."""
SEATED: Final[tuple[TableDetail, ...]] = ("all", "people")
UNLINKED: Final[tuple[TableDetail, ...]] = ("states", "turns")

NOBODY_THERE: Final = _("nobody seemed to be there any more")


@dataclass(frozen=True, slots=True)
class DeskTable:
    """A table of a night, as everybody may see it."""

    round: int
    number: int
    face: TableFace
    ends: Mapping[int, int] = field(default_factory=dict)
    """When each seat's time runs out."""
    unearned: Mapping[int, WhyNobodys] = field(default_factory=dict)
    """The seats for which nobody gets points, once it is over, and why."""
    alone: bool = False
    """Whether computers finish or finished the game because nobody seemed to be there."""
    home: frozenset[int] = frozenset()
    """Who of those who sit there has said that they go home."""

    @property
    def all_computers(self) -> bool:
        """Tell whether the game is over and computers played it."""
        computers = [*self.unearned.values()].count("computers")
        return self.face.phase == "finished" and computers == len(self.face.seats)

    @property
    def waits_for(self) -> tuple[object, ...]:
        """Whom the game waits for, and until when."""
        face = self.face
        return face.to_act(), face.people_asked(), face.paused, face.deserted(), dict(self.ends)

    @property
    def players(self) -> tuple[object, ...]:
        """Who sits on each seat, and how they have gone from it, if they have."""
        return tuple((each.person, each.how_gone) for each in self.face.seats)

    @property
    def ends_by(self) -> int | None:
        """Until when the game waits at most; None without a time for it."""
        return max(self.ends.values(), default=None)

    @property
    def corrected(self) -> bool:
        """Tell whether a host has corrected who came where, and anybody has points for that."""
        return self.face.corrected is not None and not self.all_computers


@dataclass(frozen=True, slots=True)
class LastTable:
    """The table for which a whole round waits, as it stood at a time."""

    table: DeskTable
    at: int


def last_on(night: Night, tables: Sequence[DeskTable]) -> DeskTable | None:
    """Return the table for which the round at play waits once all its others are over."""
    playing = night.playing
    if playing is None:
        return None
    mine = [table for table in tables if table.round == playing.number]
    on = [table for table in mine if not table.face.lets_go]
    whole = len(mine) == len(playing.seating.seated.tables) > 1
    return on[0] if whole and len(on) == 1 else None


def table_line(
    table: DeskTable,
    games: Games,
    wording: Wording,
    newest: int | None,
    detail: TableDetail,
    *,
    by: int | None = None,
    own: bool = False,
    slow: bool = False,
) -> str:
    """Return where a table is and how it stands, as far as everybody may see; `own` and `slow` are
    as below, and `by` is when computers finish its game to which nobody comes back, if they do.

    That is a line, and while the table is at play a small one below it, with its game and who sits
    there, or doesn't any more.
    """
    older = newest is not None and table.round != newest
    link = table_link(table, wording, older=older, linked=detail not in UNLINKED)
    face = table.face
    playable, named = game_by_key(games, face.game_key), game_named(table, games, wording)
    listed = detail in SEATED
    state = [
        *table_state(
            table,
            playable,
            wording,
            # Whose turn it is matters to nobody where computers finish it.
            brief=detail == "turns" or (by is not None and face.deserted()),
            listed=listed,
            own=own,
            slow=slow,
            notes=False,
        )
    ]
    if minded := several_minded(face):
        state.append(wording.gettext("computers play {n} seats", n=minded))
    if by is not None:
        state.append(wording.gettext("▶️ computers finish it {when}", when=f"<t:{by}:R>"))
    if playable is None or not listed or face.over or face.frozen:
        return " · ".join([link, *named, *state])
    seated = Wording(
        wording.language,
        seat_names(face.seats, face.language),
    )
    seats = range(len(face.seats))
    small = [*named, seated.series(seat_listed(table, seat, seated, lead=True) for seat in seats)]
    if detail == "all":
        # A game has rounds of its own: what it says must not read as said of the night's.
        where = playable.render.headline(face.public(), seated)
        small.append(wording.gettext("in the game: {where}", where=where))
    return f"{' · '.join([link, *state])}\n-# {' · '.join(small)}"


def table_link(table: DeskTable, wording: Wording, *, older: bool = False, linked: bool) -> str:
    """Return which table it is, as a link to where it lies; with its round if it is `older`.

    This is shorter than the name of its thread, which repeats the round.
    """
    label = wording.gettext("Table {number}", number=table.number)
    if older:
        text = wording.gettext(
            "Round {round}, table {table}", round=table.round, table=table.number
        )
        label = text
    face = table.face
    if face.place_id is None or not linked:
        return f"**{label}**"
    return f"**[{label}]({discord_address(face.guild_id, face.place_id)})**"


def since_call(face: TableFace, waited: Mapping[int, int], wording: Wording) -> list[str]:
    """Return what has become of those whom a table waited for as it called the host, by their seat:
    who plays there now, or that it waits for them no more; nothing while it still does.
    """
    seated = Wording(wording.language, seat_names(face.seats, face.language))
    found: list[str] = []
    for at, person in waited.items():
        if face.seats[at].person != person:
            said = _("{name} has the seat now.")
        elif face.seats[at].absent:
            said = _("A computer plays for {name} now.")
        elif at not in face.people_asked():
            said = _("The game no longer waits for {name}.")
        else:
            continue
        found.append(wording.gettext(said, name=seated.name(at)))
    return found if face.phase == "playing" else []


def game_named(table: DeskTable, games: Games, wording: Wording) -> tuple[str, ...]:
    """Return what is played at a table, if the night has several games."""
    if len(games) < 2:
        return ()
    return (title_of_game(games, table.face.game_key, wording),)


def table_state(
    table: DeskTable,
    playable: PlayableGame | None,
    wording: Wording,
    *,
    brief: bool = False,
    told: bool = False,
    listed: bool = False,
    own: bool = False,
    slow: bool = False,
    notes: bool = True,
) -> Iterator[str]:
    """Yield how a table stands, as far as everybody may see, or that it is the reader's `own` turn.

    If `brief`, that is only whose turn it is, and not who is away. `told` tells that
    computers finished it is said elsewhere, `listed` that its people are, with who of them has
    gone. Where it has waited for a `slow` move for long, it also says what comes of that. The
    scores of a game that is over have `notes` of why somebody stands where they do.
    """
    gettext, face = wording.gettext, table.face
    seated = Wording(wording.language, seat_names(face.seats, face.language))
    if face.frozen or playable is None:
        yield gettext("can't be read")
        return
    if face.phase == "cancelled":
        yield gettext("ended without a result")
        return
    if face.phase == "finished":
        # Where much is said at once, places are said only where scores don't tell them.
        placed = not notes and (not brief or bool(face.gone()))
        yield from _end_state(table, playable, seated, told=told, notes=notes, placed=placed)
        return
    finishing = face.left_to_computers()
    if not finishing:
        yield gettext("**your turn**") if own else whose_turn(face, seated)
        if face.deserted() and not face.paused and not brief:
            yield asked_now(face, seated)
    if table.ends:
        yield _until(table, seated, slow=slow)
    if finishing:
        yield gettext("computers are finishing it")
        if table.alone:
            yield gettext(NOBODY_THERE)
    elif not brief and not listed:
        yield from _who_is_gone(table, seated)
    for seat in () if brief else face.on_away_days():
        until = f"<t:{face.seats[seat].back_at}:f>"
        yield gettext("💤 {name} until {when}", name=seated.name(seat), when=until)
    if face.pace == "days" and not brief:
        yield gettext("turn by turn")


def _until(table: DeskTable, wording: Wording, *, slow: bool) -> str:
    """Return until when a table waits, and for a `slow` move what then happens by itself."""
    when = f"<t:{min(table.ends.values())}:R>"
    if slow and table.face.on_timeout == "seat":
        return wording.gettext("⏳ {when}, then a computer plays", when=when)
    return f"⏳ {when}"


def _end_state(
    table: DeskTable,
    playable: PlayableGame,
    seated: Wording,
    *,
    told: bool,
    notes: bool,
    placed: bool,
) -> Iterator[str]:
    """Yield how a game has ended: with which points, and for whom."""
    gettext, result = seated.gettext, table.face.result()
    order = standing_order(playable, table.face, nobodys=table.all_computers)
    # Of a corrected order scores don't tell who came where.
    placed = table.corrected or (placed and not table.all_computers)
    scores = seated.series(
        _seat_ended(table, seat, number(result.scores[seat]), seated, notes=notes, placed=placed)
        for seat in order
    )
    text = _("done · game scores: {scores}")
    if table.corrected:
        text = _("done · places corrected by a host, game scores: {scores}")
    yield gettext(text, scores=scores)
    if table.alone:
        yield gettext(NOBODY_THERE)
    if told:
        return
    if table.all_computers:
        yield gettext("by computers, so no night points")
    elif table.face.left_to_computers():
        yield gettext("finished by computers")


def _who_is_gone(table: DeskTable, seated: Wording) -> Iterator[str]:
    """Yield who is away and who has gone, by how they have."""
    gone: dict[HowGone, list[int]] = {how: [] for how in get_args(HowGone)}
    for at, seat in enumerate(table.face.seats):
        how = _how_gone(table, at)
        if how is not None and not seat.here and not (seat.away and seat.back_at is not None):
            gone[how].append(at)
    if not any(seats for how, seats in gone.items() if how != "away") and table.face.deserted():
        # Where all are away, that nobody is there says it.
        return
    for how, seats in gone.items():
        if seats:
            yield gone_line(how, tuple(seats), seated)


def seat_listed(table: DeskTable, seat: int, wording: Wording, *, lead: bool = False) -> str:
    """Return who sits on a seat, as a list has it, and how they have gone from it, if they have:
    also whether they are away, with the sign of computers if one plays there; for those who `lead`
    the night, whether anybody can take their seat. `wording` knows the names of those who sit at
    the table.
    """
    name, face = wording.listing(seat), table.face
    if goes_after(table, seat):
        return wording.annotated(name, wording.gettext("goes home after this game"), NO_BREAK)
    how = _how_gone(table, seat)
    if how is None or (how == "away" and not _stays_away(face, seat)):
        return name
    said = seat_word(how, wording)
    if lead and how != "emptied" and seat in face.free():
        said = wording.gettext("{how}, seat free", how=said)
    said = f"{SIGN} {said}" if how == "away" and not face.deserted() else said
    return wording.annotated(name, said, NO_BREAK)


def _how_gone(table: DeskTable, seat: int) -> HowGone | None:
    """Return how somebody has gone from their seat, or from the night; None if they haven't."""
    at = table.face.seats[seat]
    home = at.person in table.home and not at.gave_up and not goes_after(table, seat)
    return "home" if home else at.how_gone


def goes_after(table: DeskTable, seat: int) -> bool:
    """Tell whether somebody who has said that they go home still plays at a table."""
    at = table.face.seats[seat]
    return at.person in table.home and at.here and table.face.phase == "playing"


def _stays_away(face: TableFace, seat: int) -> bool:
    """Tell whether somebody is away for now, and their game goes on or waits for them."""
    return seat in face.away() and face.seats[seat].back_at is None and not face.left_to_computers()


def _seat_ended(
    table: DeskTable, seat: int, score: str, wording: Wording, *, notes: bool, placed: bool
) -> str:
    """Return who sits on a seat of a finished game, as a list has it, with their score, and why
    they stand where they do if they were gone; where they come if `placed`, and their night points
    where their place doesn't say them: without `notes`, only that they have none. What holds of all
    isn't said of each; nor is why somebody stands where a host has put them.
    """
    name, face = f"{wording.listing(seat)}{NO_BREAK}{score}", table.face
    if placed:
        ending = face.ending()
        mark = place_mark(ending.place(seat), medal=False, shared=ending.shares(seat))
        name = f"{mark}{NO_BREAK}{name}"
    if table.all_computers:
        return name
    # Without it, scores look as if they were in the wrong order, or shared a place.
    tie = wording.gettext("won the tie") if face.won_tie(seat) else ""
    behind = why_placed(seat, face, wording) or tie
    why = table.unearned.get(seat)
    points = wording.gettext("no night points") if brings_nothing(seat, face, why) else ""
    points = points_note(seat, face, why, wording) if notes else points
    said = " · ".join(filter(None, (behind, points)))
    return wording.annotated(name, said, NO_BREAK) if said else name


def overtime_at(night: Night, games: Games) -> int | None:
    """Return when the round at play is overdue: its slowest game is; None if none is at play."""
    playing = night.playing
    if playing is None or playing.counts_from is None:
        return None
    minutes = pace_of_games(night, infos_of(games)).minutes
    return playing.counts_from + OVERTIME * times_longer(night) * minutes * MINUTE


def seated_lines(night: Night, proposal: Round, games: Games, wording: Wording) -> Iterator[str]:
    """Yield who is to sit where in a round that is about to be dealt, a line a table."""
    names, seated = GuestNames(night, wording), proposal.seating.seated
    for table, each in enumerate(seated.tables, 1):
        people = [names.plain(person) for person in each.people]
        people += computer_names(each.computers, wording)
        # What is played there, if the night has several games.
        named = [title_of_game(games, each.game, wording)] if each.game else []
        said = " · ".join([*named, wording.series(people)])
        yield f"**{wording.gettext('Table {number}', number=table)}**\u2002{said}"
    if seated.sit_outs:
        yield wording.gettext("Sitting out: {names}", names=names.list(seated.sit_outs))
