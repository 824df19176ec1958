"""A Discord on loopback, to try a bot and to test it. It knows Discord and nothing of this bot."""

from bot.sandbox.actor import Actor, Modal, Outcome
from bot.sandbox.possible import NotPossible
from bot.sandbox.sandbox import Deadlines, Problem, Sandbox
from bot.sandbox.serve import serve
from bot.sandbox.supervisor import Supervisor
from bot.sandbox.things import Channel, Guild, Message, Person

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
