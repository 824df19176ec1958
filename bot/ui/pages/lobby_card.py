"""The lobby card: what is played, who sits here, and how to join."""

from __future__ import annotations

from discord import ButtonStyle

from bot.engine.game import GameInfo
from bot.tables.table_face import TableFace
from bot.ui.pages.game import PlayableGame
from bot.ui.pages.level_names import level_name
from bot.ui.pages.pace_names import pace_lines
from bot.ui.pages.page import Button, Page
from bot.ui.pages.render import Field
from bot.ui.pages.rules import rules_id
from bot.ui.pages.wording import Wording


def card_page(playable: PlayableGame, table: TableFace, wording: Wording) -> Page:
    """Return the card of a table as it stands."""
    _ = wording.gettext
    info = playable.game.info
    fields = [Field(_("Seats"), "\n".join(_seats(table, info, wording)))]
    options = [*pace_lines(table, wording), *playable.render.options(table.options, wording)]
    fields.append(Field(_("Options"), "\n".join(options)))
    if table.commitment is not None:
        seal = _commitment(table.commitment, wording)
        if table.start_print is not None:
            seal += f"\n{started(table.start_print, wording)}"
        fields.append(Field(_("Sealed deal"), seal))
    return Page(
        title=f"{info.title} {info.japanese}",
        text=f"{_(playable.render.summary)}\n\n{_state(table, wording)}",
        fields=tuple(fields),
        footer=footer(table, wording),
        rows=_buttons(table, wording),
    )


def hand_id(table_id: str, *, card: bool = False) -> str:
    """Return the id of the button that shows a hand: on the board, or on the card."""
    return f"t:hand:{table_id}" + (":card" if card else "")


def footer(table: TableFace, wording: Wording) -> str:
    """Return the line that names a table."""
    return wording.gettext("Table {table}").format(table=table.id)


def size_line(info: GameInfo, wording: Wording) -> str:
    """Return for how many a game is and how long it takes: "2–4 players · 20 min"."""
    fewest, most = min(info.seats), max(info.seats)
    players = str(most) if fewest == most else f"{fewest}–{most}"
    text = wording.gettext("{players} players · {minutes} min")
    return text.format(players=players, minutes=info.minutes)


def in_code(fingerprint: str) -> str:
    """Return 64 hexadecimal digits as a block of two lines, which fits on a phone."""
    half = len(fingerprint) // 2
    return f"```\n{fingerprint[:half]}\n{fingerprint[half:]}\n```"


def started(fingerprint: str, wording: Wording) -> str:
    """Return the fingerprint of what was agreed at the start, and what it is of."""
    return f"{wording.gettext('Options, rules and seats at the start:')}\n{in_code(fingerprint)}"


def _commitment(commitment: str, wording: Wording) -> str:
    """Return the seal of the deal, and what it is for."""
    text = wording.gettext(
        "The deal was settled when this table was opened. With this seal of it can be checked, "
        "at the end, that nothing was changed."
    )
    return f"{text}\n{in_code(commitment)}"


def _seats(table: TableFace, info: GameInfo, wording: Wording) -> list[str]:
    _ = wording.gettext
    lines: list[str] = []
    for number, seat in enumerate(table.seats):
        mark = " " + _("(host)") if seat.person == table.host else ""
        if seat.level is not None:
            mark = f" ({level_name(seat.level, wording)})"
        lines.append(f"{number + 1}. {wording.name(number)}{mark}")
    free = max(info.seats) - len(table.seats)
    if table.phase == "lobby" and free:
        text = wording.ngettext("… and {free} free seat", "… and {free} free seats", free)
        lines.append(text.format(free=free))
    return lines


def _state(table: TableFace, wording: Wording) -> str:
    _ = wording.gettext
    match table.phase:
        case "lobby" if table.rematch_of is not None:
            return _(
                "This is the rematch of table `{table}`. Who plays again, or wants to play now? "
                "Press **Join**; the host presses **Start**. **Add computer** fills a seat with a "
                "computer player."
            ).format(table=table.rematch_of)
        case "lobby":
            return _(
                "Who wants to play? Press **Join**; the host presses **Start**. "
                "**Add computer** fills a seat with a computer player."
            )
        case "playing" if table.place_id is None:
            return _("The game has begun.")
        case "playing":
            return _("The game is on in {place}.").format(place=f"<#{table.place_id}>")
        case "finished":
            return won(table, wording)
        case "cancelled":
            return _("This table is closed, without a result.")


def again_buttons(table: TableFace, wording: Wording) -> tuple[Button, ...]:
    """Return what can be done with a game that is over."""
    _ = wording.gettext
    rematch = Button(f"a:rematch:{table.id}", _("Rematch"), ButtonStyle.primary)
    hands = Button(f"h:open:{table.id}", _("Open hands"))
    replay = Button(f"h:replay:{table.id}:0", _("Replay"))
    may_open = table.phase == "finished" and not table.hands_open
    return (rematch, hands, replay) if may_open else (rematch, replay)


def won(table: TableFace, wording: Wording) -> str:
    """Return who has won a finished game."""
    winners = table.result().winners
    text = wording.ngettext("**{names} has won.**", "**{names} share the win.**", len(winners))
    return text.format(names=wording.names(winners))


def _buttons(table: TableFace, wording: Wording) -> tuple[tuple[Button, ...], ...]:
    _ = wording.gettext
    rules = Button(rules_id(table.game_key, 0), _("Rules"))
    hand = Button(hand_id(table.id, card=True), _("My hand"))
    match table.phase:
        case "lobby":
            return (
                (
                    Button(f"t:join:{table.id}", _("Join"), ButtonStyle.success),
                    Button(f"t:leave:{table.id}", _("Leave")),
                    Button(f"t:computers:{table.id}", _("Add computer")),
                    Button(f"t:start:{table.id}", _("Start"), ButtonStyle.primary),
                ),
                (rules, hand),
            )
        case "playing":
            return ((hand, rules),)
        case "finished":
            return ((rules, *again_buttons(table, wording)),)
        case _:
            return ((rules,),)
