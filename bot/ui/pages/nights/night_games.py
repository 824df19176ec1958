"""The games of a night: how they are named together, and which is played at a table."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from bot.engine.game import GameInfo
from bot.nights.night import Night
from bot.nights.table_sizes import TableSizes
from bot.ui.pages import routes
from bot.ui.pages.games.rules import learn_button, rules_id
from bot.ui.pages.page import Button, Choice, Page, Select
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.wording import Wording, plain_words

Games = Sequence[PlayableGame]
"""The games of a night that this bot has, in the order in which the host named them."""


def infos_of(games: Games) -> list[GameInfo]:
    """Return what games say about themselves."""
    return [each.game.info for each in games]


def game_by_key(games: Games, key: str) -> PlayableGame | None:
    """Return a game by its key; None if this bot hasn't it."""
    return next((each for each in games if each.game.info.key == key), None)


def title_of_game(games: Games, key: str, wording: Wording) -> str:
    """Return what a game is called; its key if this bot hasn't it."""
    found = game_by_key(games, key)
    return plain_words(key) if found is None else found.title(wording)


def titles_of(night: Night, games: Games, wording: Wording) -> str:
    """Return what the games of a night are called together."""
    if not games:
        return plain_words(night.row.game)
    return wording.series(each.title(wording) for each in games)


def games_line(night: Night, games: Games, wording: Wording) -> str:
    """Return what is played, and until the night is over, how many sit at a table."""
    titles = titles_of(night, games, wording)
    if night.over or not games:
        return titles
    infos = infos_of(games)
    sizes = [wording.span(min(info.seats), max(info.seats)) for info in infos]
    if len({*sizes}) == 1:
        return wording.gettext("{games} · {seats} to a table", games=titles, seats=sizes[0])
    each = zip(games, sizes, strict=True)
    seats = wording.series(wording.annotated(game.title(wording), size) for game, size in each)
    return wording.gettext("Players at a table: {seats}", seats=seats)


def easiest(games: Games) -> GameInfo:
    """Return the game that needs the fewest players."""
    return min(infos_of(games), key=lambda info: min(info.seats))


def left_out_lines(night: Night, games: Games, wording: Wording) -> list[str]:
    """Return which of several games this bot hasn't, so that they can't be played."""
    gone = [each.key for each in night.games if game_by_key(games, each.key) is None]
    if not night.several or not gone:
        return []
    text = wording.ngettext(
        "⚠️ {games} isn't here now and is left out.",
        "⚠️ {games} aren't here now and are left out.",
        len(gone),
        games=wording.listed([plain_words(key) for key in gone]),
    )
    return [text]


def rules_button(night: Night, wording: Wording) -> Button:
    """Return the button with the rules; where there are several games, it asks of which."""
    if night.several:
        return Button(routes.NIGHT_RULES(night.id), wording.gettext("Rules"))
    return Button(rules_id(night.row.game, 0), wording.gettext("Rules"))


def night_rules_page(games: Games, wording: Wording) -> Page:
    """Return the question of which game somebody wants the rules, with what each is like."""
    buttons = tuple(Button(rules_id(each.game.info.key, 0), each.title(wording)) for each in games)
    lines = [
        wording.labelled(f"**{each.title(wording)}**", wording.gettext(each.render.summary))
        for each in games
    ]
    text = "\n".join([*lines, "", wording.gettext("Of which game?")])
    return Page(wording.gettext("Rules"), text, rows=(buttons,))


def learn_buttons(
    night: Night, games: Games, wording: Wording, number: int | str = ""
) -> tuple[Button, ...]:
    """Return the button that begins the lesson of a night's game, if there is one; where there are
    several games, it asks of which. Posts give their number.
    """
    found = [each for each in games if each.lesson is not None]
    if len(games) < 2 or not found:
        return tuple(learn_button(each, wording) for each in found)
    ask = routes.NIGHT_LESSONS(night.id, mark=number)
    return (Button(ask, wording.gettext("Learn by playing …")),)


def night_lessons_page(games: Games, wording: Wording) -> Page:
    """Return the question which game somebody wants to learn."""
    buttons = tuple(
        Button(routes.LESSON(each.game.info.key), each.title(wording))
        for each in games
        if each.lesson is not None
    )
    text = wording.gettext("Which game would you like to learn?")
    return Page(wording.gettext("Learn by playing"), text, rows=(buttons,))


def ticks_lines(night: Night, games: Games, wording: Wording) -> list[str]:
    """Return which of several games is played, as far as guests have a say in it."""
    if not night.several or len(games) < 2 or night.all_played:
        return []
    said = wording.gettext(
        "Each table plays one of these games. Tick those you'd like in the list at the bottom, or "
        "none if you like them all."
    )
    return [said]


def ticks_list(night: Night, games: Games, wording: Wording) -> tuple[Select, ...]:
    """Return the list in which guests tick what they would play, if they can choose.

    It looks the same whatever anybody has ticked.
    """
    if not night.several or len(games) < 2:
        return ()
    choices = tuple(Choice(each.game.info.key, each.title(wording)) for each in games)
    prompt = wording.gettext("I'd play … (nobody else sees it)")
    return (Select(routes.TICK(night.id), prompt, choices, least=0, most=len(choices)),)


def ticked_line(night: Night, keys: Collection[str], games: Games, wording: Wording) -> str:
    """Return what somebody would play, as they have just ticked it: a line of its own, as the name
    of a game that ends in a call would take the place of a full stop.
    """
    titles = [each.title(wording) for each in games if each.game.info.key in keys]
    if not titles:
        return wording.gettext("You'd play any of these games.")
    return wording.gettext("You'd play: {games}", games=wording.listed(titles))


def ticked_page(night: Night, keys: Collection[str], games: Games, wording: Wording) -> Page:
    """Return what somebody would play, as they have just ticked it, and who sees that."""
    unseen = wording.gettext(
        "Only the seating uses it. Nobody else sees it, but the tables may let people guess it."
    )
    text = f"{ticked_line(night, keys, games, wording)}\n{unseen}"
    return Page(plain_words(night.row.title), text)


def picks_words(
    night: Night, games: Games, count: int, sizes: TableSizes | None, wording: Wording
) -> str:
    """Return that tables counted by the number of guests alone, as if nobody had ticked a game, may
    be others in the end; "" on a night of one game, or where so few have one table at any of them.
    """
    if not night.several:
        return ""
    legal = [each.game.info.seats for each in games]
    if sizes is not None and len(sizes.seats) == 1 and legal:
        alike = all(sizes.seats[0] in seats for seats in legal)
        if alike and count <= max(min(seats) for seats in legal):
            return ""
    return wording.gettext("The games they pick can change that.")


def way_of(game: int, number: int) -> str:
    """Return what is picked for a set of options of a game of the night, by its place there."""
    return f"{game}.{number}" if game else str(number)


def read_way(picked: str) -> tuple[int, int] | None:
    """Return the game and the set of options that were picked; None if it is no such value."""
    found = re.fullmatch(r"(?:([0-9])\.)?([0-9]{1,3})", picked, re.ASCII)
    return None if found is None else (int(found[1] or 0), int(found[2]))
