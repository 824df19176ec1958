"""What a night's thread says in the morning after it: who won, and what leads on from there."""

from __future__ import annotations

from bot.nights.night import Night
from bot.nights.rounds import recap_due
from bot.ui.pages.nights.fan_page import every_line
from bot.ui.pages.nights.leading_on import leads_on
from bot.ui.pages.nights.night_card import points_button
from bot.ui.pages.nights.night_posts import LONGEST, PostMessage
from bot.ui.pages.nights.night_ranking import IN_LINE, RecapFacts, shown_people
from bot.ui.pages.nights.night_words import linked_recap, plain_name_of
from bot.ui.pages.nights.standings_page import addressed_name_of, shown_points
from bot.ui.pages.page import clip
from bot.ui.pages.wording import Wording


def morning_message(
    night: Night, facts: RecapFacts, following: Night | None, number: int, wording: Wording
) -> PostMessage:
    """Return what is said after a night; `following` is the next one, None if there is none yet.

    Its controls' ids end in the number of the post, by which it is found again.
    """
    leads, buttons = leads_on(night, following, wording, number)
    recap = linked_recap(night, wording) if recap_due(night) else ""
    said = wording.sentences(_won(night, facts, wording), leads, recap)
    said = "\n".join(filter(None, (said, every_line(buttons, wording))))
    return PostMessage(clip(said, LONGEST), (), None, (*buttons, points_button(night, wording)))


def _won(night: Night, facts: RecapFacts, wording: Wording) -> str:
    """Return who won the night, or leads while games go on; nobody if too few had a result."""
    title = f"**{plain_name_of(night)}**"
    listed = facts.points.standings.listed if facts.points.from_results else ()
    first = [each for each in listed if each.place == 1]
    if not first and not night.took_part:
        return wording.gettext("Nobody has played at {title}.", title=title)
    if not first:
        return wording.gettext("Thanks for coming to {title}.", title=title)
    everybody = [addressed_name_of(each.person, facts.named, wording) for each in first]
    names = shown_people(everybody, IN_LINE, wording)
    points = shown_points(first[0].value, wording)
    if facts.still_on:
        return wording.ngettext(
            "{names} leads in {title} with {points} night points. Games are still on.",
            "{names} lead in {title} with {points} night points each. Games are still on.",
            len(first),
            names=wording.listed(names),
            title=title,
            points=points,
        )
    return wording.ngettext(
        "{names} won {title} with {points} night points.",
        "{names} won {title} with {points} night points each.",
        len(first),
        names=wording.listed(names),
        title=title,
        points=points,
    )
