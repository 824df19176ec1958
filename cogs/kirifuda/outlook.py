"""What a seat of Ameno Kirifuda can tell of its chances: in the trick, and with its blessings."""

from __future__ import annotations

from cogs.kirifuda.views import FREE, ROW, SeatView, strength


def full(season: int, view: SeatView) -> bool:
    """Tell whether a row has no free space."""
    return FREE not in view.public.board[(season - 1) * ROW : season * ROW]


def open_blessing(season: int, count: int, view: SeatView) -> int | None:
    """Return the seat's blessing for so many stones in a row, unless it counts already."""
    public, blessing = view.public, 10 * season + count
    mine, achieved = public.blessings[view.seat], public.achieved[view.seat]
    return blessing if blessing in mine and blessing not in achieved else None


def led_season(view: SeatView) -> int:
    """Return the season that was led, which must be followed; 0 if the seat leads."""
    running = view.public.running
    return running[0] // 10 if running else 0


def best_in_trick(view: SeatView) -> int:
    """Return the strength of the card that wins the current trick as it stands."""
    running = view.public.running
    return max(strength(card, running[0] // 10) for card in running)


def playable(view: SeatView) -> list[int]:
    """Return the cards that the seat may play: those of the season that was led, if it has any."""
    led, hand = led_season(view), view.private.hand
    return [card for card in hand if card // 10 == led] or list(hand)


def winning(view: SeatView) -> list[int]:
    """Return the cards that the seat may play and that win as the trick stands."""
    led, best = led_season(view), best_in_trick(view)
    return [card for card in playable(view) if strength(card, led) > best]
