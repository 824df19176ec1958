"""The rules of Colors of Kasane for people who have never played it."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.render import Help

HELP: Final[Help] = (
    (
        _("The game at a glance"),
        _(
            "**Score the most points with the cards you lay on your robe.**\n"
            "1. On your turn, take the front card of a row. It goes on **top** of your hand, at "
            "its right end.\n"
            "2. **You may never sort your hand.**\n"
            "3. If the cards on top make a **meld**, you may lay them on your robe and score.\n"
            "4. Each meld can be scored only a few times, and then it's gone for everybody.\n"
            "5. At the end, a long robe also scores if it has very few or very many colours.\n\n"
            "*In the picture:* you take the 1. Now 3-2-1 is on top of your hand: a meld, as it "
            "only goes down. It scores **3 points**; 6 and 7 stay.\n\n"
            "*Kasane* are the layers of a court robe. The finest robe has twelve."
        ),
    ),
    (
        _("Your turn"),
        _(
            "**1. Take a card.** All cards in the rows are face up, but you can only take "
            "the one in **front** of a row. Taking it frees the next.\n"
            "• A **number** goes on top of your hand.\n"
            "• A **+1** goes straight onto your robe and scores 1 point. You can't score "
            "a meld on that turn.\n\n"
            "**2. Score a meld, if you like.** One meld a turn. It must be the cards on "
            "**top** of your hand, without gaps, so it always includes the card you just "
            "took. They move to your robe in the same order.\n\n"
            "**The top card of your robe can help.** It can be the **first** card of a "
            "meld, and stays where it is. A +1 can't do this.\n\n"
            "You choose a row, then a meld or none. If the card makes no meld, you only "
            "choose a row."
        ),
    ),
    (
        _("The melds"),
        _(
            "• **All the same (Kasane)** 襲ね: 2 or 3 cards\n"
            "• **Sum 10 (Juu)** 拾: 2, 3 or 4 cards\n"
            "• **Trio (Sakura)** 桜散らし: 1, 2 and 6 in any order\n"
            "• **Trio (Chidori)** 千鳥: 3, 8 and 9 in any order\n"
            "• **Trio (Asanoha)** 麻ノ葉: 4, 5 and 7 in any order\n"
            "• **Run (Kagen)** 下弦ノ月: 1 to 5, only up or only down · 3, 4 or 5 cards\n"
            "• **Run (Jyougen)** 上弦ノ月: 5 to 9, only up or only down · 3, 4 or 5 cards\n"
            "• **All odd (Katyou)** 花鳥風月: 3 to 6 cards\n"
            "• **All even (Setsu)** 雪月風花: 3 to 6 cards\n"
            "Runs may skip numbers, but not repeat them.\n\n"
            "**Boxes.** A meld takes a box with its number of cards and scores that many points. A"
            " trio pays 4 the first time, then 3. A box can be taken only once."
        ),
    ),
    (
        _("An example"),
        _(
            "Bob's robe is `8\u00a07\u00a06`, with the 6 on top. His hand is "
            "`3\u00a02\u00a04`. He takes a **6**.\n\n"
            "• He could score **Kasane** with [6]-6: the 6 on his robe and the new one. "
            "That is 2 cards for 2 points.\n"
            "• But [6]-2-4-6 is **Setsu**, all even: 4 cards for **4 points**. He lays "
            "three cards on his robe this way, and only the 3 stays in his hand.\n\n"
            "[6]-2-4 is all even, too, but Bob can't score that: the new 6 is on top of "
            "the 4, and a meld must include the top card of the hand."
        ),
    ),
    (
        _("Rounds and the end"),
        _(
            "**Cards:** 5 of each number from 1 to 9, and 7 “+1” cards. With three players: 4 of "
            "each number, and 5 “+1” cards.\n\n"
            "**Rounds.** Three players: 3 rows of 5 cards, 3 rounds, 4 turns each. Four players: 4"
            " rows of 4 cards, 4 rounds, 3 turns each. When as many cards are left as there are "
            "players, they are discarded, and shuffled back in for the last round. Everybody takes"
            " **12 cards** in the game.\n\n"
            "**Who starts?** A random player starts round 1. Then the next player clockwise.\n\n"
            "**The end.** A robe of **8 or more cards** scores for its number of colours, as in "
            "the picture: 1 or 9 colours score 5 points, 5 colours score nothing. A +1 is a card "
            "without a colour. If you laid all 12 cards, you get **2 more points**.\n\n"
            "Most points wins. Tied? The longer robe wins, or you share the win."
        ),
    ),
    (
        _("House rules and the picture"),
        _(
            "**The picture.** Top left: the rows, with the front card in a white frame. Below: "
            "each player's points, cards in hand, and robe. The gold line marks 8 cards; a gold "
            "frame marks the winner. Right: the melds with their boxes. **+3** is free and "
            "scores 3 points; a player's mark means they scored it.\n\n"
            "**What others know.** Everybody sees each card as you take it. After that, only you "
            "see your hand. The others see how many cards it has.\n\n"
            "**House rules,** where the printed rules leave a gap: which boxes there are. One "
            "player may score both boxes of Sakura, Chidori or Asanoha, for 4 and then 3 points. "
            "The cards left over in the last round stay where they are.\n\n"
            "**Fewer melds** (three players only): a 2 of Kasane and a 2 of Juu are closed from "
            "the start.\n"
            "**Easier:** you may also score a meld after taking a +1. It uses only cards from your"
            " hand."
        ),
    ),
)
"""The rules on short pages."""
