"""The rules of Colors of Kasane for people who have never played it."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.render import Help

HELP: Final[Help] = (
    (
        _("What it is about"),
        _(
            "At the Emperor's court, the finest *junihitoe* wins: a robe of twelve "
            "layers. You take twelve cards in the game, one a turn, and lay them on your "
            "robe in **melds**, which score points.\n\n"
            "The catch: **your hand is never sorted.** New cards go on top of it, and a "
            "meld is always made of the cards on top. So it matters what you take, and "
            "when.\n\n"
            "There are numbers from 1 to 9, and each number is a colour of its own. Then "
            "there are a few cards **+1**. The most points win."
        ),
    ),
    (
        _("Your turn"),
        _(
            "**1. Take a card.** The field has as many rows as there are players, all "
            "face up. Of each row only the card in front can be taken; the board shows it "
            "in brackets. Taking it uncovers the next.\n"
            "• A *number* goes on top of your hand.\n"
            "• A *+1* goes onto your robe at once and scores 1 point. That ends your "
            "turn.\n\n"
            "**2. Achieve a meld, if you like.** The card you have just taken must be in "
            "it, and below that the cards follow in the order of your hand. They move "
            "onto your robe in that order. One meld a turn.\n\n"
            "The card on top of your robe may serve as the **first card** of a meld: it "
            "stays where it is and counts. A +1 on top can't do that.\n\n"
            "Both are one choice here: the row, then the meld or none."
        ),
    ),
    (
        _("The melds"),
        _(
            "• **Kasane** 襲ね: all the same number\n"
            "• **Juu** 拾: the sum is 10\n"
            "• **Sakura Chirashi** 桜散らし: 1, 2 and 6, in any order\n"
            "• **Chidori** 千鳥: 3, 8 and 9, in any order\n"
            "• **Asanoha** 麻ノ葉: 4, 5 and 7, in any order\n"
            "• **Kagen no Tsuki** 下弦ノ月: all from 1 to 5, only going up or only going "
            "down; gaps are fine, repeats aren't\n"
            "• **Jyougen no Tsuki** 上弦ノ月: the same from 5 to 9\n"
            "• **Katyou Fugetsu** 花鳥風月: all odd\n"
            "• **Setsu Getsu Fuka** 雪月風花: all even\n\n"
            "Each meld has a few **boxes**, for so many cards each. Achieving one marks a "
            "box *for everybody*: once all boxes of that meld and size are marked, nobody "
            "can achieve it again. A box of 4 cards is worth 4 points, and so on; but the "
            "three melds with given numbers are worth 4 the first time, 3 the second."
        ),
    ),
    (
        _("An example"),
        _(
            "Ada's hand is `6\u00a07\u00a03\u00a02`, with the 2 on top. She takes a **1**: "
            "now it is `6\u00a07\u00a03\u00a02\u00a01`. The last three go down, 3-2-1: "
            "*Kagen no Tsuki* with three cards, 3 points. The 1 is now on top of her robe, "
            "and 6 and 7 are left in her hand.\n\n"
            "Bob's robe is `8\u00a07\u00a06`, his hand `3\u00a02\u00a04`. He takes a "
            "**6**. He could achieve *Kasane* with [6]-6: the 6 of his robe and the new "
            "one, 2 points. But [6]-2-4-6 is *Setsu Getsu Fuka* with four cards, "
            "4 points, and he lays three cards instead of one.\n\n"
            "He couldn't have laid 2-4 alone: the card just taken is always the last of "
            "the meld."
        ),
    ),
    (
        _("Rounds and the end"),
        _(
            "A round is over when as many cards are left as there are players. They are "
            "discarded, the field is dealt anew, and the next player to the left starts. "
            "Four players play 4 rounds of 3 turns, three players 3 rounds of 4 turns. "
            "Before the last round the discards are shuffled into the draw pile.\n\n"
            "At the end a robe of **8 or more cards** is worth points for its number of "
            "colours. Few are good, and so are many:\n"
            "1 → 5 · 2 → 4 · 3 → 3 · 4 → 2 · 5 → 0 · 6 → 2 · 7 → 3 · 8 → 4 · 9 → 5\n"
            "A +1 counts as a card, but has no colour. All **twelve** cards laid: 2 points "
            "more.\n\n"
            "The most points win; of equal points the one who laid more cards; then the "
            "victory is shared."
        ),
    ),
    (
        _("Variants, and what may be known"),
        _(
            "**Fewer melds** (three players): a box for 2 cards of Kasane and one of Juu "
            "are marked from the start.\n"
            "**Easier:** a meld may be achieved after a +1, too. As the +1 lies on top of "
            "the robe, it is made of the cards on top of your hand alone. Both variants "
            "can be played together.\n\n"
            "Field, robes, scores and boxes lie open, and everybody sees each card as it "
            "is taken. Hands are closed after that: the board only shows how many cards "
            "are in them. Remember what you can!"
        ),
    ),
)
"""The rules on short pages."""
