"""What helps somebody who has never played Ameno Kirifuda: one line about their own position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.ui.pages.wording import Wording
from cogs.kirifuda import card_words
from cogs.kirifuda.outlook import full, led_season, open_blessing, playable, winning
from cogs.kirifuda.views import (
    Phase,
    SeatView,
    in_row,
    longest_run,
    next_season,
    worth,
)

_Line = Callable[[SeatView, Wording], str]


def coach(view: SeatView, wording: Wording) -> str:
    """Return the first line that fits a seat's position, from what it knows; "" for none."""
    public = view.public
    if view.seat != public.turn and view.seat not in public.deciding:
        return ""
    return next(filter(None, (line(view, wording) for line in _LINES[public.phase])))


def _first_blessing(view: SeatView, wording: Wording) -> str:
    if view.public.round > 1 or view.public.blessings[view.seat]:
        return ""
    return wording.gettext(
        "Most points win: a blessing adds some if its row holds exactly that many of your stones "
        "when a round ends."
    )


def _next_blessing(view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    if all(blessing % 10 for blessing in view.public.display):
        return _("There is only one of each card, so a rival may take it first.")
    return _(
        "There is only one of each card, so a rival may take it first. A 0 pays if "
        "you have no stone in its row."
    )


def _ticked(view: SeatView, wording: Wording) -> str:
    if not view.public.achieved[view.seat]:
        return ""
    return wording.gettext(
        "A ticked blessing counts already: give it up for a stone, and its points are gone."
    )


def _keep_or_swap(view: SeatView, wording: Wording) -> str:
    return wording.gettext(
        "Keep the blessings that you can still reach: each one you give up becomes a "
        "stone in your hand."
    )


def _take_back(view: SeatView, wording: Wording) -> str:
    return wording.gettext(
        "You won without a stone in hand, so three come off the board. You score stones × longest "
        "run, so keep a run if you can."
    )


def _row_full(view: SeatView, wording: Wording) -> str:
    assert view.public.row is not None
    if not full(view.public.row, view):
        return ""
    return wording.gettext(
        "The row is full: a stone of your choice moves to the next season with room, and yours "
        "takes its place. Moving a rival's may cost them points."
    )


def _fulfils(view: SeatView, wording: Wording) -> str:
    season = view.public.row
    assert season is not None
    count = in_row(view.public.board, view.seat, season) + 1
    blessing = open_blessing(season, count, view)
    if blessing is None:
        return ""
    return wording.gettext(
        "This stone makes exactly {n} in {season}: +{p} if it stays so until the round ends.",
        n=count,
        season=card_words.season(season, wording),
        p=worth(blessing),
    )


def _place(view: SeatView, wording: Wording) -> str:
    board = view.public.board
    if view.seat not in board:
        return wording.gettext(
            "Any space of the row will do for your first stone. You score stones × longest run, "
            "and stones side by side in a row make a run."
        )
    return wording.gettext(
        "You score stones × longest run, now {a}\u00a0×\u00a0{b}. Stones side by side in a row "
        "make a run.",
        a=board.count(view.seat),
        b=longest_run(board, view.seat),
    )


def _few_stones(view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    stones = view.public.stones[view.seat]
    if stones > 1:
        return ""
    if stones:
        return _(
            "You have one stone left, for one win: win again after it, and three come"
            " off the board."
        )
    return _("You have no stone left: win a trick now, and three come off the board.")


def _breaks(view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    for card in winning(view) if led_season(view) else ():
        season = card // 10
        count = in_row(view.public.board, view.seat, season)
        blessing = open_blessing(season, count, view)
        if blessing is None or full(season, view):
            continue
        text = (
            _(
                "Your {card} wins as it stands, but you have exactly {n} in {season},"
                " worth {p}: one more is too many."
            )
            if count
            else _(
                "Your {card} wins as it stands, but you have no stone in {season}, "
                "worth {p}: one is too many."
            )
        )
        return text.format(
            card=card_words.card(card, wording),
            n=count,
            season=card_words.season(season, wording),
            p=worth(blessing),
        )
    return ""


def _lead(view: SeatView, wording: Wording) -> str:
    if led_season(view):
        return ""
    return wording.gettext(
        "Lead high if you want a stone, low if you don't: whoever holds your season must follow it."
    )


def _wins(view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    cards, led = winning(view), led_season(view)
    if not cards and len(playable(view)) == 1:
        return _("The card that you must play can't win this trick.")
    if not cards:
        return _("No card you may play can win this trick: get rid of one you don't need.")
    card = max(cards)
    said = card_words.card(card, wording)
    if card // 10 == led:
        season = card_words.season(led, wording)
        return _(
            "{led} must be followed, and your {card} wins as it stands, for a stone in {season}.",
            led=season[:1].upper() + season[1:],
            card=said,
            season=season,
        )
    return _(
        "You have no {led}, but your {card} is trump and wins as it stands: do you "
        "want a stone in {trump}?",
        led=card_words.season(led, wording),
        card=said,
        trump=card_words.season(next_season(led), wording),
    )


_LINES: Final[Mapping[Phase, Sequence[_Line]]] = {
    "draft": (_first_blessing, _next_blessing),
    "discard": (_ticked, _keep_or_swap),
    "play": (_few_stones, _breaks, _lead, _wins),
    "place": (_row_full, _fulfils, _place),
    "return": (_take_back,),
}
"""By what is asked: the first that says something is said; the last always does."""
