"""Transcripts: a whole match as text that people can read and a replay can check."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from bot.engine.dealer import LiveDealer, ReplayDealer
from bot.engine.game import Action, AnyGame, Options, carry_out
from bot.engine.views import SeatView

Choose = Callable[[SeatView[Any, Any], list[Any]], Action]
"""Picks one of a seat's legal actions from what the seat knows."""


def write(
    game: AnyGame, seats: int, options: Options, dealer: LiveDealer | ReplayDealer, choose: Choose
) -> str:
    """Play a whole match and return its transcript.

    Where several seats are asked at once, they answer in seat order. Raises RuntimeError if the
    match takes more actions than `info.longest`.
    """
    info = game.info
    lines = [f"# {info.title} · {seats} seats · {words(options)} · rules {info.rules_version}", ""]
    state = game.setup(seats, options, dealer)
    events = drawn = 0
    for turn in range(info.longest + 1):
        lines += [f"draw {json.dumps(draw)}" for draw in dealer.draws[drawn:]]
        for each in dealer.events[events:]:
            heard = (
                "all" if each.audience == "all" else ",".join(str(seat) for seat in each.audience)
            )
            lines.append(f"  to {heard}: {words(each.event)}")
        drawn, events = len(dealer.draws), len(dealer.events)
        to_act = game.to_act(state)
        if not to_act:
            break
        if turn == info.longest:
            raise RuntimeError(f"{info.key}: longer than {info.longest} actions")
        seat = to_act[0]
        legal = game.legal(state, seat)
        view = game.view(state, seat)
        action = choose(view, legal)
        lines.append(f"{turn + 1:4} seat {seat} of {len(legal)}: {words(action)}")
        carry_out(game, state, seat, action, dealer)
    result = game.result(state)
    lines += ["", f"scores {list(result.scores)} · winners {list(result.winners)}"]
    for seat, parts in enumerate(result.breakdown):
        lines.append(f"  seat {seat}: " + ", ".join(f"{part} {points}" for part, points in parts))
    return "\n".join(lines) + "\n"


def replay(game: AnyGame, seats: int, options: Options, text: str) -> str:
    """Play a transcript's draws and actions again and return the resulting transcript.

    Raises WrongDeal or ValueError where the rules ask for other draws or don't allow an action.
    """
    lines = text.splitlines()
    draws = [json.loads(line[5:]) for line in lines if line.startswith("draw ")]
    moves = iter([line.split(": ", 1)[1] for line in lines if line[5:10] == "seat "])

    def choose(view: SeatView[Any, Any], legal: list[Any]) -> Action:
        move = next(moves, "nothing more")
        for action in legal:
            if words(action) == move:
                return action
        raise ValueError(f"seat {view.seat} may not do what the transcript says: {move}")

    return write(game, seats, options, ReplayDealer(draws), choose)


def words(thing: Any) -> str:
    """Return a dataclass as `name(field=value, …)`, its kind as the name where it has one."""
    parts = [f"{f.name}={getattr(thing, f.name)!r}" for f in fields(thing) if f.name != "kind"]
    return f"{getattr(thing, 'kind', type(thing).__name__)}({', '.join(parts)})"
