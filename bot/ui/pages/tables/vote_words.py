"""The open vote of a table, for boards and screens: who wants what, how it stands, its buttons."""

from __future__ import annotations

from discord import ButtonStyle

from bot.tables import votes
from bot.tables.early_end import POINTS_SEEN
from bot.tables.table_event import Motion
from bot.tables.table_face import TableFace
from bot.ui.pages import routes
from bot.ui.pages.numbers import number
from bot.ui.pages.page import Button
from bot.ui.pages.render import Field
from bot.ui.pages.route import Route
from bot.ui.pages.tables.setting_names import pace_words
from bot.ui.pages.tables.verb_words import OF_MOTION
from bot.ui.pages.wording import Wording


def vote_fields(table: TableFace, wording: Wording) -> tuple[Field, ...]:
    """Return the open vote of a table as a field; nothing if there is none."""
    motion = table.motion
    if motion is None or table.phase != "playing":
        return ()
    _ = wording.gettext
    lines = [proposal(motion, wording)]
    if votes.ends_unless_back(motion):
        lines.append(
            _("The game ends {when} unless somebody comes back.", when=f"<t:{motion.until}:R>")
        )
        return (Field(_("Vote"), "\n".join(lines)),)
    needed = votes.needed(table, motion)
    here = table.people_here()
    ayes = tuple(seat for seat in motion.ayes if seat in here)
    noes = tuple(seat for seat in motion.noes if seat in here)
    yes = _(
        "Yes: {names} · **{ayes}** of {needed} needed",
        names=wording.names(ayes),
        ayes=len(ayes),
        needed=needed,
    )
    lines.append(yes)
    if noes:
        lines.append(_("No: {names}", names=wording.names(noes)))
    asked = votes.open_to(table, motion)
    if asked:
        waits = [wording.pgettext("vote", "Waiting for {names}", names=wording.names(asked))]
        until = votes.open_until(motion)
        if until is not None:
            waits.append(_("the vote ends {when}", when=f"<t:{until}:R>"))
        lines.append(" · ".join(waits))
    silence = votes.silence_ends(motion)
    if silence is not None:
        when = f"<t:{silence}:R>"
        lines.append(_("If nobody says no, one yes is enough {when}.", when=when))
    return (Field(_("Vote"), "\n".join(lines)),)


def proposal(motion: Motion, wording: Wording) -> str:
    """Return in a sentence who wants what."""
    pace = pace_words(motion.pace, motion.move_time, motion.reserve, wording)
    whom = "" if motion.whom is None else wording.name(motion.whom)
    asks = OF_MOTION[motion.what].asks
    return wording.gettext(asks, name=wording.name(motion.by), pace=pace, whom=whom)


def points_line(points: tuple[int, ...], wording: Wording) -> str:
    """Return the points that all can see: "Ada 9 · Bob 7 (points all can see)"."""
    said = " · ".join(
        f"{wording.listing(seat)} {number(score)}" for seat, score in enumerate(points)
    )
    return wording.annotated(said, wording.gettext(POINTS_SEEN))


def vote_rows(
    table: TableFace, wording: Wording, route: Route = routes.VOTE, mine: int | None = None
) -> tuple[tuple[Button, ...], ...]:
    """Return the row of buttons to vote with; nothing if no vote is open, or seat `mine` can vote
    on it no more.
    """
    motion = table.motion
    if motion is None or table.phase != "playing":
        return ()
    yes, no = (route(table.id, motion.revision, answer) for answer in "yn")
    if votes.ends_unless_back(motion):
        return ((Button(no, wording.gettext("Play on")),),)
    if mine == motion.by:
        return ((Button(no, wording.gettext("Withdraw")),),)
    if mine is not None and mine not in votes.open_to(table, motion):
        return ()
    # On a screen they stand among the moves of the game, and must not seem to be about those.
    return (
        (
            Button(yes, wording.gettext("Vote yes"), ButtonStyle.success),
            Button(no, wording.gettext("Vote no")),
        ),
    )
