"""The rules of 7 Little Korpokkurs for people who have never played it."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.render import Help

HELP: Final[Help] = (
    (
        _("The game in short"),
        _(
            "**Have the most points after three rounds. Collect 7 korpokkur to win a round.**\n\n"
            "Korpokkur are little people under butterbur leaves.\n"
            "• Everybody has a secret bag with two kinds of chips: **korpokkur** (faces) and "
            "**butterbur** (leaves).\n"
            "• On your turn offer the next player hidden chips, play a KAMUY card *or* make a "
            "call.\n"
            "• They take the chips (**Eh**), or give them back (**Somo**) and you draw as many "
            "more.\n"
            "• You hold 7 korpokkur? Call **Arwampe!** and win the round.\n"
            "• You hold 7 butterbur? Anybody can accuse you: **Korkoni!**\n"
            "• Your bag is empty? Call **Isam!** and leave the round with a point."
        ),
    ),
    (
        _("Your turn: offer chips"),
        _(
            "Offer the next player one chip (*Sinep*) or two chips of the same kind (*Tup*), "
            "hidden. They answer without seeing them:\n"
            "• Yes (**Eh**): the chips go into their bag. Only you two know what they were.\n"
            "• No (**Somo**): everybody sees the chips. They go back into *your* bag, and you "
            "draw as many more of that kind from the table, or as many as are left.\n\n"
            "So offer butterbur and hope for Eh, or korpokkur and hope for Somo.\n\n"
            "**Example:** you hold 6 korpokkur and offer 1. Bob fears it's butterbur and says "
            "Somo. Everybody sees your korpokkur; you take it back and draw another. Now you "
            "hold 7. On your next turn you can call Arwampe! and win the round."
        ),
    ),
    (
        _("Your turn: make a call"),
        _(
            "You can make a call on your own turn only.\n\n"
            "**Arwampe!** (seven)\n"
            "You hold 7 or more korpokkur: show your bag and win the round.\n\n"
            "**Korkoni!** (butterbur)\n"
            "Accuse someone of holding 7 or more butterbur.\n"
            "• *You're right:* they give you 2 korpokkur (or as many as they have) and return "
            "all their other chips. They lose 1 point and are out of the round.\n"
            "• *You're wrong:* you take 2 of their butterbur (or as many as they have). They "
            "don't say how many they hold.\n\n"
            "**Isam!** (nothing)\n"
            "Your bag is empty: leave the round and score 1 point. You may also stay in.\n\n"
            "If everybody else is out, the last player in the round wins it."
        ),
    ),
    (
        _("Your turn: play a KAMUY card"),
        _(
            "27 cards, 3 of each kind. You start with 2 and draw 1 before rounds 2 and 3. Unplayed"
            " cards stay yours.\n\n"
            "• `Reverse turns`: turns go the other way this round.\n"
            "• `Swap bags`: you and another player trade whole bags.\n"
            "• `Swap seats`: you trade places with another player for good, with bags and cards. "
            "The turn goes on from your new place.\n"
            "• `All: +2 korpokkur` or `+2 butterbur`: from the table; if it runs short, you first,"
            " then in turn order.\n"
            "• `All: −2 korpokkur` or `−2 butterbur`: back to the table, or all they have.\n"
            "• `All pass a card on`: everybody secretly chooses a card for the next player, but "
            "not this one. Without any you pass none.\n"
            "• `All pass bags on`: whole bags go to the next player.\n\n"
            "“All” are all who are still in the round, you too."
        ),
    ),
    (
        _("Rounds and winning"),
        _(
            "There are 37 korpokkur and 40 butterbur. Rounds in order, with fresh bags:\n"
            "• Spring: 4 korpokkur, 3 butterbur, **2** points\n"
            "• Winter: 3 korpokkur, 4 butterbur, **2** points\n"
            "• Summer: 3 korpokkur, 3 butterbur, **3** points\n\n"
            "You start with 2 points. Scores can fall below 0. A random player starts, then each "
            "round's winner.\n\n"
            "**Tied?** Fewer butterbur in the bag at the end wins (0 if you're out), then more "
            "KAMUY cards. Still tied? You share the win.\n\n"
            "**Two players:** you start with 3 KAMUY cards. Each round you secretly fill your bag "
            "with 3 or 4 of each kind. Isam! (+1) or being caught (−1) ends the round; the other "
            "scores nothing. Arwampe! always scores 2 points.\n\n"
            "**Short game:** one round, no points. Everybody starts with 3 korpokkur, 3 butterbur "
            "and 3 KAMUY cards. No Isam!: with an empty bag after a turn you're out. The round's "
            "winner wins the game."
        ),
    ),
    (
        _("House rules and the picture"),
        _(
            "**The picture:** bags stand in turn order, and the arrows show which way turns go. "
            "Gold numbers are points; the number on the card counts KAMUY cards in hand. A flat "
            "grey bag is out. In the middle are the chips left on the table, and the KAMUY cards "
            "played.\n\n"
            "**What stays secret:** what is in a bag, and how many chips; which chips change hands"
            " after Eh, and how many after Korkoni! is called. With two players, also how many "
            "chips are left on the table.\n\n"
            "**House rules,** where the printed rules leave a gap:\n"
            "• Every round begins clockwise. Swapped seats stay swapped.\n"
            "• Two players: after Isam! or Korkoni!, the player still in starts the next round.\n"
            "• After 200 turns, a round ends and nobody wins it. The player in the first seat "
            "starts the next. An offer and its answer are one turn.\n"
            "• Short game: if the last players run out of chips together, they share the win. "
            "After 200 turns, everybody still in shares it.\n"
            "• Korkoni! can be called on any turn."
        ),
    ),
)
"""The rules on short pages."""
