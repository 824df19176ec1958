"""Cards, blessings, spaces and rows of Ameno Kirifuda, spelt out."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.pages.numbers import framed, points, signed
from bot.ui.pages.wording import NO_BREAK, Wording
from cogs.kirifuda.card_art import KEYS, card_emoji, season_emoji
from cogs.kirifuda.views import (
    FREE,
    ROW,
    SEASONS,
    SPACES,
    TRICKS,
    Public,
    Trick,
    longest_run,
    next_season,
    strength,
    worth,
)

_SIGNS = ("🌸", "☀️", "🍁", "❄️")
_PLACES = "ABCD"


def season(number: int, wording: Wording) -> str:
    """Return a season's name."""
    _ = wording.gettext
    return (_("spring"), _("summer"), _("autumn"), _("winter"))[number - 1]


def marked(number: int, wording: Wording, *, first: bool = True) -> str:
    """Return a season's name after its picture; `first` if a sentence or line begins with it."""
    name = season(number, wording)
    return f"{sign(number, wording)} **{name.capitalize() if first else name}**"


def sign(number: int, wording: Wording) -> str:
    """Return a season's picture."""
    return wording.drawn(season_emoji(number), _SIGNS[number - 1])


def card(code: int, wording: Wording) -> str:
    """Return a season card by its name."""
    _ = wording.gettext
    return _("{season} {n}", season=season(code // 10, wording), n=code % 10)


def shown(codes: Sequence[int], wording: Wording) -> str:
    """Return season cards next to each other: as emoji, or by their names."""
    return " ".join(
        wording.drawn(card_emoji(code), framed([card(code, wording)])) for code in codes
    )


def held(codes: Sequence[int], wording: Wording) -> list[str]:
    """Return a hand in lines: a line of large emoji, or a line for each season in words."""
    if all(wording.emoji(card_emoji(code)) for code in codes):
        # Eight fit on one line of a phone only without spaces between them.
        return ["# " + shown(codes, wording).replace(" ", "" if len(codes) >= TRICKS else " ")]
    found: list[str] = []
    for number in SEASONS:
        numbers = [str(code % 10) for code in codes if code // 10 == number]
        if numbers:
            found.append(f"{marked(number, wording)} {framed(numbers)}")
    return found


def typed_card(code: int) -> str:
    """Return a season card as it is typed, or a blessing: its season and number."""
    return f"{KEYS[code // 10]}{code % 10}"


def space(code: int, wording: Wording) -> str:
    """Return a space by its name."""
    _ = wording.gettext
    return _("{season} {place}", season=season(code // 10, wording), place=place(code))


def brief_space(code: int, wording: Wording) -> str:
    """Return a space after the picture of its season, or by its name if there is none."""
    emoji = wording.emoji(season_emoji(code // 10))
    return f"{emoji}{place(code)}" if emoji else space(code, wording)


def place(code: int) -> str:
    """Return the letter of a space."""
    return _PLACES[code % 10 - 1]


def typed_space(code: int) -> str:
    """Return a space as it is typed."""
    return f"{KEYS[code // 10]}{place(code)}"


def spaces(codes: Sequence[int], wording: Wording) -> str:
    """Return several spaces by their names."""
    return wording.listed([space(code, wording) for code in codes])


def blessing(code: int, wording: Wording) -> str:
    """Return a blessing card in few words: how many stones it wants where, and its points."""
    _ = wording.gettext
    return _(
        "{n} in {season} ({points})",
        n=code % 10,
        season=season(code // 10, wording),
        points=signed(worth(code)),
    )


def wanted(code: int, wording: Wording) -> str:
    """Return how many stones a blessing card wants where."""
    return wording.gettext("{n} in {season}", n=code % 10, season=season(code // 10, wording))


def blessings(codes: Sequence[int], wording: Wording, achieved: Sequence[int] = ()) -> str:
    """Return blessing cards after the pictures of their seasons, the achieved ones ticked."""
    return " · ".join(
        f"{sign(code // 10, wording)} {blessing(code, wording)}{' ✓' if code in achieved else ''}"
        for code in codes
    )


def brief_blessings(codes: Sequence[int], wording: Wording) -> str:
    """Return blessing cards in few words: the picture of a season says which row each is of."""
    if not all(wording.emoji(season_emoji(code // 10)) for code in codes):
        return blessings(codes, wording)
    return " · ".join(
        f"{sign(code // 10, wording)}{code % 10} ({signed(worth(code))})" for code in codes
    )


def stones(count: int, wording: Wording) -> str:
    """Return a number of stones."""
    return wording.ngettext("{n} stone", "{n} stones", count)


def rows(view: Public, wording: Wording) -> list[str]:
    """Return the board, a line for each season's row, with the owners in words."""
    return [row(view, number, wording) for number in SEASONS]


def row(view: Public, number: int, wording: Wording, you: int | None = None) -> str:
    """Return the row of a season: whose stones are where; `you` is the seat that reads it."""
    _ = wording.gettext
    where: dict[int, list[str]] = {}
    for at in range((number - 1) * ROW, number * ROW):
        if view.board[at] != FREE:
            where.setdefault(view.board[at], []).append(place(SPACES[at]))
    said = [
        _(
            "{places} {who}",
            places=wording.listed(places),
            who=f"{wording.mark(owner)}{NO_BREAK}{_('you')}"
            if owner == you
            else wording.marked(owner),
        )
        for owner, places in where.items()
    ]
    return _(
        "{season}: {stones}",
        season=marked(number, wording),
        stones=wording.series(said) or _("empty"),
    )


def last_trick(view: Public) -> Trick | None:
    """Return the trick on the table: the current one, else the last one of this round."""
    if view.running:
        return Trick(view.round, view.leader, view.running, -1)
    if view.tricks and view.tricks[-1].round == view.round:
        return view.tricks[-1]
    return None


def winning(trick: Trick) -> int:
    """Return the card that wins a trick as it stands."""
    return max(trick.cards, key=lambda card: strength(card, trick.cards[0] // 10))


def who_wins(view: Public, wording: Wording, you: int | None) -> str:
    """Return who is winning the current trick, as `you` read it; its card is seen on the board."""
    _ = wording.gettext
    best = max(view.running, key=lambda card: strength(card, view.running[0] // 10))
    seat = (view.leader + view.running.index(best)) % view.seats
    if seat == you:
        return _("You are winning.")
    who = wording.marked(seat) if you is None else wording.name(seat)
    return _("Winning: {who}.", who=who)


def trick(view: Public, wording: Wording) -> list[str]:
    """Return the trick on the table in lines: which season beats which, and who played what."""
    _ = wording.gettext
    found = last_trick(view)
    if found is None or view.phase == "over":
        return []
    led = found.cards[0] // 10
    said = _(
        "{led} was led, {trump} is trump.",
        led=marked(led, wording),
        trump=marked(next_season(led), wording, first=False),
    )
    best = winning(found)
    played: list[str] = []
    for step, each in enumerate(found.cards):
        one = f"{wording.marked((found.leader + step) % view.seats)} {shown((each,), wording)}"
        if each == best:
            one = wording.sentences(one, _("(winning)") if view.running else _("(won)"))
        played.append(one)
    return [said, " · ".join(played)]


def sum_of(view: Public, seat: int) -> str:
    """Return in figures what a seat's stones on the board and achieved blessings score now."""
    count, run = view.board.count(seat), longest_run(view.board, seat)
    won = sum(map(worth, view.achieved[seat]))
    parts = [f"{count} × {run}"] if count else []
    parts += [str(won)] if won else []
    return f"{' + '.join(parts)} = **{count * run + won}**" if parts else "**0**"


def standing(view: Public, seat: int, wording: Wording) -> str:
    """Return what a seat's stones on the board and achieved blessings score now."""
    _ = wording.gettext
    count, run = view.board.count(seat), longest_run(view.board, seat)
    won = sum(map(worth, view.achieved[seat]))
    if not count and not won:
        return _("no stones on the board yet")
    text = (
        _("{stones} × longest run {run} + {n} for blessings = {points}")
        if won
        else _("{stones} × longest run {run} = {points}")
    )
    return text.format(
        stones=stones(count, wording),
        run=run,
        n=won,
        points=points(count * run + won, wording),
    )


def has_room(view: Public, season: int) -> bool:
    """Tell whether a season's row has a free space."""
    return FREE in view.board[(season - 1) * ROW : season * ROW]
