"""A Discord on loopback, to try out and test a bot. It knows Discord and nothing about this bot.

What it doesn't know: the true numbers of Discord's rate limits (they are secret; those here are
guesses on the strict side), polls, stickers, replies and forwards, reactions, pins, emoji of
servers, emoji over 128 pixels, layout components, context menu commands, privileged intents,
webhooks other than those of interactions, voice, files that people attach, how phones draw things,
and the hours after which Discord's links to attachments expire. It says so when a bot asks for one
of these.
"""

from bot.sandbox.actor import Actor, Modal, Outcome
from bot.sandbox.errors import NotPossible
from bot.sandbox.models import Channel, Guild, Message, Person
from bot.sandbox.monitor import Problem
from bot.sandbox.sandbox import Sandbox, serve
from bot.sandbox.settings import Deadlines
from bot.sandbox.supervisor import Supervisor

__all__ = [
    "Actor",
    "Channel",
    "Deadlines",
    "Guild",
    "Message",
    "Modal",
    "NotPossible",
    "Outcome",
    "Person",
    "Problem",
    "Sandbox",
    "Supervisor",
    "serve",
]
