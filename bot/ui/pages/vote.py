"""An open vote as all see it: what is moved, how it stands, and the buttons to vote with."""

from __future__ import annotations

from discord import ButtonStyle

from bot.tables import votes
from bot.tables.table_face import TableFace
from bot.ui.pages.pace_names import pace_words
from bot.ui.pages.page import Button
from bot.ui.pages.render import Field
from bot.ui.pages.verb_words import OF_MOTION
from bot.ui.pages.wording import Wording


def vote_fields(table: TableFace, wording: Wording) -> tuple[Field, ...]:
    """Return the vote that is open at a table as a field; nothing if there is none."""
    motion = table.motion
    if motion is None or table.phase != "playing":
        return ()
    _ = wording.gettext
    pace = pace_words(motion.pace, motion.move_time, wording)
    lines = [_(OF_MOTION[motion.what].asks).format(name=wording.name(motion.by), pace=pace)]
    needed = votes.needed(table, motion)
    here = table.people_here()
    ayes = tuple(seat for seat in motion.ayes if seat in here)
    noes = tuple(seat for seat in motion.noes if seat in here)
    yes = _("Yes: {names} · **{ayes}** of {needed} needed")
    lines.append(yes.format(names=wording.names(ayes), ayes=len(ayes), needed=needed))
    if noes:
        lines.append(_("No: {names}").format(names=wording.names(noes)))
    asked = votes.open_to(table, motion)
    if asked:
        text = wording.pgettext("vote", "Waiting for {names}")
        lines.append(text.format(names=wording.names(asked)))
    return (Field(_("Vote"), "\n".join(lines)),)


def vote_rows(table: TableFace, wording: Wording) -> tuple[tuple[Button, ...], ...]:
    """Return the row of buttons to vote with; nothing if no vote is open."""
    motion = table.motion
    if motion is None or table.phase != "playing":
        return ()
    said = f"a:vote:{table.id}:{motion.seq}"
    return (
        (
            Button(f"{said}:y", wording.gettext("Yes"), ButtonStyle.success),
            Button(f"{said}:n", wording.gettext("No")),
        ),
    )
