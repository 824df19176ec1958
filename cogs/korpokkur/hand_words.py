"""What a seat reads of its own in 7 Little Korpokkurs: its bag and its KAMUY cards."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bot.ui.pages.tables.fit import EXPLAINS, HEADING
from bot.ui.pages.wording import Wording
from cogs.korpokkur.card_words import (
    CHIP_EMOJI,
    both,
    says_more,
    several,
    shown_card,
    some,
    told_card,
)
from cogs.korpokkur.components import ENOUGH
from cogs.korpokkur.views import SeatView

FEW_CARDS: Final = 3
"""The most kinds of KAMUY cards that have a line each in a hand."""
NEAR_DANGER: Final = 5
"""The number of butterbur from which a hand warns."""
MOST_LARGE: Final = 8
MOST_DRAWN: Final = 14
"""The most chips that a hand shows one by one, on one line, large or not; more are only counted."""


def bag(view: SeatView, wording: Wording) -> list[str]:
    """Return the seat's own bag, its chips drawn where emoji are known, and how near the aim."""
    _ = wording.gettext
    public, mine = view.public, view.private
    korpokkur, butterbur = mine.korpokkur, mine.butterbur
    over = public.phase == "over"
    if mine.filling is not None:
        return [_("You fill your bag with {chips}.", chips=both(*mine.filling, wording))]
    if public.phase == "bags":
        return [_("Your bag is still empty.")]
    if not public.playing[view.seat]:
        return [] if over else [_("You're out of this round.")]
    if not korpokkur and not butterbur and not over:
        return [_("Your bag is empty: on your turn you can leave with Isam! for 1 point.")]
    lines: list[str] = []
    face = leaf = ""
    faces, leaves = (wording.emoji(CHIP_EMOJI[kind]) for kind in CHIP_EMOJI)
    if faces and leaves and 0 < korpokkur + butterbur <= MOST_DRAWN:
        large = HEADING if korpokkur + butterbur <= MOST_LARGE else ""
        lines.append(f"{large}{faces * korpokkur}{leaves * butterbur}")
    elif faces and leaves and not over:
        face, leaf = f"{faces} ", f"{leaves} "
    if over:
        return [*lines, both(korpokkur, butterbur, wording)]
    if korpokkur >= ENOUGH and view.seat in public.asked and public.phase == "turn":
        # How to win stands on a button.
        aim = f"**{some('korpokkur', korpokkur, wording)}**"
    elif korpokkur >= ENOUGH:
        aim = _("**{n} korpokkur**: call Arwampe! on your turn and win", n=korpokkur)
    else:
        aim = _("**{n} of {most} korpokkur**", n=korpokkur, most=ENOUGH)
    if butterbur >= ENOUGH:
        caught = _("**{n} butterbur**: anybody can catch you!", n=butterbur)
        return [*lines, f"{face}{aim}", f"{leaf}{caught}"]
    danger = _("{n} butterbur", n=butterbur)
    if butterbur >= NEAR_DANGER:
        danger = _("**{n} butterbur** (avoid {most})", n=butterbur, most=ENOUGH)
    return [*lines, f"{face}{aim} · {leaf}{danger}"]


def numbers(view: SeatView, wording: Wording) -> list[str]:
    """Return what the numbers at the bags are, to whoever waits in the first round."""
    public = view.public
    if public.round > 1 or public.short or view.seat in public.asked or wording.words_alone:
        return []
    said = wording.gettext("By each bag: points (crown), KAMUY cards.")
    if public.korpokkur is not None:
        said = wording.sentences(said, wording.gettext("Middle: chips left on the table."))
    return [EXPLAINS + said]


def passed_on(view: SeatView, wording: Wording) -> list[str]:
    """Return which card the seat has chosen to pass on."""
    card = view.private.card
    if card is None:
        return []
    return [wording.gettext("You pass on: {card}", card=shown_card(card, wording))]


def cards(view: SeatView, wording: Wording) -> list[str]:
    """Return the cards of a hand, and what they do while there is time to read it."""
    counts = Counter(view.private.hand)
    if not counts:
        return []
    if view.seat not in view.public.asked and len(counts) <= FEW_CARDS:
        first, *others = (told_card(card, counts[card], wording) for card in counts)
        return [wording.gettext("**Your cards:** {cards}", cards=first), *others]
    shown = " · ".join(several(card, counts[card], wording) for card in counts)
    return [wording.gettext("**Your cards:** {cards}", cards=shown)]


def deeds(view: SeatView, wording: Wording) -> str:
    """Return what cards of a hand do whose names don't say it, in small letters: their buttons have
    room for the names alone.
    """
    kinds = filter(says_more, dict.fromkeys(view.private.hand))
    return "\n".join(f"{EXPLAINS}{told_card(each, 1, wording)}" for each in kinds)
