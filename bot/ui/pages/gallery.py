"""The gallery: the games to choose from, one game with its cover, and the bot's welcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ButtonStyle

from bot.ui.pages.game import PlayableGame
from bot.ui.pages.lobby_card import size_line
from bot.ui.pages.page import ROW, ROWS, Button, Page, Row
from bot.ui.pages.rules import credits_line, rules_id
from bot.ui.pages.wording import Wording

PREFIX: Final = "play"
"""The custom ids of the gallery begin with this."""
ALL: Final = f"{PREFIX}:all"
"""The id of the button that shows all games."""
COMPUTERS: Final = f"{PREFIX}:computers"
"""The id of the button that shows all games, to be played against computers at one press."""


def gallery_page(
    games: Sequence[PlayableGame], wording: Wording, *, computers: bool = False
) -> Page:
    """Return all games with a button each, which shows the game or, with `computers`, deals it."""
    _ = wording.gettext
    lines = [
        f"**{each.game.info.title}** · {size_line(each.game.info, wording)}\n"
        f"{_(each.render.summary)}"
        for each in games
    ]
    if computers:
        head = _("Computers take the other seats, and nobody has to hurry. Pick a game to begin.")
    else:
        head = _("Pick a game to see more.")
    act = "computers" if computers else "game"
    buttons = [
        Button(f"{PREFIX}:{act}:{each.game.info.key}", each.game.info.title, ButtonStyle.primary)
        for each in games
    ]
    rows = [tuple(buttons[first : first + ROW]) for first in range(0, len(buttons), ROW)]
    return Page(
        title=_("Play against computers") if computers else _("All games"),
        text="\n\n".join([head, *lines]),
        rows=tuple(rows[:ROWS]),
    )


def game_page(playable: PlayableGame, wording: Wording) -> Page:
    """Return one game with its cover, and the ways to play or learn it."""
    _ = wording.gettext
    info, pictures = playable.game.info, playable.pictures
    said = [
        _(playable.render.summary),
        size_line(info, wording),
        f"-# {credits_line(info, wording)}",
    ]
    return Page(
        title=f"{info.title} {info.japanese}",
        text="\n".join(said),
        rows=_ways(info.key, wording),
        image=None if pictures is None else pictures.cover,
    )


def _ways(key: str, wording: Wording) -> tuple[Row, ...]:
    _ = wording.gettext
    return (
        (
            Button(f"{PREFIX}:computers:{key}", _("Against computers"), ButtonStyle.success),
            Button(f"{PREFIX}:friends:{key}", _("With friends"), ButtonStyle.primary),
            Button(rules_id(key, 0, from_gallery=True), _("How to play")),
            Button(ALL, _("All games")),
        ),
    )


def welcome_page(games: Sequence[PlayableGame], wording: Wording) -> Page:
    """Return what the bot says once on a server that it has joined."""
    _ = wording.gettext
    titles = ", ".join(f"**{each.game.info.title}**" for each in games)
    text = _(
        "I bring card games to this server: {games}. Play with friends, or try one against "
        "computers right now. `/play` shows all games at any time."
    )
    return Page(
        title=_("Hello! Shall we play?"),
        text=text.format(games=titles),
        rows=(
            (
                Button(COMPUTERS, _("Play against a computer"), ButtonStyle.success),
                Button(ALL, _("All games"), ButtonStyle.primary),
            ),
        ),
    )
