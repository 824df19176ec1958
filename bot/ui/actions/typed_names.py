"""What somebody types for a season or a night: the choices, and which one is meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.engine.text import marked as _
from bot.nights.night import Night, NoNight
from bot.nights.seasons import Season
from bot.tables.trouble import Trouble
from bot.ui.pages.nights.night_words import night_labels
from bot.ui.pages.typed_words import Suggestion, the_one
from bot.ui.pages.wording import plain_name
from bot.ui.services import Interaction

NO_SEASON: Final = _(
    "There is no such season here. `/nights season` lists them, `/night season` adds one."
)


def season_options(seasons: Sequence[Season]) -> list[Suggestion]:
    """Return the choices for an option that names a season."""
    return [Suggestion(each.name, each.name) for each in seasons]


def season_meant(seasons: Sequence[Season], typed: str) -> Season:
    """Return the season that was typed. Raises Trouble if there is none."""
    name = the_one(season_options(seasons), typed, Trouble(NO_SEASON)).value
    return next(each for each in seasons if each.name == name)


def night_options(nights: Sequence[Night]) -> list[Suggestion]:
    """Return the choices for an option that names a night."""
    labels = night_labels(nights)
    return [Suggestion(each.id, labels[each.id], (each.row.title,)) for each in nights]


def of_thread(nights: Sequence[Night], interaction: Interaction) -> list[Night]:
    """Return the night in whose thread somebody asks; nothing elsewhere."""
    return [each for each in nights if each.places.thread_id == interaction.channel_id]


def usual_nights(nights: Sequence[Night], interaction: Interaction) -> list[Night]:
    """Return which of some nights is meant if none is named: the one in whose thread somebody asks,
    else the one that runs, or is next; of several, those of this channel.

    Without either it is a draft. There are several if several run, or begin together.
    """
    running = [each for each in nights if each.row.state in ("doors", "playing")]
    coming = _of_channel([each for each in nights if each.row.state == "open"], interaction)
    first = min((each.row.starts_at for each in coming), default=0)
    return (
        of_thread(nights, interaction)
        or _of_channel(running, interaction)
        or [each for each in coming if each.row.starts_at == first]
        or _of_channel(nights, interaction)
    )


def _of_channel(nights: Sequence[Night], interaction: Interaction) -> list[Night]:
    """Return which of some nights are announced where somebody asks; if none is, all of them."""
    here = (interaction.channel_id, getattr(interaction.channel, "parent_id", None))
    return [each for each in nights if each.row.channel_id in here] or [*nights]


def night_meant(nights: Sequence[Night], typed: str) -> str:
    """Return the id of the night that was typed. Raises NoNight if there is none."""
    none = NoNight(_("No game night here is called “{typed}”."), typed=plain_name(typed))
    return the_one(night_options(nights), typed, none).value
