"""The rules of Shiranui for people who have never played it."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.render import Help

HELP: Final[Help] = (
    (
        _("What it is about"),
        _(
            "Everybody plays one card. The colour that comes to the most is **strong**, "
            "yet it is the **lowest** card of that colour that wins. And until your "
            "turn is over, you may meddle with the cards of others: tokens make them "
            "bigger.\n\n"
            "A round has eight tricks. When somebody has **15 points** at the end of a "
            "round, the game is over, and the most points win."
        ),
    ),
    (
        _("Cards and tokens"),
        _(
            "There are as many colours as players, with the cards **0 to 7** in each. You "
            "hold eight cards, and all cards are dealt.\n\n"
            "You also draw **eight tokens** from a bag with nine of each colour. Which "
            "ones you have is your secret; how many you have left is not. What stays "
            "in the bag nobody knows.\n\n"
            "Whoever is last on points gets help: **two clear tokens**, which go with "
            "any colour. If two are last, each gets one; if more are, nobody does. "
            "Tokens you don't use are gone after the round, when all is dealt anew."
        ),
    ),
    (
        _("Your turn"),
        _(
            "**1. Give tokens, if you like.** Choose *one* card that others have played in "
            "this trick and put any number of tokens of its colour on it, clear ones too. "
            "Each adds 1. A card never comes to more than **10**.\n\n"
            "**2. Play a card.** If you hold the strong colour, you must play it. If not, "
            "play what you like.\n\n"
            "Whoever leads the trick plays any card, and has nothing to give tokens to. "
            "Giving is never a must: to pass it up, just play."
        ),
    ),
    (
        _("Which colour is strong"),
        _(
            "The colour that is led is strong at first, even with a 0.\n\n"
            "After *each card played* add up, for every colour, its cards with their "
            "tokens. If **one** colour comes to more than all others, it is strong now. If "
            "several share the top, nothing changes.\n\n"
            "Tokens count at once, but they never change the strong colour by themselves: "
            "that waits for the next card.\n\n"
            "*Example:* Ada led red 5 with 3 tokens on it: 8. Bob's white 6 has 2 on it: 8 "
            "as well, and red stays strong. Cleo has no red and plays white 1: white "
            "comes to 9 and is strong."
        ),
    ),
    (
        _("Who wins the trick"),
        _(
            "Of the strong colour the card with the **lowest total** wins; of equal ones, "
            "the one played later. Its owner leads the next trick and scores\n"
            "• what the **next higher** card of that colour has more, or\n"
            "• the card's own total, if none is higher.\n\n"
            "*Example:* red is strong. Red 1 wins against red 4: 3 points. A green 3 that "
            "is alone in strong green wins 3 points; a yellow 6, alone, wins 6.\n\n"
            "So tokens have two uses: to make a colour strong, and to make a card too "
            "big to win, or the gap behind yours bigger."
        ),
    ),
    (
        _("The end, and Thirteen"),
        _(
            "After eight tricks, if somebody has 15 points or more, the most points win. "
            "Of equal scores the one **reached last** wins: that disc lies on top. "
            "Otherwise whoever won the last trick leads the next round.\n\n"
            "**Thirteen** (an option, for those who know the game): if the totals of the "
            "strong colour add up to exactly 13, the lowest is void. The next higher wins "
            "instead and scores its own total. With red 7, 1, 1 and 4 on the table, the 4 "
            "wins 4 points.\n\n"
            "**Colours:** fewer than five players use the first of red, yellow, green, "
            "blue and white. You can leave some out when you open the table."
        ),
    ),
)
"""The rules on short pages."""
