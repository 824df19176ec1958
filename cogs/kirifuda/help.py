"""The rules of Ameno Kirifuda for people who have never played it."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.render import Help

HELP: Final[Help] = (
    (
        _("The game at a glance"),
        _(
            "**Have the most points:** get your stones side by side on the board.\n"
            "1. Play a card, of the season led if you can.\n"
            "2. The **next season** is *trump* and beats it: spring → summer → autumn → "
            "winter → spring.\n"
            "3. The winner places a stone in the row of the winning card.\n"
            "4. You score your stones on the board × your longest run in one row. A "
            "**blessing card** scores for *exactly* its number of your stones in its row as a "
            "round ends. Or swap it for a stone.\n"
            "5. Don't win too often! Without a stone to place, you take three off.\n\n"
            "*In the picture:* autumn was led, so winter is trump and winter 1 wins. Its "
            "player's stone makes a run of 2."
        ),
    ),
    (
        _("Cards, stones and blessings"),
        _(
            "*Ameno Kirifuda*, “heavenly trump”, has two rounds of eight tricks.\n\n"
            "**Season cards:** four seasons, each with the numbers **1 to 8** once (**1 to 6** "
            "with three players). Everybody gets eight, so all are dealt.\n\n"
            "**Stones:** you start with **3** (**4** with three players). You never have more than"
            " **7** in hand and on the board.\n\n"
            "**Blessing cards:** 16, one for each season and number of stones. *Exactly* 0, 1, 2 "
            "or 3 of your stones in that row bring 2, 3, 5 or 8 points.\n\n"
            "**Take two.** Each round, two blessing cards for each player are turned up. Take one "
            "each, clockwise; whoever has **spring 1** is last. Then one more, in reverse.\n\n"
            "**Swap for stones?** Then everybody secretly chooses blessing cards to give up. Each "
            "becomes a stone in your hand.\n\n"
            "**Who starts?** Whoever has **spring 1** leads the first trick of the round."
        ),
    ),
    (
        _("A trick"),
        _(
            "The leader plays any card. Then the others play one card each, clockwise. If you have"
            " the season that was led, you **must** play it. If not, play any card.\n\n"
            "• Cards of the **next season** are trump and beat all others.\n"
            "• Without trump, the highest card of the **season that was led** wins.\n"
            "• The other two seasons never win.\n"
            "• Of two trump cards, the higher number wins.\n\n"
            "The winner places a stone and leads the next trick.\n\n"
            "**Example:** autumn 2 is led, then autumn 3, autumn 8 and winter 1 follow: winter 1 "
            "wins.\n\n"
            "*In the picture,* the last card is summer 5 instead, so autumn 8 wins."
        ),
    ),
    (
        _("Stones and Bad Karma"),
        _(
            "**You won a trick?** Place a stone on a free space in the row of **the card "
            "that won**. Each row has four spaces, A to D.\n\n"
            "**Is the row full?** Choose any stone in it, yours or not. Push it to a free "
            "space of the next season. If that row is full too, it goes one season "
            "further. Your stone takes its place.\n\n"
            "*In the picture:* ■ won with summer. ▲ is pushed from summer B to autumn C, "
            "and ■ goes to summer B.\n\n"
            "**Bad Karma:** if you win a trick without a stone in your hand, you place "
            "none. Instead, take three of your stones off the board and back into your "
            "hand. You choose which. You still lead the next trick."
        ),
    ),
    (
        _("The score"),
        _(
            "**After each round,** blessing cards that fit the board are **achieved** ✓, and stay "
            "so. The others get another chance in round 2.\n\n"
            "**Round 2:** the stones stay on the board. You get new season cards, and take two "
            "more blessing cards. New stones come only from blessing cards you give up, which no "
            "longer score.\n\n"
            "**After round 2,** add up:\n"
            "• your stones on the board **×** your longest run side by side in one row\n"
            "• the points of your achieved blessing cards\n\n"
            "Stones in hand score nothing. Most points wins; a tie is shared.\n\n"
            "*In the picture:* ● has five stones, three side by side: 5 × 3 = 15. “2 in spring "
            "(+5)” is achieved: **20 points**."
        ),
    ),
    (
        _("House rules"),
        _(
            "Where the printed rules leave a gap:\n"
            "• There is one blessing card for each season and number of stones, worth 2, "
            "3, 5 or 8 points. With three players, four of them stay out of the game.\n"
            "• Each row has four spaces. A run never goes from one row to another, nor up "
            "and down.\n"
            "• Everybody chooses at the same time which blessing cards to give up. The "
            "choices are shown together.\n"
            "• You can't give up a card if that would bring you more than 7 stones.\n"
            "• You push a stone to any free space you like in its new row.\n"
            "• Stones lost to Bad Karma go back to your hand, so you can place them "
            "again.\n\n"
            "**What you see:** the last trick stays on the board until the next card is "
            "played. Older tricks are only in the replay."
        ),
    ),
)
"""The rules on short pages."""
