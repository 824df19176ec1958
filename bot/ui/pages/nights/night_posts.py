"""What is posted once in a night's thread: reminders, offers, that the doors are open, etc."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from discord import ButtonStyle

from bot.engine.text import cleaned
from bot.nights.night import Night, Post
from bot.ui.pages import routes
from bot.ui.pages.nights.night_card import plain_name_of
from bot.ui.pages.nights.night_words import WHY
from bot.ui.pages.page import Button, Row, clip
from bot.ui.pages.wording import Wording, plain_name

MOST_MENTIONED: Final = 70
"""The most people that one message mentions; a message has no room for more."""
LONGEST: Final = 2000


@dataclass(frozen=True, slots=True)
class PostMessage:
    """A post as a message: whom it mentions, what it says, and its controls."""

    text: str
    people: tuple[int, ...]
    role: int | None
    row: tuple[Button, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return the controls as rows."""
        return (self.row,)


def card_link(night: Night) -> str:
    """Return the address of a night's card, or of its channel while there is none."""
    where = [night.row.guild_id, night.row.channel_id, night.places.card_id]
    return "https://discord.com/channels/" + "/".join(str(each) for each in where if each)


def post_message(night: Night, post: Post, number: int, wording: Wording) -> PostMessage:
    """Return what a post says. Its controls' ids end in its number, by which it is found again."""
    people = post.people[:MOST_MENTIONED]
    role = post.details.get("role")
    text = _text(night, post, wording)
    called = [f"<@&{role}>"] if role is not None else [f"<@{person}>" for person in people]
    more = len(post.people) - len(people) if role is None else 0
    if more:
        called.append(wording.ngettext("… and {n} more", "… and {n} more", more, n=more))
    mentions = " ".join(called)
    text = clip(text, LONGEST - len(mentions) - 1)
    return PostMessage(
        f"{mentions} {text}".strip(), people, role, _row(night, post, number, wording)
    )


def direct_message(night: Night, post: Post, number: int, wording: Wording) -> PostMessage:
    """Return a reminder as a direct message to a person who wants it that way."""
    text = f"{_text(night, post, wording)}\n{card_link(night)}"
    return PostMessage(text, (), None, _row(night, post, number, wording))


def _row(night: Night, post: Post, number: int, wording: Wording) -> tuple[Button, ...]:
    _ = wording.gettext
    show = Button(routes.SHOW_NIGHT(night.id, mark=number), _("Show the night"))
    out = Button(routes.PRESS_OUT(night.id, mark=number), _("Can't come"))
    take = Button(routes.PRESS_TAKE(night.id, mark=number), _("Take it"), ButtonStyle.success)
    answer = Button(routes.PRESS_IN(night.id, mark=number), _("I'm in"), ButtonStyle.success)
    match post.kind:
        case "remind":
            return (out, show)
        case "doors":
            here = routes.PRESS_HERE(night.id, mark=number)
            return (Button(here, _("I'm here"), ButtonStyle.success), out)
        case "offer":
            return (take, Button(routes.PRESS_PASS(night.id, mark=number), _("Pass")))
        case "open":
            return (take, Button(routes.PRESS_PASS(night.id, mark=number), _("Pass")))
        case "moved" | "invite":
            return (answer, out)
        case "late" | "call":
            return (Button(routes.TO_DESK(night.id, mark=number), _("Desk")),)
        case _:
            return (show,)


def _text(night: Night, post: Post, wording: Wording) -> str:
    _, details = wording.gettext, post.details
    title, start = f"**{plain_name_of(night)}**", night.guests.starts_at
    values: dict[str, Any] = {
        "title": title,
        "date": f"<t:{start}:F>",
        "soon": f"<t:{start}:R>",
        "link": card_link(night),
    }
    match post.kind:
        case "announced":
            said = _("New game night: {title}, {date} ({soon}). Answer here: {link}")
        case "remind":
            said = _("Reminder: {title} starts {soon}.")
        case "doors":
            said = _("Doors are open for {title}! Press **I'm here** when you arrive.")
        case "late":
            said = _(
                "I was offline when the doors of {title} should have opened. "
                "A host can open them from the desk."
            )
        case "offer":
            until = details.get("until", start)
            said = _("A seat is free for you at {title}. It's yours until {until}.")
            values["until"] = wording.annotated(f"<t:{until}:f>", f"<t:{until}:R>")
        case "open":
            seats = int(details.get("seats", 1))
            said = wording.ngettext(
                "A seat is free at {title}. First come, first served: press **Take it**.",
                "{n} seats are free at {title}. First come, first served: press **Take it**.",
                seats,
            )
            values["n"] = seats
        case "seat":
            said = _("A seat became free at {title}, and it's yours.")
        case "invite":
            said = _("You're invited to {title}, {date} ({soon}). Can you come?")
        case "moved":
            said = _("{title} has a new date: {date} ({soon}). Can you still come?")
        case "off":
            said = _("A host took you off the list of {title}. You can answer again on its card.")
        case "cancelled":
            said = _("{title} on {date} is cancelled.")
        case "word":
            said = _("{name} to everybody: {words}")
            values["name"] = f"**{plain_name(str(details.get('by', '?')))}**"
            values["words"] = cleaned(str(details.get("text", "")))
        case "call":
            said = _("{name} at table {table} asks for a host: {place}")
            values["name"] = f"**{plain_name(str(details.get('by', '?')))}**"
            values["table"] = details.get("table") or "?"
            values["place"] = f"<#{details.get('place', 0)}>"
            why = WHY.get(details.get("why", ""))
            said += f"\n> {_(why)}" if why else ""
        case "unfollowed":
            said = _(
                "{title} doesn't repeat any more: its host may not host game nights here now. "
                "Another host can press **Same again** on the recap."
            )
        case "left":
            said = _("Somebody left {title}.")
    return said.format(**values)
