"""The end of a game as anyone may see it: who won, the places, where the points came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from discord import ButtonStyle

from bot.tables.game_record import GameRecord
from bot.tables.honours import Honour
from bot.tables.table_event import TableEvent
from bot.tables.table_face import TableFace
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.seat_points import points_note
from bot.ui.pages.nights.standings_page import NO_POINTS
from bot.ui.pages.numbers import number, place_mark
from bot.ui.pages.page import DESCRIPTION, Button, Page, Row, clip, hand_id
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.banter import by_somebody
from bot.ui.pages.tables.board import GREY, author, legend, night_line
from bot.ui.pages.tables.lobby_card import (
    again_buttons,
    corrected_line,
    early_line,
    end_title,
    final_body,
    gone_last,
    podium_of,
    reveal_buttons,
    score_of,
    standing_order,
)
from bot.ui.pages.tables.replay import SeenAt, agreed_line
from bot.ui.pages.wording import Wording, capital
from bot.ui.pictures.palette import SEATS, number_of

NO_HONOURS: Final[Mapping[int, Honour]] = {}
_CELEBRATED: Final = {None, "few", "out"}
"""Why a seat's result may be nobody's though no computer has won it, nor who led the night."""


@dataclass(frozen=True, slots=True)
class _End:
    """A finished game, what it meant to its people, and who is to be celebrated."""

    playable: PlayableGame
    table: TableFace
    honours: Mapping[int, Honour]
    by_rule: bool
    """Whether somebody is first by rule alone."""
    nobodys: bool
    """Whether nobody gets points of their night for it."""
    crowned: bool
    """Whether there is a winner to celebrate."""

    @classmethod
    def of(cls, playable: PlayableGame, table: TableFace, honours: Mapping[int, Honour]) -> _End:
        """Return a finished game with all that is asked about it more than once."""
        by_rule, nobodys = table.first_by_rule(), is_nobodys(table, honours)
        won = {*table.ending().winners} - _uncrowned(table, honours)
        crowned = bool(won) and not by_rule and not nobodys
        return cls(playable, table, honours, by_rule, nobodys, crowned)


def end_message(
    playable: PlayableGame,
    table: TableFace,
    wording: Wording,
    honours: Mapping[int, Honour] = NO_HONOURS,
    finished: str = "",
) -> Page:
    """Return the message that a finished game ends with: podium, places, and how it was won.

    `honours` say what it meant to its people, by seat, and `finished` why computers finished it.
    """
    winners = table.ending().winners
    image, alt = None, ""
    end = _End.of(playable, table, honours)
    if end.crowned and table.boards == "pictures":
        image, alt = podium_of(playable, table, wording)
    lines = [
        *([finished] if finished else []),
        *_results(end, wording),
        *_farewell(table, wording),
        *_agreed(table, wording),
    ]
    return Page(
        title=_title(end, wording),
        text="\n".join(lines),
        footer=" · ".join(night_line(table, wording)),
        rows=end_rows(table, wording),
        author=author(playable, table, wording),
        colour=number_of(SEATS[winners[0]]) if end.crowned and len(winners) == 1 else GREY,
        image=image,
        alt=alt,
    )


def shared_page(
    playable: PlayableGame, table: TableFace, wording: Wording, honours: Mapping[int, Honour]
) -> Page:
    """Return the end of a game as somebody shares it: without its controls."""
    page = end_message(playable, table, wording, honours)
    lines = _results(_End.of(playable, table, honours), wording)
    return replace(page, text="\n".join(lines), rows=())


def end_rows(table: TableFace, wording: Wording) -> tuple[Row, ...]:
    """Return what can be done after a game: once more, something else, or a closer look.

    At a table of a night what comes next is its next round.
    """
    _ = wording.gettext
    again = again_buttons(table, wording)
    more = Button(more_id(table.id), _("More"))
    # Once somebody wants hands open, the message says for whom that waits.
    wanted = any(each.agreed for each in table.holders)
    hands = reveal_buttons(table, wording) if wanted else []
    if table.night_id is not None:
        show = Button(routes.SHOW_NIGHT(table.night_id), _("Show the night"), ButtonStyle.primary)
        points = Button(desk_routes.NIGHT_POINTS(table.night_id), _("Night points"))
        return ((show, points, again[-1], *hands, more),)
    another = Button(routes.GALLERY_BESIDE(), _("Another game"))
    return ((again[0],), (another, again[-1], *hands, more))


def end_more_page(
    playable: PlayableGame,
    table: TableFace,
    wording: Wording,
    person: int,
    seen_at: SeenAt | None = None,
    *,
    share: bool,
) -> Page:
    """Return what else there is about a finished game for a person; `share` tells whether this is
    where they may show its end to others. `seen_at` is where in the replay they asked for it.
    """
    _, seated = wording.gettext, table.sits(person)
    scored = Button(routes.SCORED(table.id), _("How it was scored"))
    holder = table.holder(person)
    hands = [] if holder is None or holder.agreed else reveal_buttons(table, wording)
    check, home = routes.VERIFY(table.id), hand_id(table.id)
    if seen_at is not None:
        check = routes.VERIFY_FROM_REPLAY(table.id, *seen_at)
        home = routes.REPLAY(table.id, *seen_at)
    verify = Button(check, _("Check the deal"))
    shares = [Button(routes.SHARE(table.id), _("Share"))] if seated and share else []
    file = Button(routes.EXPORT(table.id), _("As file"))
    back = [Button(home, _("Back"))] if seated or seen_at is not None else []
    first = (scored, *hands, verify, *shares, file)
    lines = [_("**How it was scored** goes through the game round by round.")]
    if hands and len(table.holders) == 1:
        lines.append(_("**Reveal hands** opens all hands in the replay."))
    elif hands:
        lines.append(_("**Reveal hands** opens all hands in the replay, once all agree."))
    lines.append(_("**Check the deal** checks each move and the result, too."))
    if shares:
        lines.append(_("**Share** shows this end to everybody in this channel, once."))
    return Page(
        title=_("More · {game}", game=playable.title(wording)),
        text="\n".join(lines),
        rows=(first, tuple(back)) if back else (first,),
    )


def scoring_page(
    playable: PlayableGame, table: TableFace, rounds: Sequence[str], wording: Wording
) -> Page:
    """Return where all points came from, for those who ask: `rounds`, a line each, then in all.

    The sums after the last round are those of the accounts below, so they aren't said twice.
    """
    said = final_body(playable, table, wording)
    if playable.render.sums_up and said.fields and not table.gone() and not table.corrected:
        rounds = rounds[:-1]
    lines = [*_said_once(rounds, said.text.splitlines()), legend(len(table.seats), wording)]
    back = Button(more_id(table.id), wording.gettext("Back"))
    # Who has won stands above the end: a host may still correct that while this lies open.
    return Page(
        wording.gettext("How it was scored"),
        clip("\n".join(lines).strip(), DESCRIPTION),
        said.fields,
        rows=((back,),),
        author=author(playable, table, wording),
    )


def _said_once(rounds: Sequence[str], end: Sequence[str]) -> list[str]:
    """Return the lines of rounds, then those of the end; one that says more of a round is there."""
    left, lines = [*end], list[str]()
    for round_ in rounds:
        head, *scores = round_.split("\n")
        more = next((line for line in left if line.startswith(head)), None)
        if more is not None:
            left.remove(more)
        lines += [more or head, *scores]
    return [*lines, *left]


def rounds_of(playable: PlayableGame, record: GameRecord, wording: Wording) -> list[str]:
    """Return what each round of a game brought, in the words of the board right after it."""
    scores = (
        playable.render.round_scores(record.public(step), wording)
        for step in record.steps
        if record.back(step) is None
    )
    return list(dict.fromkeys(filter(None, scores)))


def more_id(table_id: str) -> str:
    """Return the id of the button that shows what else there is about a finished game.

    Of all public messages only the end message has it, so it can be recognised by it.
    """
    return routes.END_MORE(table_id)


def is_nobodys(table: TableFace, honours: Mapping[int, Honour]) -> bool:
    """Tell whether nobody gets points of their night for a game."""
    return len(_unearned(table, honours)) == len(table.seats)


def _unearned(table: TableFace, honours: Mapping[int, Honour]) -> set[int]:
    """Return the seats of a table of a night whose points are nobody's."""
    found = {seat for seat, honour in honours.items() if honour.nobodys in NO_POINTS}
    return found if table.night_id is not None else set()


def _uncrowned(table: TableFace, honours: Mapping[int, Honour]) -> set[int]:
    """Return the seats of people who aren't celebrated: they left winning to a computer, or decided
    for the others. Who only made too few moves for points is.
    """
    if table.night_id is None:
        return set()
    people = {seat for seat, each in enumerate(table.seats) if each.level is None}
    return {s for s, honour in honours.items() if s in people and honour.nobodys not in _CELEBRATED}


def _title(end: _End, wording: Wording) -> str:
    """Return who has won; where nobody is to be celebrated, just that it has ended."""
    if end.nobodys:
        return wording.gettext("Ended: nobody gets night points")
    if end.by_rule or end.crowned:
        return end_title(end.playable, end.table, wording)
    return wording.gettext("Ended")


def _results(end: _End, wording: Wording) -> list[str]:
    """Return how a game has ended for each seat, and what is said about it."""
    playable, table, honours = end.playable, end.table, end.honours
    gone = gone_last(table, wording)
    if not end.nobodys:
        places = _places(end, wording)
        story = _story(playable, table, wording) if end.crowned else []
        corrected, why = corrected_line(table, wording), _why_over(playable, table, wording)
        return [*early_line(table, wording), *places, *gone, *corrected, *why, *story]
    if all(honour.nobodys == "computers" for honour in honours.values()):
        scores = table.result().scores
        order = standing_order(playable, table, nobodys=True)
        lines = [f"{wording.faced(seat)} · **{number(scores[seat])}**" for seat in order]
        return [*lines, wording.gettext("Computers played nearly all of it.")]
    lines = [
        f"{score_of(seat, table, wording)}{_meant(seat, table, honours, wording)}"
        for seat in standing_order(playable, table)
    ]
    return [*lines, *gone]


def _places(end: _End, wording: Wording) -> list[str]:
    """Return a line for each seat, best first: its place, mark, points and what they meant."""
    table, honours = end.table, end.honours
    ending, lines = table.ending(), list[str]()
    # A host who corrects places puts those there who are gone, too.
    plain = _uncrowned(table, honours) | {e for e in ending.gone if not table.moved_by_host(e)}
    plain |= {*ending.winners} if end.by_rule else set()
    for seat in standing_order(end.playable, table):
        medal, shared = seat not in plain, ending.shares(seat)
        mark = place_mark(ending.place(seat), medal=medal, shared=shared)
        line = f"{mark} {score_of(seat, table, wording)}"
        lines.append(f"{line}{_meant(seat, table, honours, wording)}")
    return lines


def _meant(seat: int, table: TableFace, honours: Mapping[int, Honour], wording: Wording) -> str:
    """Return what stands behind a seat's points: why nobody has its night points, or an honour."""
    honour = honours.get(seat)
    if honour is not None and honour.nobodys is None:
        return f" · {_honour(honour, wording)}"
    if table.night_id is None or honours is NO_HONOURS:
        # Whose a seat's points are isn't known.
        return ""
    why = points_note(seat, table, None if honour is None else honour.nobodys, wording)
    return f" · {why}" if why else ""


def _honour(honour: Honour, wording: Wording) -> str:
    _ = wording.gettext
    if not honour.wins:
        return _("best yet")
    tens, last = honour.wins // 10 % 10, honour.wins % 10
    said = _("{n}th win in a row at this game")
    if tens != 1 and last in (1, 2, 3):
        said = (
            _("{n}st win in a row at this game"),
            _("{n}nd win in a row at this game"),
            _("{n}rd win in a row at this game"),
        )[last - 1]
    return said.format(n=honour.wins)


def _story(playable: PlayableGame, table: TableFace, wording: Wording) -> list[str]:
    """Return how the game was won, by those who stand first now; no line if there is none.

    A game that people ended before it was over has no story, nor has one that somebody has left:
    their points decided nothing. Of one in which a seat was handed on, or whose places a host has
    corrected, only what broke a tie is told, if that still decides.
    """
    if table.early is not None or table.gone():
        return []
    if table.corrected and not any(map(table.won_tie, table.ending().winners)):
        return []
    moved = table.corrected or any(s.first not in (None, s.person) for s in table.seats)
    result = replace(table.result(), winners=table.ending().winners)
    tell = playable.render.tie if moved else playable.render.story
    said = tell(table.public(), result, wording)
    if said and table.night_id is not None:
        # As on the board: the rounds of which it tells aren't the night's.
        said = capital(wording.gettext("in the game: {where}", where=said))
    return [f"*{said}*"] if said else []


def _why_over(playable: PlayableGame, table: TableFace, wording: Wording) -> list[str]:
    """Return why a game was over before its goal was reached; no line if it was, or if people ended
    it.
    """
    if table.early is not None:
        return []
    # Of a move that was taken back, too: so the newest counts.
    events = [each for each in reversed(table.recent) if not isinstance(each, TableEvent)]
    said = (playable.render.why_over(each, table.result(), wording) for each in events)
    return [*islice(filter(None, said), 1)]


def _farewell(table: TableFace, wording: Wording) -> list[str]:
    """Return what a computer says at the end; no line if none sits there, or is to be quiet."""
    if not table.banter:
        return []
    # Who plays several games in an evening isn't told the same after each.
    said = by_somebody("end", len(table.seats), wording, sum(table.id.encode()))
    return [said] if said else []


def _agreed(table: TableFace, wording: Wording) -> list[str]:
    """Return how many agree to open all hands, if anybody wants it."""
    line = agreed_line(table, wording)
    return ["", line] if line else []
