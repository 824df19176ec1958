"""What a night's posts say besides what was noted with them: it is looked up as they are drawn."""

from __future__ import annotations

from dataclasses import replace

from bot.nights.night import Night, Post
from bot.nights.night_json import post_of
from bot.nights.standing_posts import DATE
from bot.ui.pages.nights.leading_on import UNANSWERED
from bot.ui.pages.nights.night_ranking import points_in_line
from bot.ui.pages.nights.round_over import NOTICED
from bot.ui.pages.wording import Wording
from bot.ui.posting.nights.night_rounds import recap_facts
from bot.ui.services import Services


async def with_facts(services: Services, night: Night, post: Post, wording: Wording) -> Post:
    """Return a post with what it says as of now; of a round's end, with the points up to that
    round.

    That the next round has begun is said there, unless its notice, which comes after, says it.
    """
    details = dict(post.details)
    if post.kind in ("doors", "round_over"):
        notices = map(post_of, await services.nights.store.said(night.id, "notice"))
        details[NOTICED] = [each.details.get("round") for each in notices]
    if post.kind == "skipped":
        details[UNANSWERED] = not await services.nights.early(night, details.get(DATE))
    if post.kind in ("round_over", "corrected"):
        # A correction may be of an older round than the last one that is over.
        number = details.get("round") if post.kind == "round_over" else None
        facts = await recap_facts(services, night, number)
        final = (night.over or night.all_played) and number in (None, len(night.dealt))
        details["points"] = points_in_line(facts, wording, final=final)
    return replace(post, details=details)
