"""The rules of Shiranui for people who have never played it."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.render import Help

HELP: Final[Help] = (
    (
        _("The game at a glance"),
        _(
            "**Win tricks to score the most points.**\n"
            "1. Each player plays one card. The colour with the highest total is "
            "**strong**: if you have it, you must play it.\n"
            "2. The **lowest** card of the strong colour wins the trick. Of two that are equal, "
            "the later one wins.\n"
            "3. Before you play, you may put **tokens** on one card on the table: of its "
            "colour, or clear ones. Each adds 1 to it.\n"
            "4. The winner scores the gap to the next higher card of that colour.\n"
            "5. After eight tricks, the cards are dealt again. A round in which somebody reaches "
            "**15 points** is the last.\n\n"
            "*In the picture:* red adds up to 8 and green to 6, so red is strong. The "
            "lowest red card is the 0. It wins 8 − 0 = **8 points**.\n\n"
            "*Shiranui* means “unknown fire”: lights that people see over the sea at "
            "night."
        ),
    ),
    (
        _("Cards and tokens"),
        _(
            "**Cards:** one colour for each player, each with the numbers **0 to 7** "
            "once. Everybody gets eight, so all cards are dealt.\n\n"
            "**Tokens:** a bag holds **9 of each colour**. You draw **8** of them. Only "
            "you know which, but everybody sees how many you have left. The rest stay in "
            "the bag, and nobody knows which they are.\n\n"
            "**Clear tokens** go with any colour. There are **2**. The player with the "
            "fewest points gets both. If two players are last, each gets one. If three "
            "or more are last, nobody gets any.\n\n"
            "Tokens you give are gone until the next round. Then all cards and tokens "
            "are mixed and dealt again.\n\n"
            "**Who starts?** A random player leads first. After that, the winner of a "
            "trick leads the next one, even in a new round. Play goes clockwise."
        ),
    ),
    (
        _("Your turn"),
        _(
            "**1. Give tokens.** This is optional. Choose *one* card on the table and put "
            "any number of tokens of its colour on it, clear ones too. Each adds 1. No card "
            "can go above **10**.\n\n"
            "**2. Play a card.** If you have the strong colour, you must play it. If not, "
            "play any card. Tokens you just gave don't change which colour you must "
            "play.\n\n"
            "Whoever leads the trick can't give tokens: no cards are out yet.\n\n"
            "Why give tokens? Make another colour strong. Make a rival's card too high to "
            "win. Or make the gap above your own card bigger."
        ),
    ),
    (
        _("Which colour is strong"),
        _(
            "At first, the colour of the first card is strong, even if it is a 0.\n\n"
            "After *every* card played, add up each colour: its cards and their tokens. "
            "If **one** colour is higher than all the others, it is strong now. If "
            "several share the highest total, nothing changes.\n\n"
            "Tokens alone never change the strong colour. They matter when the next card "
            "is played.\n\n"
            "*In the picture:* ● leads red 5, and 3 tokens go on it: 8. ▲ plays white 6, "
            "and 2 tokens go on it: also 8, so red stays strong. ■ has no red and plays "
            "white 1. White is now 9 and strong."
        ),
    ),
    (
        _("Winning the trick and the game"),
        _(
            "The card with the **lowest total** in the strong colour wins the trick. "
            "Tied? The one played later wins. It scores\n"
            "• the gap to the **next higher** card of that colour, or\n"
            "• its own total, if no card of that colour is higher.\n\n"
            "*In the picture:* red is strong, 5 against 2. Red 1 is lower than red 4, so "
            "it wins 4 − 1 = **3 points**. A green 3 that is the only green card wins 3 "
            "points, if green is strong.\n\n"
            "**The game ends** after the round in which somebody reaches **15 points**. "
            "All eight tricks are played. Most points wins. Tied? Whoever reached the "
            "score **last** wins."
        ),
    ),
    (
        _("House rules and the picture"),
        _(
            "**The picture:** players in order of play from left to right, with their "
            "cards and tokens. A white circle is a card's total. The crown marks the "
            "strong colour, the gold edge the card that is winning and its points. The "
            "discs over the sea are the scores; in a tie, the disc on top is ahead. A "
            "colour struck through: that player has none of it.\n\n"
            "**House rules,** where the printed rules leave a gap: if cards tie for "
            "lowest, the later one scores the gap to the next *higher* total. The last "
            "card of a trick can still change the strong colour. Scoring 0 points doesn't "
            "move your disc.\n\n"
            "**Colours:** red, yellow, green, blue and white, one for each player. You can "
            "leave some out when you open the table.\n\n"
            "**Thirteen** is an option for experienced players. If the strong cards add up "
            "to exactly 13, the lowest can't win. The next higher card wins and scores its "
            "own total. With red 7, 1, 1 and 4, the 4 wins 4 points."
        ),
    ),
)
"""The rules on short pages."""
