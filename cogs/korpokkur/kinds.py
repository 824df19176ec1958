"""The kinds of moves in 7 Little Korpokkurs, as the menu and commands offer them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.move_words import Kind, Step

KINDS: Final[Mapping[str, Kind]] = {
    "arwampe": Kind(
        command="Call Arwampe!: show 7 korpokkur and win the round",
        help=_("**Arwampe!** (seven): show your 7 korpokkur and win the round."),
        steps=(Step(_("Arwampe! Win the round"), {}),),
    ),
    "give": Kind(
        command="Offer 1 or 2 of your chips to the next player",
        help=_("**Offer** 1 or 2 chips of one kind, hidden."),
        steps=(
            Step(
                _("Offer chips"),
                {"chips": "korpokkur or butterbur", "number": "1 (Sinep) or 2 (Tup)"},
            ),
        ),
    ),
    "answer": Kind(
        command="Answer the player who offers you chips",
        help=_(
            "**Eh**: take them; nobody else sees them. **Somo**: everybody sees them; the "
            "giver keeps them and draws as many more of that kind."
        ),
        steps=(
            Step(
                _("Your answer"),
                {"answer": "eh: take them unseen · somo: refuse them, and everybody sees them"},
            ),
        ),
    ),
    "kamuy": Kind(
        command="Play one of your KAMUY cards",
        help=_("**Play** a KAMUY card."),
        steps=(
            Step(_("Play a card"), {"card": "The card"}),
            Step(
                _("With whom?"),
                {"target": "The other player, to swap bags or seats with"},
                optional=frozenset({"target"}),
            ),
        ),
    ),
    "isam": Kind(
        command="Call Isam! with an empty bag: leave the round for 1 point",
        help=_("**Isam!** (nothing): leave the round with your empty bag and score 1 point."),
        steps=(Step(_("Isam! Leave, +1 point"), {}),),
    ),
    "korkoni": Kind(
        command="Call Korkoni!: accuse a player of holding 7 or more butterbur",
        help=_("**Accuse** someone of holding 7 butterbur or more."),
        steps=(Step(_("Accuse"), {"target": "The player"}),),
        opens=_("Accuse …"),
        asks=_(
            "Accuse whom of 7 butterbur or more? Right: they're out and you get up to 2 korpokkur. "
            "Wrong: you take up to 2 of their butterbur, and your turn ends."
        ),
        danger=True,
    ),
    "bag": Kind(
        command="Fill your bag in secret (two players)",
        help=_("Take 3 or 4 of each kind. Nobody else sees how many."),
        steps=(Step(_("Fill your bag"), {"korpokkur": "3 or 4", "butterbur": "3 or 4"}),),
    ),
    "handover": Kind(
        command="Choose a KAMUY card for the next player",
        help=_("**Choose a card** for your next player. Nobody else sees which."),
        steps=(Step(_("Give a card"), {"card": "The card"}),),
    ),
}
"""In the order in which menu and commands show them."""
