"""What a night's thread says in the morning after it: who won, and what leads on from there."""

from __future__ import annotations

from discord import ButtonStyle

from bot.nights.dates import read_stored
from bot.nights.night import Night
from bot.ui.pages import routes
from bot.ui.pages.nights.fan_page import fan_buttons, next_buttons, repeats
from bot.ui.pages.nights.night_card import points_button
from bot.ui.pages.nights.night_posts import LONGEST, PostMessage, linked_card
from bot.ui.pages.nights.night_recap import RecapFacts
from bot.ui.pages.nights.night_words import plain_name_of
from bot.ui.pages.nights.standings_page import addressed_name_of, shown_points
from bot.ui.pages.page import Button, clip
from bot.ui.pages.wording import Wording


def morning_message(
    night: Night, facts: RecapFacts, following: Night | None, number: int, wording: Wording
) -> PostMessage:
    """Return what is said after a night; `following` is the next one, None if there is none yet.

    Its controls' ids end in the number of the post, by which it is found again.
    """
    said = wording.sentences(_won(night, facts, wording), _next(following, wording))
    return PostMessage(clip(said, LONGEST), (), None, _row(night, following, number, wording))


def _won(night: Night, facts: RecapFacts, wording: Wording) -> str:
    """Return who won the night, or leads while games go on; nobody if too few had a result."""
    title = f"**{plain_name_of(night)}**"
    listed = facts.points.standings.listed if facts.points.from_results else ()
    first = [each for each in listed if each.place == 1]
    if not first:
        return wording.gettext("Thanks for coming to {title}.", title=title)
    names = [addressed_name_of(each.person, facts.named, wording) for each in first]
    points = shown_points(first[0].value, wording)
    if facts.still_on:
        return wording.ngettext(
            "{names} leads in {title} with {points}. Games are still on.",
            "{names} lead in {title} with {points} each. Games are still on.",
            len(first),
            names=wording.listed(names),
            title=title,
            points=points,
        )
    return wording.ngettext(
        "{names} won {title} with {points}.",
        "{names} won {title} with {points} each.",
        len(first),
        names=wording.listed(names),
        title=title,
        points=points,
    )


def _next(following: Night | None, wording: Wording) -> str:
    """Return when the next night is, as it stands now."""
    gettext = wording.gettext
    if following is None:
        return ""
    date = f"<t:{following.guests.starts_at}:F>"
    match following.row.state:
        case "cancelled":
            return gettext("The night on {date} is cancelled.", date=date)
        case "over":
            return ""
        case _:
            return gettext(
                "The next one is on {date}: {link}", date=date, link=linked_card(following, wording)
            )


def _row(
    night: Night, following: Night | None, number: int, wording: Wording
) -> tuple[Button, ...]:
    """Return buttons to answer the next night while that goes, and for those after it; without one,
    that by which whoever leads has it announced.
    """
    gettext, wishes = wording.gettext, fan_buttons(night, (), wording, number)
    points = points_button(night, wording)
    if following is None or following.row.state == "cancelled":
        return (*wishes, points, *next_buttons(night, wording))
    if following.row.state != "open":
        return (*wishes, points)
    day = wording.day(read_stored(following.row.local))
    come = routes.PRESS_IN(following.id, mark=number)
    answers = (
        Button(come, gettext("{day}: I'm in", day=day), ButtonStyle.success),
        Button(routes.PRESS_OUT(following.id, mark=number), gettext("Can't come")),
    )
    # Whoever answers need not be told of it.
    return (*answers, *(wishes[1:] if repeats(night) else wishes), points)
