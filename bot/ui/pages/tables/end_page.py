"""The pages on which a game is ended or given up, or a player removed from it: what that means, and
a red button that does it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.tables.early_end import sign_of
from bot.tables.table_face import PublicFacts, TableFace
from bot.tables.votes import ASKED
from bot.ui.pages import routes
from bot.ui.pages.nights.desk_more import HALF_FOR_ALL, NOTHING_FOR_YOU
from bot.ui.pages.nights.standings_page import SHOWN_HALF
from bot.ui.pages.page import Button, Page
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.absent_words import away_costs
from bot.ui.pages.tables.board import page_id
from bot.ui.pages.tables.lobby_card import footer
from bot.ui.pages.tables.vote_words import points_line
from bot.ui.pages.wording import Wording

How = Literal["concede", "points", "void"]
"""How a game ends for somebody, or for all."""
HOWS: Final[tuple[How, ...]] = get_args(How)


@dataclass(frozen=True, slots=True)
class Ways:
    """How somebody may end a game."""

    hows: tuple[How, ...]
    at_once: bool = False
    """Whether they end it without a result for all by themselves, so that nobody is asked."""
    points: tuple[int, ...] | None = None
    """The points that all can see."""
    led_by: str = ""
    """Who leads the night that the table belongs to, in finished words, if that decides."""
    alone: bool = False
    """Whether nobody else is there who could agree."""
    until: int | None = None
    """Until when the others may come back if whoever is alone ends it with its points."""
    again: int | None = None
    """When they can ask the others again, if they have asked them lately."""
    leads: bool = False
    """Whether they lead the night that the table belongs to, and play there themselves."""


_ASKS: Final[Mapping[How, str]] = {
    "concede": _("I give up …"),
    "points": _("End early, points as they stand …"),
    "void": _("End without a result …"),
}
_DOES: Final[Mapping[How, str]] = {
    "concede": _("I give up"),
    "points": _("End early, points as they stand"),
    "void": _("End without a result"),
}
_SAYS: Final[Mapping[How, str]] = {
    "concede": _(
        "You finish below everybody who stays, and you can't come back. A computer plays your seat "
        "to the end, and the others go on."
    ),
    "points": _(
        "I ask everybody who is there. Once all have said yes, the game ends, and the points of "
        "that moment decide the places; whoever has left or made too few own moves comes below. "
        "At the first no you all play on."
    ),
    "void": _(
        "I ask everybody who is there. If all say yes, the game ends at once, and nobody gets a "
        "place or points. At the first no you all play on."
    ),
}
_END: Final = _("End the game")
_OVER_AT_ONCE: Final = _(
    "The game is over at once: whoever is left wins, and you come below. You can't come back."
)
_IN_SHORT: Final[Mapping[How, str]] = {
    "concede": _(
        "**Give up**: you finish below everybody who stays, and a computer plays on for you."
    ),
    "points": _(
        "**End early**: once all have agreed, the points of that moment decide the places."
    ),
    "void": _("**Without a result**: if all agree, nobody gets a place."),
}
"""What each way means, in a line where somebody picks one."""
_OVER_IN_SHORT: Final = _(
    "**Give up**: the game is over at once, and you come below whoever is left."
)
_NOBODY_ELSE: Final = _("Nobody else is there.")
_PLAY_ON: Final = _(
    "Nobody else is there to agree to an end. Play on, and whoever stays away comes below you."
)
_PLAY_ON_WITH_COMPUTERS: Final = _(
    "With computer players, one person alone can't end the game early. Play on, and whoever stays "
    "away comes below you."
)
_YOU_WIN: Final = _("You come first, and whoever left comes below.")
_UNLESS_BACK: Final = _("The game ends {when} unless somebody comes back.")
_AT_ONCE: Final = _("The game ends at once.")
_FINISHED: Final = _(
    "If you give up, computers finish the game. You come below the computer players and above "
    "whoever left before you. You can't come back."
)
_WAITS_FOR: Final = _(
    "If you give up, the game waits until {names} is back, and you come below everybody who is "
    "there then. You can't come back yourself."
)
_FOR_ALL: Final = _("End this game for everybody, without a result? You can't undo this.")
_OWN: Final = _("End this game without a result? You can't undo this.")


_PLAYS: Final = _(
    "If you leave, a computer plays for you until you press **I'm back**, or somebody takes your "
    "seat."
)
_WAITED_FOR: Final = _("Somebody waits for a seat: yours may go at once.")
_STAYS_LISTED: Final = _("**Leave**: you stay on the list for the next round.")
_LEAVES_NIGHT: Final = _(
    "**Leave and go home**: you won't be seated again tonight, unless you press **I'm here**."
)
_NOT_BACK: Final = _(
    "A computer plays on for {name}, who can't come back to this game. Somebody else may take the "
    "seat."
)
_WAITS: Final = _(
    "Nobody else is there: if you leave, the game waits until you press **I'm back**. Until then "
    "somebody else may take your seat."
)


def end_page(
    playable: PlayableGame | None,
    table: TableFace,
    ways: Ways,
    wording: Wording,
    notice: str = "",
) -> Page:
    """Return the page that says how a game stands, and how it can be ended; no press there ends it.

    `notice`, in finished words, is shown above. The game may be missing here.
    """
    _ = wording.gettext
    lines = [f"> {line}" for line in notice.splitlines()]
    if ways.points is not None:
        lines.append(points_line(ways.points, wording))
    if ways.led_by:
        lines.append(ways.led_by)
    if ways.alone:
        lines.append(_(_NOBODY_ELSE))
        lines += [f"**{_(_DOES[how])}**\n{_alone(how, table, ways, wording)}" for how in ways.hows]
    elif not ways.at_once:
        lines += [f"• {_(_in_short(how, table))}" for how in ways.hows]
    if ways.again is not None:
        lines.append(_(ASKED, when=f"<t:{ways.again}:R>"))
    buttons = [Button(routes.ASK_END_AS(table.id, how), _(_ASKS[how])) for how in ways.hows]
    if ways.led_by:
        buttons.append(Button(routes.CALL_HOST(table.id), _("Call the host")))
    buttons.append(Button(page_id(table), _("Back")))
    return _page(playable, table, wording, "\n".join(lines), tuple(buttons))


def really_end_page(
    playable: PlayableGame | None, table: TableFace, ways: Ways, how: How, wording: Wording
) -> Page:
    """Return the page whose red button ends a game or gives it up, unless it has changed."""
    _ = wording.gettext
    text, does = _SAYS[how], _DOES[how]
    if how == "concede" and _ends_it(table):
        text = _OVER_AT_ONCE
    if how == "void" and ways.at_once:
        text, does = _FOR_ALL if table.on_server else _OWN, _END
    lines = [_(text)]
    if ways.alone and text == _SAYS[how]:
        play_on = _PLAY_ON_WITH_COMPUTERS if table.computers() else _PLAY_ON
        counts = play_on if how == "concede" and ways.until is None else _NOBODY_ELSE
        lines = [_(counts), _alone(how, table, ways, wording)]
    if how == "void" and ways.leads:
        lines.append(wording.sentences(_(HALF_FOR_ALL, half=SHOWN_HALF), _(NOTHING_FOR_YOU)))
    if how == "points" and ways.points is not None:
        lines.insert(0, points_line(ways.points, wording))
    sign = sign_of(table, ways.points if how == "points" else None)
    sure = routes.END_AS(table.id, how, sign)
    back = routes.ASK_END(table.id) if len(ways.hows) > 1 else page_id(table)
    buttons = (Button(sure, _(does), ButtonStyle.danger), Button(back, _("Back")))
    return _page(playable, table, wording, "\n".join(lines), buttons)


def _alone(how: How, table: TableFace, ways: Ways, wording: Wording) -> str:
    """Return what becomes of a game, and of its places, that somebody ends who is alone there."""
    _ = wording.gettext
    if how == "points" and ways.until is not None:
        waits = bool(table.absent())
        ends = _(_UNLESS_BACK, when=f"<t:{ways.until}:R>") if waits else _(_AT_ONCE)
        return wording.sentences(_(_YOU_WIN), ends)
    names = wording.either([wording.name(seat) for seat in table.absent()])
    return _(_WAITS_FOR, names=names) if names else _(_FINISHED)


def _in_short(how: How, table: TableFace) -> str:
    """Return what a way means, in a line."""
    return _OVER_IN_SHORT if how == "concede" and _ends_it(table) else _IN_SHORT[how]


def _ends_it(table: TableFace) -> bool:
    """Tell whether a game is over once one more gives up."""
    others = len(table.people_here()) - 1
    return (others == 1 and not table.computers()) or len(table.seats) == 2


def leave_page(
    playable: PlayableGame | None,
    table: TableFace,
    seat: int,
    wording: Wording,
    *,
    plays_on: bool = False,
    others_wait: bool = False,
) -> Page:
    """Return the page that says what leaving means for a seat, and whose red button leaves; whoever
    `plays_on` in later rounds of a night can go home by another one. `others_wait` tells whether
    somebody waits for a seat there.
    """
    said = leave_words(table, seat, wording, others_wait=others_wait)
    buttons, lines = [leave_button(table.id, wording)], [said]
    if plays_on:
        lines += [wording.gettext(each) for each in (_STAYS_LISTED, _LEAVES_NIGHT)]
        home = wording.gettext("Leave and go home")
        buttons.append(Button(routes.LEAVE_FOR_HOME(table.id), home, ButtonStyle.danger))
    buttons.append(Button(page_id(table), wording.gettext("Back")))
    return _page(playable, table, wording, "\n".join(lines), tuple(buttons))


def leave_words(
    table: PublicFacts,
    seat: int,
    wording: Wording,
    *,
    others_wait: bool = False,
    briefly: bool = False,
) -> str:
    """Return what becomes of a seat, and of its place, once its person leaves; `others_wait` tells
    whether somebody waits for one. `briefly` is behind a sentence that names *Leave*.
    """
    said = wording.gettext(_WAITS)
    if table.people_here() != (seat,):
        plays = wording.sentences(wording.gettext(_PLAYS), away_costs(table, wording))
        said = away_costs(table, wording, then=True) if briefly else plays
    return wording.sentences(said, wording.gettext(_WAITED_FOR) if others_wait else "")


def leave_button(table_id: str, wording: Wording) -> Button:
    """Return the button by which somebody leaves a game that is on, without a question."""
    return Button(routes.LEAVE(table_id), wording.gettext("Leave"), ButtonStyle.danger)


def back_button(table_id: str, wording: Wording) -> Button:
    """Return the button by which somebody takes their seat up again."""
    return Button(routes.BACK(table_id), wording.gettext("I'm back"), ButtonStyle.success)


def kick_page(
    playable: PlayableGame | None, table: TableFace, seat: int, wording: Wording, *, costs: bool
) -> Page:
    """Return the question whether a player should really be removed from a game; `costs` tells
    whether whoever is asked gets no night points for it then.
    """
    name = wording.name(seat)
    asked = wording.gettext("Remove {name} from this game?", name=name)
    lines = [f"**{asked}**", wording.gettext(_NOT_BACK, name=name)]
    if costs:
        lines.append(wording.gettext(NOTHING_FOR_YOU))
    kick = routes.KICK_FROM_GAME(table.id, table.seats[seat].person)
    sure = Button(kick, wording.gettext("Remove them"), ButtonStyle.danger)
    back = Button(page_id(table), wording.gettext("Back"))
    return _page(playable, table, wording, "\n".join(lines), (sure, back))


def _page(
    playable: PlayableGame | None,
    table: TableFace,
    wording: Wording,
    text: str,
    buttons: tuple[Button, ...],
) -> Page:
    game = table.game_key if playable is None else playable.title(wording)
    title = wording.gettext("Table · {game}", game=game)
    return Page(title=title, text=text, footer=footer(table, wording), rows=(buttons,))
