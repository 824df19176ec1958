"""The rules of Donburiko! for people who have never played it."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.render import Help

HELP: Final[Help] = (
    (
        _("The game at a glance"),
        _(
            "**Have the most chips at the end.**\n"
            "1. On your turn, add a card to a row, or take a row.\n"
            "2. A face-up card wins you a chip. A face-down card costs you one, but only you know "
            "what it is.\n"
            "3. A row is worth the sum of its cards. **Exactly 6 is best.** Over 6, you pay.\n"
            "4. You take at most one row each round. Then you wait.\n"
            "5. When somebody has **20 chips** or the bank is empty, this round is the last.\n\n"
            "*In the picture:* only whoever laid the face-down card knows what row 1 is worth. "
            "Row 2 is worth 6: take it! Row 3 is worth 12 and costs you 6 chips.\n\n"
            "*Donburiko* is an acorn's plop in a pond."
        ),
    ),
    (
        _("Your turn"),
        _(
            "Do one of two things.\n\n"
            "**Add a card** from your hand to any row that has room. A row holds seven "
            "cards.\n"
            "• *Face up:* take a chip from the bank.\n"
            "• *Face down:* put one of your chips on the card. Nobody else knows what it "
            "is. Without a chip, you can't.\n\n"
            "**Take a row** of two or more cards. Its face-down cards are turned up, you "
            "get the chips on it, and you score it. Then you wait for the next round.\n\n"
            "No cards left? Then you must take a row. If there is none to take, you are "
            "skipped.\n"
            "No row with room? Then you must take a row too."
        ),
    ),
    (
        _("What a row is worth"),
        _(
            "Add up its cards.\n"
            "• **Acorns** are worth their number. **1 or 5** is worth 1 or 5: you choose when you "
            "take it.\n"
            "• **Ponds** are worth −1 or −2.\n"
            "• A **loach** is a fish. It is worth 0, but it turns all ponds in its row into **+1 "
            "or +2**.\n\n"
            "**0 to 6:** you win that many chips.\n"
            "**Over 6:** pay 1 chip for each point over.\n"
            "**Below 0:** pay 1 chip for each point below.\n"
            "You never pay more than you have. A row of **seven cards** is always worth 0.\n\n"
            "**Exactly 6?** Win 6 chips and you may call **Donburiko!** to end the round at once."
            "\n\n"
            "*In the picture:* row 1 wins 6. Row 2 is 9 and costs 3. Row 3 wins 1. In row 4 a "
            "loach turns −2 into +2: it wins 5."
        ),
    ),
    (
        _("Cards and chips"),
        _(
            "**16 cards:**\n"
            "• Acorns: one 1, two 2s, two 3s, two 4s, one 5, and two “1 or 5”\n"
            "• Ponds: two −1s and two −2s\n"
            "• Two loaches\n"
            "With two players, the two “1 or 5” cards stay in the box.\n\n"
            "**2 players:** 5 chips each, 40 in the bank. Two rows, 4 cards each, 4 set "
            "aside.\n"
            "**3 players:** 4 chips each, 38 in the bank. Three rows, 4 cards each, 1 set "
            "aside.\n"
            "**4 players:** 3 chips each, 38 in the bank. Four rows, 3 cards each, none set "
            "aside.\n\n"
            "Each round, all cards are shuffled. One card face up starts each row. Nobody "
            "sees the cards set aside."
        ),
    ),
    (
        _("Rounds and the end"),
        _(
            "**Who starts?** A random player starts round 1. After that, whoever took "
            "the last row starts.\n\n"
            "A round ends when everybody has taken a row, when somebody calls "
            "Donburiko!, or when nobody can move. Chips left on the table go to the "
            "bank. Cards that are still face down are not shown.\n\n"
            "**The last round** is the one in which\n"
            "• somebody reaches 20 chips,\n"
            "• the bank runs out of chips, or\n"
            "• the bank can't pay a score in full.\n"
            "It stays the last round, even if chips move again. Your chips are your "
            "points. Most points wins. Tied players share the win.\n\n"
            "**Empty bank:** a face-up card wins nothing, now or later. If chips come "
            "back to the bank, it pays again."
        ),
    ),
    (
        _("House rules and the picture"),
        _(
            "• You choose the value of a “1 or 5”, and whether to call Donburiko!, after "
            "you have seen the whole row.\n"
            "• You get the chips on a row before you pay for it.\n"
            "• If the bank can't pay your score in full, it pays nothing now. It *owes* "
            "you all of it, and you get these points at the end.\n"
            "• **House rules:** owing points also makes the round the last. Round 60 is "
            "the last in any case.\n\n"
            "**The picture:** at the top are the round and the chips in the bank. A flag "
            "means last round. On the right of each row is what everybody can see of its "
            "worth: `?` stands for a face-down card. A green + on a pond means that a "
            "loach turned it. At the bottom are the chips and cards of each player, and "
            "a tick if they have taken a row."
        ),
    ),
)
"""The rules on short pages."""
