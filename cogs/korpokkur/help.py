"""The rules of 7 Little Korpokkurs for people who have never played it."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.render import Help

HELP: Final[Help] = (
    (
        _("What it is about"),
        _(
            "Korpokkur are the little people of the north who live under butterbur "
            "leaves. You are spirits who play hide and seek with them.\n\n"
            "Everybody has a bag that nobody else looks into, with two kinds of chips: "
            "**korpokkur K●** and **butterbur B◆**. Seven korpokkur win the round. Seven "
            "butterbur are a danger: who is caught with them is out.\n\n"
            "Three rounds are played, and you begin with 2 points. The most points win."
        ),
    ),
    (
        _("Your turn: give chips"),
        _(
            "On your turn do **one** thing: give chips, play a KAMUY card, or make a call."
            "\n\n"
            "**Give:** hold out 1 chip (*Sinep*) or 2 chips of the same kind (*Tup*), "
            "hidden, to the next player. They answer without having seen them:\n"
            "• **Eh** (yes): the chips go into their bag. Only you two know what they "
            "were.\n"
            "• **Somo** (no): the chips are shown to all and go back into *your* bag, and "
            "you draw as many of that kind from the table.\n\n"
            "So hold out butterbur and hope for Eh, or korpokkur and hope for Somo."
        ),
    ),
    (
        _("Your turn: make a call"),
        _(
            "**Korkoni!** Point at a player whom you think to hold 7 butterbur or more."
            "\n• *Right:* they give you 2 korpokkur (or what they have), put all else "
            "back, lose 1 point and are out of the round.\n"
            "• *Wrong:* they give you 2 butterbur (or what they have) and need not say "
            "how many there are.\n\n"
            "**Isam!** Your bag is empty: leave the round and win 1 point. You may also "
            "stay in.\n\n"
            "**Arwampe!** You have 7 korpokkur or more: show your bag and win the round: "
            "2 points in rounds 1 and 2, and 3 points in round 3. If all others are out, "
            "the last player in the round wins the same."
        ),
    ),
    (
        _("Your turn: a KAMUY card"),
        _(
            "You begin with 2 KAMUY cards and draw another before rounds 2 and 3. Play "
            "one and do what it says. “All” are those still in the round.\n"
            "• `Turn around`: turns go the other way.\n"
            "• `Swap bags`: you and another player swap all your chips.\n"
            "• `Swap seats`: you and another player swap places.\n"
            "• `All take 2 K●` or `2 B◆`: from the table, while there are any.\n"
            "• `All drop 2 K●` or `2 B◆`: back to the table, or what they have.\n"
            "• `All pass a card`: all give a KAMUY card, chosen in secret, to their next "
            "player.\n"
            "• `All pass bags`: all give their whole bag to their next player.\n\n"
            "There are 27 cards, 3 of each kind. A card that was played is gone."
        ),
    ),
    (
        _("Rounds and the end"),
        _(
            "Every round all bags are filled anew:\n"
            "• Round 1, Spring: 4 K● and 3 B◆\n"
            "• Round 2, Winter: 3 K● and 4 B◆\n"
            "• Round 3, Summer: 3 K● and 3 B◆\n\n"
            "Unused cards stay with you, also if you are out. Who won the round before "
            "starts. A round that takes 200 turns ends without a winner.\n\n"
            "If the most points are tied, fewer butterbur in the bag at the end win, then "
            "more KAMUY cards; after that the win is shared.\n\n"
            "**Example:** Ada has 6 K● and 1 B◆ and holds out 1 K●. Bob fears butterbur "
            "and says Somo. The korpokkur is shown, goes back, and Ada draws another: "
            "now she has 7, and can call Arwampe! on her next turn."
        ),
    ),
    (
        _("Two players, and the short game"),
        _(
            "**Two players:** you begin with 3 KAMUY cards. In each round both choose in "
            "secret whether their bag holds 3 or 4 K● and 3 or 4 B◆. What is left on the "
            "table isn't counted in public. Isam! (+1) and Korkoni! (−1) end the round, "
            "and the other player wins nothing by it. Arwampe! wins 2 points in every "
            "round.\n\n"
            "**Short game** (2 to 6 players): one round, no scores. Everybody begins with "
            "3 K●, 3 B◆ and 3 KAMUY cards. There is no Isam!: a player whose bag is empty "
            "at the end of a turn is out. Who wins the round wins the game; if all run "
            "out at once, those who were still in share it."
        ),
    ),
)
"""The rules on short pages."""
