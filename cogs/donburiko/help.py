"""The rules of Donburiko! for people who have never played it."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.render import Help

HELP: Final[Help] = (
    (
        _("What it is about"),
        _(
            "Acorns roll downhill. Everybody piles cards into the same few rows, and "
            "everybody hopes to carry one of them home while it is worth a lot: up to "
            "**6** points. One acorn too many, and you pay instead.\n\n"
            "Points are chips. Once somebody has **20**, or the bank is empty, the round "
            "that is being played is the last. The most points win."
        ),
    ),
    (
        _("Your turn"),
        _(
            "Do one of two things.\n\n"
            "**Add a card** from your hand to any row that has room (a row holds seven "
            "cards).\n"
            "• *Face up*: you win a chip from the bank.\n"
            "• *Face down*: you leave one of your chips on the card. Nobody but you knows "
            "what it is. Without a chip you can't.\n\n"
            "**Take a row** of two or more cards. Its face-down cards are shown, the "
            "chips on it are yours, and you score it. Then you sit out till the next "
            "round, so choose well: you take one row a round.\n\n"
            "With no card left you must take a row; if there is none to take, you are "
            "skipped."
        ),
    ),
    (
        _("What a row counts"),
        _(
            "Add up its cards.\n"
            "• **Acorns** 1 to 5 count what they say; **1 or 5** counts as whichever its "
            "taker likes.\n"
            "• **Ponds** count −1 or −2.\n"
            "• **Loaches** count 0, but a single loach makes *all* ponds in the row count "
            "plus.\n\n"
            "**0 to 6:** win that many chips.\n"
            "**7 or more:** pay what is above 6.\n"
            "**Below 0:** pay what is missing to 0.\n"
            "You never pay more than you have. A row of **seven cards** always counts 0."
            "\n\n"
            "**Exactly 6?** You win 6 chips, and may call **Donburiko!**: then the round "
            "is over at once, for everybody."
        ),
    ),
    (
        _("An example"),
        _(
            "Row 2 shows `3` `pond −2`, and there are two face-down cards in it, with a "
            "chip on each. Ada laid one of them and knows that it is a loach. So the pond "
            "counts +2, and she knows of 3 + 2 + 0 = 5.\n\n"
            "She takes the row: 2 chips at once. The other card turns out to be "
            "`1 or 5`. As a 1 it makes 6, as a 5 it makes 10, and she would pay 4.\n\n"
            "She counts 6 and may win 6 chips with a call of **Donburiko!**, "
            "which ends the round before the others can take a row, or win them quietly."
        ),
    ),
    (
        _("Rounds and the end"),
        _(
            "Each round starts with one card face up in each row: as many rows as "
            "players. Hands are dealt anew: 4 cards, or 3 if four play; what is left over "
            "is set aside unseen. With two players the cards **1 or 5** stay in the box."
            "\n\n"
            "A round is over when all have taken a row, at a Donburiko!, or when nobody "
            "can do anything more. Chips still on rows go to the bank. Whoever took a row "
            "last starts the next round.\n\n"
            "The **last round** is decided once somebody has 20 chips, the bank is "
            "empty, or the bank can't pay a score in full. Then it pays nothing of that "
            "score, which still counts for you at the end. It stays decided, whatever "
            "happens to the chips afterwards. Equal points share the victory."
        ),
    ),
)
"""The rules on short pages."""
