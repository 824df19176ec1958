"""The rules of Ameno Kirifuda for people who have never played it."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.render import Help

HELP: Final[Help] = (
    (
        _("What it is about"),
        _(
            "Four seasons go round: 🌸 spring → ☀️ summer → 🍁 autumn → ❄️ winter → "
            "🌸 spring. Win tricks with cards of the right season, and each trick puts "
            "one of your few stones on the board, into the row of that season.\n\n"
            "Your stones score for being many and for lying **side by side**, and your "
            "**blessing cards** for being *exactly* so many in a row. But don't be "
            "greedy: whoever wins a trick without a stone to place loses three.\n\n"
            "There are two rounds of eight tricks. The most points win."
        ),
    ),
    (
        _("Before the tricks"),
        _(
            "Everybody gets eight season cards. Who has **spring 1** is the first dealer "
            "of the round, and all know it.\n\n"
            "**Draft.** Two blessing cards for each player lie open. From the dealer's "
            "left around to the dealer each takes one; then from the dealer back the "
            "other way each takes one more. They stay open before you.\n\n"
            "**Give up?** Then all choose at once, in secret, which blessing cards to "
            "give up, also old and achieved ones. Each brings a new stone. You start "
            "with 3 stones (4 if three play) and never use more than 7, hand and board "
            "together. Round 2 brings no other stones."
        ),
    ),
    (
        _("A trick"),
        _(
            "The dealer plays any card. Clockwise the others play one each: of the "
            "**same season if they have one**, else whatever they like.\n\n"
            "• Cards of the **next season** are trumps and beat all others.\n"
            "• Else the season that was led wins.\n"
            "• The two other seasons never win.\n"
            "Among cards of one season the higher number wins. The winner places a "
            "stone and deals the next trick: plays its first card.\n\n"
            "**Example.** Autumn 2 is led, then autumn 3, autumn 8 and winter 1. Winter "
            "comes after autumn, so winter 1 wins. Had it been a spring or summer card, "
            "autumn 8 would have won.\n\n"
            "Cards: 1 to 8 in each season, 1 to 6 if three play. All of them are dealt."
        ),
    ),
    (
        _("Stones"),
        _(
            "Each season's row has four spaces, A to D. Whoever wins a trick puts a "
            "stone on a free space in the row of **the card that won**.\n\n"
            "**Is the row full?** Then choose any stone in it, yours or not, and move it "
            "to a free space of the next season (or the one after, if that is full too). "
            "Your stone takes the space it left.\n\n"
            "**Bad Karma.** If you win a trick with no stone in your hand, you place "
            "none and take three of your stones off the board, back into your hand. You "
            "choose which."
        ),
    ),
    (
        _("Blessing cards and the score"),
        _(
            "A blessing card names a season and a number: exactly 0, 1, 2 or 3 of your "
            "stones in that row, for 2, 3, 5 or 8 points. When a round ends, all that "
            "hold then are **achieved** ✓ and stay so, whatever the stones do later, "
            "unless you give them up. The others get another chance in round 2.\n\n"
            "After round 2 count:\n"
            "• **stones on the board × longest run** of yours side by side in one row "
            "(rows only: no columns, no corners), and\n"
            "• the points of achieved blessing cards.\n"
            "Stones in your hand count nothing. Equal points share the victory.\n\n"
            "**Example.** Five stones, three of them side by side: 5 × 3 = 15. A card "
            "*2 in spring → 5* on top makes 20."
        ),
    ),
)
"""The rules on short pages."""
