"""What holds for a game of any kind with this bot, for people who have never used it."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _

TITLE: Final = _("How this bot works")
TEXT: Final = _(
    "**The board** is one message that everybody sees. Its title says whose turn it is.\n\n"
    "**Your hand** is a message that only you see. Press *My hand* below the board to open it, as "
    "often as you like. Its buttons show what you can do.\n\n"
    "**Your turn?** A short message calls you. If everybody can see that you have only one move, "
    "it is made for you.\n\n"
    "**Clocks.** *Live* usually gives you 3 minutes a move, *turn by turn* 24 hours. You are "
    "reminded before time runs out. After that, a computer plays for you, or you are reminded and "
    "the table waits: whoever opened the table chose which. Set your quiet hours with "
    "`/me clock`.\n\n"
    "**More** below the board has the rest:\n"
    "• *Take back* your last move, *ask for a pause* or for another pace. The others vote.\n"
    "• *Leave:* a computer plays for you. *I'm back* gives you your seat again, unless somebody "
    "took it over.\n"
    "• *As text* writes the board out for you.\n\n"
    "**Computer players** 🤖 know what a person in their seat knows, no more. You can add them "
    "before the game begins."
)
