"""What happened in Ameno Kirifuda, a trick in one line, and who is doing what now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from bot.engine.game import Event
from bot.ui.pages.render import Say
from bot.ui.pages.what_happened import TrickEvents, lead_and_newest, trick_lines, units
from bot.ui.pages.wording import Wording
from cogs.kirifuda import card_words, views
from cogs.kirifuda.card_art import card_emoji

_STONES: Final = (views.StonePlaced, views.StonePushed, views.BadKarma, views.StonesReturned)

_TRICKS: Final = TrickEvents(views.RoundBegan, (views.CardPlayed,), views.TrickWon)


def joined(
    events: Sequence[Event],
    seat: int | None,
    wording: Wording,
    say: Say,
    *,
    brief: bool,
) -> Iterator[str | None]:
    """Yield what happened as lines, for a seat or for all (None); `say` words a single event."""
    trick = partial(_brief_trick if brief else _trick, seat=seat, wording=wording)

    def others(lot: Sequence[Event]) -> Iterable[str | None]:
        if isinstance(lot[0], views.Decided | views.Discarded):
            return (_discards(lot, seat, wording, None if brief else say),)
        return map(say, lot)

    return trick_lines(units(events, _joins), _TRICKS, others, trick)


def _joins(unit: Sequence[Event], event: Event) -> bool:
    """Tell whether an event belongs to the trick that the others are of."""
    match event:
        case views.CardPlayed() | views.TrickWon():
            return isinstance(unit[-1], views.CardPlayed)
        case views.Decided() | views.Discarded():
            return isinstance(unit[-1], views.Decided | views.Discarded)
        case views.StonesReturned():
            return isinstance(unit[-1], views.BadKarma)
        case views.StonePlaced() | views.StonePushed() | views.BadKarma():
            return isinstance(unit[-1], views.TrickWon)
        case _:
            return False


def _discards(
    unit: Sequence[Event],
    seat: int | None,
    wording: Wording,
    say: Say | None,
) -> str:
    """Return who gave up which blessings in one sentence; how many, if nothing is to `say` which.

    Before all have chosen, and all see it, it is who has.
    """
    _ = wording.gettext
    shown = [each for each in unit if isinstance(each, views.Discarded)]
    nobody = shown and not any(each.blessings for each in shown)
    if nobody and (say is None or len(shown) > 1):
        own = any(each.seat == seat for each in shown)
        return _("You all kept your blessings.") if own else _("Nobody gave up a blessing.")
    if say is not None and len(shown) == 1:
        return say(shown[0]) or ""
    if not shown:
        chose = wording.series(
            _("you") if each.seat == seat else wording.name(each.seat)
            for each in unit
            if isinstance(each, views.Decided)
        )
        return _("Decided in secret: {who}.", who=chose)
    gave: list[str] = []
    for each in (each for each in shown if each.blessings):
        who, cards = wording.name(each.seat), card_words.blessings(each.blessings, wording)
        if say is None:
            number = len(each.blessings)
            said = (
                _("you {n}", n=number) if each.seat == seat else _("{who} {n}", who=who, n=number)
            )
        elif each.seat == seat:
            said = _("you {cards}", cards=cards)
        else:
            said = _("{who} {cards}", who=who, cards=cards)
        gave.append(said)
    return _("Blessings given up: {numbers}.", numbers=wording.series(gave))


def _trick(unit: Sequence[Event], number: int, seat: int | None, wording: Wording) -> str:
    """Return a trick so far: who played what, who won it, and what came of that.

    After a move was taken back, the plays before it aren't known: without the winner's, the others
    would read as if one of them had won.
    """
    _ = wording.gettext
    won = next((each for each in unit if isinstance(each, views.TrickWon)), None)
    played = [each for each in unit if isinstance(each, views.CardPlayed)]
    if won is not None and all(each.seat != won.seat for each in played):
        return _brief_trick(unit, number, seat, wording)
    said = [_played(each, each.seat == seat, won, wording) for each in played]
    # How a trick began that was broken in two is told before.
    begins = [] if won is None or len(played) == len(won.cards) else ["…"]
    plays = wording.series([*begins, *said])
    if isinstance(unit[-1], _STONES):
        came = _came(unit[-1], seat, wording)
        return _("Trick {n}: {plays}; {came}.", n=number, plays=plays, came=came)
    return _("Trick {n}: {plays}.", n=number, plays=plays)


def _brief_trick(unit: Sequence[Event], number: int, seat: int | None, wording: Wording) -> str:
    """Return the lead and the newest play of a trick, or who won it and what came of that."""
    _, end = wording.gettext, unit[-1]
    won = next((each for each in unit if isinstance(each, views.TrickWon)), None)
    if won is None:
        played = (each for each in unit if isinstance(each, views.CardPlayed))
        plays = [_played(each, each.seat == seat, None, wording) for each in played]
        return _("Trick {n}: {plays}.", n=number, plays=wording.series(lead_and_newest(plays)))
    match end:
        case views.StonePushed() if end.owner == seat != won.seat:
            place, to = (card_words.brief_space(at, wording) for at in (end.space, end.to))
            who = wording.name(won.seat)
            return _("{who} pushed you: {space} → {to}.", who=who, space=place, to=to)
        case views.StonePlaced() | views.StonePushed():
            space = card_words.space(end.space, wording)
            said = (
                _("You won trick {n}: {space}.")
                if won.seat == seat
                else _("{who} won trick {n}: {space}.")
            )
        case views.BadKarma() | views.StonesReturned():
            space = ""
            said = (
                _("You won trick {n}: **Bad Karma!**")
                if won.seat == seat
                else _("{who} won trick {n}: **Bad Karma!**")
            )
        case _:
            space = ""
            said = _("You won trick {n}.") if won.seat == seat else _("{who} won trick {n}.")
    return said.format(who=wording.name(won.seat), n=number, space=space)


def _played(
    event: views.CardPlayed, own: bool, won: views.TrickWon | None, wording: Wording
) -> str:
    _ = wording.gettext
    if won is not None and won.seat == event.seat:
        said = _("you win with {card}") if own else _("{who} wins with {card}")
    else:
        said = _("you {card}") if own else _("{who} {card}")
    card = wording.drawn(card_emoji(event.card), card_words.card(event.card, wording))
    said = said.format(who=wording.name(event.seat), card=card)
    if event.forced and own:
        return _("{play} (your only card, played for you)", play=said)
    return said


def _came(event: Event, seat: int | None, wording: Wording) -> str:
    """Return what came of a trick that was won: a stone on the board, or stones off it."""
    _ = wording.gettext
    match event:
        case views.StonePlaced():
            return _("a stone on {space}", space=card_words.space(event.space, wording))
        case views.StonePushed():
            if event.owner == event.seat:
                said = _("a stone on {space}, the one there pushed to {to}")
            elif event.owner == seat:
                said = _("a stone on {space}, yours pushed to {to}")
            else:
                said = _("a stone on {space}, {owner}'s pushed to {to}")
            space, to = (card_words.space(each, wording) for each in (event.space, event.to))
            return said.format(space=space, to=to, owner=wording.name(event.owner))
        case views.StonesReturned():
            return _(
                "Bad Karma! Three stones off the board: {spaces}",
                spaces=card_words.spaces(event.spaces, wording),
            )
        case _:
            return _("Bad Karma! No stone to place")


def doing(view: views.Public, to_act: tuple[int, ...], wording: Wording) -> str:
    """Return what those who are to act do, for all to read."""
    _, who = wording.gettext, wording.names(to_act)
    row = card_words.season(view.row, wording) if view.row is not None else ""
    match view.phase:
        case "draft":
            said = _("{who} takes a blessing card.", who=who)
            if not begun(view):
                said = _("{who} takes the first blessing card.", who=who)
        case "discard":
            said = wording.ngettext(
                "{who} keeps blessing cards or gives some up for stones.",
                "{who} keep blessing cards or give some up for stones.",
                len(to_act),
                who=who,
            )
        case "place" if view.row is not None and not card_words.has_room(view, view.row):
            said = _(
                "The {row} row is full: {who} pushes one stone out and takes its place.",
                who=who,
                row=row,
            )
        case "place":
            said = _("{who} places a stone in the {row} row.", who=who, row=row)
        case "return":
            said = _("Bad Karma! {who} takes three stones off the board.", who=who)
        case _ if view.running:
            row = card_words.season(view.running[0] // 10, wording)
            said = _("{who} plays a card, {row} if possible.", who=who, row=row)
        case _:
            said = _("{who} leads the trick with any card.", who=who)
    if view.phase not in ("draft", "discard") or not begun(view):
        # That a round began has just been told, with who will lead.
        return said
    leads = _("({who} has spring 1 and leads trick 1.)", who=wording.name(view.dealer))
    return wording.sentences(said, leads)


def begun(view: views.Public) -> bool:
    """Tell whether anybody has made a move in this round."""
    return len(view.display) < views.EACH_DRAFTS * view.seats
